internal import AdvertCapture
internal import AdvertLint
public import AdvertScan
internal import AdvertisingData

/// Which scanners discover which devices, for people and machines.
public struct ReachReport: Sendable {
  /// At which text is wrapped.
  static let columns = 80

  private let run: ReachRun
  /// The path of the manifest in use; `nil` when there is none, or no input needs it.
  public var manifest: String?

  public init(_ run: ReachRun) {
    self.run = run
  }

  /// What the user asks for and no device mentions, a line each.
  public var missing: [String] {
    run.isSilent ? ["no device mentions \(run.asked.map(Self.words).joined(separator: " or "))"] : []
  }

  // MARK: Text

  /// A matrix of devices and scanners; of a device alone, the reasons.
  public func text(_ style: TextStyle) -> String {
    let isDetailed = run.choosesDevices || run.inputs.reduce(0) { $0 + $1.devices.count } == 1
    var lines = wrapped(questions, at: Self.columns)
    var hasMatrix = false
    var hasUnseen = false
    for input in run.inputs {
      let modes = input.capture.map { _ in ScanModeWords(input.scanModeChanges).whatIsMissing } ?? []
      lines += ["", style.strong(HostileText.visible(input.path))] + modes.flatMap { wrapped($0, at: Self.columns) }
      if isDetailed {
        for device in input.devices { lines += details(of: device, in: input, style) }
      } else if !input.devices.isEmpty {
        var matrix = ReachMatrix(run.profiles, showsServices: run.asked.isEmpty)
        for device in input.devices { matrix.add(device, run.worstVerdicts(on: device), style) }
        lines += [""] + matrix.lines(style)
        hasMatrix = true
        hasUnseen = hasUnseen || matrix.hasUnseen
      }
      if input.silent > 0 {
        lines += ["", silence(of: input)]
      } else if input.devices.isEmpty {
        lines += ["", "No device."]
      }
    }
    if hasMatrix {
      lines += [""] + ReachMatrix.legend(run.profiles, style)
      if hasUnseen { lines.append("none seen: of these, a scan response or advertising data were not observed.") }
      lines.append("--device PATTERN says why, and when.")
    }
    return lines.joined(separator: "\n") + "\n" + ManifestInUse.line(manifest)
  }

  private var questions: String {
    guard run.asked.isEmpty else { return "Asked: \(run.asked.map(Self.words).joined(separator: ", "))" }
    let own = "each service of a device; without any, whether it is heard."
    return run.inputs.contains(where: \.hasExpectations)
      ? "Asked: a filter for each service that the manifest expects, or else for " + own
      : "Asked: a filter for " + own
  }

  private func silence(of input: ReachRun.JudgedFile) -> String {
    let part = input.silentInPart == 0 ? "" : " (\(input.silentInPart) not observed in full)"
    return "\(counted(input.silent, "device")) left out\(part): nothing received mentions what is asked for."
  }

  private static func words(_ question: Question) -> String {
    switch question {
    case .service(let uuid): "service \(uuid.named)"
    case .name(let name?): "name " + HostileText.quoted(name)
    case .name(nil): "any name"
    case .presence: "no service to filter for"
    }
  }

  // MARK: Reasons

  /// Profiles that fare alike.
  private struct Group: Hashable {
    let word: Verdict.Word
    let lines: [String]
  }

  private func details(of device: ReachRun.Device, in input: ReachRun.JudgedFile, _ style: TextStyle) -> [String] {
    let answers = run.answers(for: device)
    return device.questions.enumerated().flatMap { position, question in
      let start = position * run.profiles.count
      return [""] + details(of: device, question, answers[start..<start + run.profiles.count], in: input, style)
    }
  }

  private func details(
    of device: ReachRun.Device, _ question: Question, _ answers: ArraySlice<ReachRun.Answer>,
    in input: ReachRun.JudgedFile, _ style: TextStyle
  ) -> [String] {
    var groups: [(group: Group, profiles: [String])] = []
    for answer in answers {
      let verdict = answer.discovery.verdict
      var lines = [verdict.phrase + (verdict.mention.map { " (byte \($0.offset))" } ?? "")]
      if let timing = timing(of: answer.discovery, in: input) { lines.append(timing) }
      let group = Group(word: verdict.word, lines: lines)
      if let known = groups.firstIndex(where: { $0.group == group }) {
        groups[known].profiles.append(answer.profile.id)
      } else {
        groups.append((group, [answer.profile.id]))
      }
    }
    let indent = String(repeating: " ", count: Verdict.Word.longest + 4)
    let sorted = Verdict.Word.allCases.flatMap { word in groups.filter { $0.group.word == word } }
    return [title(of: device, style) + ", " + Self.words(question)]
      + sorted.flatMap { group, profiles in
        let word = group.word.rawValue
        let label = "  " + group.word.styled(word, style) + indent.dropFirst(word.count + 2)
        let names = wrapped(profiles.joined(separator: ", "), at: Self.columns - indent.count)
        let reasons = group.lines.flatMap { wrapped($0, at: Self.columns - indent.count) }
        return (names + reasons.map(style.faint)).enumerated().map { ($0.offset == 0 ? label : indent) + $0.element }
      }
  }

  private func title(of device: ReachRun.Device, _ style: TextStyle) -> String {
    let name = device.name.map { HostileText.quoted($0) }
    guard let address = device.address else { return style.strong(name ?? "The layout") }
    let host = device.isHost ? "this host, " : ""
    return style.strong([address.description, name].compactMap(\.self).joined(separator: " "))
      + " (\(host)\(address.kind.words))"
  }

  private func timing(of discovery: Discovery, in input: ReachRun.JudgedFile) -> String? {
    guard discovery.verdict.outcome == .discovered, let callbacks = discovery.callbacks, callbacks > 0 else {
      return nil
    }
    var words: [String] = []
    var saved: [String] = []
    if let times = input.capture?.times, let time = discovery.time {
      words.append("first after \(Self.seconds(time.seconds(since: times.lowerBound))) s")
      let rest = times.upperBound.seconds(since: time)
      if rest >= 0.001 { saved.append("\(Self.seconds(rest)) s of scanning") }
    }
    words.append(counted(callbacks, "callback"))
    if let all = discovery.callbacksWithDuplicates {
      words.append("\(all) with duplicates")
      if all > 1 { saved.append(counted(all - 1, "callback")) }
    }
    let saving = saved.isEmpty ? "" : "; stopping then saves " + saved.joined(separator: " and ")
    return words.joined(separator: ", ") + saving
  }

  /// With two decimals, or as many as tell it from nothing.
  private static func seconds(_ seconds: Double) -> String {
    let hundredths = (seconds * 100).rounded()
    guard hundredths.magnitude < 1e15 else { return "\(seconds)" }
    let fraction = String(100 + Int(hundredths.magnitude) % 100).dropFirst()
    return "\(hundredths < 0 ? "-" : "")\(Int(hundredths.magnitude) / 100).\(fraction)"
  }

  // MARK: JSON

  /// The document `advert.reach/1`.
  public var json: String {
    var json = JSONWriter()
    json.object { json in
      json.value("schema", "advert.reach/1")
      json.value("manifest", manifest)
      json.array("captures", run.inputs.filter { $0.capture != nil }) { json, input in
        json.object { json in
          json.value("path", input.path)
          json.value("start", input.capture?.times?.lowerBound)
          json.value("end", input.capture?.times?.upperBound)
          json.array("scanModes", input.scanModeChanges) { json, change in
            json.object { json in json.write(change) }
          }
        }
      }
      json.array("results") { json in
        for input in run.inputs {
          forEachBehaviour(in: input) { device, answers, layouts in
            for answer in answers {
              json.object { json in
                write(answer, on: device, in: input, to: &json)
                if device.address == nil { json.value("layouts", layouts) }
              }
            }
          }
        }
      }
    }
    return json.text
  }

  /// What the declared layouts without a name have in common: nothing else tells them apart.
  private struct Behaviour: Hashable {
    let name: String?
    let discoveries: [Discovery]
  }

  /// Calls `body` with each device and the answers for it. Declared layouts that have no name and behave alike come
  /// together, at the first, with their number: a file of hex holds a hundred thousand.
  private func forEachBehaviour(
    in input: ReachRun.JudgedFile, _ body: (ReachRun.Device, [ReachRun.Answer], _ layouts: Int) -> Void
  ) {
    var positions: [Behaviour: Int] = [:]
    var alike: [(device: ReachRun.Device, answers: [ReachRun.Answer], count: Int)] = []
    for device in input.devices {
      let answers = run.answers(for: device)
      guard device.address == nil, device.layoutName == nil else {
        body(device, answers, 1)
        continue
      }
      let behaviour = Behaviour(name: device.name, discoveries: answers.map(\.discovery))
      if let position = positions[behaviour] {
        alike[position].count += 1
      } else {
        positions[behaviour] = alike.count
        alike.append((device, answers, 1))
      }
    }
    for (device, answers, count) in alike { body(device, answers, count) }
  }

  private func write(
    _ answer: ReachRun.Answer, on device: ReachRun.Device, in input: ReachRun.JudgedFile, to json: inout JSONWriter
  ) {
    let verdict = answer.discovery.verdict
    json.value("path", input.path)
    json.value("profile", answer.profile.id)
    json.value("advertiser", device.address)
    json.value("addressType", device.address?.kind.rawValue)
    json.value("name", device.name)
    json.value("layoutName", device.layoutName)
    json.object("question") { json in write(answer.question, to: &json) }
    json.value("verdict", verdict.word.rawValue)
    json.value("tentative", verdict.isTentative)
    json.value("reason", verdict.explanation)
    if let mention = verdict.mention {
      json.object("bytes") { json in
        json.value("layout", mention.layout)
        json.value("block", mention.block.rawValue)
        json.value("scanResponse", mention.response)
        json.value("offset", mention.offset)
        json.value("length", mention.length)
      }
    } else {
      json.null("bytes")
    }
    json.array("evidence", verdict.evidence) { json, evidence in
      json.object { json in
        json.value("strength", evidence.strength.rawValue)
        json.value("source", evidence.source)
      }
    }
    let times = input.capture?.times
    let time = answer.discovery.time
    writeSeconds("firstDiscovery", from: times?.lowerBound, to: time, &json)
    json.value("callbacks", answer.discovery.callbacks)
    json.value("callbacksWithDuplicates", answer.discovery.callbacksWithDuplicates)
    writeSeconds("secondsSaved", from: time, to: times?.upperBound, &json)
  }

  private func writeSeconds(_ key: String, from start: Timestamp?, to end: Timestamp?, _ json: inout JSONWriter) {
    // Times that are centuries apart come from damage.
    if let start, let end, end.seconds(since: start).magnitude < 1e12 {
      json.value(key, rounded: end.seconds(since: start))
    } else {
      json.null(key)
    }
  }

  private func write(_ question: Question, to json: inout JSONWriter) {
    switch question {
    case .service(let uuid):
      json.value("kind", "service")
      json.value("value", uuid.description)
    case .name(let name):
      json.value("kind", "name")
      json.value("value", name)
    case .presence:
      json.value("kind", "presence")
      json.null("value")
    }
  }
}

/// Devices by profiles, one mark each: at most 80 columns wide with all profiles that there are.
private struct ReachMatrix {
  private static let nameColumns = 16
  private static let legendColumns = 26
  /// Columns beyond these share the last.
  private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+")

  /// Whether devices have questions of their own, so that the table says how many services those are about.
  private let showsServices: Bool
  private var table: TextTable
  /// Whether the services of a device are not all known.
  private(set) var hasUnseen = false

  init(_ profiles: [ScannerProfile], showsServices: Bool) {
    self.showsServices = showsServices
    let letters = profiles.indices.map { String(Self.letter($0)) }
    table = TextTable(
      [("DEVICE", .left), ("NAME", .left)] + (showsServices ? [("SERVICES", .left)] : [])
        + [(letters.joined(separator: " "), .left)])
  }

  mutating func add(_ device: ReachRun.Device, _ verdicts: [Verdict?], _ style: TextStyle) {
    let marks = verdicts.map { $0.map { $0.word.styled($0.word.mark, style) } ?? "–" }
    var services = String(device.questions.count)
    if device.questions == [.presence] {
      services = device.mayMentionMore ? "none seen" : "none"
      hasUnseen = hasUnseen || device.mayMentionMore
    }
    table.add(
      [
        device.address.map { $0.description } ?? "layout",
        device.name.map { Self.shortened(HostileText.visible($0)) } ?? "–",
      ] + (showsServices ? [services] : []) + [marks.joined(separator: " ")])
  }

  func lines(_ style: TextStyle) -> [String] { table.lines(style) }

  /// Which letter is which profile, in three columns, and which mark is which verdict.
  static func legend(_ profiles: [ScannerProfile], _ style: TextStyle) -> [String] {
    let entries = profiles.indices.map { "\(letter($0)) \(profiles[$0].id)" }
    let rows = (entries.count + 2) / 3
    let lines = (0..<rows).map { row in
      let cells = stride(from: row, to: entries.count, by: rows).map { entries[$0] }
      return cells.dropLast().map { $0 + String(repeating: " ", count: max(1, legendColumns - $0.count)) }.joined()
        + (cells.last ?? "")
    }
    let key = Verdict.Word.allCases.map { word in
      word.styled(word.mark, style) + " " + word.rawValue + (word == .may ? " be missed (field reports)" : "")
    }
    return lines + ["", key.joined(separator: "   ")]
  }

  private static func letter(_ index: Int) -> Character { letters[min(index, letters.count - 1)] }

  private static func shortened(_ name: String) -> String {
    guard DisplayWidth.of(name) > nameColumns else { return name }
    var short = name
    while DisplayWidth.of(short) > nameColumns - 1 { short.removeLast() }
    return short + "…"
  }
}

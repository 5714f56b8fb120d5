internal import AdvertCapture
internal import AdvertLint
internal import AdvertObservation
internal import AdvertReading
package import AdvertScan
internal import AdvertisingData

/// The scanners that discover devices, for people and machines.
package struct ReachReport: Sendable {
  /// The most devices in full, and the most questions about a device; for more devices there is a matrix.
  private static let maximumInFull = 8

  let run: ReachRun
  /// The path of the manifest in use; `nil` when there is none, or no input needs it.
  package var manifest: String?
  /// Whether the document has the time of each twentieth of all tries.
  package var showsCurves = false
  /// The known faults of the versions that are asked about.
  package var faults: [ReachFault] = []
  /// The time that scanners may take; `nil` without such a demand.
  let demand: SoonDemand?
  /// The intervals to choose from; `nil` when each device keeps its own.
  let choosing: Choosing?
  private let leavesNothingOut: Bool
  let diagnoses: Bool

  /// - Parameters:
  ///   - leavesNothingOut: whether every question about every chosen device is answered, in any number.
  ///   - diagnoses: whether the user names the scanners that matter, so that a sentence for each says where to look.
  ///   - demand: whether scanners find the devices within the demanded time; `nil` without such a demand.
  ///   - choosing: the intervals to choose from; `nil` when each device keeps its own.
  package init(
    _ run: ReachRun, leavesNothingOut: Bool = false, diagnoses: Bool = false, demand: SoonDemand? = nil,
    choosing: Choosing? = nil
  ) {
    self.run = run
    self.demand = demand
    self.choosing = choosing
    self.leavesNothingOut = leavesNothingOut
    self.diagnoses = diagnoses
  }

  /// Whether a demand is not met.
  package var fallsShort: Bool { !(demand?.isMet ?? true) || !(choosing?.meetsDemand ?? true) }

  /// The requested items that no device mentions, one line each.
  package var missing: [String] {
    guard run.isSilent else { return [] }
    let misformed = run.inputs.reduce(0) { $0 + $1.misformed }
    let have = misformed == 1 ? "has" : "have"
    let isPartlyRead = run.inputs.contains { $0.capture?.problems.contains { $0.kind.isGap } ?? false }
    return [
      "no device mentions \(run.asked.map(Self.words).joined(separator: " or "))"
        + (misformed > 0 ? "; \(counted(misformed, "device")) \(have) it in another form" : "")
        + (isPartlyRead ? "; not all was read" : "")
    ]
  }

  // MARK: Text

  /// Returns a matrix of devices and scanners; for a single device, the reasons.
  package func text(_ style: TextStyle) -> String {
    let isDetailed = isDetailed
    var lines = conclusions.flatMap { $0.lines(style) }
    lines += wrapped(questions, at: style.proseColumns)
    for scan in run.scans { lines += [""] + AppScanWords(scan).lines(style) }
    var hasMatrix = false
    var hasUnseen = false
    for account in accounts { lines += [""] + account.lines(style) }
    // A device with only an account in values needs no more lines.
    let told = Set(run.accounts.map { $0.path })
    // A folder that is searched for one device has hundreds of others.
    let others = run.choosesDevices ? run.inputs.filter { $0.lacksDevice } : []
    let leavesOthersOut = others.count < run.inputs.count || others.count > Self.maximumInFull
    for input in run.inputs where !(input.devices.isEmpty && told.contains(input.path)) {
      if leavesOthersOut, run.choosesDevices, input.lacksDevice { continue }
      let modes =
        input.capture.map { capture in
          ScanModeWords(scans(of: input, isDetailed), until: capture.times?.upperBound).whatIsMissing
        } ?? []
      let remarks = modes + (input.hidesEndsOfAddresses ? [HiddenEndsWords.words] : [])
      lines +=
        ["", style.strong(HostileText.visible(input.path))] + remarks.flatMap { wrapped($0, at: style.proseColumns) }
      if isDetailed {
        for device in devicesByLoss(of: input) {
          lines += details(of: device, in: input, style) + SoonWords.logLines(of: device, in: input, run, style)
        }
      } else if !input.devices.isEmpty {
        var matrix = ReachMatrix(run.profiles, showsServices: run.asked.isEmpty)
        var doubts: [(label: String, doubts: [Doubt])] = []
        for device in input.devices {
          matrix.add(device, run.worstVerdicts(on: device))
          // The matrix says itself that a block was not observed.
          let own = (device.doubts ?? []).filter { $0.cause != .notReceived }
          if !own.isEmpty { doubts.append((title(of: device, .plain), own)) }
        }
        lines += [""] + matrix.lines(style) + DoubtLines.lines(ofDevices: doubts, style)
        hasMatrix = true
        hasUnseen = hasUnseen || matrix.hasUnseen
      }
      if input.silent > 0 {
        lines += ["", silence(of: input)]
      } else if input.devices.isEmpty {
        lines += ["", run.choosesDevices ? "No such device in what was read." : "No advertising was read."]
      }
    }
    for phone in phones {
      let told = run.asked.isEmpty ? (run.inputs.isEmpty ? phone.lines(style) : []) : phone.answers(style)
      if !told.isEmpty { lines += [""] + told }
    }
    if leavesOthersOut, !others.isEmpty {
      let noun = others.count < run.inputs.count ? "more input" : "input"
      lines += ["", "No such device in \(counted(others.count, noun))."]
    }
    if hasMatrix {
      lines += [""] + ReachMatrix.legend(run.profiles, style)
      if hasUnseen { lines.append("none seen: of these, a scan response or advertising data were not observed.") }
      lines.append(
        run.choosesDevices
          ? "A narrower --device PATTERN, or --all, says why, and when." : "--device PATTERN says why, and when.")
    }
    if !faults.isEmpty { lines += ["", "Known faults:"] + faults.flatMap { $0.lines(style) } }
    if let demand { lines += [""] + SoonWords.lines(demand, style) }
    for choice in choosing?.choices ?? [] {
      lines +=
        [""]
        + IntervalWords(choice.question, within: choosing?.within).lines(title(of: choice.device, .plain), style)
    }
    if let choosing, choosing.leftOut > 0 {
      lines += [
        "", "\(counted(choosing.leftOut, "more device")): --device chooses those that get intervals to choose from.",
      ]
    }
    return lines.joined(separator: "\n") + "\n" + ManifestInUse.line(manifest)
  }

  /// Whether each device is shown with the reasons.
  var isDetailed: Bool {
    let count = run.inputs.reduce(0) { $0 + $1.devices.count }
    return count == 1 || run.choosesDevices && count > 0 && (leavesNothingOut || count <= Self.maximumInFull)
  }

  /// The devices of an input, those that scanners miss first: for a few devices.
  func devicesByLoss(of input: ReachRun.AskedFile) -> [ReachRun.Device] {
    let devices = Array(input.devices)
    guard devices.count > 1 else { return devices }
    let losses = devices.map { ReachLoss(of: $0, run.worstVerdicts(on: $0)) }
    return devices.indices.sorted { (losses[$1], $0) < (losses[$0], $1) }.map { devices[$0] }
  }

  /// Returns the scans for statements about the log's host: those that received the devices shown.
  private func scans(of input: ReachRun.AskedFile, _ isDetailed: Bool) -> [ScanSession] {
    guard isDetailed, run.choosesDevices, !input.devices.isEmpty else { return input.scanSessions }
    let numbers = Set(input.devices.flatMap { $0.scans(among: input.scanSessions).map { $0.number } })
    return input.scanSessions.filter { numbers.contains($0.number) }
  }

  private var questions: String {
    if !run.scans.isEmpty { return AppScanWords.heading(run.scans) }
    guard run.asked.isEmpty else { return "Asked: \(run.asked.map(Self.words).joined(separator: ", "))" }
    let services = run.inputs.contains { $0.hasExpectations } ? "that the manifest expects, or else of" : "of"
    return "Asked: does a filter for each service \(services) the device find it? Without a service, is it heard?"
  }

  private func silence(of input: ReachRun.AskedFile) -> String {
    let part = input.silentInPart == 0 ? "" : " (\(input.silentInPart) not observed in full)"
    return "\(counted(input.silent, "device")) left out\(part): nothing received "
      + "\(Self.matchVerb(run.asked)) what is asked for."
  }

  /// The verb for data that answer one of the questions.
  static func matchVerb(_ questions: [Question]) -> String {
    questions.first { $0.matchVerb == "matches" }?.matchVerb ?? "mentions"
  }

  package static func words(_ question: Question) -> String {
    switch question {
    case .service(let uuid): "service \(uuid.named)"
    case .openService(let service): "service \(service.pattern)"
    case .name(let name?): "name " + HostileText.quoted(name)
    case .name(nil): "any name"
    case .data(let question): question.words
    case .presence: "no service to filter for"
    }
  }

  /// Programs' accounts of devices in values.
  var accounts: [AccountReport] {
    run.accounts.map { path, known in
      AccountReport(
        path: path, known: known, devices: run.devices(of: known), choosesDevices: run.choosesDevices,
        matchers: run.matchers, asked: run.asked)
    }
  }

  /// The scans of apps that Android phones report.
  var phones: [PhoneReport] {
    run.phones.map { PhoneReport(path: $0.path, apps: $0.apps, asked: run.asked) }
  }

  // MARK: Reasons

  /// Profiles with the same verdict.
  private struct Group: Hashable {
    let word: Verdict.Word
    let lines: [String]
  }

  private func details(of device: ReachRun.Device, in input: ReachRun.AskedFile, _ style: TextStyle) -> [String] {
    let doubts = DoubtLines.lines(device.doubts ?? [], style)
    guard run.matchers.isEmpty else {
      return doubts + run.matchers.flatMap { [""] + details(of: device, for: $0, style) }
    }
    guard run.scans.isEmpty else {
      return doubts + run.scans.flatMap { [""] + details(of: device, for: $0, style) }
    }
    let limit = leavesNothingOut ? .max : Self.maximumInFull
    let answers = run.answers(for: device, toAtMost: limit)
    let lines =
      doubts
      + device.questions.prefix(limit).enumerated().flatMap { position, question in
        let start = position * run.profiles.count
        return [""] + details(of: device, question, answers[start..<start + run.profiles.count], in: input, style)
      }
    let more = device.questions.count - limit
    return more > 0
      ? lines + ["", "\(counted(more, "more service")): --service asks about one, --all about all."] : lines
  }

  private func details(
    of device: ReachRun.Device, _ question: Question, _ answers: ArraySlice<ReachRun.Answer>,
    in input: ReachRun.AskedFile, _ style: TextStyle
  ) -> [String] {
    let rows = answers.map { answer in
      let verdict = answer.discovery.verdict
      let requests =
        verdict.isWithoutResponse ? device.advertiser.map { AdvertiserDescription($0).requestsClause } : nil
      var lines = [verdict.phrase + (requests ?? "") + (verdict.mention.map { " (byte \($0.offset))" } ?? "")]
      if let timing = timing(of: answer.discovery, on: device, in: input) { lines.append(timing) }
      return (group: Group(word: verdict.word, lines: lines), profile: answer.profile.id)
    }
    // A part that was not read may have one.
    let asked = question == .presence && device.mayMentionMore ? "no service in what was read" : Self.words(question)
    return [title(of: device, style) + ", " + asked] + lines(of: rows, style)
      + SoonWords.lines(answers, on: device, in: run, style)
  }

  /// Returns each scanner's verdict on a matcher: the worst of its conditions.
  private func details(
    of device: ReachRun.Device, for matcher: IntegrationMatcher, _ style: TextStyle
  ) -> [String] {
    let rows = zip(run.profiles, run.verdicts(on: device, for: matcher)).map { profile, verdict in
      let place = verdict.mention.map { " (byte \($0.offset))" } ?? ""
      let reason =
        verdict.outcome == .discovered
        ? "all of it is where this scan looks" : "\(Self.words(verdict.question)): \(verdict.phrase)\(place)"
      return (group: Group(word: verdict.word, lines: [reason]), profile: profile.id)
    }
    let asked = matcher.questions.map { Self.words($0) }.joined(separator: " and ")
    let connecting = matcher.isForConnections ? ", through a scanner that can connect" : ""
    return wrapped("\(title(of: device, style)), \(matcher.words): \(asked)\(connecting)", at: style.proseColumns)
      + lines(of: rows, style)
  }

  /// Returns each scanner's verdict on a scan of the app: the best of its filters.
  private func details(of device: ReachRun.Device, for scan: AppScan, _ style: TextStyle) -> [String] {
    let rows = scan.answers(for: device).map { answer in
      (
        group: Group(word: answer.verdict.word, lines: [AppScanWords(scan).reason(answer)]),
        profile: answer.scanner.id
      )
    }
    return wrapped("\(title(of: device, style)), \(AppScanWords(scan).call)", at: style.proseColumns)
      + lines(of: rows, style)
  }

  /// The words in the order of a device's verdicts: first those that someone can act on.
  private static let order: [Verdict.Word] = [.missed, .may, .unknown, .discovered]

  /// Returns verdicts with the scanners that share them, what is missed first.
  private func lines(of rows: [(group: Group, profile: String)], _ style: TextStyle) -> [String] {
    var groups: [(group: Group, profiles: [String])] = []
    for row in rows {
      if let known = groups.firstIndex(where: { $0.group == row.group }) {
        groups[known].profiles.append(row.profile)
      } else {
        groups.append((row.group, [row.profile]))
      }
    }
    let indent = String(repeating: " ", count: Verdict.Word.longest + 4)
    let sorted = Self.order.flatMap { word in groups.filter { $0.group.word == word } }
    return sorted.flatMap { group, profiles in
      let word = group.word.label
      let label = "  " + group.word.styled(word, style) + indent.dropFirst(word.count + 2)
      let names = wrapped(profiles.joined(separator: ", "), at: style.proseColumns - indent.count)
      let reasons = group.lines.flatMap { wrapped($0, at: style.proseColumns - indent.count) }
      return (names + reasons.map(style.faint)).enumerated().map { ($0.offset == 0 ? label : indent) + $0.element }
    }
  }

  private func title(of device: ReachRun.Device, _ style: TextStyle) -> String {
    let name = device.name.map { HostileText.quoted($0.withoutPadding) }
    guard let address = device.address else { return style.strong(name ?? "The layout") }
    let host = device.isHost ? "this host, " : ""
    return style.strong([address.description, name].compactMap { $0 }.joined(separator: " "))
      + " (\(host)\(address.kind.words))"
  }

  private func timing(
    of discovery: Discovery, on device: ReachRun.Device, in input: ReachRun.AskedFile
  ) -> String? {
    guard discovery.verdict.outcome == .discovered, let callbacks = discovery.callbacks, callbacks > 0 else {
      return nil
    }
    var words: [String] = []
    var saved: [String] = []
    if let timing = input.timing(of: discovery, on: device) {
      let time = discovery.time.map { ", at \(TimeOfDay.words($0))" } ?? ""
      words.append("first \(Seconds.words(timing.waited)) s into the \(timing.start.rawValue)\(time)")
      if timing.rest >= 1000 { saved.append("\(Seconds.words(timing.rest)) s of scanning") }
    }
    words.append(counted(callbacks, "callback"))
    if let all = discovery.callbacksWithDuplicates {
      words.append("\(all) with duplicates")
      if all > 1 { saved.append(counted(all - 1, "callback")) }
    }
    // The app of this log did not get it: these are the times of one that asks for it.
    guard !input.filtersOut(discovery, of: device) else {
      return "no filter of the log's scan asks for it; with one: " + words.joined(separator: ", ")
    }
    let saving = saved.isEmpty ? "" : "; stopping then saves " + saved.joined(separator: " and ")
    return words.joined(separator: ", ") + saving
  }

  // MARK: Diagnoses

  /// Hands on each capture's account of a device that the user chose and that no capture has.
  func forEachAbsence(_ body: (AbsentDevice, ReachRun.AskedFile) -> Void) {
    run.forEachAbsence(namesScanners: diagnoses, body)
  }

  /// Hands on why apps find a device or do not, as far as logs show it.
  func forEachDiagnosis(
    of device: ReachRun.Device, in input: ReachRun.AskedFile, _ body: (Diagnosis) -> Void
  ) {
    run.forEachDiagnosis(
      of: device, in: input, namesScanners: diagnoses, ofAtMost: leavesNothingOut ? .max : Self.maximumInFull, body)
  }
}

/// The part of a device that scanners miss, to show the worst first. Devices without a service to look for, as most
/// neighbours are, have the least.
private struct ReachLoss: Comparable {
  private let hasQuestion: Bool
  private let worst: Int
  private let scanners: Int

  init(of device: ReachRun.Device, _ verdicts: [Verdict?]) {
    hasQuestion = device.questions != [.presence]
    let words = verdicts.compactMap { $0?.word }
    let ascending: [Verdict.Word] = [.unknown, .may, .missed]
    let worst = ascending.lastIndex { words.contains($0) }
    self.worst = worst ?? -1
    scanners = worst.map { place in words.count { $0 == ascending[place] } } ?? 0
  }

  static func < (one: Self, other: Self) -> Bool {
    (one.hasQuestion ? 1 : 0, one.worst, one.scanners) < (other.hasQuestion ? 1 : 0, other.worst, other.scanners)
  }
}

/// Devices by profiles, with one mark each.
private struct ReachMatrix {
  private static let legendColumns = 26
  private static let maximumLegendColumns = 3
  /// The letters of columns. Further columns share the last.
  private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+")

  /// Whether devices have questions of their own, so that the table shows the number of their services.
  private let showsServices: Bool
  private let columns: [TextTable.Column]
  private var rows: [(loss: ReachLoss, cells: [String])] = []
  /// Whether the services of a device are not all known.
  private(set) var hasUnseen = false

  init(_ profiles: [ScannerProfile], showsServices: Bool) {
    self.showsServices = showsServices
    let letters = profiles.indices.map { String(Self.letter($0)) }
    let services = TextTable.Column(title: "SERVICES", alignment: .left, rank: 1)
    columns =
      [
        .init(title: "DEVICE", alignment: .left),
        .init(title: "NAME", alignment: .left, narrowing: .cut(least: 12)),
      ] + (showsServices ? [services] : []) + [.init(title: letters.joined(separator: " "), alignment: .left)]
  }

  mutating func add(_ device: ReachRun.Device, _ verdicts: [Verdict?]) {
    var address = device.isHost ? "this host" : device.address.map { $0.description } ?? "layout"
    var shown = device.name
    // Layouts of a log are named by their addresses.
    if let text = device.layoutName, text.utf8.count == 17, DeviceAddress(text: text, type: .random) != nil {
      address = text
      if shown == text { shown = nil }
    }
    let name = shown.map { HostileText.visible($0.withoutPadding) } ?? "–"
    let marks = verdicts.map { $0?.word.mark ?? "–" }.joined(separator: " ")
    var services = String(device.questions.count)
    if device.questions == [.presence] {
      services = device.mayMentionMore ? "none seen" : "none"
      hasUnseen = hasUnseen || device.mayMentionMore
    }
    let cells = showsServices ? [address, name, services, marks] : [address, name, marks]
    rows.append((ReachLoss(of: device, verdicts), cells))
  }

  /// The rows, the devices that scanners miss first.
  func lines(_ style: TextStyle) -> [String] {
    var table = TextTable(columns)
    for row in rows.indices.sorted(by: { (rows[$1].loss, $0) < (rows[$0].loss, $1) }) { table.add(rows[row].cells) }
    return table.lines(style) { column, cell in
      guard column == columns.count - 1 else { return cell }
      return cell.map { mark in
        Verdict.Word.allCases.first { $0.mark == String(mark) }?.styled(String(mark), style) ?? String(mark)
      }.joined()
    }
  }

  /// Returns the profile of each letter, in as many columns as fit, and the verdict of each mark.
  static func legend(_ profiles: [ScannerProfile], _ style: TextStyle) -> [String] {
    let entries = profiles.indices.map { "\(letter($0)) \(profiles[$0].id)" }
    let columns = max(1, min(style.proseColumns / legendColumns, maximumLegendColumns))
    let rows = (entries.count + columns - 1) / columns
    let lines = (0..<rows).map { row in
      let cells = stride(from: row, to: entries.count, by: rows).map { entries[$0] }
      return cells.dropLast().map { $0 + String(repeating: " ", count: max(1, legendColumns - $0.count)) }.joined()
        + (cells.last ?? "")
    }
    let key = Verdict.Word.allCases.map { word in
      word.styled(word.mark, style) + " " + word.label + (word == .may ? " (field reports)" : "")
    }
    return lines + [""] + (style.columns.map { $0 < 80 } ?? false ? key : [key.joined(separator: "   ")])
  }

  private static func letter(_ index: Int) -> Character { letters[min(index, letters.count - 1)] }
}

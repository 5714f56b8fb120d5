internal import AdvertCapture
internal import AdvertLint
internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// Which scanners discover which devices, for people: a matrix, and for a device alone why.
struct ReachText {
  static let columns = 80

  private let results: ReachResults

  init(_ results: ReachResults) {
    self.results = results
  }

  func text(_ style: TextStyle) -> String {
    // Reasons for every device of a busy place nobody reads.
    let isDetailed = !results.selectors.isEmpty || results.inputs.reduce(0) { $0 + $1.devices.count } == 1
    var lines = wrapped(asked, at: Self.columns)
    var hasMatrix = false
    var hasUnseen = false
    for input in results.inputs {
      lines += [""] + heading(of: input, style)
      if isDetailed {
        for device in input.devices {
          for question in device.questions { lines += [""] + details(of: device, question, in: input, style) }
        }
      } else if !input.devices.isEmpty {
        var matrix = ReachMatrix(results.profiles, showsServices: results.asked.isEmpty)
        for device in input.devices { matrix.add(device, in: input, style) }
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
      lines += [""] + ReachMatrix.legend(results.profiles, style)
      if hasUnseen { lines.append("none seen: of these, a scan response or advertising data were not observed.") }
      lines.append("--device PATTERN says why, and when.")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var asked: String {
    guard results.asked.isEmpty else { return "Asked: \(results.asked.map { Self.words($0) }.joined(separator: ", "))" }
    let own = "each service of a device; without any, whether it is heard."
    return results.inputs.contains(where: \.hasExpectations)
      ? "Asked: a filter for each service that the manifest expects, or else for " + own : "Asked: a filter for " + own
  }

  private func heading(of input: ReachResults.Input, _ style: TextStyle) -> [String] {
    let modes = input.capture.map { ScanModeWords($0.observation.scanModeChanges).whatIsMissing } ?? []
    return [style.strong(HostileText.visible(input.path))] + modes.flatMap { wrapped($0, at: Self.columns) }
  }

  private func silence(of input: ReachResults.Input) -> String {
    let part = input.silentInPart == 0 ? "" : " (\(input.silentInPart) not observed in full)"
    return "\(counted(input.silent, "device")) left out\(part): nothing received mentions what is asked for."
  }

  static func words(_ question: Question) -> String {
    switch question {
    case .service(let uuid): "service \(uuid.named)"
    case .name(let name?): "name " + HostileText.quoted(name)
    case .name(nil): "any name"
    case .presence: "no service to filter for"
    }
  }

  // MARK: Why

  /// Profiles that fare alike.
  private struct Group: Hashable {
    let word: VerdictWord
    let lines: [String]
  }

  private func details(
    of device: ReachResults.Device, _ question: Question, in input: ReachResults.Input, _ style: TextStyle
  ) -> [String] {
    var groups: [Group: [String]] = [:]
    for profile in results.profiles {
      let discovery = input.discovery(of: device, by: profile, for: question)
      var lines = [discovery.verdict.phrase + place(of: discovery.verdict.mention)]
      if let timing = timing(of: discovery, in: input) { lines.append(timing) }
      groups[Group(word: VerdictWord(discovery.verdict), lines: lines), default: []].append(profile.id)
    }
    let order = groups.sorted { one, other in
      (one.key.word.rawValue, position(of: one.value)) < (other.key.word.rawValue, position(of: other.value))
    }
    return [title(of: device, style) + ", " + Self.words(question)]
      + order.flatMap { group, profiles in
        let width = VerdictWord.longest
        let word = group.word.word
        let label = "  " + group.word.styled(word, style) + String(repeating: " ", count: width + 2 - word.count)
        let indent = String(repeating: " ", count: width + 4)
        let names = wrapped(profiles.joined(separator: ", "), at: Self.columns - indent.count)
        let reasons = group.lines.flatMap { wrapped($0, at: Self.columns - indent.count) }
        return (names + reasons.map(style.faint)).enumerated().map { ($0.offset == 0 ? label : indent) + $0.element }
      }
  }

  private func title(of device: ReachResults.Device, _ style: TextStyle) -> String {
    let name = device.name.map { HostileText.quoted($0) }
    guard let address = device.address else { return style.strong(name ?? "The layout") }
    let host = device.isHost ? "this host, " : ""
    return style.strong([address.description, name].compactMap(\.self).joined(separator: " "))
      + " (\(host)\(address.kind.words))"
  }

  private func position(of profiles: [String]) -> Int {
    results.profiles.firstIndex { $0.id == profiles[0] } ?? 0
  }

  private func place(of mention: Mention?) -> String {
    guard let mention else { return "" }
    return " (byte \(mention.offset))"
  }

  private func timing(of discovery: Discovery, in input: ReachResults.Input) -> String? {
    guard discovery.verdict.outcome == .discovered, let callbacks = discovery.callbacks, callbacks > 0 else {
      return nil
    }
    var words: [String] = []
    var saved: [String] = []
    if let times = input.capture?.summary.times, let time = discovery.time {
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
}

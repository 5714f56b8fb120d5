internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// How soon scanners find devices, in words and as keys.
enum SoonWords {
  /// `LOW_POWER: 140 of 1400 ms; LOW_LATENCY: all the time`.
  static func listening(_ duties: [ScanDuty]) -> String {
    duties.map { duty in
      let times =
        duty.isContinuous
        ? "all the time, the next channel every \(milliseconds(duty.interval)) ms"
        : "\(milliseconds(duty.window)) of every \(milliseconds(duty.interval)) ms"
      return duty.name.isEmpty ? times : "\(duty.name): \(times)"
    }.joined(separator: "; ")
  }

  private static func milliseconds(_ microseconds: Int64) -> String {
    ScanModeWords.milliseconds(microseconds: microseconds)
  }

  /// What is told below the verdicts on a question; nothing when the interval is not known or no scanner finds the device.
  static func lines(
    _ answers: ArraySlice<ReachRun.Answer>, on device: ReachRun.Device, in run: ReachRun, _ style: TextStyle
  ) -> [String] {
    guard let timing = device.timing else { return [] }
    var times = ExpectedTimes()
    var groups: [(time: ExpectedTime?, names: [String])] = []
    var unknown: [String] = []
    for answer in answers {
      guard let soon = run.soonAnswers(for: answer, on: device, &times) else { continue }
      if soon.isEmpty { unknown.append(answer.profile.id) }
      for one in soon {
        let name = one.duty.name.isEmpty ? one.profile : "\(one.profile) (\(one.duty.name))"
        if let known = groups.firstIndex(where: { $0.time == one.time }) {
          groups[known].names.append(name)
        } else {
          groups.append((one.time, [name]))
        }
      }
    }
    guard !groups.isEmpty else { return [] }
    let columns = style.proseColumns - indent.count
    var lines = wrapped(
      "sent every \(milliseconds(timing.advertising.interval)) ms, \(known(timing.source)):", at: columns)
    groups.sort { ($0.time?.median ?? .max) < ($1.time?.median ?? .max) }
    for group in groups {
      lines += wrapped(group.names.joined(separator: ", "), at: columns)
      lines += wrapped((group.time?.sentence ?? "never: its windows are shorter than what it waits for"), at: columns)
        .map(style.faint)
    }
    if !unknown.isEmpty {
      lines += wrapped(unknown.joined(separator: ", "), at: columns)
      lines.append(style.faint("not known: how it divides its time"))
    }
    return lines.enumerated().map { ($0.offset == 0 ? label : indent) + $0.element }
  }

  private static let label = "  how soon" + String(repeating: " ", count: indent.count - 10)
  private static let indent = String(repeating: " ", count: Verdict.Word.longest + 4)

  private static func known(_ source: DeviceTiming.Source) -> String {
    switch source {
    case .declared: "as declared"
    case .configured: "as the host's commands say"
    case .measured: "as measured"
    }
  }

  // MARK: Demand

  /// Whether a demand is met, and what falls short.
  static func lines(_ demand: SoonDemand, _ style: TextStyle) -> [String] {
    let answer =
      demand.isMet ? "yes" : demand.unmetCount > 0 ? "no" : "not known of any scanner and device"
    var lines = [style.strong("Found within \(ExpectedTime.words(demand.within)) in 95 of 100 tries: \(answer).")]
    for shortfall in demand.unmet {
      lines += wrapped("\(name(of: shortfall.device)): \(words(shortfall))", at: style.proseColumns - 2).map {
        "  " + $0
      }
    }
    let more = demand.unmetCount - demand.unmet.count
    if more > 0 { lines.append("  \(more) more") }
    if !demand.unknown.isEmpty {
      let names = demand.unknown.map { $0.profile }.joined(separator: ", ")
      lines += wrapped("Not known: \(names).", at: style.proseColumns)
    }
    return lines
  }

  private static func name(of device: ReachRun.Device) -> String {
    device.address.map { $0.description } ?? device.name.map { HostileText.quoted($0.withoutPadding) } ?? "the layout"
  }

  private static func words(_ shortfall: SoonDemand.Shortfall) -> String {
    guard let slowest = shortfall.slowest else {
      return "\(shortfall.profile) \(shortfall.isTentative ? "may never find" : "never finds") it"
    }
    let mode = slowest.duty.name.isEmpty ? "" : " (\(slowest.duty.name))"
    guard let most = slowest.time?.most else { return "\(shortfall.profile)\(mode) takes too long to tell" }
    return "\(shortfall.profile)\(mode) takes \(ExpectedTime.words(most))"
  }

  // MARK: Documents

  static func write(_ timing: DeviceTiming, to json: inout JSONWriter) {
    json.value("intervalMs", decimal: DecimalNumber(timing.advertising.interval, decimals: 3))
    json.value("intervalFrom", timing.source.rawValue)
  }

  static func write(_ answer: SoonAnswer, to json: inout JSONWriter) {
    json.value("profile", answer.profile)
    json.value("mode", answer.duty.name.isEmpty ? nil : answer.duty.name)
    json.value("windowMs", decimal: DecimalNumber(answer.duty.window, decimals: 3))
    json.value("scanIntervalMs", decimal: DecimalNumber(answer.duty.interval, decimals: 3))
    json.value("waitsFor", (answer.goal == .data ? Block.advertising : .scanResponse).rawValue)
    json.milliseconds("median", answer.time?.median)
    json.milliseconds("p95", answer.time?.most)
    json.milliseconds("p99", answer.time?.nearlyAll)
    json.milliseconds("longest", answer.time?.longest)
  }

  static func write(_ demand: SoonDemand, to json: inout JSONWriter) {
    json.milliseconds("seconds", demand.within)
    json.value("met", demand.isMet)
    json.value("metCount", demand.metCount)
    json.value("unmetCount", demand.unmetCount)
    json.array("unmet", demand.unmet) { json, shortfall in
      json.object { json in
        json.value("advertiser", shortfall.device.address)
        json.value("layoutName", shortfall.device.layoutName)
        json.value("profile", shortfall.profile)
        json.value("mode", shortfall.slowest.flatMap { $0.duty.name.isEmpty ? nil : $0.duty.name })
        json.milliseconds("p95", shortfall.slowest?.time?.most)
      }
    }
    json.array("unknown", demand.unknown) { json, unknown in json.value(nil, unknown.profile) }
  }
}

extension JSONWriter {
  /// Seconds to the millisecond.
  fileprivate mutating func milliseconds(_ key: String, _ microseconds: Int64?) {
    guard let microseconds else { return null(key) }
    value(key, decimal: DecimalNumber((microseconds + 500) / 1000, decimals: 3))
  }
}

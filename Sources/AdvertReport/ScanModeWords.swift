internal import AdvertCapture
internal import AdvertObservation

/// How the log's host scanned while it received reports, in words.
struct ScanModeWords {
  /// Those in which reports were received: a setting that no report was received under says nothing about the log. When
  /// there are none, all.
  private let periods: [ScanPeriod]

  init(_ periods: [ScanPeriod]) {
    let scanning = periods.filter { $0.setting.mode != .off }
    let fruitful = scanning.filter { $0.reports > 0 }
    self.periods = fruitful.isEmpty ? scanning : fruitful
  }

  /// Whether it asked for scan responses; empty when the log does not tell.
  var mode: [String] {
    let modes = Set(periods.map(\.setting.mode))
    if modes == [.passive] { return ["The log's host scanned passively: it asked for no scan response."] }
    if modes == [.active] { return ["The log's host scanned actively: it asked for scan responses."] }
    return modes.count > 1 ? ["The log's host scanned actively at times and passively at others."] : []
  }

  /// The same, and what the log cannot show because of how the host scanned.
  var whatIsMissing: [String] {
    guard !periods.isEmpty else {
      return ["The capture does not tell how it was taken: what its receiver filtered or missed is not known."]
    }
    var lines = mode
    if periods.contains(where: { $0.setting.filtersDuplicates == true && $0.reports > 0 }) {
      lines.append("Its controller left out repeats, so more callbacks than counted are possible with duplicates.")
    }
    if let pauses = pauses {
      lines.append(
        "\(pauses.isAlways ? "It" : "At times it") listened \(Self.milliseconds(pauses.setting.window)) of every "
          + "\(Self.milliseconds(pauses.setting.interval)) ms: what was sent in between is not in the log.")
    }
    return lines
  }

  /// The setting with pauses under which most reports were received, and whether all were; `nil` when the host listened
  /// all the time.
  private var pauses: (setting: ScanModeChange.Listening, isAlways: Bool)? {
    var reports: [ScanModeChange.Listening: Int] = [:]
    for period in periods where period.reports > 0 {
      guard let listening = period.setting.listening, !listening.isContinuous else { continue }
      reports[listening, default: 0] += period.reports
    }
    let most = reports.max { ($0.value, $1.key.interval) < ($1.value, $0.key.interval) }
    return most.map { most in
      (most.key, periods.allSatisfy { $0.reports == 0 || $0.setting.listening == most.key })
    }
  }

  /// Units of 0.625 ms, exactly.
  private static func milliseconds(_ units: UInt16) -> String { milliseconds(microseconds: Int64(units) * 625) }

  /// Milliseconds with as many decimals as there are.
  static func milliseconds(microseconds thousandths: Int64) -> String {
    guard thousandths % 1000 != 0 else { return String(thousandths / 1000) }
    var fraction = String(String(1000 + thousandths % 1000).dropFirst())
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(thousandths / 1000).\(fraction)"
  }
}

extension JSONWriter {
  /// The members of a change of how the log's host scanned, with the reports received until the next one.
  mutating func write(_ period: ScanPeriod) {
    let change = period.setting
    value("mode", change.mode.rawValue)
    value("adapter", Int(change.adapter))
    value("record", change.record)
    value("time", change.time)
    if let filters = change.filtersDuplicates { value("filtersDuplicates", filters) } else { null("filtersDuplicates") }
    value("scanInterval", change.listening.map { Int($0.interval) })
    value("scanWindow", change.listening.map { Int($0.window) })
    value("reports", period.reports)
  }
}

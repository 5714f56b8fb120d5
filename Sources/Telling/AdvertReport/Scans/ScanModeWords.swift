package import AdvertCapture
package import AdvertObservation
internal import AdvertisingData

/// How the log's host scanned while it received reports, in words.
package struct ScanModeWords {
  /// The most filters that a line names.
  private static let maximumFilters = 5

  /// The sessions with receptions: a setting without receptions does not describe the log. When there are none, all
  /// sessions.
  private let sessions: [ScanSession]
  private let haveReports: Bool
  private let end: Timestamp?

  /// - Parameters:
  ///   - sessions: the sessions to describe.
  ///   - end: of the capture.
  package init(_ sessions: [ScanSession], until end: Timestamp?) {
    let fruitful = sessions.filter { $0.reports > 0 }
    self.sessions = fruitful.isEmpty ? sessions : fruitful
    haveReports = !fruitful.isEmpty
    self.end = end
  }

  /// Whether the host asked for scan responses; empty when the log does not show it.
  var mode: [String] {
    let modes = Set(sessions.map { $0.setting.mode })
    if modes == [.passive] { return ["The log's host scanned passively: it asked for no scan response."] }
    if modes == [.active] { return ["The log's host scanned actively: it asked for scan responses."] }
    return modes.count > 1 ? ["The log's host scanned actively at times and passively at others."] : []
  }

  /// The scans of the host in two lines: settings and durations, and the filters of its controller. Empty when the log
  /// does not show them.
  var summary: [String] {
    guard !sessions.isEmpty else { return [] }
    let lasting = sessions.reduce(Int64?(0)) { sum, session in
      sum.flatMap { sum in
        session.duration(until: end).flatMap { length in
          let (result, overflows) = sum.addingReportingOverflow(length)
          return overflows ? nil : result
        }
      }
    }
    let length = lasting.map { ", \(Seconds.words($0)) s in all" } ?? ""
    let listening = mainListening.map { ", \($0.isAlways ? "" : "mostly ")\($0.words)" } ?? ""
    return [
      (mode + ["\(counted(sessions.count, "scan")) \(haveReports ? "with" : "without") reports\(length)\(listening)."])
        .joined(separator: " "),
      filters,
    ]
  }

  /// `Filters of all apps: service 180d; everything.`
  private var filters: String {
    var names: [String] = []
    var isUnfiltered = false
    for session in sessions {
      for settings in session.phases.map({ $0.settings }) {
        if settings.isFiltering == false || settings.isFiltering == nil && settings.filters.isEmpty {
          isUnfiltered = isUnfiltered || settings.isFiltering == false || settings.isKnownFromStart
          continue
        }
        for filter in settings.filters where !names.contains(filter.words) { names.append(filter.words) }
      }
    }
    let list = sessions.contains { $0.setting.filterPolicy?.usesAcceptList ?? false }
    let accepted = list ? " It reported only devices on its accept list." : ""
    let isKnown = sessions.allSatisfy { session in
      !session.phases.isEmpty
        && session.phases.allSatisfy { $0.settings.isKnownFromStart || $0.settings.isFiltering == false }
    }
    guard !names.isEmpty else {
      guard sessions.contains(where: { $0.hasFilterCommand }) else {
        return "What apps filter for is not in this log.\(accepted)"
      }
      return isKnown
        ? "No app had set a filter.\(accepted)" : "No filter is in the log; some may have been set before.\(accepted)"
    }
    let more = names.count > Self.maximumFilters ? "; \(names.count - Self.maximumFilters) more" : ""
    return "Filters of all apps\(isUnfiltered ? ", at times" : ""): "
      + "\(names.prefix(Self.maximumFilters).joined(separator: "; "))\(more).\(accepted)"
  }

  /// The scan window and interval with the longest time, and whether they never changed; `nil` when they are not known.
  private var mainListening: (words: String, isAlways: Bool)? {
    var lengths: [ScanModeChange.Listening: Int64] = [:]
    for session in sessions {
      guard let listening = session.setting.listening else { return nil }
      lengths[listening, default: 0] = max(lengths[listening] ?? 0, session.duration(until: end) ?? 0)
    }
    let longest = lengths.max { ($0.value, $1.key.interval) < ($1.value, $0.key.interval) }
    return longest.map { (Self.words($0.key), lengths.count == 1) }
  }

  /// `listening all the time (SCAN_MODE_LOW_LATENCY)`.
  package static func words(_ listening: ScanModeChange.Listening) -> String {
    let name = AndroidScanMode(listening).map { " (\($0.names[0]))" } ?? ""
    let times =
      listening.isContinuous
      ? "all the time" : "\(milliseconds(listening.window)) of every \(milliseconds(listening.interval)) ms"
    return "listening \(times)\(name)"
  }

  /// The mode, and the data that the log cannot show because of how the host scanned.
  package var whatIsMissing: [String] {
    guard !sessions.isEmpty else {
      return ["The capture does not tell how it was taken: what its receiver filtered or missed is not known."]
    }
    var lines = mode
    if sessions.contains(where: { $0.setting.filtersDuplicates == true && $0.reports > 0 }) {
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
    for session in sessions where session.reports > 0 {
      guard let listening = session.setting.listening, !listening.isContinuous else { continue }
      reports[listening, default: 0] += session.reports
    }
    let most = reports.max { ($0.value, $1.key.interval) < ($1.value, $0.key.interval) }
    return most.map { most in
      (most.key, sessions.allSatisfy { $0.reports == 0 || $0.setting.listening == most.key })
    }
  }

  /// Returns units of 0.625 ms as milliseconds, exactly.
  private static func milliseconds(_ units: UInt16) -> String { milliseconds(microseconds: Int64(units) * 625) }

  /// Returns milliseconds with the necessary decimals.
  static func milliseconds(microseconds thousandths: Int64) -> String {
    guard thousandths % 1000 != 0 else { return String(thousandths / 1000) }
    var fraction = String(String(1000 + thousandths % 1000).dropFirst())
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(thousandths / 1000).\(fraction)"
  }
}

/// Seconds with two decimals.
enum Seconds {
  static func words(_ microseconds: Int64) -> String {
    let hundredths = (microseconds.magnitude + 5000) / 10_000
    let fraction = String(100 + hundredths % 100).dropFirst()
    return "\(microseconds < 0 && hundredths > 0 ? "-" : "")\(hundredths / 100).\(fraction)"
  }
}

internal import AdvertCapture
internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// The scans of a log's host, one paragraph each: time, duration, scan window and interval, filters, and receptions. The
/// filters come first, with numbers.
struct ScanTable {
  private let capture: InspectRun.Capture

  init(_ capture: InspectRun.Capture) { self.capture = capture }

  func lines(_ style: TextStyle) -> [String] {
    let sessions = capture.observation.scanSessions
    let end = capture.summary.times?.upperBound
    var lines = [style.strong(HostileText.visible(capture.path))]
    guard !sessions.isEmpty else { return lines + ["no start of a scan was read in the log"] }
    let tallies = capture.observation.filterTallies(of: sessions)
    let filters = FilterList(sessions)
    if !filters.filters.isEmpty { lines.append("filters of all apps:") }
    let widest = String(filters.filters.count).count
    for (number, filter) in filters.filters.enumerated() {
      let label = String(String(repeating: " ", count: widest) + String(number + 1)).suffix(widest)
      lines += wrapped(filter, at: style.proseColumns - widest - 4).enumerated().map {
        ($0.offset == 0 ? "  \(label)  " : String(repeating: " ", count: widest + 4)) + $0.element
      }
    }
    for (position, session) in sessions.enumerated() {
      lines += wrapped(Self.words(session, until: end), at: style.proseColumns)
      for part in filters.words(session, tallies?[position], until: end) {
        lines += listItem(part, style)
      }
    }
    let left = capture.observation.scanSessionsLeftOut
    if left > 0 { lines.append("\(counted(left, "more scan")) left out") }
    return lines
  }

  private static func words(_ session: ScanSession, until end: Timestamp?) -> String {
    let start = session.setting.time.map { "\(TimeOfDay.words($0)), " } ?? ""
    let length = session.duration(until: end).map { "\(Seconds.words($0)) s" } ?? "length not known"
    let mode = session.setting.mode == .unknown ? "active or passive is not known" : session.setting.mode.rawValue
    let listening = session.setting.listening.map { ", \(ScanModeWords.words($0))" } ?? ""
    let devices = session.devices.map { " of \(counted($0, "device"))" } ?? ""
    let last = session.end.map { "\($0.record)" } ?? "the end"
    return
      "scan \(session.number): \(start)\(length), record \(session.setting.record) to \(last), \(mode)\(listening); "
      + "\(counted(session.reports, "report"))\(devices)"
  }
}

package import AdvertCapture
package import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// The scans of a log's host, one paragraph each: time, duration, scan window and interval, filters, and receptions.
package struct ScanTable {
  private let capture: InspectRun.Capture

  init(_ capture: InspectRun.Capture) { self.capture = capture }

  func lines(_ style: TextStyle) -> [String] {
    let sessions = capture.observation.scanSessions
    let end = capture.summary.times?.upperBound
    var lines = [style.strong(HostileText.visible(capture.path))]
    guard !sessions.isEmpty else { return lines + ["no start of a scan in the log"] }
    let tallies = capture.observation.filterTallies(of: sessions)
    for (position, session) in sessions.enumerated() {
      lines += wrapped(Self.words(session, until: end), at: style.proseColumns)
      if session.phases.isEmpty { lines.append("  filters: not known, \(Diagnosis.UnknownFilter.setBeforeLog.words)") }
      for (number, phase) in session.phases.enumerated() {
        lines += wrapped(
          Self.words(phase, tallies?[position].filters[number], until: end), at: style.proseColumns - 4
        ).enumerated().map { ($0.offset == 0 ? "  " : "    ") + $0.element }
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

  package static func words(_ phase: ScanSession.Phase, _ tallies: [FilterTallies.Tally]?, until end: Timestamp?)
    -> String
  {
    let settings = phase.settings
    let length =
      phase.start.flatMap { start in (phase.end ?? end)?.microseconds(after: start) }
      .map { "for \(Seconds.words($0)) s" } ?? "for a time that is not known"
    if settings.isFiltering == false
      || settings.isFiltering == nil && settings.filters.isEmpty && settings.isKnownFromStart
    {
      return "\(length): no filter"
    }
    // A phone can have one filter fifty times.
    var filters: [String] = []
    for (position, filter) in settings.filters.enumerated() {
      let words = filter.words + (tallies.map { " (\(counted($0[position].reports, "report")))" } ?? "")
      if !filters.contains(words) { filters.append(words) }
    }
    let unknown = settings.isKnownFromStart && !settings.hasUnknownFilter ? [] : ["others that are not in the log"]
    let all = filters + unknown
    return "\(length), filters of all apps: \(all.isEmpty ? "none set" : all.joined(separator: "; "))"
  }
}

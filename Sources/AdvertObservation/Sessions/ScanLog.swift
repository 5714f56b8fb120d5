internal import AdvertCapture

/// Records the sessions of a capture's host while it is read. A session costs memory, so only so many are kept.
struct ScanLog: Sendable {
  /// A log of a day has some thousands.
  private static let mostSessions = 10_000
  /// What is set beyond these is not known.
  private static let mostPhases = 20_000
  /// Of all phases together: each is some hundred octets in a document.
  private static let mostFilters = 50_000

  private(set) var sessions: [Recorded] = []
  /// Sessions beyond the limit.
  private(set) var sessionsLeftOut = 0
  /// The number of the current span.
  private(set) var span = 0
  /// Reports before the current span.
  private var reportsBeforeSpan = 0
  private var phases = 0
  private var filters = 0
  /// By adapter: what its vendor commands set, and its session that goes on.
  private var settings: [UInt16: AndroidScanSettings] = [:]
  private var going: [UInt16: Int] = [:]

  struct Recorded: Sendable {
    let setting: ScanModeChange
    let firstSpan: Int
    let reportsBefore: Int
    var end: ScanSession.End?
    var endSpan: Int?
    var reportsAtEnd: Int?
    var phases: [(settings: AndroidScanSettings, start: Timestamp?, firstSpan: Int)] = []
    /// The controller refused the command that started it.
    var isRefused = false
  }

  /// Whether a change that is about to be noted begins a new span.
  func beginsSpan(after reports: Int) -> Bool { reports != reportsBeforeSpan }

  mutating func beginSpan(after reports: Int) {
    span += 1
    reportsBeforeSpan = reports
  }

  mutating func note(_ change: ScanModeChange, after reports: Int) {
    if case .refusal(let record) = change.cause { return undo(record, of: change.adapter) }
    if let position = going.removeValue(forKey: change.adapter) {
      sessions[position].end = ScanSession.End(
        time: change.time, record: change.record, reason: Self.reason(of: change))
      sessions[position].endSpan = span
      sessions[position].reportsAtEnd = reports
    }
    guard change.mode != .off else { return }
    guard sessions.count < Self.mostSessions else {
      sessionsLeftOut += 1
      return
    }
    going[change.adapter] = sessions.count
    sessions.append(Recorded(setting: change, firstSpan: span, reportsBefore: reports))
    if let settings = settings[change.adapter] { addPhase(settings, start: change.time, to: sessions.count - 1) }
  }

  mutating func note(_ settings: AndroidScanSettings) {
    self.settings[settings.adapter] = settings
    guard let position = going[settings.adapter] else { return }
    addPhase(settings, start: settings.time, to: position)
  }

  /// A controller gets its filters one after the other: only the last of those between which nothing was received counts.
  private mutating func addPhase(_ settings: AndroidScanSettings, start: Timestamp?, to position: Int) {
    if let last = sessions[position].phases.last, last.firstSpan == span {
      filters -= last.settings.filters.count
      phases -= 1
      sessions[position].phases.removeLast()
    }
    guard phases < Self.mostPhases, filters + settings.filters.count <= Self.mostFilters else {
      return addUnknownPhase(settings, start: start, to: position)
    }
    phases += 1
    filters += settings.filters.count
    sessions[position].phases.append((settings, start, span))
  }

  /// Beyond the limits it is only known that the controller filtered.
  private mutating func addUnknownPhase(_ settings: AndroidScanSettings, start: Timestamp?, to position: Int) {
    if let last = sessions[position].phases.last?.settings, last.hasUnknownFilter, last.filters.isEmpty { return }
    var unknown = AndroidScanSettings()
    unknown.adapter = settings.adapter
    unknown.time = settings.time
    unknown.record = settings.record
    unknown.isFiltering = true
    unknown.hasUnknownFilter = true
    phases += 1
    sessions[position].phases.append((unknown, start, span))
  }

  /// All is as before a command that the controller refused.
  private mutating func undo(_ record: Int, of adapter: UInt16) {
    // It is among the latest.
    for position in sessions.indices.reversed().prefix(8) where sessions[position].setting.adapter == adapter {
      if sessions[position].setting.record == record {
        sessions[position].isRefused = true
        if going[adapter] == position { going[adapter] = nil }
      } else if sessions[position].end?.record == record {
        sessions[position].end = nil
        sessions[position].endSpan = nil
        sessions[position].reportsAtEnd = nil
        going[adapter] = position
        return
      }
    }
  }

  /// The number of the session of an adapter that goes on, as ``finished(after:)`` has it.
  func current(of adapter: UInt16) -> Int? {
    going[adapter].map { position in sessions[...position].count { !$0.isRefused } }
  }

  private static func reason(of change: ScanModeChange) -> ScanSession.End.Reason {
    switch change.cause {
    case .timeout: .timeout
    case .reset: .reset
    case .command, .refusal: change.mode == .off ? .stopped : .changed
    }
  }

  /// The sessions without what was received.
  ///
  /// - Parameter reports: received in the whole capture.
  func finished(after reports: Int) -> [ScanSession] {
    sessions.lazy.filter { !$0.isRefused }.enumerated().map { number, recorded in
      let last = recorded.endSpan ?? span + 1
      let phases = recorded.phases.indices.map { index in
        let phase = recorded.phases[index]
        let next = index + 1 < recorded.phases.count ? recorded.phases[index + 1] : nil
        return ScanSession.Phase(
          settings: phase.settings, start: phase.start, end: next.map { $0.start } ?? recorded.end?.time,
          spans: ScanSpans(range: phase.firstSpan..<max(phase.firstSpan, next?.firstSpan ?? last)))
      }
      return ScanSession(
        number: number + 1, setting: recorded.setting, end: recorded.end, phases: phases,
        reports: (recorded.reportsAtEnd ?? reports) - recorded.reportsBefore, devices: nil,
        spans: ScanSpans(range: recorded.firstSpan..<max(recorded.firstSpan, last)))
    }
  }
}

internal import AdvertCapture

/// Records the sessions of a capture's host while it is read. Their number is limited, because a session costs memory.
struct ScanLog: Sendable {
  /// The most sessions that are kept. A log of a day has some thousands.
  private static let maximumSessions = 10_000
  /// The most phases whose settings are kept.
  private static let maximumPhases = 20_000
  /// The most filters of all phases together. A filter with several conditions counts as many.
  private static let maximumFilters = 50_000
  /// The shortest phase that counts, in microseconds. A host needs less time to set its filters up.
  static let shortestPhase: Int64 = 100_000

  private(set) var sessions: [Recorded] = []
  /// The number of sessions beyond the limit.
  private(set) var sessionsLeftOut = 0
  /// The number of the current span.
  private(set) var span = 0
  /// The number of reports before the current span.
  private var reportsBeforeSpan = 0
  private var phases = 0
  private var filters = 0
  /// By adapter: the settings of its vendor commands, and its open session.
  private var settings: [UInt16: ScanSettings] = [:]
  private var going: [UInt16: Int] = [:]

  struct Recorded: Sendable {
    let setting: ScanModeChange
    let firstSpan: Int
    let reportsBefore: Int
    var end: ScanSession.End?
    var endSpan: Int?
    var reportsAtEnd: Int?
    var phases: [(settings: ScanSettings, start: Timestamp?, firstSpan: Int)] = []
    /// Whether the controller refused the command that started it.
    var isRefused = false
  }

  /// Returns whether a change that is about to be noted begins a new span.
  func beginsSpan(after reports: Int) -> Bool { reports != reportsBeforeSpan }

  mutating func beginSpan(after reports: Int) {
    span += 1
    reportsBeforeSpan = reports
  }

  mutating func note(_ change: ScanModeChange, after reports: Int) {
    if case .refusal(let record) = change.cause { return undo(record, of: change.adapter) }
    if let position = going.removeValue(forKey: change.adapter) {
      // A host may clear its filters just before it stops.
      if sessions[position].phases.count > 1 { removeSetup(until: change.time, of: position) }
      sessions[position].end = ScanSession.End(
        time: change.time, record: change.record, reason: Self.reason(of: change))
      sessions[position].endSpan = span
      sessions[position].reportsAtEnd = reports
    }
    guard change.mode != .off else { return }
    guard sessions.count < Self.maximumSessions else {
      sessionsLeftOut += 1
      return
    }
    going[change.adapter] = sessions.count
    sessions.append(Recorded(setting: change, firstSpan: span, reportsBefore: reports))
    if let settings = settings[change.adapter] { addPhase(settings, start: change.time, to: sessions.count - 1) }
  }

  mutating func note(_ settings: ScanSettings) {
    self.settings[settings.adapter] = settings
    guard let position = going[settings.adapter] else { return }
    var start = settings.time
    if settings.takesBack, let last = sessions[position].phases.last, last.firstSpan == span {
      removeLastPhase(of: position)
      start = last.start
      if let before = sessions[position].phases.last?.settings, before.isEqual(to: settings) { return }
    }
    addPhase(settings, start: start, to: position)
  }

  /// Adds a phase. A controller gets its filters one after the other, a few milliseconds apart: settings of so short a
  /// time, which let nothing pass, were not meant to scan with.
  private mutating func addPhase(_ settings: ScanSettings, start: Timestamp?, to position: Int) {
    removeSetup(until: start, of: position)
    let cost = Self.cost(of: settings)
    guard phases < Self.maximumPhases, filters + cost <= Self.maximumFilters else {
      return addUnknownPhase(settings, start: start, to: position)
    }
    phases += 1
    filters += cost
    sessions[position].phases.append((settings, start, span))
  }

  /// Removes the latest phase of a session if it was too short to scan with and received nothing.
  private mutating func removeSetup(until end: Timestamp?, of position: Int) {
    guard let last = sessions[position].phases.last, last.firstSpan == span,
      let start = last.start, let end, end.microseconds(since: start) ?? 0 < Self.shortestPhase
    else { return }
    removeLastPhase(of: position)
  }

  private mutating func removeLastPhase(of position: Int) {
    guard let last = sessions[position].phases.popLast() else { return }
    filters -= Self.cost(of: last.settings)
    phases -= 1
  }

  /// Returns the cost of the filters: each condition takes some hundred octets in a document.
  private static func cost(of settings: ScanSettings) -> Int {
    settings.filters.reduce(0) { $0 + max(1, $1.conditions.count) }
  }

  /// Adds a phase beyond the limits, of which only the fact that the controller filtered is kept.
  private mutating func addUnknownPhase(_ settings: ScanSettings, start: Timestamp?, to position: Int) {
    if let last = sessions[position].phases.last?.settings, last.hasUnknownFilter, last.filters.isEmpty { return }
    phases += 1
    sessions[position].phases.append((settings.withoutFilters, start, span))
  }

  /// Restores the state before a command that the controller refused.
  private mutating func undo(_ record: Int, of adapter: UInt16) {
    // The session is among the latest.
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

  /// Returns the number of an adapter's open session, as in ``finished(after:)``.
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

  /// Returns the sessions without their receptions.
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
          spans: phase.firstSpan..<max(phase.firstSpan, next?.firstSpan ?? last))
      }
      return ScanSession(
        number: number + 1, setting: recorded.setting, end: recorded.end, phases: phases,
        reports: (recorded.reportsAtEnd ?? reports) - recorded.reportsBefore, devices: nil,
        spans: recorded.firstSpan..<max(recorded.firstSpan, last))
    }
  }
}

extension ScanSettings {
  /// Returns whether the same filters are set and in use.
  fileprivate func isEqual(to other: ScanSettings) -> Bool {
    filters == other.filters && isFiltering == other.isFiltering && hasUnknownFilter == other.hasUnknownFilter
  }

  /// The same settings with only the fact that there were filters.
  var withoutFilters: ScanSettings {
    var unknown = ScanSettings()
    unknown.adapter = adapter
    unknown.time = time
    unknown.record = record
    unknown.isManaged = isManaged
    unknown.isFiltering = true
    unknown.hasUnknownFilter = true
    return unknown
  }
}

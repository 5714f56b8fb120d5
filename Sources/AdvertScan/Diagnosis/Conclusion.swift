import AdvertCapture
import AdvertObservation
import AdvertisingData

extension Diagnosis {
  /// What a diagnosis comes to. Each has one sentence.
  package enum Conclusion: String, Hashable, Sendable, CaseIterable {
    // The device is at fault.
    /// What is looked for is only in its scan response, for which this scanner does not ask.
    case onlyInScanResponse
    /// It does not send what is looked for.
    case notSent
    /// It sends it in a way that this scanner does not receive.
    case notReceivable
    /// The host listened long enough for it and received nothing of it.
    case silentDuringScan

    // The app is at fault.
    /// The host received it while it scanned.
    case received
    /// The host received it in a scan without a filter, and this scanner needs one.
    case receivedWithoutFilter
    /// The scanner filters for services only, and something else is asked for.
    case cannotBeAsked
    /// The filter looks at service lists, and the device has it in service data.
    case onlyInServiceData
    /// The filters of the host's scans ask for something else.
    case filterAsksForAnother
    /// It is in the scan response, for which the host did not ask.
    case scannedPassively
    /// The host was connected to the device while it scanned, and such a device rarely advertises.
    case connected
    /// The host listened for less time than the device needs to be heard.
    case listenedTooLittle

    // It is not known.
    /// The log has no command that starts a scan.
    case scanNotInLog
    /// Which filters the host's scans had, or what they ask for, is not in the log.
    case filterNotInLog
    /// Of the device, the log does not have what decides.
    case deviceNotInLog
    /// How this scanner works is not known well enough.
    case scannerNotKnown
    /// The device was received while the host scanned, without the scan response that decides.
    case scanResponseLost
    /// Nothing was received of it while the host scanned, but it may have used another address meanwhile.
    case addressMayHaveChanged
    /// Nothing was received while the host scanned, and how long it listened or how often the device sends is not known.
    case timesNotInLog

    /// Where to look next.
    package var blame: Blame {
      switch self {
      case .onlyInScanResponse, .notSent, .notReceivable, .silentDuringScan: .device
      case .received, .receivedWithoutFilter, .cannotBeAsked, .onlyInServiceData, .filterAsksForAnother,
        .scannedPassively,
        .connected, .listenedTooLittle:
        .app
      case .scanNotInLog, .filterNotInLog, .deviceNotInLog, .scannerNotKnown, .scanResponseLost,
        .addressMayHaveChanged, .timesNotInLog:
        .unknown
      }
    }
  }

  /// Where to look next.
  package enum Blame: String, Hashable, Sendable, CaseIterable {
    /// What the device sends.
    case device
    /// How the app scans, or what it does with what it gets.
    case app
    /// The log does not tell.
    case unknown
  }
}

/// The table of conclusions: the first row whose condition holds decides.
struct DiagnosisTable {
  /// Advertising events that a scan must have had time for, before hearing nothing says anything.
  private static let fewestEvents: Int64 = 3

  let facts: Diagnosis.Facts
  let profile: ScannerProfile

  var conclusion: Diagnosis.Conclusion {
    for row in Self.rows where row.holds(self) { return row.conclusion }
    return .timesNotInLog
  }

  private struct Row {
    let conclusion: Diagnosis.Conclusion
    let holds: @Sendable (DiagnosisTable) -> Bool

    init(_ conclusion: Diagnosis.Conclusion, _ holds: @escaping @Sendable (DiagnosisTable) -> Bool) {
      self.conclusion = conclusion
      self.holds = holds
    }
  }

  private static let rows = [
    // What no scan by this scanner discovers.
    Row(.onlyInScanResponse) { $0.isMissed && $0.reason.isOnlyInScanResponse },
    Row(.cannotBeAsked) { $0.isMissed && $0.reason.isAbsence && $0.asksServicesOnly },
    Row(.onlyInServiceData) { $0.isMissed && $0.reason.blamesServiceData },
    Row(.notSent) { $0.isMissed && $0.reason.isAbsence },
    Row(.notReceivable) { $0.isMissed },
    Row(.scannerNotKnown) { $0.isUnknown && $0.reason.isAboutScanner },
    Row(.deviceNotInLog) { $0.isUnknown },
    // What one would discover: then it is about the scans of the host.
    Row(.scanNotInLog) { $0.facts.scans.isEmpty },
    Row(.received) { table in table.received.contains { !table.lacksNeededFilter($0) } },
    Row(.receivedWithoutFilter) { !$0.received.isEmpty },
    Row(.filterNotInLog) { $0.facts.fitting.isEmpty && $0.facts.scans.contains { $0.hasUnknownFilter && !$0.isSetup } },
    Row(.filterAsksForAnother) { $0.facts.fitting.isEmpty },
    Row(.scannedPassively) { table in
      table.isOnlyInResponses && table.facts.fitting.allSatisfy { $0.session.setting.mode == .passive }
    },
    Row(.scanResponseLost) { table in
      table.isOnlyInResponses && table.facts.fitting.contains { $0.heard.count > 0 }
    },
    // They heard nothing of it, and the reason may be another than the device.
    Row(.connected) { $0.wasConnected },
    Row(.addressMayHaveChanged) { $0.facts.relatives != nil },
    Row(.timesNotInLog) { $0.listened == nil || $0.facts.interval == nil },
    Row(.listenedTooLittle) { $0.hasListenedTooLittle },
    Row(.silentDuringScan) { _ in true },
  ]

  /// The same of a device that was not heard, by what the scans of the host let pass.
  static func conclusion(ofAbsence scans: [Diagnosis.ScanFacts]) -> AbsentDevice.Conclusion {
    if scans.isEmpty { return .scanNotInLog }
    if scans.contains(where: { !$0.fitting.isEmpty }) { return .notHeard }
    return scans.contains { $0.hasUnknownFilter } ? .filterNotInLog : .filterAsksForAnother
  }

  private var reason: Reason { facts.verdict.reason }
  private var isMissed: Bool { facts.verdict.outcome == .missed && !reason.isMaybe }
  private var isUnknown: Bool { facts.verdict.outcome == .unknown }

  /// The parts that received what is looked for, if not by a filter for something else.
  private var received: [Diagnosis.Part] {
    facts.scans.flatMap { $0.fitting + $0.unknown }.filter { $0.mentions.count > 0 }
  }

  /// Whether the host was connected to the device in nearly all of the time that fits.
  private var wasConnected: Bool {
    guard let interval = facts.interval, !facts.connections.isEmpty else { return false }
    let free = facts.fitting.flatMap { $0.fitting }.map { $0.timeWithout(facts.connections) }.sum
    return free.map { Double($0) < interval.milliseconds * 1000 * Double(Self.fewestEvents) } ?? false
  }

  /// Whether a scan like this part is one that the scanner does not allow: without a filter.
  private func lacksNeededFilter(_ part: Diagnosis.Part) -> Bool {
    profile.requirement.value != .none && part.filter?.logic?.passesAll ?? false
  }

  /// Whether the question is one that no filter of the scanner can put: it takes services only.
  private var asksServicesOnly: Bool {
    guard profile.requirement.value == .serviceUUID else { return false }
    switch facts.verdict.question {
    case .name, .data: return true
    case .service, .presence: return false
    }
  }

  private var isOnlyInResponses: Bool {
    !facts.mentions.isEmpty && facts.mentions.allSatisfy { $0.block == .scanResponse }
  }

  /// Microseconds that the host listened in fitting parts; `nil` when it is not known of one.
  private var listened: Int64? { facts.fitting.map { $0.listened }.sum }

  private var hasListenedTooLittle: Bool {
    guard let listened, let interval = facts.interval else { return false }
    return Double(listened) < interval.milliseconds * 1000 * Double(Self.fewestEvents)
  }
}

extension Diagnosis.Part {
  /// Microseconds of it outside connections, which follow each other; `nil` without times.
  fileprivate func timeWithout(_ connections: [HostConnection]) -> Int64? {
    guard let start, let duration else { return nil }
    let end = start.microseconds &+ duration
    return connections.reduce(duration) { rest, connection in
      guard connection.failure == nil, let from = connection.time?.microseconds else { return rest }
      let until = connection.end.map { $0.time?.microseconds ?? from } ?? end
      // Times that come from damage wrap around.
      return rest &- min(duration, max(0, min(until, end) &- max(from, start.microseconds)))
    }
  }
}

extension Reason {
  fileprivate var isOnlyInScanResponse: Bool {
    switch self {
    case .onlyInScanResponse, .onlyInActiveWindows, .noActiveWindow, .scanResponseNeverRequested: true
    default: false
    }
  }

  fileprivate var isAbsence: Bool {
    switch self {
    case .absent, .absentFromAdvertising, .noServiceToFilterOn, .nothingToFilterOn: true
    default: false
    }
  }

  fileprivate var isAboutScanner: Bool {
    switch self {
    case .scanTypeUnknown, .filterUnknown, .extendedUnknown: true
    default: false
    }
  }
}

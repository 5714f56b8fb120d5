import AdvertCapture
import AdvertObservation
import AdvertisingData

extension Diagnosis {
  /// The conclusions of a diagnosis. Each has one sentence.
  package enum Conclusion: String, Hashable, Sendable, CaseIterable {
    // The device is at fault.
    /// The data that the app looks for are only in the scan response, and this scanner does not ask for that.
    case onlyInScanResponse
    /// The device does not send the data that the app looks for.
    case notSent
    /// The device sends the data in a way that this scanner does not receive.
    case notReceivable
    /// The host listened long enough for the device and received nothing of it.
    case silentDuringScan

    // The app is at fault.
    /// The host received the data while it scanned.
    case received
    /// The host received the data in a scan without a filter, and this scanner needs one.
    case receivedWithoutFilter
    /// The scanner filters for services only, and the app looks for something else.
    case cannotBeAsked
    /// The filter looks at service lists, and the device has the service in service data.
    case onlyInServiceData
    /// The filters of the host's scans ask for something else.
    case filterAsksForAnother
    /// The data are in the scan response, and the host did not ask for it.
    case scannedPassively
    /// The host was connected to the device while it scanned, and such a device rarely advertises.
    case connected
    /// The host listened for less time than the device needs to be heard.
    case listenedTooLittle

    // It is not known.
    /// The log has no command that starts a scan.
    case scanNotInLog
    /// The log does not have the filters of the host's scans, or not the data that they ask for.
    case filterNotInLog
    /// The log lacks the data of the device that decide.
    case deviceNotInLog
    /// Too little is known of how this scanner works.
    case scannerNotKnown
    /// The device was received while the host scanned, but not the scan response that decides.
    case scanResponseLost
    /// Nothing of the device was received while the host scanned, but it may have used another address meanwhile.
    case addressMayHaveChanged
    /// Nothing of it was received while the host scanned, and it is not known how long the host listened or how often
    /// the device sends.
    case timesNotInLog

    /// The side to look at next.
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

  /// The sides to look at next.
  package enum Blame: String, Hashable, Sendable, CaseIterable {
    /// The device and its data.
    case device
    /// The app: how it scans, or how it handles the results.
    case app
    /// The log does not show it.
    case unknown
  }
}

/// The table of conclusions: the first row whose condition holds decides.
struct DiagnosisTable {
  /// The fewest advertising events that must fall into a scan before its silence counts as evidence.
  private static let fewestEvents: Int64 = 3

  let facts: Diagnosis.Facts
  let profile: ScannerProfile

  var conclusion: Diagnosis.Conclusion {
    let conclusion = Self.rows.first { $0.holds(self) }?.conclusion ?? .timesNotInLog
    // No log clears a device that the scanner can miss.
    return reason.isMaybe && conclusion.blame == .app ? .onlyInScanResponse : conclusion
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
    // First the cases in which no scan by this scanner discovers the device.
    Row(.onlyInScanResponse) { $0.isMissed && $0.reason.isOnlyInScanResponse },
    Row(.cannotBeAsked) { $0.isMissed && $0.reason.isAbsence && $0.asksServicesOnly },
    Row(.onlyInServiceData) { $0.isMissed && $0.reason.blamesServiceData },
    Row(.notSent) { $0.isMissed && $0.reason.isAbsence },
    Row(.notReceivable) { $0.isMissed },
    Row(.scannerNotKnown) { $0.isUnknown && $0.reason.isAboutScanner },
    Row(.deviceNotInLog) { $0.isUnknown },
    // Now a scan would discover it: the rest is about the scans of the host.
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
    // The scans heard nothing of it, but the reason may be another than the device.
    Row(.connected) { $0.wasConnected },
    Row(.addressMayHaveChanged) { $0.facts.relatives != nil },
    Row(.timesNotInLog) { $0.listened == nil || $0.facts.interval == nil },
    Row(.listenedTooLittle) { $0.hasListenedTooLittle },
    Row(.silentDuringScan) { _ in true },
  ]

  /// The conclusion on a device that was not heard, from the filters of the host's scans.
  static func conclusion(ofAbsence scans: [Diagnosis.ScanFacts]) -> AbsentDevice.Conclusion {
    if scans.isEmpty { return .scanNotInLog }
    if scans.contains(where: { !$0.fitting.isEmpty }) { return .notHeard }
    return scans.contains { $0.hasUnknownFilter } ? .filterNotInLog : .filterAsksForAnother
  }

  private var reason: Reason { facts.verdict.reason }
  private var isMissed: Bool { facts.verdict.outcome == .missed && !reason.isMaybe }
  private var isUnknown: Bool { facts.verdict.outcome == .unknown }

  /// The parts that received the data that the app looks for, unless by a filter for something else.
  private var received: [Diagnosis.Part] {
    facts.scans.flatMap { $0.fitting + $0.unknown }.filter { $0.mentions.count > 0 }
  }

  /// Whether the host was connected to the device in nearly all of the time that fits.
  private var wasConnected: Bool {
    guard let interval = facts.interval, !facts.connections.isEmpty else { return false }
    let free = facts.fitting.flatMap { $0.fitting }.map { $0.timeWithout(facts.connections) }.sum
    return free.map { Double($0) < interval.milliseconds * 1000 * Double(Self.fewestEvents) } ?? false
  }

  /// Whether a scan like this part is not possible with the scanner: it has no filter.
  private func lacksNeededFilter(_ part: Diagnosis.Part) -> Bool {
    profile.requirement.value != .none && part.filter?.logic?.passesAll ?? false
  }

  /// Whether no filter of the scanner can ask the question: its filters take services only.
  private var asksServicesOnly: Bool {
    guard profile.requirement.value == .serviceUUID else { return false }
    switch facts.verdict.question {
    case .name, .data: return true
    case .service, .openService, .presence: return false
    }
  }

  private var isOnlyInResponses: Bool {
    !facts.mentions.isEmpty && facts.mentions.allSatisfy { $0.block == .scanResponse }
  }

  /// Microseconds that the host listened in fitting parts; `nil` when one part's time is not known.
  private var listened: Int64? { facts.fitting.map { $0.listened }.sum }

  private var hasListenedTooLittle: Bool {
    guard let listened, let interval = facts.interval else { return false }
    return Double(listened) < interval.milliseconds * 1000 * Double(Self.fewestEvents)
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
    case .scanTypeUnknown, .blockUnknown, .filterUnknown, .keptValueUnknown, .extendedUnknown: true
    default: false
    }
  }
}

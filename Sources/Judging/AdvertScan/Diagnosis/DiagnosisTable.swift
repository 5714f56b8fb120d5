import AdvertCapture
import AdvertObservation
import AdvertisingData

/// The table of conclusions: the first row whose condition holds decides.
struct DiagnosisTable {
  /// The fewest advertising events that must fall into a scan before its silence counts as evidence.
  private static let fewestEvents: Int64 = 3
  /// The fewest reports of a device with a weak signal that are enough to find it.
  private static let fewestReports = 3
  /// Fewer than one in so many is rare.
  private static let leastShare = 10

  let facts: Diagnosis.Facts
  let profile: ScannerProfile

  var conclusion: Diagnosis.Conclusion {
    let conclusion = Self.rows.first { $0.holds(self) }?.conclusion ?? .timesNotInLog
    guard reason.isMaybe else { return conclusion }
    // No log clears a device that the scanner can miss, and what its scans lack does not change that.
    switch conclusion {
    case .silentDuringScan, .scanResponseLost, .addressMayHaveChanged, .timesNotInLog: return conclusion
    default: return .onlyInScanResponse
    }
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
    Row(.isRefused) { $0.isMissed && $0.reason.isRefusal },
    Row(.cannotBeAsked) { $0.isMissed && $0.reason.isAbsence && $0.asksServicesOnly },
    Row(.onlyInServiceData) { $0.isMissed && $0.reason.blamesServiceData },
    // One report does not show what else the device sends.
    Row(.deviceNotInLog) { $0.isMissed && $0.reason.isLack && $0.facts.advertisements <= 1 },
    Row(.notSent) { $0.isMissed && $0.reason.isAbsence },
    Row(.notByDefault) { $0.isMissed && $0.isReceivedWhenTold },
    Row(.notReceivable) { $0.isMissed },
    Row(.scannerNotKnown) { $0.isUnknown && $0.reason.isAboutScanner },
    Row(.deviceNotInLog) { $0.isUnknown },
    // Now a scan would discover it: the rest is about the scans of the host.
    Row(.connected) { $0.received.isEmpty && $0.hasSilentScans && $0.wasConnected },
    Row(.found) { $0.facts.success != nil },
    Row(.connectionFailed) { $0.facts.failedAttempt != nil },
    Row(.scanNotInLog) { $0.facts.scans.isEmpty },
    Row(.weakSignal) { $0.isWeak },
    Row(.rarelyReceived) { $0.wasRarelyReceived },
    Row(.sometimesReceived) { $0.isFilteredInVain },
    Row(.received) { table in table.received.contains { !table.lacksNeededFilter($0) } },
    Row(.receivedWithoutFilter) { !$0.received.isEmpty },
    Row(.filterNotInLog) { $0.facts.fitting.isEmpty && $0.facts.scans.contains { $0.hasUnknownFilter && !$0.isSetup } },
    // A scan that began before the log received the device.
    Row(.filterNotInLog) { $0.facts.fitting.isEmpty && $0.facts.wasHeardBeforeScans },
    Row(.filterAsksForAnother) { $0.facts.fitting.isEmpty },
    Row(.scannedPassively) { table in
      table.isOnlyInResponses && table.facts.fitting.allSatisfy { $0.session.setting.mode == .passive }
    },
    Row(.scanResponseLost) { table in
      table.isOnlyInResponses && table.facts.fitting.contains { $0.heard.count > 0 }
    },
    // The scans heard nothing of it, but the reason may be another than the device.
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

  /// Whether there are scans that fit, and none received anything of the device.
  private var hasSilentScans: Bool {
    !facts.fitting.isEmpty && facts.fitting.allSatisfy { $0.heard.count == 0 }
  }

  /// Whether the signal is weak, and the host received little, or nothing in scans that fit.
  private var isWeak: Bool {
    guard facts.signal?.isWeak ?? false else { return false }
    if received.isEmpty { return hasSilentScans && !facts.silent.isEmpty }
    return !facts.silent.isEmpty || !isDeduplicated && (facts.mentionsInScans < Self.fewestReports || hasLostMost)
  }

  /// Whether less than a tenth of the advertising events in the scans with receptions were received.
  private var hasLostMost: Bool {
    let scans = facts.fitting.filter { $0.heard.count > 0 }
    guard let interval = facts.interval, let listened = scans.map({ $0.listened }).sum else { return false }
    let reports = scans.reduce(0) { $0 + $1.heard.count }
    return Double(reports * Self.leastShare) * interval.milliseconds * 1000 < Double(listened)
  }

  /// Whether one reception is all that the host has of the data, or less than a tenth of the advertisements had them.
  private var wasRarelyReceived: Bool {
    !received.isEmpty && !isDeduplicated
      && (facts.mentionsInScans == 1 || facts.mentionCount * Self.leastShare < facts.advertisements)
  }

  /// Whether only scans without a filter for the data received them, and one with such a filter received nothing.
  private var isFilteredInVain: Bool {
    !received.isEmpty && !received.contains { $0.isByFilter }
      && facts.silent.contains { $0.fitting.contains { $0.isByFilter } }
  }

  /// Whether controllers reported each device once, so that the number of reports says nothing.
  private var isDeduplicated: Bool {
    facts.scans.filter { $0.mentions.count + $0.mentionsUnknown.count > 0 }
      .allSatisfy { $0.session.setting.filtersDuplicates ?? false }
  }

  /// Whether the host was connected to the device in nearly all of the time that fits.
  private var wasConnected: Bool {
    let parts = facts.fitting.flatMap { $0.fitting }
    guard let interval = facts.interval, let all = parts.map({ $0.duration }).sum,
      let free = parts.map({ $0.timeWithout(facts.connections) }).sum
    else { return false }
    // Less than half of it is left, and too little to hear the device.
    return 2 * Double(free) < Double(all) && Double(free) < interval.milliseconds * 1000 * Double(Self.fewestEvents)
  }

  /// Whether a scan like this part is not possible with the scanner: it has no filter.
  private func lacksNeededFilter(_ part: Diagnosis.Part) -> Bool {
    profile.requirement.value.isUpToTheApp && part.filter?.logic?.passesAll ?? false
  }

  /// Whether the app can have the scanner receive the device: extended advertising, or one that a filter spares.
  private var isReceivedWhenTold: Bool {
    switch reason {
    case .extendedNotReceived, .codedNotReceived: true
    case .flagsRefused: profile.flagsRequirement?.value.isLiftedByFilter ?? false
    default: false
    }
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
    // A filter waits for an advertisement with the data, which may be one of many.
    let share = max(1, Double(facts.advertisements) / Double(max(1, facts.mentionCount)))
    return Double(listened) < interval.milliseconds * 1000 * Double(Self.fewestEvents) * share
  }
}

extension Reason {
  fileprivate var isOnlyInScanResponse: Bool {
    switch self {
    case .onlyInScanResponse, .onlyInActiveWindows, .noActiveWindow, .scanResponseNeverRequested: true
    default: false
    }
  }

  fileprivate var isRefusal: Bool { if case .refused = self { true } else { false } }

  fileprivate var isAbsence: Bool {
    switch self {
    case .absent, .absentFromAdvertising, .noServiceToFilterOn, .nothingToFilterOn, .noMatterData: true
    default: false
    }
  }

  /// Whether something is missing in what was received.
  fileprivate var isLack: Bool { self == .flagsRefused(nil) || isAbsence }

  fileprivate var isAboutScanner: Bool {
    switch self {
    case .scanTypeUnknown, .filterUnknown, .keptValueUnknown, .parsingUnknown, .extendedUnknown, .codedUnknown: true
    default: false
    }
  }
}

internal import AdvertCapture
internal import AdvertObservation
internal import AdvertReading
internal import AdvertisingData

extension AppScan {
  /// The verdict of one scanner on a device, and the filter that decides.
  package struct Answer: Sendable {
    package let scanner: ScannerProfile
    package let verdict: Verdict
    /// The filter that decides; `nil` when none does.
    package let filter: Filter?
  }

  /// Returns the answer of each scanner.
  package func answers(for device: ReachRun.Device) -> [Answer] {
    scanners.map { scanner in
      let (verdict, filter) = verdict(of: scanner, on: device)
      return Answer(scanner: scanner, verdict: verdict, filter: filter)
    }
  }

  private func verdict(of scanner: ScannerProfile, on device: ReachRun.Device) -> (Verdict, Filter?) {
    let open = openVerdict(of: scanner, on: device)
    if filters.isEmpty, let open { return (open, nil) }
    var (best, filter) = bestVerdict(of: scanner, on: device)
    if best.outcome != .discovered, let open, open.outcome == .unknown { return (open, nil) }
    guard best.outcome != .missed else { return (best, filter) }
    for exclusion in exclusions {
      let verdict = self.verdict(of: scanner, on: device, for: exclusion)
      switch verdict.outcome {
      case .missed where !verdict.reason.isMaybe: break
      case .discovered: return (Verdict(.excluded(line: exclusion.line)), exclusion)
      case .unknown where !exclusion.unread.isEmpty: return (Verdict(.unread(line: exclusion.line)), exclusion)
      case .missed, .unknown: return (Verdict(.mayBeExcluded(line: exclusion.line)), exclusion)
      }
    }
    guard best.outcome == .discovered else { return (best, filter) }
    if best.unless != nil, request.neverForLocation == true {
      return (Verdict(.locationBeacon), filter)
    }
    best.unless = conditions(of: scanner, on: device, best.unless)
    return (best, filter)
  }

  /// Returns the verdict by the filters that are not read; `nil` when all are read. A device that lists no service is missed
  /// by a filter for a service, whatever its UUID is.
  private func openVerdict(of scanner: ScannerProfile, on device: ReachRun.Device) -> Verdict? {
    guard let first = request.unreadFilters.first else { return nil }
    guard request.unreadFilters.allSatisfy({ $0.isService }) else { return Verdict(.unread(line: first.line)) }
    let listed = scanner.verdict(on: device.scanned, for: .data(.anyListedService))
    let isMissed = listed.outcome == .missed && !listed.reason.isMaybe
    return Verdict(isMissed ? .noServices(line: first.line) : .unread(line: first.line))
  }

  /// Returns what else a discovery depends on, in words; `nil` when nothing is known.
  private func conditions(of scanner: ScannerProfile, on device: ReachRun.Device, _ known: String?)
    -> String?
  {
    var conditions = (known.map { [$0] } ?? []) + request.exceptions
    if let unread = request.unreadSettings.first {
      conditions.append("line \(unread.line), which is not analyzed, keeps it out")
    }
    if scanner.isOfAndroid, device.scanned.kinds.contains(where: { $0.kind.beginsOnCoded ?? true }) {
      conditions.append("the phone cannot receive LE Coded")
    }
    return conditions.isEmpty ? nil : conditions.joined(separator: ", or ")
  }

  private func bestVerdict(of scanner: ScannerProfile, on device: ReachRun.Device) -> (
    Verdict, Filter?
  ) {
    let isCodedOnly =
      scanner.isOfAndroid && request.isLegacyOnly == false && request.phys == .coded
    let kinds = device.scanned.kinds.map { $0.kind }
    if isCodedOnly, !kinds.contains(where: { $0.beginsOnCoded == true }) {
      guard kinds.contains(where: { $0.beginsOnCoded == nil }) else { return (Verdict(.codedOnly), nil) }
      return (Verdict(question: .presence, reason: .primaryPHYUnknown, mention: nil, evidence: []), nil)
    }
    guard !filters.isEmpty else {
      guard !scanner.requirement.value.isUpToTheApp else {
        let needsPatterns = request.library == .bleak && request.isPassive
        return (Verdict(needsPatterns ? .noPatterns : .noFilter, [scanner.requirement.evidence]), nil)
      }
      return (scanner.verdict(on: device.scanned, for: .presence), nil)
    }
    var best: (Verdict, Filter?)?
    for filter in filters {
      let verdict = verdict(of: scanner, on: device, for: filter)
      // A filter that something of the device answers explains a miss best.
      let rank = (verdict.chance, verdict.mention == nil ? 1 : 0)
      if best.map({ rank < ($0.0.chance, $0.0.mention == nil ? 1 : 0) }) ?? true { best = (verdict, filter) }
      if verdict.outcome == .discovered { break }
    }
    return best ?? (Verdict(.noFilter), nil)
  }

  /// Returns the worst of the verdicts on the conditions of a filter, which one advertisement must meet all at once.
  private func verdict(of scanner: ScannerProfile, on device: ReachRun.Device, for filter: Filter)
    -> Verdict
  {
    var worst = worstVerdict(of: scanner, on: device.scanned, device, for: filter)
    if filter.questions.count > 1, device.parts.count > 1, worst?.outcome != .missed {
      worst =
        device.parts.compactMap { worstVerdict(of: scanner, on: $0, device, for: filter) }
        .min { $0.chance < $1.chance } ?? worst
    }
    var verdict = worst ?? scanner.verdict(on: device.scanned, for: .presence)
    if let text = filter.firstService, verdict.outcome != .missed {
      switch device.firstServices.pass(text) {
      case true?: break
      case false?: verdict = Verdict(.otherServiceFirst(text))
      case nil: verdict = Verdict(.firstServiceUnknown)
      }
    }
    for asked in filter.addresses where verdict.outcome != .missed {
      if let other = AppReason(asking: asked, device.address) { verdict = Verdict(other) }
    }
    if verdict.outcome == .discovered, let unread = filter.unread.first {
      return Verdict(.unread(line: unread.line))
    }
    return verdict
  }

  private func worstVerdict(
    of scanner: ScannerProfile, on scanned: ScannedDevice, _ device: ReachRun.Device,
    for filter: Filter
  ) -> Verdict? {
    filter.questions.compactMap {
      scanner.worstVerdict(on: scanned, for: [$0], during: device.times)
    }
    .max { $0.chance < $1.chance }
  }
}

extension Verdict {
  /// The rank by the chance of a discovery, the best first: a scan response that can be lost mostly comes.
  fileprivate var chance: Int {
    switch outcome {
    case .discovered: 0
    case .missed where reason.isMaybe: 1
    case .unknown: 2
    case .missed: 3
    }
  }
}

extension AppReason {
  /// The reason why a device does not have an address; `nil` when it does.
  fileprivate init?(asking asked: DeviceAddress, _ address: DeviceAddress?) {
    guard let address, address.isKnown else {
      self = .addressUnknown
      return
    }
    guard address.bits != asked.bits else { return nil }
    self = .otherAddress
  }
}

extension Verdict {
  fileprivate init(_ reason: AppReason, _ evidence: [Evidence] = []) {
    self.init(question: .presence, reason: .app(reason), mention: nil, evidence: evidence)
  }
}

extension ReachRun {
  /// Returns for each profile the best of its verdicts on the scans of the app: one that has the device is enough. `nil`
  /// where no scan is for the profile.
  func bestVerdicts(on device: Device, among scans: [AppScan]) -> [Verdict?] {
    let answers = scans.flatMap { $0.answers(for: device) }
    return profiles.map { profile in
      answers.filter { $0.scanner.id == profile.id }.map { $0.verdict }.min {
        $0.chance < $1.chance
      }
    }
  }

  /// Returns the scanners of scans, each once.
  package static func scanners(of scans: [AppScan]) -> [ScannerProfile] {
    scans.flatMap { $0.scanners }.reduce(into: []) { known, one in
      if !known.contains(where: { $0.id == one.id }) {
        known.append(ScannerProfile.named(one.id) ?? one)
      }
    }
  }
}

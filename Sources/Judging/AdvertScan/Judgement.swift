public import AdvertisingData

/// Decides which scanners discover a device, in this one place: from a profile, a question, and layouts that are alike.
struct Judgement {
  let profile: ScannerProfile
  let question: Question
  var group: MentionGroup

  private var kind: LayoutKind { group.kind }

  var verdict: Verdict {
    var verdict = verdictForAllApps
    if verdict.outcome == .discovered, let hidden = profile.beaconsHiddenIf, isOfLocationBeacon {
      verdict.unless = hidden.value
    }
    if verdict.outcome == .discovered, let hides = profile.hidesIBeacons, hides.value, isReceived({ $0.isOfIBeacon }) {
      if question.isAboutApple { return self.verdict(.iBeaconHidden, hides.evidence) }
      if question == .presence { verdict.unless = "the system keeps the whole iBeacon from apps, as some report" }
    }
    return verdict
  }

  private var isOfLocationBeacon: Bool { isReceived { $0.isOfLocationBeacon } }

  /// Whether a block that the scan receives has some data.
  private func isReceived(_ has: (LayoutKind.BlockKnowledge) -> Bool) -> Bool {
    has(kind.advertising) || reach(.scanResponse) == .yes && has(kind.scanResponse)
  }

  private var verdictForAllApps: Verdict {
    if let refusals = profile.refusals, let refused = refusals.value.first(where: { $0.concerns(question) }) {
      return verdict(.refused(refused), refusals.evidence)
    }
    if kind.pdu == .advDirectInd {
      return verdict(.directed, .documented("Core Specification, Vol 6 Part B 4.3.3"))
    }
    let verdict = verdictByKind
    if verdict.outcome == .missed { return verdict }
    if let refusedFlags { return refusedFlags }
    return verdict.outcome == .discovered && kind.isTooLong ? self.verdict(.payloadTooLong) : verdict
  }

  private var verdictByKind: Verdict {
    guard kind.pdu?.isExtended ?? false else { return verdictOnReceived }
    if kind.beginsOnCoded == true, let receives = profile.receivesCoded, !receives.value {
      return verdict(.codedNotReceived, receives.evidence)
    }
    guard let receives = profile.receivesExtended else {
      // A miss for another reason stays a miss.
      let verdict = verdictOnReceived
      return verdict.outcome == .missed ? verdict : self.verdict(.extendedUnknown)
    }
    guard receives.value else { return verdict(.extendedNotReceived, receives.evidence) }
    let verdict = verdictOnReceived
    guard verdict.outcome != .missed, kind.beginsOnCoded != false, profile.receivesCoded?.value != true else {
      return verdict
    }
    guard kind.beginsOnCoded == nil else { return self.verdict(.codedUnknown) }
    return Verdict(
      question: question, reason: .primaryPHYUnknown, mention: nil,
      evidence: [profile.receivesCoded?.evidence].compactMap { $0 })
  }

  private var verdictOnReceived: Verdict {
    if question.isAboutService { return verdictOnOtherService ?? verdictOnMentions }
    if let unmet = unmetRequirement { return unmet }
    return question == .presence ? verdict(.heard) : verdictOnMentions
  }

  /// The verdict on a service that the scan does not look for; `nil` when it does.
  private var verdictOnOtherService: Verdict? {
    guard profile.requirement.value == .matterData, question != .service(.matter) else { return nil }
    return verdict(.noMatterData, profile.requirement.evidence)
  }

  /// The rank of the verdict among those on other layouts. The rest of advertising data that were cut may have what is asked
  /// for.
  func rank(of verdict: Verdict) -> Int {
    verdict.reason == .truncated && kind.advertising.isTruncated && kind.isBlockKnown ? 1 : verdict.rank
  }

  // MARK: The data in question

  private var verdictOnMentions: Verdict {
    // A certain reason decides before one that is not known.
    let received = positionsReceived.map { group.found[$0].mention }
    if let found = received.first(where: { $0.block == .advertising }) ?? received.first {
      if found.block == .scanResponse, let loss = profile.scanResponseLoss {
        // Advertising data that are not known may have it too.
        if let open = openAdvertising { return open }
        return verdict(.maybeLostWithScanResponse(found.kind), loss.evidence, at: found)
      }
      let asks = found.block == .scanResponse ? profile.scanType.evidence : nil
      return verdict(
        kind.isBlockKnown ? .found(found.kind, found.block) : .foundInSomeBlock(found.kind),
        [asks, filterClaim(on: found)].compactMap { $0 }.withoutRepeats, at: found)
    }
    return openScanner ?? openCapture ?? missed
  }

  /// The positions of the mentions that a filter of the scan finds.
  var positionsReceived: [Int] {
    group.found.indices.filter { position in
      let found = group.found[position]
      return reach(found.mention.block) == .yes && isLookedAt(found.mention) == true && isKept(found) == true
    }
  }

  /// The verdict *unknown* when a fact about the scanner is not known; else `nil`.
  private var openScanner: Verdict? {
    for found in group.found {
      let mention = found.mention
      if reach(mention.block) == .yes, isLookedAt(mention) == true, isKept(found) == nil {
        return verdict(.keptValueUnknown(mention.kind), [profile.delivery?.evidence].compactMap { $0 }, at: mention)
      }
      switch (reach(mention.block), isLookedAt(mention)) {
      case (.yes, nil): return verdict(.filterUnknown(mention.kind), at: mention)
      case (.unknown, true), (.unknown, nil):
        guard mention.block == .scanResponse else { return verdict(.blockUnknown(mention.kind), at: mention) }
        return verdict(.scanTypeUnknown, profile.scanType.evidence, at: mention)
      default: break
      }
    }
    return nil
  }

  /// The verdict *unknown* when the capture does not show all of the advertising data; else `nil`.
  private var openAdvertising: Verdict? {
    guard kind.advertising.isObserved else { return verdict(.advertisingNotObserved) }
    // The data in question may be in the other block.
    guard kind.isBlockKnown, !kind.advertising.isTruncated else { return verdict(.truncated) }
    return kind.advertising.isMalformed ? verdict(.lengthInDoubt(kind.advertising.correction)) : nil
  }

  /// The verdict *unknown* when the capture does not show the data that decide; else `nil`.
  private var openCapture: Verdict? {
    if let openAdvertising { return openAdvertising }
    let reach = reach(.scanResponse)
    guard reach == .yes || reach == .unknown, !kind.scanResponse.isComplete else { return nil }
    guard kind.scanResponse.isObserved else { return verdict(.scanResponseNotObserved, profile.scanType.evidence) }
    return verdict(
      kind.scanResponse.isTruncated ? .truncated : .lengthInDoubt(kind.scanResponse.correction),
      profile.scanType.evidence)
  }

  private var missed: Verdict {
    // The evidence of the miss: what keeps the scan from each of the mentions, and what was not observed.
    var evidence = group.found.map { barrier(to: $0.mention) }
    let ignoresResponse = kind.isScannable && reach(.scanResponse) != .yes && !kind.scanResponse.isComplete
    if ignoresResponse { evidence.append(profile.scanType.evidence) }
    func verdict(_ reason: Reason, _ mention: Mention? = nil) -> Verdict {
      Verdict(
        question: question, reason: reason, mention: mention, evidence: evidence.compactMap { $0 }.withoutRepeats)
    }
    if let lost = group.found.first(where: { reach($0.mention.block) == .yes && isKept($0) == false }) {
      return Verdict(
        question: question, reason: .replaced(lost.mention.kind, lost.mention.block), mention: lost.mention,
        evidence: [profile.delivery?.evidence].compactMap { $0 })
    }
    let mentions = group.found.map { $0.mention }
    // A mention that the filter would take, had the scan asked for it, explains the miss best.
    if let unreached = mentions.first(where: { isLookedAt($0) != false }) {
      return verdict(reasonUnreached(unreached), unreached)
    }
    if let ignored = mentions.first(where: { $0.kind != .overflowArea && reach($0.block) != .no }) {
      return verdict(.notFilteredOn(ignored.kind, ignored.block), ignored)
    }
    if let neither = mentions.first(where: { $0.kind != .overflowArea }) {
      return verdict(reasonUnreached(neither), neither)
    }
    if let hidden = mentions.first { return verdict(.onlyInOverflowArea, hidden) }
    return verdict(ignoresResponse ? .absentFromAdvertising : .absent)
  }

  /// The evidence why the scan does not use a mention: it does not ask for it, or its filter does not look there. `nil`
  /// when no claim about the scanner is needed.
  private func barrier(to mention: Mention) -> Evidence? {
    switch reach(mention.block) {
    case .no: return kind.isScannable ? profile.scanType.evidence : nil
    case .yes, .unknown: return filterClaim(on: mention)
    }
  }

  private func reasonUnreached(_ mention: Mention) -> Reason {
    guard kind.isScannable else { return .scanResponseNeverRequested(mention.kind) }
    if case .activeWindows(let windows) = profile.scanType.value { return .onlyInActiveWindows(mention.kind, windows) }
    return .onlyInScanResponse(mention.kind)
  }

  // MARK: The data that the scanner gets

  private enum Reach {
    case yes
    case no
    case unknown
  }

  private func reach(_ block: Block) -> Reach {
    guard block == .scanResponse else {
      return kind.isBlockKnown || profile.scanType.value == .active ? .yes : .unknown
    }
    guard kind.isScannable else { return .no }
    switch profile.scanType.value {
    case .active: return .yes
    case .passive, .activeWindows: return .no
    case .unknown: return .unknown
    }
  }

  /// Whether a filter looks where this mention is; `nil` when that is not known.
  private func isLookedAt(_ mention: Mention) -> Bool? {
    switch mention.kind {
    // An app that asks for service data gets them.
    case .serviceData where question.dataQuestion != nil: true
    case .serviceData: profile.serviceFilter?.value.contains(.serviceData)
    case .serviceList: profile.serviceFilter?.value.contains(.serviceList) ?? true
    case .overflowArea: profile.readsOverflowArea.value
    case .paddedName: profile.namePadding.map { $0.value == .removed }
    default: true
    }
  }

  /// Whether the receiver keeps the value of a mention, where the field occurs with other values; `nil` when that is not
  /// known.
  private func isKept(_ found: MentionGroup.Found) -> Bool? {
    let rivals = found.rivals
    // A service is found by the UUID of its data, whatever the data are.
    guard !rivals.isEmpty, !question.isAboutService, question != .name(nil) else { return true }
    let isName = found.mention.kind == .localName || found.mention.kind == .paddedName
    // A name in the middle can be the complete one.
    if isName, profile.delivery?.value == .separateLastWins, rivals.contains(.elsewhere) { return nil }
    let (isFirst, isLast) = (isFirst(found), isLast(found))
    if isLast, isFirst { return true }
    switch profile.delivery?.value {
    case .lastWins: return isLast
    case .lastWinsButCompaniesJoined: return found.mention.kind == .manufacturerData ? isFirst : isLast
    case .raw: return true
    case .separateLastWins where !isName: return !rivals.contains(.after)
    // The other block is another event.
    case .separate where rivals.isDisjoint(with: [.before, .after]): return true
    case .separate, .separateLastWins, .merged, nil:
      // The first and the last value answer the question.
      let heard = group.found.filter { reach($0.mention.block) == .yes }
      return heard.contains { self.isFirst($0) } && heard.contains { self.isLast($0) } ? true : nil
    }
  }

  /// Whether no other value of the field comes before a mention in what the scan gets.
  private func isFirst(_ found: MentionGroup.Found) -> Bool {
    !found.rivals.contains(.before) && !(reach(.scanResponse) == .yes && found.rivals.contains(.inAdvertising))
  }

  /// Whether no other value of the field comes after a mention in what the scan gets.
  private func isLast(_ found: MentionGroup.Found) -> Bool {
    !found.rivals.contains(.after) && !(reach(.scanResponse) == .yes && found.rivals.contains(.inResponse))
  }

  private func filterClaim(on mention: Mention) -> Evidence? {
    switch mention.kind {
    case .serviceData where question.dataQuestion == nil: profile.serviceFilter?.evidence
    case .serviceList where isLookedAt(mention) == false: profile.serviceFilter?.evidence
    case .overflowArea: profile.readsOverflowArea.evidence
    case .paddedName: profile.namePadding?.evidence
    default: nil
    }
  }

  // MARK: Advertisements that the scan leaves out

  /// Why the scan leaves the advertisement out for its Flags; `nil` when it does not.
  private var refusedFlags: Verdict? {
    guard let requirement = profile.flagsRequirement else { return nil }
    if requirement.value.isLiftedByFilter, question.isAboutService { return nil }
    // A scan that gets both blocks as one takes the later Flags.
    let answered = reach(.scanResponse) == .yes ? kind.scanResponse.flags : nil
    let flags = answered ?? kind.advertising.flags
    guard !requirement.value.accepts(flags) else { return nil }
    let isWhole = answered != nil || reach(.scanResponse) != .yes || !kind.scanResponse.isTruncated
    let isKnown = kind.isBlockKnown && isWhole && (flags != nil || kind.advertising.isComplete)
    return verdict(isKnown ? .flagsRefused(flags) : .flagsNotObserved, requirement.evidence)
  }

  // MARK: Filters that the scan requires

  /// The verdict that the scan delivers nothing for lack of a filter; `nil` when it can have a filter that the layout
  /// passes.
  private var unmetRequirement: Verdict? {
    let has: (LayoutKind.BlockKnowledge) -> Bool
    let reason: Reason
    switch profile.requirement.value {
    case .none: return nil
    case .serviceUUID:
      has = { $0.listsServices }
      reason = .noServiceToFilterOn
    case .anyFilter:
      has = { $0.hasStructures }
      reason = .nothingToFilterOn
    case .matterData:
      has = { $0.hasMatterData }
      reason = .noMatterData
    }
    let reach = reach(.scanResponse)
    if has(kind.advertising) || reach == .yes && has(kind.scanResponse) { return nil }
    if let open = openCapture { return open }
    if reach == .unknown, has(kind.scanResponse) { return verdict(.scanTypeUnknown, profile.scanType.evidence) }
    // Data in a scan response are of no use to a scan that does not ask for it, as far as that is known.
    let needsScanType = kind.isScannable && reach != .yes && (has(kind.scanResponse) || !kind.scanResponse.isComplete)
    return Verdict(
      question: question, reason: reason, mention: nil,
      evidence: [profile.requirement.evidence] + (needsScanType ? [profile.scanType.evidence] : []))
  }

  private func verdict(_ reason: Reason, _ evidence: Evidence...) -> Verdict {
    Verdict(question: question, reason: reason, mention: nil, evidence: evidence)
  }

  private func verdict(_ reason: Reason, _ evidence: Evidence, at mention: Mention) -> Verdict {
    verdict(reason, [evidence], at: mention)
  }

  private func verdict(_ reason: Reason, _ evidence: [Evidence] = [], at mention: Mention) -> Verdict {
    Verdict(question: question, reason: reason, mention: mention, evidence: evidence)
  }
}

extension ScannerProfile {
  /// Returns whether a scan like this discovers a device that sends the layout.
  ///
  /// Total: any layout, however malformed, has a verdict.
  public func verdict(on layout: Layout, for question: Question) -> Verdict {
    verdict(on: ScannedLayout(view: LayoutView(layout)), for: question)
  }

  /// Judges a layout with the facts that are known of its receptions.
  package func verdict(on layout: ScannedLayout, for question: Question) -> Verdict {
    let group = MentionGroup(question, in: layout.view)
    guard keepsAll(group.kind.oddities) else {
      return verdict(on: ScannedDevice([layout.view], [question]), for: question)
    }
    return Judgement(profile: self, question: question, group: group).verdict
  }

  /// Returns whether a scan like this discovers a device in any of its layouts. The first layout that mentions the data
  /// in question explains a miss.
  public func verdict(on device: ScannedDevice, for question: Question) -> Verdict {
    guard device.divisions.isEmpty else {
      let verdicts = device.divisions.map { (cut: $0.cut, verdict: verdict(on: $0.device, for: question)) }
      return Verdict(onDivisions: verdicts, for: question).noting(device)
    }
    if let open = device.open, question.mayDependOnValues {
      let verdicts = open.readings(for: question).map { verdict(on: ScannedLayout(view: $0), for: question) }
      return Verdict(onReadings: verdicts, for: question).noting(device)
    }
    if let odd = device.odd, !keepsAll(odd.oddities) {
      let discovery = discovery(ofOdd: device, odd, for: question) { parsed in
        Discovery(verdict(on: parsed, for: question))
      }
      return discovery.verdict.noting(device)
    }
    let groups = device.groups(for: question)
    return ScanOutcome(of: device, groups, for: question, by: self).verdict(on: device, groups, for: question)
  }
}

extension Verdict {
  /// Returns the verdict with the place of the service in a form that no filter matches, and whether there is any name.
  fileprivate func noting(_ device: ScannedDevice) -> Verdict {
    var verdict = self
    verdict.misformed = device.misformed(question)
    verdict.isWithoutNames = device.lacksNames(for: question)
    return verdict
  }

  /// The rank of a verdict: of verdicts on several layouts of a device, the one with the lowest rank is the device's.
  ///
  /// A missed layout that mentions the service and was observed in full weighs more than one whose scan response was
  /// lost. A fact that is not known about the scanner is not known for every layout.
  var rank: Int {
    switch (outcome, reason) {
    case (.discovered, _): unless == nil ? -1 : 0
    case (.unknown, .scanTypeUnknown), (.unknown, .filterUnknown), (.unknown, .extendedUnknown),
      (.unknown, .codedUnknown), (.unknown, .primaryPHYUnknown),
      (.unknown, .blockUnknown), (.unknown, .keptValueUnknown), (.unknown, .parsingUnknown):
      1
    case (.missed, _) where mention != nil: 2
    case (.unknown, _): 3
    case (.missed, _): 4
    }
  }
}

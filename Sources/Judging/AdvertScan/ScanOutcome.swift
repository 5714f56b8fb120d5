internal import AdvertCapture
internal import AdvertObservation
internal import AdvertisingData

/// The verdict of a scanner on a device and its receptions, as positions in what the device mentions.
///
/// Devices with equal traits have equal outcomes. An outcome becomes the ``Discovery`` of one of them with its mentions and
/// its receptions.
struct ScanOutcome: Hashable, Sendable {
  private let reason: Reason
  private let evidence: [Evidence]
  private let unless: String?
  /// The mention that decides; `nil` when the lack of any mention decides.
  private let decisive: Place?
  /// The receptions that lead to a discovery: of advertisements, and of scan responses.
  private var advertisements: [Received] = []
  private var responses: [Received] = []
  /// Whether an app is called for each of them.
  private let isSeparate: Bool
  private let isAlwaysCoalesced: Bool

  /// A mention: the position of its group among those that answer the question, and its own in the group.
  private struct Place: Hashable {
    let group: Int
    let found: Int
  }

  private enum Received: Hashable {
    case mention(Place)
    /// All of a kind of layout, by its position.
    case kind(Int)
  }

  /// - Parameters:
  ///   - device: one whose division is known.
  ///   - groups: those of the device that answer the question.
  init(of device: ScannedDevice, _ groups: [MentionGroup], for question: Question, by profile: ScannerProfile) {
    isSeparate = profile.delivery?.value.isSeparate ?? false
    isAlwaysCoalesced = profile.duplicates?.value == .alwaysCoalesced
    let all = groups + device.kinds.map { MentionGroup(kind: $0.kind) }
    guard let first = all.first else {
      (reason, evidence, unless, decisive) = (.advertisingNotObserved, [], nil, nil)
      return
    }
    // A profile is large, so it is copied once for all groups.
    var judgement = Judgement(profile: profile, question: question, group: first)
    // Of verdicts of equal rank the first.
    var best = (verdict: judgement.verdict, group: 0)
    var rank = judgement.rank(of: best.verdict)
    for (number, group) in all.enumerated() {
      judgement.group = group
      let verdict = number == 0 ? best.verdict : judgement.verdict
      if judgement.rank(of: verdict) < rank { (best, rank) = ((verdict, number), judgement.rank(of: verdict)) }
      guard verdict.outcome == .discovered else { continue }
      if question == .presence {
        let kind = Received.kind(number - groups.count)
        advertisements.append(kind)
        if profile.scanType.value == .active { responses.append(kind) }
      } else if number < groups.count {
        // Layouts of a group have all of its mentions, so several kinds in one block are in the same payloads.
        let received = judgement.positionsReceived
        let advertised = received.first { group.found[$0].mention.block == .advertising }
        let answer = received.first { group.found[$0].mention.block == .scanResponse }
        if let advertised { advertisements.append(.mention(Place(group: number, found: advertised))) }
        // Blocks that are delivered as one call the app once.
        if let answer, isSeparate || advertised == nil {
          responses.append(.mention(Place(group: number, found: answer)))
        }
      }
    }
    let found = best.verdict.mention.flatMap { mention in
      all[best.group].found.firstIndex { $0.mention == mention }
    }
    decisive = found.map { Place(group: best.group, found: $0) }
    reason = best.verdict.reason
    evidence = best.verdict.evidence
    unless = best.verdict.unless
  }

  /// Whether devices with this outcome have several reasons, because it depends on when each was heard.
  var dependsOnTimes: Bool { if case .onlyInActiveWindows = reason { true } else { false } }

  /// The verdict on one of the devices.
  func verdict(on device: ScannedDevice, _ groups: [MentionGroup], for question: Question) -> Verdict {
    Verdict(
      question: question, reason: reason, mention: decisive.map { groups[$0.group].found[$0.found].mention },
      evidence: evidence, misformed: device.misformed(question), isWithoutNames: device.lacksNames(for: question),
      unless: unless)
  }

  /// When a scan would have discovered one of the devices, and how often an app would have been called.
  func discovery(
    of device: ScannedDevice, _ groups: [MentionGroup], for question: Question, during times: ClosedRange<Timestamp>?
  ) -> Discovery {
    let verdict = verdict(on: device, groups, for: question)
    guard device.isFromAir else { return Discovery(verdict) }
    if case .onlyInActiveWindows(let kind, let windows) = reason {
      return .inWindows(windows, of: groups, kind, instead: verdict, during: times)
    }
    switch reason.outcome {
    case .unknown: return Discovery(verdict)
    // A discovery is still likely.
    case .missed where reason.isMaybe: return Discovery(verdict)
    case .missed: return Discovery(verdict, callbacks: 0, callbacksWithDuplicates: 0)
    case .discovered: break
    }
    var heard = Reception()
    var answered = Reception()
    for received in advertisements {
      switch received {
      case .mention(let place): heard.add(groups[place.group].found[place.found].reception)
      case .kind(let kind): heard.add(device.kinds[kind].advertisements)
      }
    }
    for received in responses {
      switch received {
      case .mention(let place): answered.add(groups[place.group].found[place.found].reception)
      case .kind(let kind): answered.add(device.kinds[kind].responses)
      }
    }
    if question == .presence, !isSeparate, heard.count > 0 { answered = Reception() }
    let all = heard.count + answered.count
    // Advertisements that the capture does not have led to the discovery.
    guard all > 0 else { return Discovery(verdict) }
    let coalesced = min(1, heard.count) + min(1, answered.count)
    return Discovery(
      verdict, time: [heard.first, answered.first].compactMap { $0 }.min(),
      callbacks: isSeparate ? coalesced : min(1, coalesced),
      callbacksWithDuplicates: isAlwaysCoalesced ? min(1, coalesced) : all)
  }
}

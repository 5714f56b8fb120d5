public import AdvertisingData

extension ScannerProfile {
  /// Whether a scan like this discovers a device that sends the layout.
  ///
  /// Total: any layout, however malformed, has a verdict.
  public func verdict(on layout: Layout, for question: Question) -> Verdict {
    Judgement(profile: self, question: question, group: MentionGroup(question, in: LayoutView(layout))).verdict
  }

  /// Whether a scan like this discovers a device in any of its layouts. A miss is explained by the first layout that
  /// mentions what is asked for.
  public func verdict(on device: ScannedDevice, for question: Question) -> Verdict {
    let verdicts =
      (device.groups(for: question) + device.kinds.map { MentionGroup(kind: $0.kind) })
      .map { Judgement(profile: self, question: question, group: $0).verdict }
    let first = verdicts.enumerated().min { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
    return first?.element ?? Verdict(question: question, reason: .advertisingNotObserved, mention: nil, evidence: [])
  }
}

extension Verdict {
  /// Of verdicts on several layouts of a device, the one with the lowest rank is the device's.
  ///
  /// A layout that mentions what is asked for, was observed in full and is missed says more than another whose scan
  /// response got lost; what is not known of the scanner itself is not known of any layout.
  fileprivate var rank: Int {
    switch (outcome, reason) {
    case (.discovered, _): 0
    case (.unknown, .scanTypeUnknown), (.unknown, .filterUnknown), (.unknown, .extendedUnknown): 1
    case (.missed, _) where mention != nil: 2
    case (.unknown, _): 3
    case (.missed, _): 4
    }
  }
}

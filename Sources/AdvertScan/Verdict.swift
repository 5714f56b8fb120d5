/// Whether a scanner discovers a device, and why.
public struct Verdict: Hashable, Sendable {
  public let question: Question
  public let reason: Reason
  /// The octets that decide; `nil` when it is for the lack of some.
  public let mention: Mention?
  /// The claims about the scanner that it rests on.
  public let evidence: [Evidence]

  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    case discovered
    case missed
    /// Something that decides was not observed, or is not known of the scanner. It is never guessed.
    case unknown
  }

  public var outcome: Outcome { reason.outcome }

  /// Whether a ``Discovery`` may come to another verdict, because it knows when the device was received.
  public var dependsOnTime: Bool {
    if case .onlyInActiveWindows = reason { true } else { false }
  }

  /// Whether it is missed by field reports only, so that it must be worded as "may not be seen".
  public var isTentative: Bool {
    outcome == .missed && evidence.contains(where: \.isTentative)
  }
}

extension Verdict.Outcome: Comparable {
  /// The worse a device fares, the greater: a miss is worse than not knowing.
  public static func < (one: Self, other: Self) -> Bool {
    one.rank < other.rank
  }

  private var rank: Int {
    switch self {
    case .discovered: 0
    case .unknown: 1
    case .missed: 2
    }
  }
}

extension Sequence where Element == Verdict {
  /// Of verdicts as bad the first; `nil` when there are none.
  public var worst: Verdict? {
    var worst: Verdict?
    for verdict in self {
      if worst.map({ verdict.outcome > $0.outcome }) ?? true { worst = verdict }
      // Nothing is worse.
      if verdict.outcome == .missed { break }
    }
    return worst
  }
}

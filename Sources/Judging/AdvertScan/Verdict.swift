internal import AdvertisingData

/// Whether a scanner discovers a device, and why.
public struct Verdict: Hashable, Sendable {
  /// The scanner's question.
  public let question: Question
  /// The reason.
  public let reason: Reason
  /// The octets that decide; `nil` when their absence decides.
  public let mention: Mention?
  /// The claims about the scanner behind the verdict.
  public let evidence: [Evidence]
  /// The place where the device has the service in question in a form that no filter matches; `nil` when there is none.
  package var misformed: MisformedMention?
  /// Whether the question is about a name, and no data of the device have any.
  package var isWithoutNames = false
  /// The condition under which an app does not discover the device after all; `nil` when there is none.
  public internal(set) var unless: String?

  /// Whether a scanner discovers a device.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// The scanner discovers the device.
    case discovered
    /// The scanner does not discover the device.
    case missed
    /// A fact that decides was not observed, or is not known of the scanner. It is never guessed.
    case unknown
  }

  /// Whether the scanner discovers the device, which follows from the reason.
  public var outcome: Outcome { reason.outcome }

  /// Whether a ``Discovery`` may have another verdict, because it has the times of the receptions.
  public var dependsOnTime: Bool {
    if case .onlyInActiveWindows = reason { true } else { false }
  }

  /// Whether only field reports say that it is missed, so that it must be worded as "may not be seen".
  public var isTentative: Bool {
    outcome == .missed && evidence.contains { $0.isTentative }
  }
}

extension Verdict {
  /// The verdict in one word, as text and JSON show it. A miss that only field reports support is a `may`.
  public enum Word: String, Hashable, Sendable, CaseIterable {
    /// The scanner discovers the device.
    case discovered
    /// By field reports, the scanner misses the device.
    case may
    /// The scanner misses the device.
    case missed
    /// A fact that decides is not known.
    case unknown

    /// The word for people: a `may` is said in full, because alone it reads as "may discover".
    package var label: String { self == .may ? "may miss" : rawValue }
  }

  /// The verdict in one word.
  public var word: Word {
    switch outcome {
    case .discovered: .discovered
    case .missed: isTentative ? .may : .missed
    case .unknown: .unknown
    }
  }
}

extension Verdict.Outcome: Comparable {
  /// Worse outcomes are greater: a miss is worse than an unknown.
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
  /// The worst verdict; of equally bad verdicts the first, and `nil` when there are none.
  public var worst: Verdict? {
    var worst: Verdict?
    for verdict in self {
      if worst.map({ verdict.outcome > $0.outcome }) ?? true { worst = verdict }
      // No outcome is worse.
      if verdict.outcome == .missed { break }
    }
    return worst
  }
}

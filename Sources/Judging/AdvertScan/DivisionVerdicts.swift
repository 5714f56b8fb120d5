internal import AdvertisingData

/// A scanner's verdicts on octets of both blocks, by the place where they are divided: the numbers of octets that the
/// advertising data can have, in ascending order.
public struct DivisionVerdicts: Hashable, Sendable {
  /// The numbers with which the scanner discovers the device.
  public let discovered: [Int]
  /// The numbers with which it does not.
  public let missed: [Int]
  /// Whether one of these misses is known from field reports only.
  public let isTentative: Bool
  /// The numbers with which a fact that decides is not known.
  public let unknown: [Int]
}

extension DivisionVerdicts: CustomStringConvertible {
  /// `it depends on where the advertising data end: discovered with 17 bytes of them, missed with 4 or 7`.
  public var description: String {
    var parts: [String] = []
    for (word, cuts) in [
      ("discovered", discovered), (isTentative ? "may be missed" : "missed", missed), ("unknown", unknown),
    ] where !cuts.isEmpty {
      let numbers = listed(cuts.map { "\($0)" }, "or")
      parts.append("\(word) with \(numbers)" + (parts.isEmpty ? " bytes of them" : ""))
    }
    return "it depends on where the advertising data end: " + parts.joined(separator: ", ")
  }
}

extension Verdict {
  /// The verdict that holds for every division; *unknown* when there is none. There is at least one division.
  init(onDivisions verdicts: [(cut: Int, verdict: Verdict)], for question: Question) {
    let evidence = verdicts.flatMap { $0.verdict.evidence }.withoutRepeats
    func cuts(_ outcome: Outcome) -> [Int] { verdicts.filter { $0.verdict.outcome == outcome }.map { $0.cut } }
    guard let first = verdicts.first?.verdict else {
      self.init(question: question, reason: .advertisingNotObserved, mention: nil, evidence: [])
      return
    }
    let reason: Reason
    var mention: Mention?
    if verdicts.allSatisfy({ $0.verdict.reason == first.reason }) {
      reason = first.reason
      if verdicts.allSatisfy({ $0.verdict.mention == first.mention }) { mention = first.mention }
    } else if verdicts.allSatisfy({ $0.verdict.reason.lacksMention }) {
      // Neither block has it, or only a block that this scan does not ask for could.
      reason = .absentFromAdvertising
    } else if verdicts.allSatisfy({ $0.verdict.outcome == first.outcome }) {
      reason = .whereverDivided(first.outcome)
    } else {
      reason = .divisionUnknown(
        DivisionVerdicts(
          discovered: cuts(.discovered), missed: cuts(.missed),
          isTentative: verdicts.contains { $0.verdict.isTentative }, unknown: cuts(.unknown)))
    }
    self.init(question: question, reason: reason, mention: mention, evidence: evidence)
  }
}

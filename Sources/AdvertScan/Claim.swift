/// One thing said about a scanner, with what it rests on. Nothing is said without.
public struct Claim<Value: Hashable & Sendable>: Hashable, Sendable {
  public let value: Value
  public let evidence: Evidence
  /// What the value alone does not say, in a sentence without a full stop.
  public let note: String?

  public init(_ value: Value, _ evidence: Evidence, note: String? = nil) {
    self.value = value
    self.evidence = evidence
    self.note = note
  }
}

/// One thing said about a scanner, with what it rests on. Nothing is said without.
public struct Claim<Value> {
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

// On a condition, and not asked of every value: that the runtime would look up, among all conformances of the process,
// before the first claim is copied.
extension Claim: Equatable where Value: Equatable {}
extension Claim: Hashable where Value: Hashable {}
extension Claim: Sendable where Value: Sendable {}

/// How much a rule's findings matter, as a manifest says.
public enum RuleLevel: String, Hashable, Sendable, CaseIterable {
  /// Not reported.
  case off
  case note
  case warning
  case error
}

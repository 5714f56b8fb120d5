/// The names a manifest may use that others define.
public struct Vocabulary: Sendable {
  /// Ids of rules.
  public let rules: [String]
  /// Ids of scanner profiles.
  public let profiles: [String]

  public init(rules: [String], profiles: [String]) {
    self.rules = rules
    self.profiles = profiles
  }
}

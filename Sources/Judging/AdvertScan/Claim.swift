/// One statement about a scanner, with its evidence. Every statement has evidence.
public struct Claim<Value> {
  /// The statement.
  public let value: Value
  /// The evidence of the statement.
  public let evidence: Evidence
  /// A remark that the value alone does not express, in a sentence without a full stop.
  public let note: String?

  /// A statement with its evidence.
  public init(_ value: Value, _ evidence: Evidence, note: String? = nil) {
    self.value = value
    self.evidence = evidence
    self.note = note
  }
}

// Conditional, so that the runtime need not look the conformances of every `Value` up before the first claim is copied.
extension Claim: Equatable where Value: Equatable {}
extension Claim: Hashable where Value: Hashable {}
extension Claim: Sendable where Value: Sendable {}

/// The evidence of a claim about a scanner, and where to read it.
public enum Evidence: Hashable, Sendable {
  /// A run of the scanner itself, which a check repeats.
  case run(String)
  /// The maker's documentation or a specification.
  case documented(String)
  /// The scanner's or its library's source code.
  case sourceCode(String)
  /// Reports of people who use it, in threads and articles: several agree, but there is no promise.
  case fieldReports(String)
  /// Believed, but no source that confirms it was found.
  case unverified(String)
  /// Stated by the user who made the profile.
  case userDefined

  /// How reliable evidence is.
  public enum Strength: String, Hashable, Sendable, CaseIterable {
    /// The scanner was run.
    case run
    /// The maker or a specification states it.
    case documented
    /// The source code shows it.
    case sourceCode
    /// People report it.
    case fieldReports
    /// The statement is believed.
    case unverified
    /// The user states it.
    case userDefined
  }

  /// How reliable the evidence is.
  public var strength: Strength {
    switch self {
    case .run: .run
    case .documented: .documented
    case .sourceCode: .sourceCode
    case .fieldReports: .fieldReports
    case .unverified: .unverified
    case .userDefined: .userDefined
    }
  }

  /// Where to read it; `nil` when the user states it.
  public var source: String? {
    switch self {
    case .run(let source), .documented(let source), .sourceCode(let source), .fieldReports(let source),
      .unverified(let source):
      source
    case .userDefined: nil
    }
  }

  /// Whether conclusions from it must be worded as "may".
  public var isTentative: Bool {
    switch self {
    case .fieldReports, .unverified: true
    case .run, .documented, .sourceCode, .userDefined: false
    }
  }
}

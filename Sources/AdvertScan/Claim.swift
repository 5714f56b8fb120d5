/// One statement about a scanner, with its evidence. Every statement has some.
public struct Claim<Value> {
  /// What is said.
  public let value: Value
  /// What the statement rests on.
  public let evidence: Evidence
  /// What the value alone does not say, in a sentence without a full stop.
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

/// What a claim about a scanner rests on, and where that can be read.
public enum Evidence: Hashable, Sendable {
  /// The scanner itself was run and asked, and `make check-scanners` does so again.
  case run(String)
  /// The maker's documentation or a specification.
  case documented(String)
  /// The scanner's or its library's source code.
  case sourceCode(String)
  /// Reports of people who use it, in threads and articles: several agree, but there is no promise.
  case fieldReports(String)
  /// Believed, but nothing was found that bears it out.
  case unverified(String)
  /// Said by the user who made the profile.
  case userDefined

  /// How much can be built on it.
  public enum Strength: String, Hashable, Sendable, CaseIterable {
    /// The scanner was run.
    case run
    /// The maker or a specification says it.
    case documented
    /// The source code shows it.
    case sourceCode
    /// People report it.
    case fieldReports
    /// It is believed.
    case unverified
    /// The user says it.
    case userDefined
  }

  /// How much can be built on it.
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

  /// Where it can be read; `nil` when the user says so.
  public var source: String? {
    switch self {
    case .run(let source), .documented(let source), .sourceCode(let source), .fieldReports(let source),
      .unverified(let source):
      source
    case .userDefined: nil
    }
  }

  /// Whether what follows from it must be worded as "may".
  public var isTentative: Bool {
    switch self {
    case .fieldReports, .unverified: true
    case .run, .documented, .sourceCode, .userDefined: false
    }
  }
}

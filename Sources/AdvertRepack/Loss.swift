/// Something that a plan does not keep, or not for everybody. Plans with less of it come first.
public struct Loss: Hashable, Sendable {
  public let kind: Kind
  /// What exactly. Holds no text from the air that is not hex or a UUID.
  public let words: String
  /// How many things or octets of this kind.
  let count: Int

  init(_ kind: Kind, _ words: String, count: Int = 1) {
    self.kind = kind
    self.words = words
    self.count = count
  }

  /// From the least to the gravest. The page `Docs/Repack.md` says the same.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A list was called complete; its parts in two blocks cannot be.
    case completeness
    /// The Flags of an advertisement nobody can connect to.
    case flags
    /// One of two values of which receivers believe one.
    case contradiction
    /// Something that passive scanners received, and now do not.
    case hiddenFromPassive
    /// Octets after the end of the payload, which receivers ignore.
    case afterTheEnd
    /// A type that must not be advertised.
    case notForAdvertising
    /// The end of the name: only where a plan without it is impossible.
    case name

    /// What one of a kind counts. A name counts by octet, on top of ``nameCut``.
    public var weight: Int {
      switch self {
      case .completeness: 1
      case .flags: 10
      case .contradiction: 50
      case .hiddenFromPassive: 100
      case .afterTheEnd, .notForAdvertising: 0
      case .name: 1
      }
    }

    /// What cutting the name counts, however little.
    static let nameCut = 10_000
  }

  var weight: Int { kind.weight * count + (kind == .name ? Kind.nameCut : 0) }
}

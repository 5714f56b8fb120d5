/// A scanner that somebody described: one that is known, with what is different about this one.
///
/// What is `nil` is as with the one it is based on.
public struct DeclaredScanner: Hashable, Sendable {
  /// In kebab case; never the id of a known profile.
  public let id: String
  /// For people.
  public let name: String?
  /// The id of the known profile that it is like.
  public let base: String
  public let scan: Scan?
  public let requirement: Requirement?
  /// Where a filter for a service looks: service lists always, service data too if `true`.
  public let filtersServiceData: Bool?
  public let delivery: Delivery?
  public let duplicates: Duplicates?
  /// Whether it receives extended advertising.
  public let receivesExtended: Bool?
  /// Whether a filter for a service finds it in the overflow area of iOS.
  public let readsOverflowArea: Bool?

  /// Whether it asks for scan responses.
  public enum Scan: Hashable, Sendable {
    case active
    case passive
    /// Only during windows: `length` seconds every `period`, the first `delay` after its start.
    case windows(delay: Int64, period: Int64, length: Int64)
  }

  /// What it must be given before it delivers anything.
  public enum Requirement: String, Hashable, Sendable, CaseIterable {
    case none
    case service
    case filter
  }

  /// How an app gets advertising data and scan response data.
  public enum Delivery: String, Hashable, Sendable, CaseIterable {
    case merged
    case lastWins = "last-wins"
    case separate
  }

  /// What becomes of repeated advertisements.
  public enum Duplicates: String, Hashable, Sendable, CaseIterable {
    case optional
    case coalesced
    case delivered
  }
}

/// How an app gets advertising data and scan response data.
public enum Delivery: String, Hashable, Sendable, CaseIterable {
  /// As one: what both have is put together.
  case merged
  /// As one: of a field that both have, the last counts.
  case lastWins
  /// Each by itself.
  case separate
}

/// What becomes of repeated advertisements of one device.
public enum DuplicateHandling: String, Hashable, Sendable, CaseIterable {
  /// An app may choose to have them all.
  case optional
  /// They are always coalesced.
  case alwaysCoalesced
  /// They are always delivered.
  case alwaysDelivered
}

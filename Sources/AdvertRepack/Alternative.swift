public import AdvertisingData

/// A way out where a layout cannot be packed as demanded: one that costs something nobody but its makers can decide.
public struct Alternative: Hashable, Sendable {
  public let kind: Kind
  /// What to do.
  public let words: String
  /// What it costs, and whom.
  public let price: String
  /// The payloads that come of it, where they can be told: advertising data and scan response; of two sets, the
  /// advertising data of both, with the scan response of the first between them when it has one.
  public let payloads: [Payload]

  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case shorterName
    case memberUUID
    case alternatingSets
    case extendedAdvertising
    case nonScannable
  }

  static let nonScannable = Alternative(
    kind: .nonScannable, words: "make the advertising set non-scannable, or use legacy advertising",
    price: "a non-scannable extended set has no scan response, and a legacy one 31 + 31 bytes", payloads: [])
}

internal import AdvertisingData

/// Chooses advertisers by address or by name, as a user gives it.
public struct DeviceSelector: Hashable, Sendable {
  /// As the user wrote it.
  public let text: String

  public init(_ text: String) {
    self.text = text
  }

  /// Whether the text is the advertiser's address (any case, with colons, hyphens or nothing between octets) or its
  /// exact name.
  public func matches(_ advertiser: Advertiser) -> Bool {
    if let bits = addressBits, advertiser.address.type != .anonymous, advertiser.address.bits == bits { return true }
    return advertiser.layouts.contains { observed in
      observed.layout.blocks.contains { $0.payload.localName?.text == text }
    }
  }

  private var addressBits: UInt64? {
    guard let octets = try? HexText.octets(of: text), octets.count == 6 else { return nil }
    return octets.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

public import AdvertisingData

/// Selects advertisers by address or by name.
public struct DeviceSelector: Hashable, Sendable {
  /// As the user wrote it.
  public let text: String

  public init(_ text: String) {
    self.text = text
  }

  /// Whether the text is an address of the advertiser (in either case, with colons, hyphens or nothing between octets)
  /// or its exact name.
  public func matches(_ advertiser: Advertiser) -> Bool {
    matches(advertiser.address) || advertiser.otherAddresses.contains(where: matches)
      || advertiser.layouts.contains { observed in observed.layout.blocks.contains { matches($0.payload) } }
  }

  /// Whether the text is this address, or the name in this payload.
  public func matches(_ address: DeviceAddress, payload: Payload) -> Bool {
    matches(address) || matches(payload)
  }

  private func matches(_ address: DeviceAddress) -> Bool {
    address.type != .anonymous && address.type != .unknown && addressBits == address.bits
  }

  private func matches(_ payload: Payload) -> Bool {
    payload.localName?.text == text
  }

  private var addressBits: UInt64? {
    guard let octets = try? HexText.octets(of: text), octets.count == 6 else { return nil }
    return octets.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

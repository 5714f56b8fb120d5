extension Eddystone {
  /// What trackers of Google's Find Hub network send under the UUID of Eddystone.
  ///
  /// Source: Google, "Find Hub Network Accessory Specification", advertised frames.
  public struct FindHub: Hashable, Sendable {
    /// Whether the tracker is in unwanted tracking protection mode: away from its owner, so that the phones of others
    /// warn.
    public let isProtected: Bool
    /// The ephemeral identifier: 20 octets, or 32 where extended advertising is used.
    public let identifier: [UInt8]
    /// The level of the battery in bits 5 and 6 and the mode in bit 7, under octets that only the owner's key gives; `nil` when
    /// left out. Without it the level cannot be read, and the mode is that of ``isProtected``.
    public let hashedFlags: UInt8?
    /// Octets after the last field; empty in practice.
    public let surplus: [UInt8]

    static let device = "Find Hub tracker"
    static let type: UInt8 = 0x40
    static let protectedType: UInt8 = 0x41

    /// `nil` when there is no room for an identifier. The frame type is the first octet.
    init?(decoding octets: [UInt8]) {
      guard octets.count > 20 else { return nil }
      isProtected = octets[0] == Self.protectedType
      let end = octets.count < 33 ? 21 : 33
      identifier = Array(octets[1..<end])
      hashedFlags = end < octets.count ? octets[end] : nil
      surplus = Array(octets.dropFirst(end + 1))
    }

    /// What follows the frame type octet.
    var octets: [UInt8] { identifier + (hashedFlags.map { [$0] } ?? []) + surplus }

    var problems: [KnownPayload.Problem] { KnownPayload.Problem.surplus(surplus, at: identifier.count + 2) }

    var fields: [Field] {
      let end = 1 + identifier.count
      return [
        Field("id", .octets(identifier), label: "id", at: 1..<end),
        Field(
          "hashedFlags", hashedFlags.map { .hexNumber(UInt64($0), octets: 1) } ?? .null, label: "hashed flags",
          at: end..<end + (hashedFlags == nil ? 0 : 1)),
        Field(
          "unwantedTrackingProtection", isProtected, whenTrue: "unwanted tracking protection mode", at: 0..<1,
          role: .structure),
      ]
    }
  }
}

/// What a device with LE Audio does in a profile: telephony and media (service data of 0x1855), or games (0x1858).
///
/// Source: Zephyr's samples tmap_bms, tmap_peripheral and tmap_central for the former, and for the latter
/// subsys/bluetooth/audio/shell/gmap.c, the one sender at hand; the names of the bits also in bumble's
/// bumble/profiles/tmap.py and gmap.py. Features of games are characteristics and not advertised there.
public struct AudioRoles: KnownFormat {
  /// Service data of 0x1855 and 0x1858.
  public static let format = KnownPayload.Format(
    "audioRoles", name: "LE Audio roles", in: .services([telephonyAndMedia, gaming]), as: Self.self)

  /// Zephyr's samples look for the data.
  public static func isFoundByData(_: [UInt8], of service: UInt16) -> Bool { service == telephonyAndMedia }

  /// 0x1855 or 0x1858.
  public let service: UInt16
  /// A bit for each role.
  public let roles: UInt16
  /// Octets after the last field; empty in practice.
  public let surplus: [UInt8]

  private static let telephonyAndMedia: UInt16 = 0x1855
  private static let gaming: UInt16 = 0x1858

  /// Throws when there are fewer than two octets of telephony and media, or none of games.
  public init(decoding octets: [UInt8], of service: UInt16) throws(Malformation) {
    self.service = service
    let count = service == Self.gaming ? 1 : 2
    try octets.require(count)
    roles = service == Self.gaming ? UInt16(octets[0]) : UInt16(littleEndian: octets, at: 0)
    surplus = Array(octets[count...])
  }

  private var count: Int { service == Self.gaming ? 1 : 2 }

  /// Encoded again: the octets that were decoded.
  public var octets: [UInt8] { Array(littleEndian: roles, count: count) + surplus }

  /// Reserved bits, and octets too many.
  public var problems: [KnownPayload.Problem] {
    let reserved = roles >> UInt16(names.count)
    return KnownPayload.Problem.reserved(reserved, at: reserved & ~0x03 == 0 || count == 1 ? 0 : 1)
      + KnownPayload.Problem.surplus(surplus, at: count)
  }

  /// What the data are, for people; the service says for which profile.
  public var title: String { "LE Audio roles:" }

  /// The profile and the roles.
  public var fields: [Field] {
    [
      Field("profile", .text(service == Self.gaming ? "gaming" : "telephonyAndMedia")),
      .names(
        "roles", names.ofBits(set: UInt32(roles)), whenEmpty: "no role", at: 0..<count,
        role: roles >> UInt16(names.count) == 0 ? .structure : .data),
    ] + (roles >> UInt16(names.count) == 0 ? [] : (0..<count).map(reserved))
  }

  /// An octet with reserved bits keeps some.
  private func reserved(at offset: Int) -> Field {
    let octet = UInt8(truncatingIfNeeded: roles >> UInt16(8 * offset))
    let assigned = UInt8(truncatingIfNeeded: ((1 << names.count) - 1) >> (8 * offset))
    return Field(
      "", .null, at: offset..<offset + 1, role: octet > assigned ? .limited([assigned + 1...255]) : .structure)
  }

  private var names: [String] {
    service == Self.gaming
      ? ["unicast game gateway", "unicast game terminal", "broadcast game sender", "broadcast game receiver"]
      : [
        "call gateway", "call terminal", "unicast media sender", "unicast media receiver", "broadcast media sender",
        "broadcast media receiver",
      ]
  }
}

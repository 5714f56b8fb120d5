/// The roles of a device with LE Audio in a profile: telephony and media (service data of 0x1855), or games (0x1858).
///
/// Source: Zephyr's samples tmap_bms, tmap_peripheral and tmap_central for the former, and for the latter
/// subsys/bluetooth/audio/shell/gmap.c, the one sender available; the names of the bits also in bumble's
/// bumble/profiles/tmap.py and gmap.py. Features of games are characteristics and not advertised there.
package enum AudioRoles {
  /// Service data of 0x1855 and 0x1858. Zephyr's samples look for the data of the former.
  package static let format = KnownPayload.Format(
    "audioRoles", name: "LE Audio roles", in: .services([telephonyAndMedia, gaming]),
    fields: [.string("data"), .string("profile"), .list("roles", of: .string)],
    isFoundByData: { _, service in service == telephonyAndMedia },
    read: { octets, service throws(Malformation) in
      let isGaming = service == gaming
      let count = isGaming ? 1 : 2
      try octets.require(count)
      let roles = isGaming ? UInt16(octets[0]) : UInt16(littleEndian: octets, at: 0)
      let names = isGaming ? rolesOfGaming : rolesOfTelephonyAndMedia
      let reserved = roles >> UInt16(names.count)
      let fields: [Field] = [
        Field("profile", .text(isGaming ? "gaming" : "telephonyAndMedia")),
        .names(
          "roles", names.ofBits(set: UInt32(roles)), whenEmpty: "no role", at: 0..<count,
          role: reserved == 0 ? .structure : .data),
      ]
      return KnownPayload.Reading(
        title: "LE Audio roles:",
        fields: fields + (reserved == 0 ? [] : (0..<count).map { octet(octets[$0], at: $0, assigned: names.count) }),
        problems: KnownPayload.Problem.reserved(reserved, at: reserved & ~0x03 == 0 || isGaming ? 0 : 1)
          + KnownPayload.Problem.surplus(of: octets, after: count))
    })

  private static let telephonyAndMedia: UInt16 = 0x1855
  private static let gaming: UInt16 = 0x1858

  /// A field for an octet. One with reserved bits keeps some.
  private static func octet(_ octet: UInt8, at offset: Int, assigned count: Int) -> Field {
    let assigned = UInt8(truncatingIfNeeded: ((1 << count) - 1) >> (8 * offset))
    return Field(
      "", .null, at: offset..<offset + 1, role: octet > assigned ? .limited([assigned + 1...255]) : .structure)
  }

  private static let rolesOfGaming = [
    "unicast game gateway", "unicast game terminal", "broadcast game sender", "broadcast game receiver",
  ]
  private static let rolesOfTelephonyAndMedia = [
    "call gateway", "call terminal", "unicast media sender", "unicast media receiver", "broadcast media sender",
    "broadcast media receiver",
  ]
}

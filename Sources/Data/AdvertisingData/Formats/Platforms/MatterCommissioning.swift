/// The advertising of a Matter device that waits to be commissioned (service data of 0xFFF6).
///
/// Source: the advertising header of the Matter SDK (connectedhomeip). Little-endian.
package enum MatterCommissioning {
  package static let format = KnownPayload.Format(
    "matter", name: "Matter", in: .services([0xFFF6]), fields: [.string("data")] + columns.declared,
    isFoundByData: { _, _ in true },
    read: { octets, _ throws(Malformation) in
      try octets.require(length)
      return KnownPayload.Reading(
        fields: columns.fields(of: octets),
        problems: (octets[0] == 0 ? [] : [.unexpected(offset: 0, expected: "opcode 0x00 (commissionable)")])
          + KnownPayload.Problem.reserved(octets[7] & 0xFC, at: 7)
          + KnownPayload.Problem.surplus(of: octets, after: length))
    })

  private static let length = 8

  private static let columns: [FixedFormat.Column] = [
    .field(.integer("opcode")) { octets in
      let words = octets[0] == 0 ? "commissionable" : "opcode " + HexDigits.number(octets[0], octets: 1)
      return Field("opcode", octets[0], at: 0..<1, role: .structure, wording: .phrase(words))
    },
    // The number that distinguishes one waiting device from another.
    .field(.integer("discriminator")) { octets in
      let number = UInt16(littleEndian: octets, at: 1) & 0x0FFF
      return Field(
        "discriminator", number, at: 1..<3,
        wording: .phrase("discriminator \(number) (\(HexDigits.number(number, octets: 2)))"))
    },
    // The version shares an octet with the discriminator.
    .field(.integer("advertisementVersion")) {
      Field("advertisementVersion", $0[2] >> 4, at: 2..<3, role: .bits(0xF0))
    },
    // The Connectivity Standards Alliance assigns the numbers of makers.
    .hexNumber("vendor", at: 3, octets: 2, label: "vendor", role: .structure),
    .field(.string("vendorName", orNull: true)) { octets in
      let vendor = UInt16(littleEndian: octets, at: 3)
      return Field("vendorName", .name(of: .matterVendor(vendor)), wording: .value, separator: " ")
    },
    .hexNumber("product", at: 5, octets: 2, label: "product", role: .structure),
    // The data are in a characteristic.
    .flag("additionalData", at: 7, mask: 0x01, whenTrue: "has additional data", role: .structure),
    // The device advertises longer than a new device does.
    .flag("extendedAnnouncement", at: 7, mask: 0x02, whenTrue: "extended announcement", role: .structure),
  ]
}

/// What a Matter device advertises while it waits to be commissioned (service data of 0xFFF6).
///
/// Source: the advertising header of the Matter SDK (connectedhomeip). Little-endian.
public struct MatterCommissioning: KnownFormat {
  public static let format = KnownPayload.Format("matter", name: "Matter", in: .services([0xFFF6]), as: Self.self)
  public static func isFoundByData(_: [UInt8], of _: UInt16) -> Bool { true }

  /// 0x00: commissionable.
  public let opcode: UInt8
  /// The number, of 12 bits, that tells one device waiting from another.
  public let discriminator: UInt16
  /// 4 bits.
  public let advertisementVersion: UInt8
  /// The maker's number, which the Connectivity Standards Alliance assigns.
  public let vendor: UInt16
  /// The maker's number of the product.
  public let product: UInt16
  /// The last octet as sent; bit 0 says that there is more to read after connecting.
  public let flags: UInt8
  /// Octets after the last field; empty in practice.
  public let surplus: [UInt8]

  /// Keeps the lowest 12 bits of the discriminator.
  public init(discriminator: UInt16, vendor: UInt16, product: UInt16, flags: UInt8 = 0) {
    opcode = 0
    self.discriminator = discriminator & 0x0FFF
    advertisementVersion = 0
    self.vendor = vendor
    self.product = product
    self.flags = flags
    surplus = []
  }

  /// Throws when there are fewer than 8 octets.
  public init(decoding octets: [UInt8], of _: UInt16) throws(Malformation) {
    try octets.require(8)
    opcode = octets[0]
    let word = UInt16(littleEndian: octets, at: 1)
    discriminator = word & 0x0FFF
    advertisementVersion = UInt8(truncatingIfNeeded: word >> 12)
    vendor = UInt16(littleEndian: octets, at: 3)
    product = UInt16(littleEndian: octets, at: 5)
    flags = octets[7]
    surplus = Array(octets[8...])
  }

  public var octets: [UInt8] {
    [opcode] + (UInt16(advertisementVersion) << 12 | discriminator).littleEndianOctets + vendor.littleEndianOctets
      + product.littleEndianOctets + [flags] + surplus
  }

  /// Bit 0: a characteristic holds additional data.
  public var hasAdditionalData: Bool { flags & 0x01 != 0 }
  /// Bit 1: advertises longer than a new device does.
  public var isExtendedAnnouncement: Bool { flags & 0x02 != 0 }

  public var problems: [KnownPayload.Problem] {
    (opcode == 0 ? [] : [.unexpected(offset: 0, expected: "opcode 0x00 (commissionable)")])
      + KnownPayload.Problem.reserved(flags & 0xFC, at: 7) + KnownPayload.Problem.surplus(surplus, at: 8)
  }

  public var fields: [Field] {
    [
      Field(
        "opcode", opcode, at: 0..<1, role: .structure,
        wording: .phrase(opcode == 0 ? "commissionable" : "opcode " + HexDigits.number(opcode, octets: 1))),
      Field(
        "discriminator", discriminator, at: 1..<3,
        wording: .phrase("discriminator \(discriminator) (\(HexDigits.number(discriminator, octets: 2)))")),
      // The version shares an octet with the discriminator.
      Field("advertisementVersion", advertisementVersion, at: 2..<3, role: .bits(0xF0)),
      Field("vendor", .hexNumber(UInt64(vendor), octets: 2), label: "vendor", at: 3..<5, role: .structure),
      Field("vendorName", .name(of: .matterVendor(vendor)), wording: .value, separator: " "),
      Field("product", .hexNumber(UInt64(product), octets: 2), label: "product", at: 5..<7, role: .structure),
      Field("additionalData", hasAdditionalData, whenTrue: "has additional data", at: 7..<8, role: .structure),
      Field(
        "extendedAnnouncement", isExtendedAnnouncement, whenTrue: "extended announcement", at: 7..<8, role: .structure),
    ]
  }
}

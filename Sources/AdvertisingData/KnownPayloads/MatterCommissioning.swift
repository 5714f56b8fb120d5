/// What a Matter device advertises while it waits to be commissioned (service data of 0xFFF6).
///
/// Source: the advertising header of the Matter SDK (connectedhomeip). Little-endian.
public struct MatterCommissioning: Hashable, Sendable, KnownFormat {
  /// 0x00: commissionable.
  public let opcode: UInt8
  /// The number, of 12 bits, that tells one device waiting from another.
  public let discriminator: UInt16
  /// 4 bits.
  public let advertisementVersion: UInt8
  public let vendor: UInt16
  public let product: UInt16
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
  init(decoding octets: [UInt8]) throws(Malformation) {
    try Self.require(8, of: octets)
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

  public var problems: [KnownPayloadProblem] {
    (opcode == 0 ? [] : [.unexpected(offset: 0, expected: "opcode 0x00 (commissionable)")])
      + KnownPayloadProblem.reserved(flags & 0xFC, at: 7) + KnownPayloadProblem.surplus(surplus, at: 8)
  }
}

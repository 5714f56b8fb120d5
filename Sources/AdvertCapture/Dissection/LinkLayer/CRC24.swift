/// The checksum at the end of every link-layer packet (Core Vol 6 Part B 3.1.1).
///
/// Polynomial x^24+x^10+x^9+x^6+x^4+x^3+x+1 over the PDU's header and payload, least significant bit first. Registers
/// here are bit-reversed, so that the register's octets, least significant first, are the three octets sent.
enum CRC24 {
  /// 0x555555, which every PDU behind the advertising access address starts with.
  static let advertisingStart: UInt32 = 0xAA_AAAA

  private static let polynomial: UInt32 = 0xDA_6000

  /// What an octet does to the register with none, one, two and three octets after it: four tables of 256. They make
  /// four octets one step. Made when the first CRC is computed.
  private static let tables: [UInt32] = {
    var tables: [UInt32] = []
    tables.reserveCapacity(4 * 256)
    for octet in 0..<UInt32(256) {
      tables.append((0..<8).reduce(octet) { register, _ in register >> 1 ^ (register & 1 == 0 ? 0 : polynomial) })
    }
    for index in 256..<4 * 256 {
      let shorter = tables[index - 256]
      tables.append(shorter >> 8 ^ tables[Int(shorter & 0xFF)])
    }
    return tables
  }()

  /// The register after the first `count` octets, of which there must be so many.
  static func register(of octets: Span<UInt8>, count: Int, start: UInt32 = advertisingStart) -> UInt32 {
    let tables = tables
    var register = start
    var offset = 0
    while count - offset >= 4 {
      let word = register ^ octets.littleEndian32(at: offset)
      register =
        tables[Int(word & 0xFF) + 768] ^ tables[Int(word >> 8 & 0xFF) + 512]
        ^ tables[Int(word >> 16 & 0xFF) + 256] ^ tables[Int(word >> 24)]
      offset += 4
    }
    while offset < count {
      register = register >> 8 ^ tables[Int((register ^ UInt32(octets[offset])) & 0xFF)]
      offset += 1
    }
    return register
  }
}

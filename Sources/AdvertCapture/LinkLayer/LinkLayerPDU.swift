internal import AdvertisingData

/// One PDU of the advertising channels that is whole and whose CRC is acceptable, viewed in place.
struct LinkLayerPDU: ~Escapable {
  let time: Timestamp?
  let record: Int
  let reception: LinkLayerPacket.Reception
  /// Of the capture's own check, or computed.
  let crc: AdvertisingReport.CRC
  private let header: UInt8
  let payload: Span<UInt8>
  /// Offset in the input of the payload's first octet.
  let payloadFileOffset: Int

  /// The PDU's type, 0 to 15 (Core Vol 6 Part B 2.3).
  var type: UInt8 { header & 0x0F }

  /// The type of the address of who sent the PDU: TxAdd.
  var senderAddressType: DeviceAddress.AddressType { header & 0x40 == 0 ? .public : .random }

  /// The type of the address of whom the PDU is for: RxAdd.
  var targetAddressType: DeviceAddress.AddressType { header & 0x80 == 0 ? .public : .random }

  private static let headerLength = 2
  private static let crcLength = 3

  /// Leaves out, with a problem noted, packets that are shorter than their own length field says and, unless they are
  /// to be kept, those with a wrong CRC.
  @_lifetime(copy octets)
  init?(_ packet: LinkLayerPacket, _ octets: Span<UInt8>, keepsBadCRC: Bool, problems: inout ProblemLog) {
    let end = Self.headerLength + Int(octets[1])
    let knownCRC = packet.reception.crc
    // A length that leaves no room for the CRC is wrong itself, unless the capture cut the packet there.
    let needed = knownCRC == .unchecked && !packet.isSliced ? end + Self.crcLength : end
    guard needed <= octets.count else {
      problems.note(
        .packetCutShort, fileOffset: packet.fileOffset + 1, record: packet.record,
        expected: "\(needed - Self.headerLength) bytes after the PDU's header",
        found: "\(octets.count - Self.headerLength)")
      return nil
    }
    crc = knownCRC == .unchecked ? Self.computedCRC(octets, end: end) : knownCRC
    if crc == .bad {
      problems.note(
        .badCRC, fileOffset: packet.fileOffset + end, record: packet.record, expected: "a packet with the right CRC",
        found: "one with a wrong CRC")
      guard keepsBadCRC else { return nil }
    }
    time = packet.time
    record = packet.record
    reception = packet.reception
    header = octets[0]
    payload = octets.extracting(Self.headerLength..<end)
    payloadFileOffset = packet.fileOffset + Self.headerLength
  }

  /// `unchecked` when the capture cut the CRC off.
  private static func computedCRC(_ octets: Span<UInt8>, end: Int) -> AdvertisingReport.CRC {
    guard octets.count - end >= crcLength else { return .unchecked }
    let sent = UInt32(octets.littleEndian16(at: end)) | UInt32(octets[end + 2]) << 16
    return CRC24.register(of: octets, count: end) == sent ? .ok : .bad
  }

  /// The address that starts the payload of legacy PDUs; `nil` when the payload is shorter.
  func address(at offset: Int, type: DeviceAddress.AddressType) -> DeviceAddress? {
    DeviceAddress(littleEndian: payload, at: offset, type: type)
  }
}

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

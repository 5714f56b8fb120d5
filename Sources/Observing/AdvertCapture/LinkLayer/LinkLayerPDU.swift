internal import AdvertReading
internal import AdvertisingData

/// One whole PDU of the advertising channels with an acceptable CRC, viewed in place.
struct LinkLayerPDU: ~Escapable {
  let time: Timestamp?
  let record: Int
  let reception: LinkLayerPacket.Reception
  /// The result of the CRC, from the capture or computed.
  let crc: AdvertisingReport.CRC
  private let header: UInt8
  let payload: Span<UInt8>
  /// Offset in the input of the payload's first octet.
  let payloadFileOffset: Int

  /// The PDU's type, 0 to 15 (Core Vol 6 Part B 2.3).
  var type: UInt8 { header & 0x0F }

  /// The address type of the sender: TxAdd.
  var senderAddressType: DeviceAddress.AddressType { header & 0x40 == 0 ? .public : .random }

  /// The address type of the target: RxAdd.
  var targetAddressType: DeviceAddress.AddressType { header & 0x80 == 0 ? .public : .random }

  private static let headerLength = 2
  private static let crcLength = 3

  /// Reads a packet; `nil`, with a problem noted, for a packet that is shorter than its own length field, and for one
  /// with a wrong CRC unless the options keep it. Such a packet was lost by the radio, unless the capture cut it.
  ///
  /// - Parameter crcStart: the initial register of the CRC.
  @_lifetime(copy octets)
  init?(
    _ packet: LinkLayerPacket, _ octets: Span<UInt8>, crcStart: UInt32 = CRC24.advertisingStart, keepsBadCRC: Bool,
    problems: inout ProblemLog
  ) {
    let end = Self.headerLength + Int(octets[1])
    let knownCRC = packet.reception.crc
    // A length without room for the CRC is wrong, unless the capture cut the packet.
    let needed = knownCRC == .unchecked && !packet.isSliced ? end + Self.crcLength : end
    guard needed <= octets.count else {
      guard packet.isSliced else {
        problems.noteLost(.packetGarbled, "its length exceeds what was received", of: packet, at: 1)
        return nil
      }
      problems.note(
        .packetCutShort, fileOffset: packet.fileOffset + 1, record: packet.record,
        expected: "\(needed - Self.headerLength) bytes after the PDU's header",
        found: "\(octets.count - Self.headerLength)")
      return nil
    }
    crc = knownCRC == .unchecked ? Self.computedCRC(octets, end: end, start: crcStart) : knownCRC
    if crc == .bad {
      problems.noteLost(.badCRC, "wrong CRC", of: packet, at: end)
      guard keepsBadCRC else { return nil }
    }
    time = packet.time
    record = packet.record
    reception = packet.reception
    header = octets[0]
    payload = octets.extracting(Self.headerLength..<end)
    payloadFileOffset = packet.fileOffset + Self.headerLength
  }

  /// Returns the result of the CRC; `unchecked` when the capture does not have the CRC.
  private static func computedCRC(_ octets: Span<UInt8>, end: Int, start: UInt32) -> AdvertisingReport.CRC {
    guard octets.count - end >= crcLength else { return .unchecked }
    let sent = octets.littleEndian24(at: end)
    return CRC24.register(of: octets, count: end, start: start) == sent ? .ok : .bad
  }

  /// Notes that the PDU has a header that no specification defines. With a right CRC it was sent so; otherwise the radio
  /// received it wrongly.
  func noteInvalid(expected: @autoclosure () -> String, found: @autoclosure () -> String, in problems: inout ProblemLog)
  {
    if crc == .ok {
      problems.note(
        .reportInvalid, fileOffset: payloadFileOffset, record: record, expected: expected(), found: found())
    } else {
      problems.noteLost(
        .packetGarbled, "its header is one that no PDU has", fileOffset: payloadFileOffset, record: record)
    }
  }

  /// Returns the address at an offset of the payload; `nil` when the payload is shorter.
  func address(at offset: Int, type: DeviceAddress.AddressType) -> DeviceAddress? {
    DeviceAddress(littleEndian: payload, at: offset, type: type)
  }
}

extension ProblemLog {
  /// Notes a packet that the radio lost. Only the first of a kind is made.
  mutating func noteLost(_ kind: CaptureProblem.Kind, _ phrase: String, fileOffset: Int, record: Int) {
    note(kind) {
      CaptureProblem(kind, fileOffset: fileOffset, record: record, detail: .stated("packet lost: \(phrase)"))
    }
  }

  fileprivate mutating func noteLost(
    _ kind: CaptureProblem.Kind, _ phrase: String, of packet: LinkLayerPacket, at offset: Int
  ) {
    noteLost(kind, phrase, fileOffset: packet.fileOffset + offset, record: packet.record)
  }
}

/// The CRC at the end of every link-layer packet (Core Vol 6 Part B 3.1.1).
///
/// Polynomial x^24+x^10+x^9+x^6+x^4+x^3+x+1 over the PDU's header and payload, least significant bit first. The
/// register is bit-reversed here, so that its octets, least significant first, are the three octets sent.
enum CRC24 {
  /// 0x555555, the start value of every PDU with the advertising access address.
  static let advertisingStart: UInt32 = 0xAA_AAAA

  /// Returns the register of a start value as the standard prints it, of 24 bits.
  static func register(from crcInit: UInt32) -> UInt32 {
    var reversed: UInt32 = 0
    for bit in 0..<24 where crcInit & 1 << bit != 0 { reversed |= 1 << (23 - bit) }
    return reversed
  }

  private static let polynomial: UInt32 = 0xDA_6000

  /// The change of the register by an octet with none, one, two and three octets after it: four tables of 256, so that
  /// four octets take one step. Computed for the first CRC.
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

  /// Returns the register after the first `count` octets. The caller has checked that there are enough.
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

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
      problems.note(.packetCutShort, fileOffset: packet.fileOffset + 1, record: packet.record) {
        "expected \(needed - Self.headerLength) bytes after the PDU's header, found \(octets.count - Self.headerLength)"
      }
      return nil
    }
    crc = knownCRC == .unchecked ? Self.computedCRC(octets, end: end) : knownCRC
    if crc == .bad {
      problems.note(.badCRC, fileOffset: packet.fileOffset + end, record: packet.record) {
        "expected a packet with the right CRC, found one with a wrong CRC"
      }
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

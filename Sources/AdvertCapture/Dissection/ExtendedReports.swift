import AdvertisingData

/// The LE Extended Advertising Report event (Core Vol 4 Part E 7.7.65.13).
enum ExtendedReports {
  /// Everything but the data comes before them, their length last.
  private static let shape = ReportStructures.Shape(
    name: "an extended advertising report", fixedLength: 24, dataLengthOffset: 23)
  private static let dataOffset = 24

  /// Bits 7 to 15 of the event type. Controllers set them all the same.
  private static let reservedEventTypeBits: UInt16 = 0xFF80

  /// `parameters` starts with the subevent code.
  static func dissect<Sink: AdvertisingSink>(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, assembler: inout FragmentAssembler,
    into sink: inout Sink, problems: inout ProblemLog
  ) {
    var structures = ReportStructures(parameters, of: packet, shape: shape, problems: &problems)
    while let report = structures.next(&problems) {
      let octets = report.octets
      let eventType = octets.littleEndian16(at: 0)
      if eventType & reservedEventTypeBits != 0 {
        problems.note(.reservedBits, fileOffset: report.fileOffset, record: packet.record) {
          "expected bits 7 to 15 of the event type to be 0, found 0x\(String(eventType, radix: 16))"
        }
      }
      if let kind = PDUKind(extendedEventType: eventType),
        let type = DeviceAddress.AddressType(rawValue: octets[2]),
        let address = DeviceAddress(littleEndian: octets, at: 3, type: type)
      {
        let rssi = Int8(bitPattern: octets[13])
        let sid = octets[11]
        let isInSet = kind.advertising?.isExtended ?? false && sid <= 15
        assembler.receive(
          AdvertisingReport(
            source: .report, kind: kind,
            address: type == .anonymous ? DeviceAddress(bits: 0, type: .anonymous) : address,
            adapter: packet.adapter, advertisingSID: isInSet ? sid : nil, rssi: rssi == 127 ? nil : rssi,
            time: packet.time, record: packet.record, dataFileOffset: report.fileOffset + dataOffset,
            isComplete: true, data: octets.extracting(dataOffset...)),
          status: DataStatus(eventType: eventType), into: &sink, problems: &problems)
      } else {
        problems.note(
          CaptureProblem(
            .reportInvalid, fileOffset: report.fileOffset, record: packet.record,
            message: "expected a defined event type and address type, found 0x\(String(eventType, radix: 16)) and "
              + "\(octets[2])"))
      }
    }
  }
}

/// Bits 5 and 6 of an extended report's event type: whether more data of the same advertisement follow.
enum DataStatus {
  case complete
  case moreToCome
  case truncated

  init(eventType: UInt16) {
    switch eventType >> 5 & 0x03 {
    case 0: self = .complete
    case 1: self = .moreToCome
    // 3 is reserved: whatever it comes to mean, nobody said that the data are complete.
    default: self = .truncated
    }
  }
}

internal import AdvertReading
import AdvertisingData

/// The LE Extended Advertising Report event (Core Vol 4 Part E 7.7.65.13).
enum ExtendedReports {
  /// All other fields are before the data. The last of them is the data length.
  private static let shape = ReportStructures.Shape(
    name: "an extended advertising report", fixedLength: 24, dataLengthOffset: 23)
  private static let dataOffset = 24

  /// Bits 7 to 15 of the event type. Some controllers set them.
  private static let reservedEventTypeBits: UInt16 = 0xFF80

  /// Dissects the event. `parameters` starts with the subevent code.
  static func dissect(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, assembler: inout FragmentAssembler,
    into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    var structures = ReportStructures(parameters, of: packet, shape: shape, problems: &problems)
    while let structure = structures.next(&problems) {
      let eventType = structure.octets.littleEndian16(at: 0)
      if eventType & reservedEventTypeBits != 0 {
        problems.note(
          .reservedBits, fileOffset: structure.fileOffset, record: packet.record,
          expected: "bits 7 to 15 of the event type to be 0", found: "0x\(String(eventType, radix: 16))")
      }
      if let report = report(structure.octets, fileOffset: structure.fileOffset, of: packet) {
        assembler.add(report, status: DataStatus(eventType: eventType), into: &sink, problems: &problems)
      } else {
        problems.note(
          .reportInvalid, fileOffset: structure.fileOffset, record: packet.record,
          expected: "a defined event type and address type",
          found: "0x\(String(eventType, radix: 16)) and \(structure.octets[2])")
      }
    }
  }

  /// Returns the length of a report by its data length. It must have at least 24 octets.
  static func length(of report: Span<UInt8>) -> Int { dataOffset + Int(report[dataOffset - 1]) }

  /// Returns whether a report is complete and has no problem.
  static func isWhole(_ report: Span<UInt8>) -> Bool {
    let eventType = report.littleEndian16(at: 0)
    return eventType & reservedEventTypeBits == 0 && DataStatus(eventType: eventType) == .complete
  }

  /// Returns a report from its event type on; `nil` for event types and address types that are not defined.
  @_lifetime(copy octets)
  static func report(_ octets: Span<UInt8>, fileOffset: Int, of packet: borrowing HCIPacket) -> AdvertisingReport? {
    guard let kind = PDUKind(extendedEventType: octets.littleEndian16(at: 0)),
      let type = DeviceAddress.AddressType(rawValue: octets[2]),
      let address = DeviceAddress(littleEndian: octets, at: 3, type: type)
    else { return nil }
    let sid = octets[11]
    let isInSet = kind.advertising?.isExtended ?? false && sid <= 15
    return AdvertisingReport(
      source: .report, kind: kind,
      address: type == .anonymous ? DeviceAddress.anonymous : address,
      adapter: packet.adapter, advertisingSID: isInSet ? sid : nil, rssi: octets.rssi(at: 13),
      time: packet.time, record: packet.record, dataFileOffset: fileOffset + dataOffset, isComplete: true,
      data: octets.extracting(dataOffset...),
      phys: kind.advertising?.isExtended ?? false ? phys(octets) : AdvertisingPHYs())
  }

  /// Returns the PHYs of a report from its event type on. Reserved values, and the secondary PHY of data on the primary
  /// channels, are not known.
  private static func phys(_ octets: Span<UInt8>) -> AdvertisingPHYs {
    AdvertisingPHYs(primary: PHY(rawValue: octets[9]), secondary: PHY(rawValue: octets[10]))
  }
}

/// Whether more data of the same advertisement follow: bits 5 and 6 of an extended report's event type.
enum DataStatus {
  case complete
  case moreToCome
  case truncated

  init(eventType: UInt16) {
    switch eventType >> 5 & 0x03 {
    case 0: self = .complete
    case 1: self = .moreToCome
    // 3 is reserved. It does not mean that the data are complete.
    default: self = .truncated
    }
  }
}

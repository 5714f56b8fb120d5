internal import AdvertReading
import AdvertisingData

/// The LE Advertising Report event (Core Vol 4 Part E 7.7.65.2).
enum LegacyReports {
  /// Before the data: event type, address type, address and data length. After the data: RSSI.
  private static var shape: ReportStructures.Shape {
    ReportStructures.Shape(name: "an advertising report", fixedLength: 10, dataLengthOffset: 8)
  }
  private static let dataOffset = 9

  /// Dissects the event. `parameters` starts with the subevent code.
  static func dissect(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    var structures = ReportStructures(parameters, of: packet, shape: shape, problems: &problems)
    while let structure = structures.next(&problems) {
      if let report = report(structure.octets, fileOffset: structure.fileOffset, of: packet) {
        sink.receive(report)
      } else {
        noteInvalid(
          structure.octets[0], structure.octets[1], fileOffset: structure.fileOffset, record: packet.record, &problems)
      }
    }
  }

  /// Returns the length of a report by its data length. It must have at least ten octets.
  static func length(of report: Span<UInt8>) -> Int { shape.fixedLength + Int(report[dataOffset - 1]) }

  /// Returns a report from its event type on; `nil` for event types and address types that are not defined.
  @_lifetime(copy octets)
  static func report(_ octets: Span<UInt8>, fileOffset: Int, of packet: borrowing HCIPacket) -> AdvertisingReport? {
    guard let kind = PDUKind(legacyEventType: octets[0]), let type = addressType(octets[1]) else { return nil }
    let dataEnd = octets.count - 1
    return AdvertisingReport(
      source: .report, kind: kind, address: DeviceAddress(bits: octets.littleEndian48(at: 2), type: type),
      adapter: packet.adapter, advertisingSID: nil, rssi: octets.rssi(at: dataEnd), time: packet.time,
      record: packet.record, dataFileOffset: fileOffset + dataOffset, isComplete: true,
      data: octets.extracting(dataOffset..<dataEnd))
  }

  @inline(never)
  private static func noteInvalid(
    _ eventType: UInt8, _ addressType: UInt8, fileOffset: Int, record: Int, _ problems: inout ProblemLog
  ) {
    problems.note(
      .reportInvalid, fileOffset: fileOffset, record: record, expected: "event type 0 to 4 and address type 0 to 3",
      found: "\(eventType) and \(addressType)")
  }

  /// Legacy advertising has no anonymous addresses.
  @inline(__always)
  private static func addressType(_ octet: UInt8) -> DeviceAddress.AddressType? {
    switch octet {
    case 0: .public
    case 1: .random
    case 2: .publicIdentity
    case 3: .randomIdentity
    default: nil
    }
  }
}

/// The LE Directed Advertising Report event (Core Vol 4 Part E 7.7.65.11).
///
/// The controller sends it in place of an advertising report when advertising is directed to a private address that it
/// cannot resolve. ADV_DIRECT_IND has no data.
enum DirectedReports {
  /// Event type, address type and address, type and address of the target, RSSI.
  private static let shape = ReportStructures.Shape(
    name: "a directed advertising report", fixedLength: 16, dataLengthOffset: nil)
  private static let rssiOffset = 15

  /// Dissects the event. `parameters` starts with the subevent code.
  static func dissect(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    var structures = ReportStructures(parameters, of: packet, shape: shape, problems: &problems)
    while let report = structures.next(&problems) {
      let octets = report.octets
      if octets[0] == 1, let type = DeviceAddress.AddressType(rawValue: octets[1]), type != .anonymous,
        let address = DeviceAddress(littleEndian: octets, at: 2, type: type)
      {
        sink.receive(
          AdvertisingReport(
            source: .report, kind: PDUKind(.advDirectInd, .advDirectInd), address: address, adapter: packet.adapter,
            advertisingSID: nil, rssi: octets.rssi(at: rssiOffset), time: packet.time, record: packet.record,
            dataFileOffset: report.fileOffset + rssiOffset, isComplete: true,
            data: octets.extracting(rssiOffset..<rssiOffset)))
      } else {
        problems.note(
          .reportInvalid, fileOffset: report.fileOffset, record: packet.record,
          expected: "event type 1 and address type 0 to 3", found: "\(octets[0]) and \(octets[1])")
      }
    }
  }
}

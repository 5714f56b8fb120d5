import AdvertisingData

/// The LE Directed Advertising Report event (Core Vol 4 Part E 7.7.65.11).
///
/// It comes instead of an advertising report for advertising directed to a private address that the controller cannot
/// resolve. ADV_DIRECT_IND has no data.
enum DirectedReports {
  /// Event type, address type and address, the same of the device directed to, RSSI.
  private static let shape = ReportStructures.Shape(
    name: "a directed advertising report", fixedLength: 16, dataLengthOffset: nil)
  private static let rssiOffset = 15

  /// `parameters` starts with the subevent code.
  static func dissect<Sink: AdvertisingSink>(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, into sink: inout Sink, problems: inout ProblemLog
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
          CaptureProblem(
            .reportInvalid, fileOffset: report.fileOffset, record: packet.record,
            message: "expected event type 1 and address type 0 to 3, found \(octets[0]) and \(octets[1])"))
      }
    }
  }
}

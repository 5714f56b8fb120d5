import AdvertisingData

/// The LE Advertising Report event (Core Vol 4 Part E 7.7.65.2).
enum LegacyReports {
  /// Event type, address type, address and data length come before the data, the RSSI after them.
  private static let shape = ReportStructures.Shape(
    name: "an advertising report", fixedLength: 10, dataLengthOffset: 8)
  private static let dataOffset = 9

  /// `parameters` starts with the subevent code.
  static func dissect<Sink: AdvertisingSink>(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, into sink: inout Sink, problems: inout ProblemLog
  ) {
    var structures = ReportStructures(parameters, of: packet, shape: shape, problems: &problems)
    while let report = structures.next(&problems) {
      let octets = report.octets
      let dataEnd = octets.count - 1
      if let kind = PDUKind(legacyEventType: octets[0]),
        let type = DeviceAddress.AddressType(rawValue: octets[1]), type != .anonymous,
        let address = DeviceAddress(littleEndian: octets, at: 2, type: type)
      {
        let rssi = Int8(bitPattern: octets[dataEnd])
        sink.receive(
          AdvertisingReport(
            source: .report, kind: kind, address: address, adapter: packet.adapter, advertisingSID: nil,
            rssi: rssi == 127 ? nil : rssi, time: packet.time, record: packet.record,
            dataFileOffset: report.fileOffset + dataOffset, isComplete: true,
            data: octets.extracting(dataOffset..<dataEnd)))
      } else {
        problems.note(
          CaptureProblem(
            .reportInvalid, fileOffset: report.fileOffset, record: packet.record,
            message: "expected event type 0 to 4 and address type 0 to 3, found \(octets[0]) and \(octets[1])"))
      }
    }
  }
}

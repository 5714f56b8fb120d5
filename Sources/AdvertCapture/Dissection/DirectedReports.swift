import AdvertisingData

/// The LE Directed Advertising Report event: one structure for each report, back to back (Core Vol 4 Part E 7.7.65.11).
///
/// It comes instead of an advertising report for advertising directed to a private address that the controller cannot
/// resolve. ADV_DIRECT_IND has no data.
enum DirectedReports {
  /// Event type, address type and address, the same of the device directed to, RSSI.
  private static let length = 16

  /// `parameters` starts with the subevent code.
  static func dissect<Sink: AdvertisingSink>(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, into sink: inout Sink, problems: inout ProblemLog
  ) {
    guard parameters.count >= 2 else { return }
    let parametersFileOffset = packet.fileOffset + 2
    var offset = 2
    for _ in 0..<parameters[1] {
      let left = parameters.count - offset
      guard left >= length else {
        problems.note(
          CaptureProblem(
            .packetCutShort, fileOffset: parametersFileOffset + offset, record: packet.record,
            message: "expected a directed advertising report of \(length) bytes, found \(left)"))
        return
      }
      if parameters[offset] == 1, let type = DeviceAddress.AddressType(rawValue: parameters[offset + 1]),
        type != .anonymous, let address = DeviceAddress(littleEndian: parameters, at: offset + 2, type: type)
      {
        let rssi = Int8(bitPattern: parameters[offset + 15])
        sink.receive(
          AdvertisingReport(
            source: .report, kind: PDUKind(.advDirectInd, .advDirectInd), address: address, adapter: packet.adapter,
            advertisingSID: nil, rssi: rssi == 127 ? nil : rssi, time: packet.time, record: packet.record,
            dataFileOffset: parametersFileOffset + offset + 15, isComplete: true,
            data: parameters.extracting(offset..<offset)))
      } else {
        problems.note(
          CaptureProblem(
            .reportInvalid, fileOffset: parametersFileOffset + offset, record: packet.record,
            message: "expected event type 1 and address type 0 to 3, found \(parameters[offset]) and "
              + "\(parameters[offset + 1])"))
      }
      offset += length
    }
    if offset < parameters.count {
      problems.note(
        CaptureProblem(
          .surplusOctets, fileOffset: parametersFileOffset + offset, record: packet.record,
          message: "expected the event to end after \(parameters[1]) reports, found \(parameters.count - offset) "
            + "more bytes"))
    }
  }
}

import AdvertisingData

/// The LE Advertising Report event: one structure for each report, back to back (Core Vol 4 Part E 7.7.65.2).
enum LegacyReports {
  /// Event type, address type, address and data length come before the data, the RSSI after them.
  private static let headerLength = 9

  /// `parameters` starts with the subevent code.
  static func dissect<Sink: AdvertisingSink>(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, into sink: inout Sink, problems: inout ProblemLog
  ) {
    let parametersFileOffset = packet.fileOffset + 2
    guard parameters.count >= 2 else {
      if !packet.isEventCutShort {
        problems.note(
          CaptureProblem(
            .packetCutShort, fileOffset: parametersFileOffset + 1, record: packet.record,
            message: "expected a number of advertising reports, found the end of the event"))
      }
      return
    }
    var offset = 2
    for _ in 0..<parameters[1] {
      let left = parameters.count - offset
      let dataLength = left >= headerLength ? Int(parameters[offset + 8]) : 0
      guard left >= headerLength + dataLength + 1 else {
        // That the event is cut is noted already.
        if !packet.isEventCutShort {
          problems.note(
            CaptureProblem(
              .packetCutShort, fileOffset: parametersFileOffset + offset, record: packet.record,
              message: "expected an advertising report of \(headerLength + dataLength + 1) bytes, found \(left)"))
        }
        return
      }
      let dataStart = offset + headerLength
      let dataEnd = dataStart + dataLength
      if let kind = PDUKind(legacyEventType: parameters[offset]),
        let type = DeviceAddress.AddressType(rawValue: parameters[offset + 1]), type != .anonymous,
        let address = DeviceAddress(littleEndian: parameters, at: offset + 2, type: type)
      {
        let rssi = Int8(bitPattern: parameters[dataEnd])
        sink.receive(
          AdvertisingReport(
            source: .report, kind: kind, address: address, adapter: packet.adapter, advertisingSID: nil,
            rssi: rssi == 127 ? nil : rssi, time: packet.time, record: packet.record,
            dataFileOffset: parametersFileOffset + dataStart, isComplete: true,
            data: parameters.extracting(dataStart..<dataEnd)))
      } else {
        problems.note(
          CaptureProblem(
            .reportInvalid, fileOffset: parametersFileOffset + offset, record: packet.record,
            message: "expected event type 0 to 4 and address type 0 to 3, found \(parameters[offset]) and "
              + "\(parameters[offset + 1])"))
      }
      offset = dataEnd + 1
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

import AdvertisingData

/// The LE Extended Advertising Report event: one structure for each report, back to back (Core Vol 4 Part E 7.7.65.13).
enum ExtendedReports {
  private static let headerLength = 24

  /// Bits 7 to 15 of the event type. Controllers set them all the same.
  private static let reservedEventTypeBits: UInt16 = 0xFF80

  /// `parameters` starts with the subevent code.
  static func dissect<Sink: AdvertisingSink>(
    _ parameters: Span<UInt8>, of packet: borrowing HCIPacket, assembler: inout FragmentAssembler,
    into sink: inout Sink, problems: inout ProblemLog
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
      let dataLength = left >= headerLength ? Int(parameters[offset + 23]) : 0
      guard left >= headerLength + dataLength else {
        // That the event is cut is noted already.
        if !packet.isEventCutShort {
          problems.note(
            CaptureProblem(
              .packetCutShort, fileOffset: parametersFileOffset + offset, record: packet.record,
              message: "expected an extended advertising report of \(headerLength + dataLength) bytes, found \(left)"))
        }
        return
      }
      let dataStart = offset + headerLength
      let eventType = parameters.littleEndian16(at: offset)
      if eventType & reservedEventTypeBits != 0 {
        problems.note(
          CaptureProblem(
            .reservedBits, fileOffset: parametersFileOffset + offset, record: packet.record,
            message: "expected bits 7 to 15 of the event type to be 0, found 0x\(String(eventType, radix: 16))"))
      }
      if let kind = PDUKind(extendedEventType: eventType),
        let type = DeviceAddress.AddressType(rawValue: parameters[offset + 2]),
        let address = DeviceAddress(littleEndian: parameters, at: offset + 3, type: type)
      {
        let rssi = Int8(bitPattern: parameters[offset + 13])
        let sid = parameters[offset + 11]
        let isInSet = kind.advertising?.isExtended ?? false && sid <= 15
        assembler.receive(
          AdvertisingReport(
            source: .report, kind: kind,
            address: type == .anonymous ? DeviceAddress(bits: 0, type: .anonymous) : address,
            adapter: packet.adapter, advertisingSID: isInSet ? sid : nil, rssi: rssi == 127 ? nil : rssi,
            time: packet.time, record: packet.record, dataFileOffset: parametersFileOffset + dataStart,
            isComplete: true, data: parameters.extracting(dataStart..<dataStart + dataLength)),
          status: DataStatus(eventType: eventType), into: &sink, problems: &problems)
      } else {
        problems.note(
          CaptureProblem(
            .reportInvalid, fileOffset: parametersFileOffset + offset, record: packet.record,
            message: "expected a defined event type and address type, found 0x\(String(eventType, radix: 16)) and "
              + "\(parameters[offset + 2])"))
      }
      offset = dataStart + dataLength
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

internal import AdvertisingData

/// Finds advertising in link-layer packets.
struct LinkLayerDissector {
  private(set) var counts = LinkLayerCounts()
  private var extended = ExtendedPDUs()
  private let keepsBadCRC: Bool

  init(keepsBadCRC: Bool) {
    self.keepsBadCRC = keepsBadCRC
  }

  mutating func dissect(
    _ packet: borrowing LinkLayerPacket, into sink: inout ErasedSink, problems: inout ProblemLog
  ) {
    guard packet.accessAddress == LinkLayerPacket.advertisingAccessAddress else {
      counts.skipped += 1
      return
    }
    if let repeatable = RepeatablePacket(packet) {
      if sink.receiveRepeat(repeatable, time: packet.time, record: packet.record) { return }
      if dissectSingle(repeatable, of: packet, into: &sink) { return }
    }
    dissectAny(packet, into: &sink, problems: &problems)
  }

  /// Takes a legacy PDU apart that has nothing to remark; `false` if it has.
  @inline(never)
  private func dissectSingle(
    _ repeatable: RepeatablePacket, of packet: borrowing LinkLayerPacket, into sink: inout ErasedSink
  ) -> Bool {
    var problems = ProblemLog()
    guard let pdu = LinkLayerPDU(packet, keepsBadCRC: keepsBadCRC, problems: &problems), problems.problems.isEmpty,
      let kind = Self.kindWithData(ofType: pdu.type),
      let address = pdu.address(at: 0, type: pdu.senderAddressType)
    else { return false }
    sink.receive(Self.report(pdu, as: kind, address: address, data: 6..<pdu.payload.count), of: repeatable)
    return true
  }

  /// The kind of a legacy PDU that carries data; `nil` for other types.
  private static func kindWithData(ofType type: UInt8) -> PDUKind? {
    switch type {
    case 0: PDUKind(.advInd, .advInd)
    case 2: PDUKind(.advNonconnInd, .advNonconnInd)
    case 4: PDUKind(.scanRsp, nil)
    case 6: PDUKind(.advScanInd, .advScanInd)
    default: nil
    }
  }

  private mutating func dissectAny(
    _ packet: borrowing LinkLayerPacket, into sink: inout ErasedSink, problems: inout ProblemLog
  ) {
    guard let pdu = LinkLayerPDU(packet, keepsBadCRC: keepsBadCRC, problems: &problems) else { return }
    if let kind = Self.kindWithData(ofType: pdu.type) {
      handOn(pdu, as: kind, into: &sink, problems: &problems)
      return
    }
    switch pdu.type {
    case 1: handOn(pdu, as: PDUKind(.advDirectInd, .advDirectInd), dataStart: 12, into: &sink, problems: &problems)
    case 3:
      counts.scanRequests += 1
      extended.noteScanRequest(pdu)
    case 5: counts.connectionRequests += 1
    case 7:
      if !extended.dissect(pdu, into: &sink, problems: &problems) { counts.skipped += 1 }
    default: counts.skipped += 1
    }
  }

  /// Hands out what is left of extended advertisements whose last packet never came.
  mutating func finish<Sink: AdvertisingSink>(into sink: inout Sink, problems: inout ProblemLog) {
    extended.finish(into: &sink, problems: &problems)
  }

  /// A legacy PDU: the advertiser's address, in ADV_DIRECT_IND that of whom it is for, then data.
  private func handOn<Sink: AdvertisingSink>(
    _ pdu: borrowing LinkLayerPDU, as kind: PDUKind, dataStart: Int = 6, into sink: inout Sink,
    problems: inout ProblemLog
  ) {
    let payload = pdu.payload
    guard payload.count >= dataStart, let address = pdu.address(at: 0, type: pdu.senderAddressType) else {
      problems.note(.reportInvalid, fileOffset: pdu.payloadFileOffset, record: pdu.record) {
        "expected \(kind.pdu.rawValue) with at least \(dataStart) bytes, found \(payload.count)"
      }
      return
    }
    // What follows the second address of ADV_DIRECT_IND would be no advertising data.
    let data = kind.pdu == .advDirectInd ? dataStart..<dataStart : dataStart..<payload.count
    sink.receive(Self.report(pdu, as: kind, address: address, data: data))
  }

  @_lifetime(copy pdu)
  private static func report(
    _ pdu: borrowing LinkLayerPDU, as kind: PDUKind, address: DeviceAddress, data: Range<Int>
  ) -> AdvertisingReport {
    AdvertisingReport(
      source: .pdu, kind: kind, address: address, adapter: 0, advertisingSID: nil, rssi: pdu.reception.rssi,
      time: pdu.time, record: pdu.record, dataFileOffset: pdu.payloadFileOffset + data.lowerBound, isComplete: true,
      data: pdu.payload.extracting(data), channel: pdu.reception.channel, crc: pdu.crc)
  }
}

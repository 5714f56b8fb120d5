internal import AdvertisingData

/// Finds advertising in link-layer packets.
struct LinkLayerDissector {
  private(set) var counts = LinkLayerCounts()
  private var extended = ExtendedPDUs()
  private let keepsBadCRC: Bool

  init(keepsBadCRC: Bool) {
    self.keepsBadCRC = keepsBadCRC
  }

  mutating func dissect<Sink: AdvertisingSink>(
    _ packet: borrowing LinkLayerPacket, into sink: inout Sink, problems: inout ProblemLog
  ) {
    guard packet.accessAddress == LinkLayerPacket.advertisingAccessAddress else {
      counts.skipped += 1
      return
    }
    guard let pdu = LinkLayerPDU(packet, keepsBadCRC: keepsBadCRC, problems: &problems) else { return }
    switch pdu.type {
    case 0: handOn(pdu, as: PDUKind(.advInd, .advInd), into: &sink, problems: &problems)
    case 1: handOn(pdu, as: PDUKind(.advDirectInd, .advDirectInd), dataStart: 12, into: &sink, problems: &problems)
    case 2: handOn(pdu, as: PDUKind(.advNonconnInd, .advNonconnInd), into: &sink, problems: &problems)
    case 3:
      counts.scanRequests += 1
      extended.noteScanRequest(pdu)
    case 4: handOn(pdu, as: PDUKind(.scanRsp, nil), into: &sink, problems: &problems)
    case 5: counts.connectionRequests += 1
    case 6: handOn(pdu, as: PDUKind(.advScanInd, .advScanInd), into: &sink, problems: &problems)
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
    sink.receive(
      AdvertisingReport(
        source: .pdu, kind: kind, address: address, adapter: 0, advertisingSID: nil, rssi: pdu.reception.rssi,
        time: pdu.time, record: pdu.record, dataFileOffset: pdu.payloadFileOffset + dataStart, isComplete: true,
        data: payload.extracting(data), channel: pdu.reception.channel, crc: pdu.crc))
  }
}

internal import AdvertReading
internal import AdvertisingData

/// Finds advertising in link-layer packets.
struct LinkLayerDissector {
  private(set) var counts = LinkLayerCounts()
  private var extended = ExtendedPDUs()
  private let keepsBadCRC: Bool

  init(keepsBadCRC: Bool) {
    self.keepsBadCRC = keepsBadCRC
  }

  @inline(__always)
  mutating func dissect(
    _ packet: LinkLayerPacket, _ octets: Span<UInt8>, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    guard packet.accessAddress == LinkLayerPacket.advertisingAccessAddress else {
      if !dissectPeriodic(packet, octets, into: &sink, problems: &problems) { counts.skipped += 1 }
      return
    }
    if let repeatable = RepeatablePacket(packet, octets),
      sink.receiveRepeat(repeatable, octets, time: packet.time, record: packet.record)
    {
      return
    }
    dissectNew(packet, octets, into: &sink, problems: &problems)
  }

  /// Dissects a packet that is not an advertisement. Returns `false` for a packet of a connection, or of a train that
  /// no advertisement points to.
  @inline(never)
  private mutating func dissectPeriodic(
    _ packet: LinkLayerPacket, _ octets: Span<UInt8>, into sink: inout BatchingSink, problems: inout ProblemLog
  ) -> Bool {
    extended.trains.has(packet)
      && extended.trains.dissect(packet, octets, keepsBadCRC: keepsBadCRC, into: &sink, problems: &problems)
  }

  /// Returns the kind of a legacy PDU with data; `nil` for other types.
  private static func kindWithData(ofType type: UInt8) -> PDUKind? {
    switch type {
    case 0: PDUKind(.advInd, .advInd)
    case 2: PDUKind(.advNonconnInd, .advNonconnInd)
    case 4: PDUKind(.scanRsp, nil)
    case 6: PDUKind(.advScanInd, .advScanInd)
    default: nil
    }
  }

  @inline(never)
  private mutating func dissectNew(
    _ packet: LinkLayerPacket, _ octets: Span<UInt8>, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    guard let pdu = LinkLayerPDU(packet, octets, keepsBadCRC: keepsBadCRC, problems: &problems) else { return }
    if let kind = Self.kindWithData(ofType: pdu.type) {
      guard let report = Self.report(pdu, as: kind, problems: &problems) else { return }
      // A packet with a wrong CRC is never a repeat: each is a problem.
      if pdu.crc != .bad, let repeatable = RepeatablePacket(packet, octets) {
        sink.receive(report, of: repeatable, octets)
      } else {
        sink.receive(report)
      }
      return
    }
    switch pdu.type {
    case 1:
      // Octets after the second address are not advertising data.
      if let report = Self.report(pdu, as: PDUKind(.advDirectInd, .advDirectInd), data: 12..<12, problems: &problems) {
        sink.receive(report)
      }
    case 3:
      counts.scanRequests += 1
      if pdu.crc != .bad, let request = ScanRequest(pdu) { sink.receive(.scanRequest(request)) }
      extended.noteScanRequest(pdu)
    case 5: counts.connectionRequests += 1
    case 7:
      if !extended.dissect(pdu, into: &sink, problems: &problems) { counts.skipped += 1 }
    default: counts.skipped += 1
    }
  }

  /// Delivers extended advertisements whose last packet is missing.
  mutating func finish(into sink: inout BatchingSink, problems: inout ProblemLog) {
    extended.finish(into: &sink, problems: &problems)
  }

  /// Returns the report of a legacy PDU: the advertiser's address, in ADV_DIRECT_IND the target's, then data. `nil`,
  /// with a problem noted, when it is too short.
  @_lifetime(copy pdu)
  private static func report(
    _ pdu: borrowing LinkLayerPDU, as kind: PDUKind, data: Range<Int>? = nil, problems: inout ProblemLog
  ) -> AdvertisingReport? {
    let dataStart = data?.lowerBound ?? 6
    guard pdu.payload.count >= dataStart, let address = pdu.address(at: 0, type: pdu.senderAddressType) else {
      pdu.noteInvalid(
        expected: "\(kind.pdu.rawValue) with at least \(dataStart) bytes", found: "\(pdu.payload.count)", in: &problems)
      return nil
    }
    return AdvertisingReport(
      source: .pdu, kind: kind, address: address, adapter: 0, advertisingSID: nil, rssi: pdu.reception.rssi,
      time: pdu.time, record: pdu.record, dataFileOffset: pdu.payloadFileOffset + dataStart, isComplete: true,
      data: pdu.payload.extracting(data ?? dataStart..<pdu.payload.count), channel: pdu.reception.channel, crc: pdu.crc,
      radioTime: pdu.reception.radioTime)
  }
}

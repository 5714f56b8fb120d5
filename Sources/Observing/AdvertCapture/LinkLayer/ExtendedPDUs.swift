internal import AdvertReading
internal import AdvertisingData

/// Finds out the kind of each extended advertising PDU of type 7, which the PDU does not state, and passes it to the
/// assembler of advertisements (Core Vol 6 Part B 2.3.4).
struct ExtendedPDUs {
  private var assembler = AuxiliaryAssembler()
  private var exchanges = ScanExchanges()
  /// The periodic trains that advertisements point to.
  var trains = PeriodicTrains()

  private enum Role {
    case advExtInd
    case auxAdvInd
    case auxChainInd
    case auxSyncInd
    case auxScanRsp
  }

  /// Dissects a PDU; returns `false` for packets that the capture marks as periodic, although they have the access
  /// address of all advertising.
  mutating func dissect(
    _ pdu: borrowing LinkLayerPDU, into sink: inout BatchingSink, problems: inout ProblemLog
  ) -> Bool {
    guard let pdu = ExtendedPDU(pdu, problems: &problems) else { return true }
    assembler.deliverOverdue(at: pdu.pdu.time, into: &sink, problems: &problems)
    switch role(of: pdu) {
    case .advExtInd: assembler.addAdvExtInd(pdu, into: &sink, problems: &problems)
    case .auxAdvInd:
      exchanges.noteAdvertisement(pdu)
      let address = assembler.addAuxAdvInd(pdu, into: &sink, problems: &problems)
      if let train = pdu.header.syncInfo {
        trains.note(
          train, of: address ?? .anonymous, advertisingSID: pdu.dataInfo?.sid,
          into: &sink, problems: &problems)
      }
    case .auxScanRsp:
      let sid = pdu.dataInfo?.sid ?? exchanges.takeAdvertisingSID(answeredBy: pdu)
      assembler.addAuxScanRsp(pdu, advertisingSID: sid, into: &sink, problems: &problems)
    case .auxChainInd: assembler.addAuxChainInd(pdu, into: &sink, problems: &problems)
    case .auxSyncInd: return false
    }
    return true
  }

  mutating func noteScanRequest(_ pdu: borrowing LinkLayerPDU) {
    exchanges.noteRequest(pdu)
  }

  /// Delivers advertisements whose next packet is missing.
  mutating func finish(into sink: inout BatchingSink, problems: inout ProblemLog) {
    assembler.flushAll(into: &sink, problems: &problems)
    trains.finish(into: &sink, problems: &problems)
  }

  /// Returns the role by the capture's header, else by the packets before, else by the content.
  private func role(of pdu: borrowing ExtendedPDU) -> Role {
    let reception = pdu.pdu.reception
    if let channel = reception.channel, channel >= 37 { return .advExtInd }
    switch reception.auxiliaryKind {
    case .chainInd: return .auxChainInd
    case .syncInd: return .auxSyncInd
    case .scanRsp: return .auxScanRsp
    // Writers that do not know the kind also use AUX_ADV_IND.
    case .advInd, nil: break
    }
    // Writers that do not know the channel write 0.
    let mayBePrimary = reception.auxiliaryKind == nil && reception.channel ?? 0 == 0
    if mayBePrimary, pdu.next != nil, pdu.mayBeAdvExtInd { return .advExtInd }
    if pdu.advertising == .extendedNonconnectable, !assembler.awaitsAuxAdvInd(pdu) {
      if exchanges.expectResponse(pdu) { return .auxScanRsp }
      // Without an address it belongs to a packet before it, unless the header marks it as the start of an
      // advertisement.
      if pdu.address == nil, assembler.awaitsAuxChainInd(pdu) || reception.auxiliaryKind == nil { return .auxChainInd }
    }
    return mayBePrimary && pdu.dataInfo == nil && pdu.mayBeAdvExtInd ? .advExtInd : .auxAdvInd
  }
}

/// A PDU of type 7 with its extended header: ADV_EXT_IND or an auxiliary packet, viewed in place.
struct ExtendedPDU: ~Escapable {
  let pdu: LinkLayerPDU
  let header: ExtendedHeader
  /// The kind of advertising by the mode. Scan responses, chained and periodic packets have no kind, and the mode of
  /// non-connectable advertising.
  let advertising: AdvertisingPDU
  let address: DeviceAddress?
  let dataInfo: DataInfo?
  /// The pointer to the next packet; `nil` when the advertisement ends here.
  let next: AuxiliaryPointer?

  /// Reads the header of a PDU; `nil`, with a problem noted, when the header is too short for its fields or its mode is
  /// reserved.
  @_lifetime(copy pdu)
  init?(_ pdu: borrowing LinkLayerPDU, problems: inout ProblemLog) {
    guard let header = ExtendedHeader(pdu.payload), let advertising = header.mode.advertising else {
      pdu.noteInvalid(
        expected: "an extended header with room for its fields and a mode from 0 to 2", found: "none", in: &problems)
      return nil
    }
    self.advertising = advertising
    address = header.advertiserAddress(type: pdu.senderAddressType)
    dataInfo = header.dataInfo
    next = header.auxiliaryPointer
    self.header = header
    self.pdu = copy pdu
  }

  /// The advertising or scan response data, or a fragment of them.
  var data: Span<UInt8> {
    @_lifetime(copy self)
    get { pdu.payload.extracting(header.data) }
  }

  /// The AD structures that the controller added to the header.
  var acad: Span<UInt8> {
    @_lifetime(copy self)
    get { pdu.payload.extracting(header.acad) }
  }

  /// Offset in the input of the first data octet.
  var dataFileOffset: Int { pdu.payloadFileOffset + header.data.lowerBound }

  /// Whether the header has only the fields that an ADV_EXT_IND may have.
  var mayBeAdvExtInd: Bool {
    header.data.isEmpty && header.acad.isEmpty && header.offset(of: .syncInfo) == nil
  }
}

/// The advertisers that may send an AUX_SCAN_RSP next. Such a packet looks like an AUX_ADV_IND and may not name its
/// set.
struct ScanExchanges {
  /// The most exchanges, above those that a sniffer can hear at a time on all channels.
  private static let most = 16

  private var exchanges: [Exchange] = []

  private struct Exchange {
    let address: DeviceAddress
    /// The set; `nil` when only a request was received, which names no set.
    let advertisingSID: UInt8?
    let channel: UInt8?
    /// The only record that the response can be in; `nil` for any record.
    let record: Int?
  }

  /// Notes an AUX_ADV_IND. For a scannable set the data are in the response.
  mutating func noteAdvertisement(_ pdu: borrowing ExtendedPDU) {
    guard pdu.advertising == .extendedScannable, let address = pdu.address else { return }
    add(
      Exchange(
        address: address, advertisingSID: pdu.dataInfo?.sid, channel: pdu.pdu.reception.channel, record: nil))
  }

  /// Notes a scan request: ScanA, then AdvA. On a primary channel it is for a legacy advertiser. When the channel is
  /// unknown, only the next record can be the response to an AUX_SCAN_REQ.
  mutating func noteRequest(_ pdu: borrowing LinkLayerPDU) {
    let channel = pdu.reception.channel
    guard channel ?? 0 < 37, let address = pdu.address(at: 6, type: pdu.targetAddressType) else { return }
    // The advertisement before it is more exact, because it names the set.
    guard !exchanges.contains(where: { $0.address == address && $0.channel == channel }) else { return }
    add(
      Exchange(address: address, advertisingSID: nil, channel: channel, record: channel == nil ? pdu.record + 1 : nil))
  }

  /// Returns whether a packet that looks like an AUX_ADV_IND is a scan response.
  func expectResponse(_ pdu: borrowing ExtendedPDU) -> Bool {
    index(answeredBy: pdu) != nil
  }

  /// Returns the set of a response, when it is known, and ends the exchange.
  mutating func takeAdvertisingSID(answeredBy pdu: borrowing ExtendedPDU) -> UInt8? {
    index(answeredBy: pdu).flatMap { exchanges.remove(at: $0).advertisingSID }
  }

  private func index(answeredBy pdu: borrowing ExtendedPDU) -> Int? {
    guard let address = pdu.address else { return nil }
    let channel = pdu.pdu.reception.channel
    let record = pdu.pdu.record
    let sid = pdu.dataInfo?.sid
    return exchanges.lastIndex {
      $0.address == address && $0.channel == channel && $0.record ?? record == record
        && (sid == nil || $0.advertisingSID == nil || $0.advertisingSID == sid)
    }
  }

  private mutating func add(_ exchange: Exchange) {
    exchanges.removeAll { $0.address == exchange.address && $0.channel == exchange.channel }
    if exchanges.count == Self.most { exchanges.removeFirst() }
    exchanges.append(exchange)
  }
}

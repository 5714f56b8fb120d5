internal import AdvertisingData

/// Finds out which extended advertising PDU each PDU of type 7 is, which it does not say itself, and passes it on to be
/// joined with the others of its advertisement (Core Vol 6 Part B 2.3.4).
struct ExtendedPDUs {
  private var assembler = AuxiliaryAssembler()
  private var exchanges = ScanExchanges()

  private enum Role {
    case advExtInd
    case auxAdvInd
    case auxChainInd
    case auxSyncInd
    case auxScanRsp
  }

  /// `false` for packets of periodic advertising, which are no advertisements.
  mutating func dissect<Sink: AdvertisingSink>(
    _ pdu: borrowing LinkLayerPDU, into sink: inout Sink, problems: inout ProblemLog
  ) -> Bool {
    guard let pdu = ExtendedPDU(pdu, problems: &problems) else { return true }
    assembler.handOnOverdue(at: pdu.pdu.time, into: &sink, problems: &problems)
    switch role(of: pdu) {
    case .advExtInd: assembler.receiveAdvExtInd(pdu, into: &sink, problems: &problems)
    case .auxAdvInd:
      exchanges.noteAdvertisement(pdu)
      assembler.receiveAuxAdvInd(pdu, into: &sink, problems: &problems)
    case .auxScanRsp:
      let sid = pdu.dataInfo?.sid ?? exchanges.takeAdvertisingSID(answeredBy: pdu)
      assembler.receiveAuxScanRsp(pdu, advertisingSID: sid, into: &sink, problems: &problems)
    case .auxChainInd: assembler.receiveAuxChainInd(pdu, into: &sink, problems: &problems)
    case .auxSyncInd: return false
    }
    return true
  }

  mutating func noteScanRequest(_ pdu: borrowing LinkLayerPDU) {
    exchanges.noteRequest(pdu)
  }

  /// Hands out what is left of advertisements whose next packet never came.
  mutating func finish<Sink: AdvertisingSink>(into sink: inout Sink, problems: inout ProblemLog) {
    assembler.flushAll(into: &sink, problems: &problems)
  }

  /// What the capture's header says; where it says nothing, what came before says it, and at last the content.
  private func role(of pdu: borrowing ExtendedPDU) -> Role {
    let reception = pdu.pdu.reception
    if let channel = reception.channel, channel >= 37 { return .advExtInd }
    switch reception.auxiliaryKind {
    case .chainInd: return .auxChainInd
    case .syncInd: return .auxSyncInd
    case .scanRsp: return .auxScanRsp
    // Writers that do not know the kind say AUX_ADV_IND too.
    case .advInd, nil: break
    }
    // Writers that do not know the channel say 0.
    let mayBePrimary = reception.auxiliaryKind == nil && reception.channel ?? 0 == 0
    if mayBePrimary, pdu.next != nil, pdu.mayBeAdvExtInd { return .advExtInd }
    if pdu.advertising == .extendedNonconnectable, !assembler.awaitsAuxAdvInd(pdu) {
      if exchanges.expectResponse(pdu) { return .auxScanRsp }
      // Without an address it belongs to something before it, unless the header vouches for an anonymous advertiser.
      if pdu.address == nil, assembler.awaitsAuxChainInd(pdu) || reception.auxiliaryKind == nil { return .auxChainInd }
    }
    return mayBePrimary && pdu.dataInfo == nil && pdu.mayBeAdvExtInd ? .advExtInd : .auxAdvInd
  }
}

internal import AdvertisingData

/// A PDU of type 7 with its extended header read: ADV_EXT_IND or an auxiliary packet, viewed in place.
struct ExtendedPDU: ~Escapable {
  let pdu: LinkLayerPDU
  let header: ExtendedHeader
  /// The kind of advertising as the mode says it. Scan responses, chained and periodic packets, which are of no kind,
  /// all say non-connectable.
  let advertising: AdvertisingPDU
  let address: DeviceAddress?
  let dataInfo: DataInfo?
  /// Where the advertisement goes on; `nil` when it ends here.
  let next: AuxiliaryPointer?

  /// `nil`, with a problem noted, when the header does not hold its fields or its mode is reserved.
  @_lifetime(copy pdu)
  init?(_ pdu: borrowing LinkLayerPDU, problems: inout ProblemLog) {
    guard let header = ExtendedHeader(pdu.payload), let advertising = header.mode.advertising else {
      problems.note(.reportInvalid, fileOffset: pdu.payloadFileOffset, record: pdu.record) {
        "expected an extended header with room for its fields and a mode from 0 to 2, found none"
      }
      return nil
    }
    self.advertising = advertising
    address = header.advertiserAddress(type: pdu.senderAddressType)
    dataInfo = header.dataInfo
    next = header.auxiliaryPointer
    self.header = header
    self.pdu = copy pdu
  }

  /// The advertising or scan response data, or a piece of them.
  var data: Span<UInt8> {
    @_lifetime(copy self)
    get { pdu.payload.extracting(header.data) }
  }

  /// What the controller added to the header.
  var acad: Span<UInt8> {
    @_lifetime(copy self)
    get { pdu.payload.extracting(header.acad) }
  }

  /// Offset in the input of the first data octet.
  var dataFileOffset: Int { pdu.payloadFileOffset + header.data.lowerBound }

  /// Whether there is nothing in it that ADV_EXT_IND must not have.
  var mayBeAdvExtInd: Bool {
    header.data.isEmpty && header.acad.isEmpty && header.offset(of: .syncInfo) == nil
  }
}

internal import AdvertisingData

/// Remembers who may send an AUX_SCAN_RSP next. The packet itself looks like an AUX_ADV_IND and need not name its set.
struct ScanExchanges {
  /// More than are under way at a time on all channels of a sniffer.
  private static let most = 16

  private var exchanges: [Exchange] = []

  private struct Exchange {
    let address: DeviceAddress
    /// `nil` when only a request was seen, which names no set.
    let advertisingSID: UInt8?
    let channel: UInt8?
    /// The one record the response can be in; `nil` when it can be in any.
    let record: Int?
  }

  /// An AUX_ADV_IND. That of a scannable set has no data: they come in the response, should somebody ask for one.
  mutating func noteAdvertisement(_ pdu: borrowing ExtendedPDU) {
    guard pdu.advertising == .extendedScannable, let address = pdu.address else { return }
    add(
      Exchange(
        address: address, advertisingSID: pdu.dataInfo?.sid, channel: pdu.pdu.reception.channel, record: nil))
  }

  /// A scan request: ScanA, then AdvA. On a primary channel it asks a legacy advertiser; where the channel is not
  /// known only a response right after it shows that it did not.
  mutating func noteRequest(_ pdu: borrowing LinkLayerPDU) {
    let channel = pdu.reception.channel
    guard channel ?? 0 < 37, let address = pdu.address(at: 6, type: pdu.targetAddressType) else { return }
    // The advertisement it answers is a better witness: it names the set.
    guard !exchanges.contains(where: { $0.address == address && $0.channel == channel }) else { return }
    add(
      Exchange(address: address, advertisingSID: nil, channel: channel, record: channel == nil ? pdu.record + 1 : nil))
  }

  /// Whether a packet that looks like an AUX_ADV_IND is a response.
  func expectResponse(_ pdu: borrowing ExtendedPDU) -> Bool {
    index(answeredBy: pdu) != nil
  }

  /// The set a response belongs to, when that was seen. Nothing more is expected of it then.
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

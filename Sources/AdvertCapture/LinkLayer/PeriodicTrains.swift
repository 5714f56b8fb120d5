internal import AdvertisingData

/// The packets of periodic trains: AUX_SYNC_IND, and the AUX_CHAIN_INDs after it (Core Vol 6 Part B 2.3.4).
///
/// A train has an access address and a CRC of its own, which the SyncInfo of an AUX_ADV_IND tells. Trains whose AUX_ADV_IND is
/// not in the capture cannot be told from connections.
struct PeriodicTrains {
  /// More than are near at a time. Beyond the limit the oldest is forgotten.
  private static let mostTrains = 64
  /// The longest periodic advertising data there can be (Core Vol 4 Part E 7.8.62).
  private static let longestData = 1650
  /// A packet of a chain this near its expected time is the expected one: the shortest interval of a train is 7.5 ms.
  private static let mostMicrosecondsOff: UInt64 = 3750

  private var trains: [Train] = []

  private struct Train {
    let accessAddress: UInt32
    let crcStart: UInt32
    let address: DeviceAddress
    let advertisingSID: UInt8?
    var unfinished: Unfinished?
  }

  /// The first packets of data that continue in another.
  private struct Unfinished {
    let fileOffset: Int
    var next: AuxiliaryPointer
    var time: Timestamp?
    var record: Int
    var channel: UInt8?
    var rssi: Int8?
    var crc: AdvertisingReport.CRC
    var data: [UInt8] = []
    var acad: [UInt8] = []
  }

  /// A train that an AUX_ADV_IND points to.
  mutating func note<Sink: AdvertisingSink>(
    _ info: SyncInfo, of address: DeviceAddress, advertisingSID: UInt8?, into sink: inout Sink,
    problems: inout ProblemLog
  ) {
    // The access address of all advertising is that of no train.
    guard info.accessAddress != LinkLayerPacket.advertisingAccessAddress else { return }
    let crcStart = CRC24.register(from: info.crcInit)
    if let index = trains.firstIndex(where: { $0.accessAddress == info.accessAddress }) {
      let known = trains[index]
      if known.address == address, known.advertisingSID == advertisingSID, known.crcStart == crcStart { return }
      end(index, into: &sink, problems: &problems)
    } else if trains.count == Self.mostTrains {
      end(0, into: &sink, problems: &problems)
    }
    trains.append(
      Train(
        accessAddress: info.accessAddress, crcStart: crcStart, address: address, advertisingSID: advertisingSID))
  }

  /// Whether the packet is of a train, and no connection's. Most captures have no trains.
  func has(_ packet: LinkLayerPacket) -> Bool {
    trains.contains { $0.accessAddress == packet.accessAddress }
  }

  /// A packet of a train. `false` when it is of a type that trains do not have.
  mutating func dissect<Sink: AdvertisingSink>(
    _ packet: LinkLayerPacket, _ octets: Span<UInt8>, keepsBadCRC: Bool, into sink: inout Sink,
    problems: inout ProblemLog
  ) -> Bool {
    guard let index = trains.firstIndex(where: { $0.accessAddress == packet.accessAddress }),
      let pdu = LinkLayerPDU(
        packet, octets, crcStart: trains[index].crcStart, keepsBadCRC: keepsBadCRC, problems: &problems)
    else { return true }
    guard pdu.type == 7 else { return false }
    guard let pdu = ExtendedPDU(pdu, problems: &problems) else { return true }
    var unfinished = trains[index].unfinished.take()
    if unfinished == nil, pdu.pdu.reception.auxiliaryKind == .chainInd {
      problems.note(
        .advertisementIncomplete, fileOffset: pdu.dataFileOffset, record: pdu.pdu.record,
        expected: "an AUX_SYNC_IND before its AUX_CHAIN_IND", found: "the latter alone")
      return true
    }
    if let beginning = unfinished, !Self.continues(beginning, pdu) {
      handOn(beginning, of: trains[index], isComplete: false, into: &sink, problems: &problems)
      unfinished = nil
    }
    guard var joined = unfinished else {
      if let next = pdu.next {
        trains[index].unfinished = Self.beginning(with: pdu, next)
      } else {
        handOn(pdu, of: trains[index], into: &sink)
      }
      return true
    }
    Self.append(pdu, to: &joined)
    let isTooLong = joined.data.count > Self.longestData
    if pdu.next == nil || isTooLong {
      handOn(joined, of: trains[index], isComplete: !isTooLong, into: &sink, problems: &problems)
    } else {
      trains[index].unfinished = joined
    }
    return true
  }

  /// Delivers everything that is pending, as incomplete.
  mutating func finish<Sink: AdvertisingSink>(into sink: inout Sink, problems: inout ProblemLog) {
    while !trains.isEmpty { end(trains.count - 1, into: &sink, problems: &problems) }
  }

  private mutating func end<Sink: AdvertisingSink>(_ index: Int, into sink: inout Sink, problems: inout ProblemLog) {
    let train = trains.remove(at: index)
    if let unfinished = train.unfinished {
      handOn(unfinished, of: train, isComplete: false, into: &sink, problems: &problems)
    }
  }
}

// MARK: - Chains

extension PeriodicTrains {
  /// Whether the packet is the next of the data. An AUX_SYNC_IND looks alike.
  private static func continues(_ unfinished: Unfinished, _ pdu: borrowing ExtendedPDU) -> Bool {
    let reception = pdu.pdu.reception
    switch reception.auxiliaryKind {
    case .chainInd: return true
    case .syncInd: return false
    // Writers that do not know the kind use AUX_ADV_IND too.
    case .advInd, .scanRsp, nil: break
    }
    // Writers that do not know the channel write 0.
    if let channel = reception.channel, channel != 0, channel != unfinished.next.channel { return false }
    guard let due = unfinished.next.due(after: unfinished.time), let time = pdu.pdu.time else { return true }
    return time.distance(to: due) <= mostMicrosecondsOff
  }

  private static func beginning(with pdu: borrowing ExtendedPDU, _ next: AuxiliaryPointer) -> Unfinished {
    var unfinished = Unfinished(
      fileOffset: pdu.dataFileOffset, next: next, record: pdu.pdu.record, crc: pdu.pdu.crc)
    append(pdu, to: &unfinished)
    return unfinished
  }

  private static func append(_ pdu: borrowing ExtendedPDU, to unfinished: inout Unfinished) {
    if let next = pdu.next { unfinished.next = next }
    unfinished.time = pdu.pdu.time
    unfinished.record = pdu.pdu.record
    unfinished.channel = pdu.pdu.reception.channel
    unfinished.rssi = pdu.pdu.reception.rssi ?? unfinished.rssi
    unfinished.crc = unfinished.crc.combined(with: pdu.pdu.crc)
    for octet in pdu.data.indices { unfinished.data.append(pdu.data[octet]) }
    for octet in pdu.acad.indices { unfinished.acad.append(pdu.acad[octet]) }
  }

  private func handOn<Sink: AdvertisingSink>(_ pdu: borrowing ExtendedPDU, of train: Train, into sink: inout Sink) {
    sink.receive(
      AdvertisingReport(
        source: .pdu, kind: PDUKind(.auxSyncInd, nil), address: train.address, adapter: 0,
        advertisingSID: train.advertisingSID, rssi: pdu.pdu.reception.rssi, time: pdu.pdu.time, record: pdu.pdu.record,
        dataFileOffset: pdu.dataFileOffset, isComplete: true, data: pdu.data, acad: pdu.acad,
        channel: pdu.pdu.reception.channel, crc: pdu.pdu.crc))
  }

  private func handOn<Sink: AdvertisingSink>(
    _ unfinished: Unfinished, of train: Train, isComplete: Bool, into sink: inout Sink, problems: inout ProblemLog
  ) {
    if !isComplete {
      problems.note(
        .advertisementIncomplete, fileOffset: unfinished.fileOffset, record: unfinished.record,
        expected: "the rest of periodic advertising data", found: "the first \(unfinished.data.count) bytes")
    }
    sink.receive(
      AdvertisingReport(
        source: .pdu, kind: PDUKind(.auxSyncInd, nil), address: train.address, adapter: 0,
        advertisingSID: train.advertisingSID, rssi: unfinished.rssi, time: unfinished.time, record: unfinished.record,
        dataFileOffset: nil, isComplete: isComplete, data: unfinished.data.span, acad: unfinished.acad.span,
        channel: unfinished.channel, crc: unfinished.crc))
  }
}

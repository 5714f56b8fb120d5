internal import AdvertisingData

/// Joins the packets of extended advertisements: ADV_EXT_IND, the AUX_ADV_IND it points to, and the AUX_CHAIN_INDs
/// after that; likewise AUX_SCAN_RSP and its chain. Each joined advertisement becomes one report.
///
/// Packets of different sets interleave, so several advertisements are pending at a time. Their number and length are
/// limited. An advertisement whose next packet is missing is delivered as incomplete.
struct AuxiliaryAssembler {
  /// More than are pending at a time, also in busy places.
  private static let mostPending = 64
  /// The longest advertising data there can be.
  private static let longestData = AdvertisingPDU.extendedNonconnectable.payloadLimit

  private var pending: [PendingAdvertisement] = []

  /// An ADV_EXT_IND. It is an advertisement of its own when it has no pointer, or when the packet it points to is
  /// missing.
  mutating func receiveAdvExtInd<Sink: AdvertisingSink>(
    _ pdu: borrowing ExtendedPDU, into sink: inout Sink, problems: inout ProblemLog
  ) {
    let kind = PDUKind(.advExtInd, pdu.advertising)
    guard let next = pdu.next else {
      handOn(pdu, kind: kind, address: pdu.address, advertisingSID: pdu.dataInfo?.sid, into: &sink)
      return
    }
    var index = 0
    while index < pending.count {
      if pending[index].awaited == .auxAdvInd {
        // An advertising event has up to three, on different channels, which all point to the same packet.
        if pending[index].isAnnounced(by: pdu, at: next) { return }
        if pending[index].isOverdue(at: pdu) {
          handOn(pending.remove(at: index), isComplete: false, into: &sink, problems: &problems)
          continue
        }
      }
      index += 1
    }
    wait(
      PendingAdvertisement(
        awaiting: .auxAdvInd, at: next, kind: kind, address: pdu.address, advertisingSID: pdu.dataInfo?.sid, after: pdu),
      into: &sink, problems: &problems)
  }

  /// An AUX_ADV_IND. It is one advertisement, with or without its ADV_EXT_IND. Returns its advertiser, whom either names.
  mutating func receiveAuxAdvInd<Sink: AdvertisingSink>(
    _ pdu: borrowing ExtendedPDU, into sink: inout Sink, problems: inout ProblemLog
  ) -> DeviceAddress? {
    let announced = index(of: .auxAdvInd, for: pdu).map { pending.remove(at: $0) }
    let address = pdu.address ?? announced?.address
    receive(
      pdu, kind: PDUKind(.auxAdvInd, pdu.advertising), address: address, advertisingSID: pdu.dataInfo?.sid, into: &sink,
      problems: &problems)
    return address
  }

  mutating func receiveAuxScanRsp<Sink: AdvertisingSink>(
    _ pdu: borrowing ExtendedPDU, advertisingSID: UInt8?, into sink: inout Sink, problems: inout ProblemLog
  ) {
    receive(
      pdu, kind: PDUKind(.auxScanRsp, .extendedScannable), address: pdu.address, advertisingSID: advertisingSID,
      into: &sink, problems: &problems)
  }

  /// An AUX_CHAIN_IND. It has no address, so its advertiser is unknown without the packets before it.
  mutating func receiveAuxChainInd<Sink: AdvertisingSink>(
    _ pdu: borrowing ExtendedPDU, into sink: inout Sink, problems: inout ProblemLog
  ) {
    guard let index = index(of: .auxChainInd, for: pdu) else {
      problems.note(
        .advertisementIncomplete, fileOffset: pdu.dataFileOffset, record: pdu.pdu.record,
        expected: "an AUX_ADV_IND before its AUX_CHAIN_IND", found: "the latter alone")
      return
    }
    pending[index].append(pdu)
    let isTooLong = pending[index].data.count > Self.longestData
    if pdu.next == nil || isTooLong {
      handOn(pending.remove(at: index), isComplete: !isTooLong, into: &sink, problems: &problems)
    }
  }

  func awaitsAuxAdvInd(_ pdu: borrowing ExtendedPDU) -> Bool {
    index(of: .auxAdvInd, for: pdu) != nil
  }

  func awaitsAuxChainInd(_ pdu: borrowing ExtendedPDU) -> Bool {
    index(of: .auxChainInd, for: pdu) != nil
  }

  /// Delivers what has waited longer than any pointer can say.
  mutating func handOnOverdue<Sink: AdvertisingSink>(
    at time: Timestamp?, into sink: inout Sink, problems: inout ProblemLog
  ) {
    guard let time else { return }
    var index = 0
    while index < pending.count {
      if pending[index].isOverdue(at: time) {
        handOn(pending.remove(at: index), isComplete: false, into: &sink, problems: &problems)
      } else {
        index += 1
      }
    }
  }

  /// Delivers everything that is pending, as incomplete.
  mutating func flushAll<Sink: AdvertisingSink>(into sink: inout Sink, problems: inout ProblemLog) {
    for advertisement in pending {
      handOn(advertisement, isComplete: false, into: &sink, problems: &problems)
    }
    pending = []
  }

  /// The first packet with data: a whole report, or the beginning of one.
  private mutating func receive<Sink: AdvertisingSink>(
    _ pdu: borrowing ExtendedPDU, kind: PDUKind, address: DeviceAddress?, advertisingSID: UInt8?,
    into sink: inout Sink, problems: inout ProblemLog
  ) {
    // A set sends one advertisement at a time, so the next one ends the one before.
    let unfinished = pending.firstIndex { [dataInfo = pdu.dataInfo] in
      $0.awaited == .auxChainInd && $0.dataInfo == dataInfo && $0.address == address && $0.kind == kind
    }
    if let unfinished {
      handOn(pending.remove(at: unfinished), isComplete: false, into: &sink, problems: &problems)
    }
    guard let next = pdu.next else {
      handOn(pdu, kind: kind, address: address, advertisingSID: advertisingSID, into: &sink)
      return
    }
    wait(
      PendingAdvertisement(
        awaiting: .auxChainInd, at: next, kind: kind, address: address, advertisingSID: advertisingSID, after: pdu),
      into: &sink, problems: &problems)
  }

  /// The pending advertisement whose next packet this is: the one with the nearest expected time, of equals the latest.
  private func index(of awaited: PendingAdvertisement.Awaited, for pdu: borrowing ExtendedPDU) -> Int? {
    var nearest: (index: Int, distance: UInt64)?
    for index in pending.indices where pending[index].awaited == awaited {
      if let distance = pending[index].distance(of: pdu), distance <= nearest?.distance ?? .max {
        nearest = (index, distance)
      }
    }
    return nearest?.index
  }

  private mutating func wait<Sink: AdvertisingSink>(
    _ advertisement: PendingAdvertisement, into sink: inout Sink, problems: inout ProblemLog
  ) {
    if pending.count == Self.mostPending {
      handOn(pending.removeFirst(), isComplete: false, into: &sink, problems: &problems)
    }
    pending.append(advertisement)
  }

  private func handOn<Sink: AdvertisingSink>(
    _ pdu: borrowing ExtendedPDU, kind: PDUKind, address: DeviceAddress?, advertisingSID: UInt8?, into sink: inout Sink
  ) {
    sink.receive(
      AdvertisingReport(
        source: .pdu, kind: kind, address: address ?? DeviceAddress(bits: 0, type: .anonymous), adapter: 0,
        advertisingSID: advertisingSID, rssi: pdu.pdu.reception.rssi, time: pdu.pdu.time, record: pdu.pdu.record,
        dataFileOffset: pdu.dataFileOffset, isComplete: true, data: pdu.data, acad: pdu.acad,
        channel: pdu.pdu.reception.channel, crc: pdu.pdu.crc))
  }

  private func handOn<Sink: AdvertisingSink>(
    _ advertisement: PendingAdvertisement, isComplete: Bool, into sink: inout Sink, problems: inout ProblemLog
  ) {
    if !isComplete {
      let (expected, found) =
        switch advertisement.awaited {
        case .auxAdvInd: ("the AUX_ADV_IND that an ADV_EXT_IND points to", "none")
        case .auxChainInd:
          ("the rest of an extended advertisement", "its first \(advertisement.data.count) bytes")
        }
      problems.note(
        .advertisementIncomplete, fileOffset: advertisement.fileOffset, record: advertisement.record,
        expected: expected, found: found)
    }
    sink.receive(
      AdvertisingReport(
        source: .pdu, kind: advertisement.kind,
        address: advertisement.address ?? DeviceAddress(bits: 0, type: .anonymous), adapter: 0,
        advertisingSID: advertisement.advertisingSID, rssi: advertisement.rssi, time: advertisement.time,
        record: advertisement.record, dataFileOffset: nil, isComplete: isComplete, data: advertisement.data.span,
        acad: advertisement.acad.span, channel: advertisement.channel, crc: advertisement.crc))
  }
}

/// An extended advertisement, or scan response, that continues in another packet.
struct PendingAdvertisement {
  let awaited: Awaited
  let kind: PDUKind
  let address: DeviceAddress?
  let dataInfo: DataInfo?
  let advertisingSID: UInt8?
  /// Offset in the input of its first packet's data.
  let fileOffset: Int
  /// The channel of the next packet.
  private var nextChannel: UInt8
  /// The time of the next packet; `nil` when the capture has no times.
  private var due: Timestamp?
  /// Of the latest packet.
  private(set) var time: Timestamp?
  private(set) var record: Int
  private(set) var channel: UInt8?
  private(set) var rssi: Int8?
  private(set) var crc: AdvertisingReport.CRC
  /// The data so far.
  private(set) var data: [UInt8]
  /// The AD structures that controllers added to the headers so far.
  private(set) var acad: [UInt8]

  enum Awaited {
    case auxAdvInd
    case auxChainInd
  }

  /// A packet further than this from its expected time is another one. It is the longest possible offset, because
  /// capture times can be coarse or of the host. Of several packets that fit, the nearest is taken.
  private static let mostMicrosecondsOff: UInt64 = 2_457_600
  /// Times no further apart are of the same advertising event: the shortest interval is 20 ms.
  private static let eventMicroseconds: UInt64 = 10_000

  init(
    awaiting awaited: Awaited, at next: AuxiliaryPointer, kind: PDUKind, address: DeviceAddress?,
    advertisingSID: UInt8?, after pdu: borrowing ExtendedPDU
  ) {
    self.awaited = awaited
    self.kind = kind
    self.address = address
    dataInfo = pdu.dataInfo
    self.advertisingSID = advertisingSID
    fileOffset = pdu.dataFileOffset
    nextChannel = next.channel
    due = next.due(after: pdu.pdu.time)
    time = pdu.pdu.time
    record = pdu.pdu.record
    channel = pdu.pdu.reception.channel
    rssi = pdu.pdu.reception.rssi
    crc = pdu.pdu.crc
    data = Array(copying: pdu.data)
    acad = Array(copying: pdu.acad)
  }

  /// Adds the next packet.
  mutating func append(_ pdu: borrowing ExtendedPDU) {
    if let next = pdu.next {
      nextChannel = next.channel
      due = next.due(after: pdu.pdu.time)
    }
    time = pdu.pdu.time
    record = pdu.pdu.record
    channel = pdu.pdu.reception.channel
    rssi = pdu.pdu.reception.rssi ?? rssi
    crc = crc.combined(with: pdu.pdu.crc)
    for octet in pdu.data.indices {
      data.append(pdu.data[octet])
    }
    for octet in pdu.acad.indices {
      acad.append(pdu.acad[octet])
    }
  }

  /// The distance of a packet from the expected time, in microseconds, and 0 without times; `nil` when it is not the
  /// expected packet.
  func distance(of pdu: borrowing ExtendedPDU) -> UInt64? {
    guard dataInfo == pdu.dataInfo else { return nil }
    // Writers that do not know the channel write 0.
    if let channel = pdu.pdu.reception.channel, channel != 0, channel != nextChannel { return nil }
    if awaited == .auxAdvInd {
      guard kind.advertising == pdu.advertising else { return nil }
      if let address, let other = pdu.address, address != other { return nil }
    }
    guard let due, let time = pdu.pdu.time else { return 0 }
    let distance = time.distance(to: due)
    return distance > Self.mostMicrosecondsOff ? nil : distance
  }

  /// Whether an ADV_EXT_IND on another primary channel points to the same packet. `self` must wait for an AUX_ADV_IND.
  func isAnnounced(by pdu: borrowing ExtendedPDU, at next: AuxiliaryPointer) -> Bool {
    guard isOfSameSet(as: pdu), nextChannel == next.channel else { return false }
    if let due, let other = next.due(after: pdu.pdu.time) { return due.distance(to: other) <= Self.eventMicroseconds }
    return channel != pdu.pdu.reception.channel
  }

  /// Whether an ADV_EXT_IND begins the next advertisement of the set, so that this one's AUX_ADV_IND is missing.
  func isOverdue(at pdu: borrowing ExtendedPDU) -> Bool {
    guard isOfSameSet(as: pdu) else { return false }
    guard let due, let time = pdu.pdu.time else { return true }
    return time > due && time.distance(to: due) > Self.eventMicroseconds
  }

  /// Whether the next packet is missing by now.
  func isOverdue(at time: Timestamp) -> Bool {
    due.map { $0.distance(to: time) > Self.mostMicrosecondsOff } ?? false
  }

  private func isOfSameSet(as pdu: borrowing ExtendedPDU) -> Bool {
    dataInfo == pdu.dataInfo && address == pdu.address && kind.advertising == pdu.advertising
  }
}

extension Timestamp {
  /// Microseconds between two times in either order.
  func distance(to other: Timestamp) -> UInt64 {
    UInt64(bitPattern: self < other ? other.microseconds &- microseconds : microseconds &- other.microseconds)
  }
}

extension AdvertisingReport.CRC {
  /// The CRC of data joined from pieces.
  func combined(with other: Self) -> Self {
    self == .bad || other == .bad ? .bad : self == .unchecked || other == .unchecked ? .unchecked : .ok
  }
}

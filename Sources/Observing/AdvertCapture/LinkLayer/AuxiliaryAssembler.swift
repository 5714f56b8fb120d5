internal import AdvertReading
internal import AdvertisingData

/// Joins the packets of extended advertisements: ADV_EXT_IND, the AUX_ADV_IND it points to, and the AUX_CHAIN_INDs
/// after that; likewise AUX_SCAN_RSP and its chain. Each joined advertisement becomes one report.
///
/// Packets of different sets interleave, so several advertisements are pending at a time. Their number and length are
/// limited. An advertisement whose next packet is missing is delivered as incomplete.
struct AuxiliaryAssembler {
  /// The most pending advertisements, above those of busy places.
  private static let maximumPending = 64

  private var pending: [PendingAdvertisement] = []

  /// Takes an ADV_EXT_IND. It is an advertisement of its own when it has no pointer, or when the packet it points to is
  /// missing.
  mutating func addAdvExtInd(
    _ pdu: borrowing ExtendedPDU, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    let sender = PacketSender(
      kind: PDUKind(.advExtInd, pdu.advertising), address: pdu.address, advertisingSID: pdu.dataInfo?.sid,
      phys: AdvertisingPHYs(primary: pdu.pdu.reception.phy))
    guard let next = pdu.next else { return sender.deliver(pdu, into: &sink) }
    var index = 0
    while index < pending.count {
      if pending[index].awaited == .auxAdvInd {
        // An advertising event has up to three, on different channels, which all point to the same packet.
        if pending[index].isAnnounced(by: pdu, at: next) { return }
        if pending[index].isOverdue(at: pdu) {
          deliver(pending.remove(at: index), isComplete: false, into: &sink, problems: &problems)
          continue
        }
      }
      index += 1
    }
    wait(
      PendingAdvertisement(awaiting: .auxAdvInd, at: next, of: sender, after: pdu), into: &sink, problems: &problems)
  }

  /// Takes an AUX_ADV_IND. It is one advertisement, with or without its ADV_EXT_IND. Returns the address of its
  /// advertiser, which is in either.
  mutating func addAuxAdvInd(
    _ pdu: borrowing ExtendedPDU, into sink: inout BatchingSink, problems: inout ProblemLog
  ) -> DeviceAddress? {
    let announced = index(of: .auxAdvInd, for: pdu).map { pending.remove(at: $0) }
    let sender = PacketSender(
      kind: PDUKind(.auxAdvInd, pdu.advertising), address: pdu.address ?? announced?.sender.address,
      advertisingSID: pdu.dataInfo?.sid,
      phys: AdvertisingPHYs(primary: announced?.sender.phys.primary, secondary: pdu.pdu.reception.phy))
    add(pdu, of: sender, into: &sink, problems: &problems)
    return sender.address
  }

  mutating func addAuxScanRsp(
    _ pdu: borrowing ExtendedPDU, advertisingSID: UInt8?, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    let sender = PacketSender(
      kind: PDUKind(.auxScanRsp, .extendedScannable), address: pdu.address, advertisingSID: advertisingSID,
      phys: AdvertisingPHYs(secondary: pdu.pdu.reception.phy))
    add(pdu, of: sender, into: &sink, problems: &problems)
  }

  /// Takes an AUX_CHAIN_IND. It has no address, so its advertiser is unknown without the packets before it.
  mutating func addAuxChainInd(
    _ pdu: borrowing ExtendedPDU, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    guard let index = index(of: .auxChainInd, for: pdu) else {
      problems.noteLost(
        .auxiliaryLost, "the AUX_ADV_IND before an AUX_CHAIN_IND", fileOffset: pdu.dataFileOffset,
        record: pdu.pdu.record)
      return
    }
    pending[index].packets.append(pdu)
    let isTooLong = pending[index].packets.isTooLong
    if pdu.next == nil || isTooLong {
      deliver(pending.remove(at: index), isComplete: !isTooLong, into: &sink, problems: &problems)
    }
  }

  func awaitsAuxAdvInd(_ pdu: borrowing ExtendedPDU) -> Bool {
    index(of: .auxAdvInd, for: pdu) != nil
  }

  func awaitsAuxChainInd(_ pdu: borrowing ExtendedPDU) -> Bool {
    index(of: .auxChainInd, for: pdu) != nil
  }

  /// Delivers advertisements that have waited longer than any pointer allows.
  mutating func deliverOverdue(
    at time: Timestamp?, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    guard let time else { return }
    var index = 0
    while index < pending.count {
      if pending[index].isOverdue(at: time) {
        deliver(pending.remove(at: index), isComplete: false, into: &sink, problems: &problems)
      } else {
        index += 1
      }
    }
  }

  /// Delivers all pending advertisements as incomplete.
  mutating func flushAll(into sink: inout BatchingSink, problems: inout ProblemLog) {
    for advertisement in pending {
      deliver(advertisement, isComplete: false, into: &sink, problems: &problems)
    }
    pending = []
  }

  /// Takes the first packet with data: a whole report, or the beginning of one.
  private mutating func add(
    _ pdu: borrowing ExtendedPDU, of sender: PacketSender, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    // A set sends one advertisement at a time, so the next one ends the one before.
    let unfinished = pending.firstIndex { [dataInfo = pdu.dataInfo] in
      $0.awaited == .auxChainInd && $0.dataInfo == dataInfo && $0.sender.address == sender.address
        && $0.sender.kind == sender.kind
    }
    if let unfinished {
      deliver(pending.remove(at: unfinished), isComplete: false, into: &sink, problems: &problems)
    }
    guard let next = pdu.next else { return sender.deliver(pdu, into: &sink) }
    wait(
      PendingAdvertisement(awaiting: .auxChainInd, at: next, of: sender, after: pdu), into: &sink, problems: &problems)
  }

  /// Returns the index of the pending advertisement whose next packet this is: the one with the nearest expected time,
  /// of equals the latest.
  private func index(of awaited: PendingAdvertisement.Awaited, for pdu: borrowing ExtendedPDU) -> Int? {
    var nearest: (index: Int, distance: UInt64)?
    for index in pending.indices where pending[index].awaited == awaited {
      if let distance = pending[index].distance(of: pdu), distance <= nearest?.distance ?? .max {
        nearest = (index, distance)
      }
    }
    return nearest?.index
  }

  private mutating func wait(
    _ advertisement: PendingAdvertisement, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    if pending.count == Self.maximumPending {
      deliver(pending.removeFirst(), isComplete: false, into: &sink, problems: &problems)
    }
    pending.append(advertisement)
  }

  private func deliver(
    _ advertisement: PendingAdvertisement, isComplete: Bool, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    let missing =
      switch advertisement.awaited {
      case .auxAdvInd: "the AUX_ADV_IND that an ADV_EXT_IND points to"
      case .auxChainInd: "the AUX_CHAIN_IND that continues an extended advertisement"
      }
    advertisement.sender.deliver(
      advertisement.packets, missing: isComplete ? nil : missing, into: &sink, problems: &problems)
  }
}

/// An extended advertisement, or scan response, that continues in another packet.
struct PendingAdvertisement {
  let awaited: Awaited
  let sender: PacketSender
  let dataInfo: DataInfo?
  var packets: JoinedPackets

  enum Awaited {
    case auxAdvInd
    case auxChainInd
  }

  /// The largest distance of a packet from its expected time. It is the longest possible offset, because capture times
  /// can be coarse or those of the host. Of several packets that fit, the nearest is taken.
  private static let maximumMicrosecondsOff: UInt64 = 2_457_600
  /// The largest distance between times of one advertising event: the shortest interval is 20 ms.
  private static let eventMicroseconds: UInt64 = 10_000

  init(
    awaiting awaited: Awaited, at next: AuxiliaryPointer, of sender: PacketSender, after pdu: borrowing ExtendedPDU
  ) {
    self.awaited = awaited
    self.sender = sender
    dataInfo = pdu.dataInfo
    packets = JoinedPackets(pdu, next: next)
  }

  /// Returns the distance of a packet from the expected time, in microseconds, and 0 without times; `nil` when it is
  /// not the expected packet.
  func distance(of pdu: borrowing ExtendedPDU) -> UInt64? {
    guard dataInfo == pdu.dataInfo, packets.expectsChannel(of: pdu) else { return nil }
    if awaited == .auxAdvInd {
      guard sender.kind.advertising == pdu.advertising else { return nil }
      if let address = sender.address, let other = pdu.address, address != other { return nil }
    }
    guard let distance = packets.distance(of: pdu) else { return 0 }
    return distance > Self.maximumMicrosecondsOff ? nil : distance
  }

  /// Returns whether an ADV_EXT_IND on another primary channel points to the same packet. `self` must be waiting for an
  /// AUX_ADV_IND.
  func isAnnounced(by pdu: borrowing ExtendedPDU, at next: AuxiliaryPointer) -> Bool {
    guard isOfSameSet(as: pdu), packets.nextChannel == next.channel else { return false }
    if let due = packets.due, let other = next.due(after: pdu.pdu.time) {
      return due.distance(to: other) <= Self.eventMicroseconds
    }
    return packets.channel != pdu.pdu.reception.channel
  }

  /// Returns whether an ADV_EXT_IND begins the next advertisement of the set, so that this one's AUX_ADV_IND is
  /// missing.
  func isOverdue(at pdu: borrowing ExtendedPDU) -> Bool {
    guard isOfSameSet(as: pdu) else { return false }
    guard let due = packets.due, let time = pdu.pdu.time else { return true }
    return time > due && time.distance(to: due) > Self.eventMicroseconds
  }

  /// Returns whether the next packet is missing by now.
  func isOverdue(at time: Timestamp) -> Bool {
    packets.due.map { $0.distance(to: time) > Self.maximumMicrosecondsOff } ?? false
  }

  private func isOfSameSet(as pdu: borrowing ExtendedPDU) -> Bool {
    dataInfo == pdu.dataInfo && sender.address == pdu.address && sender.kind.advertising == pdu.advertising
  }
}

internal import AdvertReading
internal import AdvertisingData

/// The packets of periodic trains: AUX_SYNC_IND, and the AUX_CHAIN_INDs after it (Core Vol 6 Part B 2.3.4).
///
/// A train has an access address and a CRC of its own, which are in the SyncInfo of an AUX_ADV_IND. Trains whose
/// AUX_ADV_IND is not in the capture cannot be distinguished from connections.
struct PeriodicTrains {
  /// The most trains, above those that are near at a time. Beyond the limit the oldest is forgotten.
  private static let maximumTrains = 64
  /// The largest distance of a chain's packet from its expected time: the shortest interval of a train is 7.5 ms.
  private static let maximumMicrosecondsOff: UInt64 = 3750

  private var trains: [Train] = []

  private struct Train {
    let accessAddress: UInt32
    let crcStart: UInt32
    let sender: PacketSender
    /// The first packets of data that continue in another.
    var unfinished: JoinedPackets?
  }

  /// Notes a train that an AUX_ADV_IND points to.
  mutating func note(
    _ info: SyncInfo, of address: DeviceAddress, advertisingSID: UInt8?, into sink: inout BatchingSink,
    problems: inout ProblemLog
  ) {
    // No train has the access address of all advertising.
    guard info.accessAddress != LinkLayerPacket.advertisingAccessAddress else { return }
    let crcStart = CRC24.register(from: info.crcInit)
    if let index = trains.firstIndex(where: { $0.accessAddress == info.accessAddress }) {
      let known = trains[index]
      if known.sender.address == address, known.sender.advertisingSID == advertisingSID, known.crcStart == crcStart {
        return
      }
      end(index, into: &sink, problems: &problems)
    } else if trains.count == Self.maximumTrains {
      end(0, into: &sink, problems: &problems)
    }
    trains.append(
      Train(
        accessAddress: info.accessAddress, crcStart: crcStart,
        sender: PacketSender(kind: PDUKind(.auxSyncInd, nil), address: address, advertisingSID: advertisingSID)))
  }

  /// Returns whether the packet is of a train, and not of a connection. Most captures have no trains.
  func has(_ packet: LinkLayerPacket) -> Bool {
    trains.contains { $0.accessAddress == packet.accessAddress }
  }

  /// Dissects a packet of a train. Returns `false` when its type does not occur in trains.
  mutating func dissect(
    _ packet: LinkLayerPacket, _ octets: Span<UInt8>, keepsBadCRC: Bool, into sink: inout BatchingSink,
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
      problems.noteLost(
        .auxiliaryLost, "the AUX_SYNC_IND before an AUX_CHAIN_IND", fileOffset: pdu.dataFileOffset,
        record: pdu.pdu.record)
      return true
    }
    if let beginning = unfinished, !Self.continues(beginning, pdu) {
      deliver(beginning, of: trains[index], isComplete: false, into: &sink, problems: &problems)
      unfinished = nil
    }
    guard var joined = unfinished else {
      if let next = pdu.next {
        trains[index].unfinished = JoinedPackets(pdu, next: next)
      } else {
        trains[index].sender.deliver(pdu, into: &sink)
      }
      return true
    }
    joined.append(pdu)
    if pdu.next == nil || joined.isTooLong {
      deliver(joined, of: trains[index], isComplete: !joined.isTooLong, into: &sink, problems: &problems)
    } else {
      trains[index].unfinished = joined
    }
    return true
  }

  /// Delivers all pending data as incomplete.
  mutating func finish(into sink: inout BatchingSink, problems: inout ProblemLog) {
    while !trains.isEmpty { end(trains.count - 1, into: &sink, problems: &problems) }
  }

  private mutating func end(_ index: Int, into sink: inout BatchingSink, problems: inout ProblemLog) {
    let train = trains.remove(at: index)
    if let unfinished = train.unfinished {
      deliver(unfinished, of: train, isComplete: false, into: &sink, problems: &problems)
    }
  }

  /// Returns whether the packet is the next one of the data. An AUX_SYNC_IND looks alike.
  private static func continues(_ unfinished: JoinedPackets, _ pdu: borrowing ExtendedPDU) -> Bool {
    switch pdu.pdu.reception.auxiliaryKind {
    case .chainInd: return true
    case .syncInd: return false
    // Writers that do not know the kind also use AUX_ADV_IND.
    case .advInd, .scanRsp, nil:
      return unfinished.expectsChannel(of: pdu) && unfinished.distance(of: pdu) ?? 0 <= maximumMicrosecondsOff
    }
  }

  private func deliver(
    _ unfinished: JoinedPackets, of train: Train, isComplete: Bool, into sink: inout BatchingSink,
    problems: inout ProblemLog
  ) {
    train.sender.deliver(
      unfinished, missing: isComplete ? nil : "the AUX_CHAIN_IND that continues periodic advertising data", into: &sink,
      problems: &problems)
  }
}

internal import AdvertisingData

/// An extended advertisement, or scan response, that goes on in another packet.
struct PendingAdvertisement {
  let awaited: Awaited
  let kind: PDUKind
  let address: DeviceAddress?
  let dataInfo: DataInfo?
  let advertisingSID: UInt8?
  /// Offset in the input of its first packet's data.
  let fileOffset: Int
  /// Where the next packet is sent.
  private var nextChannel: UInt8
  /// When; `nil` when the capture has no times.
  private var due: Timestamp?
  /// How and when its latest packet was received.
  private(set) var time: Timestamp?
  private(set) var record: Int
  private(set) var channel: UInt8?
  private(set) var rssi: Int8?
  private(set) var crc: AdvertisingReport.CRC
  /// What there is of the data.
  private(set) var data: [UInt8]
  /// What controllers added to the headers of its packets.
  private(set) var acad: [UInt8]

  enum Awaited {
    case auxAdvInd
    case auxChainInd
  }

  /// A packet further than this from where its pointer says is another one. It is the longest offset there is, because
  /// capture times can be the host's, or coarse; among packets that fit otherwise the nearest is taken.
  private static let mostMicrosecondsOff: UInt64 = 2_457_600
  /// Moments no further apart are of the same advertising event: no set advertises again within 20 ms.
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

  /// Takes the next piece of the data.
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

  /// How far from where and when it is awaited a packet is, in microseconds and 0 without times; `nil` when it is not
  /// the one awaited.
  func distance(of pdu: borrowing ExtendedPDU) -> UInt64? {
    guard dataInfo == pdu.dataInfo else { return nil }
    // 0 is also what is stored by writers that do not know the channel.
    if let channel = pdu.pdu.reception.channel, channel != 0, channel != nextChannel { return nil }
    if awaited == .auxAdvInd {
      guard kind.advertising == pdu.advertising else { return nil }
      if let address, let other = pdu.address, address != other { return nil }
    }
    guard let due, let time = pdu.pdu.time else { return 0 }
    let distance = time.distance(to: due)
    return distance > Self.mostMicrosecondsOff ? nil : distance
  }

  /// Whether an ADV_EXT_IND on another primary channel announces the same packet. `self` awaits an AUX_ADV_IND.
  func isAnnounced(by pdu: borrowing ExtendedPDU, at next: AuxiliaryPointer) -> Bool {
    guard isOfSameSet(as: pdu), nextChannel == next.channel else { return false }
    if let due, let other = next.due(after: pdu.pdu.time) { return due.distance(to: other) <= Self.eventMicroseconds }
    return channel != pdu.pdu.reception.channel
  }

  /// Whether an ADV_EXT_IND begins the next advertisement of the set, so that this one's AUX_ADV_IND never came.
  func isOverdue(at pdu: borrowing ExtendedPDU) -> Bool {
    guard isOfSameSet(as: pdu) else { return false }
    guard let due, let time = pdu.pdu.time else { return true }
    return time > due && time.distance(to: due) > Self.eventMicroseconds
  }

  /// Whether there is no use in waiting any longer.
  func isOverdue(at time: Timestamp) -> Bool {
    due.map { $0.distance(to: time) > Self.mostMicrosecondsOff } ?? false
  }

  private func isOfSameSet(as pdu: borrowing ExtendedPDU) -> Bool {
    dataInfo == pdu.dataInfo && address == pdu.address && kind.advertising == pdu.advertising
  }
}

extension Timestamp {
  /// Microseconds between two moments, whichever is first.
  fileprivate func distance(to other: Timestamp) -> UInt64 {
    UInt64(bitPattern: self < other ? other.microseconds &- microseconds : microseconds &- other.microseconds)
  }
}

extension AdvertisingReport.CRC {
  /// That of data joined from pieces.
  fileprivate func combined(with other: Self) -> Self {
    self == .bad || other == .bad ? .bad : self == .unchecked || other == .unchecked ? .unchecked : .ok
  }
}

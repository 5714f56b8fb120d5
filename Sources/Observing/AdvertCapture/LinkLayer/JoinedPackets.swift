internal import AdvertReading
internal import AdvertisingData

/// The received packets of one advertisement, or of one event of a periodic train: the data of all of them, and the
/// other fields of the latest.
struct JoinedPackets {
  /// The longest data that a chain can carry (Core Vol 4 Part E 7.8.57 and 7.8.62).
  fileprivate static let longestData = AdvertisingPDU.extendedNonconnectable.payloadLimit

  /// Offset in the input of the first packet's data.
  let fileOffset: Int
  /// The channel of the next packet.
  private(set) var nextChannel: UInt8
  /// The time of the next packet; `nil` when the capture has no times.
  private(set) var due: Timestamp?
  private(set) var time: Timestamp?
  private(set) var record: Int
  private(set) var channel: UInt8?
  fileprivate var rssi: Int8?
  /// The time of the first packet, because the interval is that of the packets that begin an advertisement.
  fileprivate let radioTime: Timestamp?
  fileprivate var crc: AdvertisingReport.CRC
  /// The data so far.
  private(set) var data: [UInt8]
  /// The AD structures that controllers added to the headers so far.
  fileprivate var acad: [UInt8]

  /// The first packet, which points to the next.
  init(_ pdu: borrowing ExtendedPDU, next: AuxiliaryPointer) {
    fileOffset = pdu.dataFileOffset
    nextChannel = next.channel
    due = next.due(after: pdu.pdu.time)
    time = pdu.pdu.time
    record = pdu.pdu.record
    channel = pdu.pdu.reception.channel
    rssi = pdu.pdu.reception.rssi
    radioTime = pdu.pdu.reception.radioTime
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
    for octet in pdu.data.indices { data.append(pdu.data[octet]) }
    for octet in pdu.acad.indices { acad.append(pdu.acad[octet]) }
  }

  /// Whether there are more data than possible.
  var isTooLong: Bool { data.count > Self.longestData }

  /// Returns whether a packet is on the channel of the next one.
  func expectsChannel(of pdu: borrowing ExtendedPDU) -> Bool {
    // Writers that do not know the channel write 0.
    guard let channel = pdu.pdu.reception.channel, channel != 0 else { return true }
    return channel == nextChannel
  }

  /// Returns the distance of a packet's time from the expected time, in microseconds; `nil` without times.
  func distance(of pdu: borrowing ExtendedPDU) -> UInt64? {
    guard let due, let time = pdu.pdu.time else { return nil }
    return time.distance(to: due)
  }
}

/// The sender of packets, for reports.
struct PacketSender {
  let kind: PDUKind
  /// The address; `nil` when no packet so far has it.
  let address: DeviceAddress?
  let advertisingSID: UInt8?
  var phys = AdvertisingPHYs()

  /// Reports a packet that is an advertisement of its own.
  func deliver(_ pdu: borrowing ExtendedPDU, into sink: inout BatchingSink) {
    sink.receive(
      AdvertisingReport(
        source: .pdu, kind: kind, address: address ?? .anonymous, adapter: 0,
        advertisingSID: advertisingSID, rssi: pdu.pdu.reception.rssi, time: pdu.pdu.time, record: pdu.pdu.record,
        dataFileOffset: pdu.dataFileOffset, isComplete: true, data: pdu.data, acad: pdu.acad,
        channel: pdu.pdu.reception.channel, crc: pdu.pdu.crc, radioTime: pdu.pdu.reception.radioTime,
        phys: phys))
  }

  /// Reports packets that were joined.
  ///
  /// A packet that only points to a lost one is no device, unless it has an address.
  ///
  /// - Parameter missing: the packet that was lost, in words; `nil` when none was. Packets with too much data count too.
  func deliver(
    _ packets: JoinedPackets, missing: String?, into sink: inout BatchingSink, problems: inout ProblemLog
  ) {
    if let missing {
      if packets.isTooLong {
        problems.note(
          .advertisementIncomplete, fileOffset: packets.fileOffset, record: packets.record,
          expected: "at most \(JoinedPackets.longestData) bytes of data", found: "more")
      } else {
        problems.noteLost(.auxiliaryLost, missing, fileOffset: packets.fileOffset, record: packets.record)
      }
      if address == nil, packets.data.isEmpty { return }
    }
    sink.receive(
      AdvertisingReport(
        source: .pdu, kind: kind, address: address ?? .anonymous, adapter: 0,
        advertisingSID: advertisingSID, rssi: packets.rssi, time: packets.time, record: packets.record,
        dataFileOffset: nil, isComplete: missing == nil, data: packets.data.span, acad: packets.acad.span,
        channel: packets.channel, crc: packets.crc, radioTime: packets.radioTime, phys: phys))
  }
}

extension Timestamp {
  /// Returns the microseconds between two times in either order.
  func distance(to other: Timestamp) -> UInt64 {
    UInt64(bitPattern: self < other ? other.microseconds &- microseconds : microseconds &- other.microseconds)
  }
}

extension AdvertisingReport.CRC {
  /// Returns the CRC result of data joined from fragments.
  fileprivate func combined(with other: Self) -> Self {
    self == .bad || other == .bad ? .bad : self == .unchecked || other == .unchecked ? .unchecked : .ok
  }
}

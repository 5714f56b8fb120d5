internal import AdvertReading
import AdvertisingData

/// Texas Instruments' SmartRF Packet Sniffer with a CC2540 (.psd): packets of the link layer.
///
/// No header and no mark. Every record has 271 octets, little-endian: information, number, time, length, and 256 octets
/// with the packet, its length first, and its two status octets. The program can save some of the packets only, so numbers
/// have gaps. Sources: the format's description in the program, as public readers repeat it; times by a public capture.
enum SmartRF: CaptureFormat {
  static let name = "smartrf"

  /// The number of consistent records that identify a file; in a shorter file all of its records.
  private static let recordsToCheck = 5
  /// The length of a record of another radio, for IEEE 802.15.4.
  private static let otherRecord = 151
  /// The fewest records that identify a file of another radio.
  private static let fewestOfOther = 3
  /// The most packets between two that were saved.
  private static let widestGap: UInt32 = 1 << 20

  static func recognises(_ input: inout InputWindow) -> Bool {
    areConsistent(&input, length: SmartRFRecords.length, isBluetooth: true)
      || areConsistent(&input, length: otherRecord, isBluetooth: false)
  }

  @_specialize(where Consumer == Dissection)
  static func read<Consumer: RecordConsumer & ~Copyable>(
    _ input: inout InputWindow, into consumer: inout Consumer
  ) throws(CaptureError) {
    guard areConsistent(&input, length: SmartRFRecords.length, isBluetooth: true) else {
      throw .unsupported(
        fileOffset: input.offset, expected: "records of \(SmartRFRecords.length) bytes, as of a CC2540",
        found: "records of \(otherRecord) bytes, which have packets of IEEE 802.15.4")
    }
    var reader = RecordReader(SmartRFRecords(), after: input.lastRecord)
    reader.read(&input, into: &consumer)
    input.lastRecord = reader.number
  }

  /// Returns whether records of a length follow each other: numbers and times grow.
  private static func areConsistent(_ input: inout InputWindow, length: Int, isBluetooth: Bool) -> Bool {
    var number: UInt32?
    var time: UInt64 = 0
    for index in 0..<recordsToCheck {
      let start = index * length
      let isAllThere = input.fill(atLeast: start + length)
      // A short file may end inside a record, also inside the first.
      guard isAllThere || index == 0 && isBluetooth && input.bytes.count >= SmartRFRecords.headerLength else {
        return index >= (isBluetooth ? 1 : fewestOfOther)
      }
      let record = input.bytes.extracting(start..<start + SmartRFRecords.headerLength)
      let isPossible = isBluetooth ? SmartRFRecords.isPossible(record) : isPossibleOfOther(record)
      guard isPossible else { return false }
      let nextNumber = record.littleEndian32(at: 1)
      let nextTime = record.littleEndian64(at: 5)
      if let number, nextNumber &- number &- 1 >= widestGap || nextTime < time { return false }
      // Two octets of a time are zero for a week.
      guard nextTime >> 48 == 0 else { return false }
      number = nextNumber
      time = nextTime
    }
    return true
  }

  /// Returns whether a header can be that of a record of IEEE 802.15.4, which has a length of one octet.
  private static func isPossibleOfOther(_ header: Span<UInt8>) -> Bool {
    header[0] & 0xF1 == 1 && 3...128 ~= header[13]
  }
}

/// The records of the SmartRF Packet Sniffer: information, number, time, length and the length of the packet in 16 octets.
struct SmartRFRecords: RecordForm {
  static let headerLength = 16
  static let longestPacket = 256
  /// The octets of a record.
  static let length = 271
  private static let packetArea = length - headerLength

  var linkType: LinkType { .smartRF }

  /// The clock has 32 MHz, and its lower 16 bits count to 5000 each time: 156.25 µs.
  private static let ticksInPeriod: UInt64 = 5000
  private static let ticksInMicrosecond: UInt64 = 32
  private static let status = 2
  /// The octets of the shortest packet: access address, header of a PDU, CRC and status.
  private static let shortest = 11

  /// Whether the fields of a header fit each other: the length counts the length of the packet too.
  ///
  /// The lowest bit of the information says that the status octets count; the next two that there is a correlation in
  /// place of a channel, and that the packet is not whole; the fourth that others were lost.
  static func isPossible(_ header: Span<UInt8>) -> Bool {
    header[0] & 0xF3 == 1 && header[15] >= (isWhole(header) ? shortest : status)
      && Int(header.littleEndian16(at: 13)) == Int(header[15]) + 1
      && header.littleEndian16(at: 5) < ticksInPeriod
  }

  private static func isWhole(_ header: Span<UInt8>) -> Bool { header[0] & 0x04 == 0 }

  @inline(__always)
  func header(_ bytes: Span<UInt8>) -> RecordHeader {
    let count = bytes.littleEndian64(at: 5)
    let ticks = (count >> 16) * Self.ticksInPeriod + count & 0xFFFF
    let isPossible = Self.isPossible(bytes)
    return RecordHeader(
      length: isPossible ? Self.packetArea : -1,
      originalLength: Self.isWhole(bytes) ? Self.packetArea : Self.longestPacket,
      time: Timestamp(microseconds: Int64(ticks / Self.ticksInMicrosecond)), flags: UInt32(bytes[15]),
      isUsual: isPossible)
  }

  func mayBegin(_ bytes: Span<UInt8>) -> Bool { Self.isPossible(bytes) }
}

/// A packet of the SmartRF Packet Sniffer: the link-layer packet from its access address on, then its strength, and its
/// channel with the result of the CRC.
struct SmartRFPacket {
  /// The octets of the packet from its access address to its CRC.
  let count: Int
  let reception: LinkLayerPacket.Reception

  private static let statusLength = 2
  /// The strength of the radio's value 0, in dBm.
  private static let weakest = -94

  /// `length` is the number of the octets and the status. `nil` when there is no room for a status.
  init?(_ octets: Span<UInt8>, length: Int) {
    guard length >= Self.statusLength, length <= octets.count else { return nil }
    count = length - Self.statusLength
    let status = octets[count + 1]
    let channel = status & 0x7F
    reception = LinkLayerPacket.Reception(
      channel: channel < 40 ? channel : nil, rssi: Int8(exactly: Int(octets[count]) + Self.weakest),
      crc: status & 0x80 == 0 ? .bad : .ok, phy: .oneMegabit)
  }

  /// The header of LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR that says the same.
  var pseudoheader: [UInt8] {
    let radioChannel = reception.channel.flatMap { LinkLayerPacket.radioChannel(ofIndex: $0) }
    // Dewhitened, reference access address, CRC checked; then what is known.
    let flags: UInt16 =
      0x0411 | (reception.rssi == nil ? 0 : 0x0002) | (radioChannel == nil ? 0x0040 : 0)
      | (reception.crc == .ok ? 0x0800 : 0)
    let address = LinkLayerPacket.advertisingAccessAddress
    return [radioChannel ?? 0, UInt8(bitPattern: reception.rssi ?? 0), 0, 0]
      + Array(littleEndian: address, count: 4) + Array(littleEndian: flags, count: 2)
  }
}

extension LinkLayerPacket {
  /// A packet of the SmartRF Packet Sniffer. The record's flags are the length of the packet with its status.
  static func smartRF(
    _ record: CaptureRecord, _ octets: Span<UInt8>, problems: inout ProblemLog
  ) -> LinkLayerPacket? {
    guard let packet = SmartRFPacket(octets, length: Int(record.flags)) else { return nil }
    return LinkLayerPacket(
      of: record, octets, at: 0, end: packet.count, reception: packet.reception, problems: &problems)
  }

  /// Returns the RF channel of an index of the link layer; `nil` above 39.
  static func radioChannel(ofIndex index: UInt8) -> UInt8? {
    (0..<40).first { channelIndex(ofRadioChannel: $0) == index }
  }
}

/// A packet with one advertising report and nothing else, by its first octets. Nearly every record of a capture is one.
/// Its octets determine the report, except for its reception.
///
/// It has offsets into the packet's octets, which are passed beside it: a value with them could not stay in registers.
struct RepeatablePacket: BitwiseCopyable {
  /// The other values that must be equal: the adapter of an event, the CRC state of a link-layer packet.
  let context: UInt16
  /// Offset in the input of the packet's first octet.
  let fileOffset: Int
  let dataOffset: Int
  /// Offset of the RSSI, which may differ between equal packets; the number of octets when there is none.
  let rssiOffset: Int
  /// In dBm; `nil` when it was not measured.
  let rssi: Int8?
  /// The channel index of the link layer; `nil` when the capture does not have it.
  let channel: UInt8?
  /// A hash of octets that differ between advertisers and between most payloads, without the RSSI.
  let hash: UInt64

  @inline(__always)
  private init(
    context: UInt16, fileOffset: Int, dataOffset: Int, rssiOffset: Int, rssi: Int8?, channel: UInt8?, hash: UInt64
  ) {
    self.context = context
    self.fileOffset = fileOffset
    self.dataOffset = dataOffset
    self.rssiOffset = rssiOffset
    self.rssi = rssi
    self.channel = channel
    self.hash = hash
  }

  @inline(__always)
  private static func hash(_ start: UInt64, _ end: UInt64, count: Int) -> UInt64 {
    (((start ^ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15) ^ end) &* 0xD6E8_FEB8_6659_FD93
  }
}

// MARK: - HCI events

extension RepeatablePacket {
  /// Event code, parameter length, subevent code, number of reports.
  static let eventHeaderLength = 4
  private static let legacyReportLength = 10
  private static let extendedReportLength = 24
  private static let rssiOffsetInExtendedReport = 13

  /// Recognises an event with one report; `nil` for other events, for events that are too long for the memory, and for
  /// contradictory length fields.
  @inline(__always)
  init?(event: Span<UInt8>, adapter: UInt16, fileOffset: Int) {
    guard event.count >= Self.eventHeaderLength + Self.legacyReportLength, event.count <= PacketMemory.longestPacket
    else { return nil }
    let header = event.extracting(..<Self.eventHeaderLength)
    guard header[0] == 0x3E, Int(header[1]) == event.count - 2, header[3] == 1 else { return nil }
    let dataOffset: Int
    let rssiOffset: Int
    switch header[2] {
    case 0x02:
      dataOffset = Self.eventHeaderLength + Self.legacyReportLength - 1
      rssiOffset = event.count - 1
    case 0x0D:
      guard event.count >= Self.eventHeaderLength + Self.extendedReportLength else { return nil }
      dataOffset = Self.eventHeaderLength + Self.extendedReportLength
      rssiOffset = Self.eventHeaderLength + Self.rssiOffsetInExtendedReport
    default: return nil
    }
    self.init(
      context: adapter, fileOffset: fileOffset, dataOffset: dataOffset, rssiOffset: rssiOffset,
      rssi: event.rssi(at: rssiOffset), channel: nil,
      // From the address and the end of the data.
      hash: Self.hash(
        event.littleEndian64(at: Self.eventHeaderLength), event.littleEndian64(at: event.count - 1 - 8),
        count: event.count))
  }
}

// MARK: - Link-layer packets

extension RepeatablePacket {
  /// The PDU's header and the address.
  private static let pduStartLength = 8
  private static let crcLength = 3

  /// Recognises legacy advertising with data; `nil` for other packets, for a length field that contradicts the packet,
  /// and for packets with a time of the radio, which repeats do not have.
  @inline(__always)
  init?(_ packet: LinkLayerPacket, _ octets: Span<UInt8>) {
    guard packet.reception.radioTime == nil else { return nil }
    guard octets.count >= Self.pduStartLength + Self.crcLength, octets.count <= PacketMemory.longestPacket else {
      return nil
    }
    switch octets[0] & 0x0F {
    case 0, 2, 4, 6: break
    default: return nil
    }
    guard Int(octets[1]) == octets.count - 2 - Self.crcLength else { return nil }
    let crc: UInt16 =
      switch packet.reception.crc {
      case .ok: 0
      case .bad: 1
      case .unchecked: 2
      }
    self.init(
      context: crc, fileOffset: packet.fileOffset, dataOffset: Self.pduStartLength, rssiOffset: octets.count,
      rssi: packet.reception.rssi, channel: packet.reception.channel,
      hash: Self.hash(
        octets.littleEndian64(at: 0), octets.littleEndian64(at: octets.count - Self.crcLength - 8), count: octets.count)
    )
  }
}

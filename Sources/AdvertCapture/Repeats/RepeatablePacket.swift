/// A packet with one advertising report and nothing else, as far as its first octets tell: the kind that nearly every
/// record of a capture is. What its report says follows from its octets, but for how it was received.
///
/// It says where in the packet's octets is what, and goes with them: a value that held them would be kept in memory, and
/// there is one for every record.
struct RepeatablePacket: BitwiseCopyable {
  /// What else makes a difference: the adapter of an event, what is known of the CRC of a link-layer packet.
  let context: UInt16
  /// Offset in the input of the packet's first octet.
  let fileOffset: Int
  /// Where the data start.
  let dataOffset: Int
  /// Which octet is the RSSI, and makes no other packet; the number of octets when none is.
  let rssiOffset: Int
  /// In dBm; `nil` when it was not measured.
  let rssi: Int8?
  /// The channel index of the link layer; `nil` when the capture does not tell.
  let channel: UInt8?
  /// Of octets that tell advertisers and most payloads apart; not of the RSSI.
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

  /// `nil` for events of another kind, for longer ones than are remembered, and for those whose length fields do not
  /// agree with each other.
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
      // The address, and the end of the data.
      hash: Self.hash(
        event.eightOctets(at: Self.eventHeaderLength), event.eightOctets(at: event.count - 1 - 8), count: event.count))
  }
}

// MARK: - Link-layer packets

extension RepeatablePacket {
  /// The PDU's header and the address, before the data.
  private static let pduStartLength = 8
  private static let crcLength = 3

  /// `nil` for packets that are no legacy advertising with data, and for those whose length field does not agree with
  /// what is there.
  @inline(__always)
  init?(_ packet: LinkLayerPacket, _ octets: Span<UInt8>) {
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
        octets.eightOctets(at: 0), octets.eightOctets(at: octets.count - Self.crcLength - 8), count: octets.count))
  }
}

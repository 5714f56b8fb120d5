internal import AdvertReading
internal import AdvertisingData

/// One link-layer packet without its capture header. Its octets are passed beside it.
struct LinkLayerPacket {
  let time: Timestamp?
  let record: Int
  /// The access address of all advertising except periodic advertising.
  static let advertisingAccessAddress: UInt32 = 0x8E89_BED6
  let accessAddress: UInt32
  /// The reception, from the capture's header.
  let reception: Reception
  /// Whether the capture has only the beginning of the packet.
  let isSliced: Bool
  /// Offset in the input of the first octet of the PDU.
  let fileOffset: Int
  /// The place of PDU and CRC in the record's octets.
  let place: Range<Int>

  /// The properties of a reception in a capture's header. Each link type has some of them.
  struct Reception: Hashable {
    /// The channel index of the link layer, 0 to 39; 37 to 39 are the primary advertising channels.
    var channel: UInt8?
    /// In dBm.
    var rssi: Int8?
    /// The result of the receiver's own check; `unchecked` when there is none.
    var crc = AdvertisingReport.CRC.unchecked
    var phy: PHY?
    /// The kind of a PDU of type 7.
    var auxiliaryKind: AuxiliaryKind?
    /// The time by the receiver's own clock; `nil` when the capture has only the time of arrival.
    var radioTime: Timestamp?
  }

  /// The kinds of a PDU of type 7 on a secondary channel, which the PDU does not state. Numbered as in capture headers.
  enum AuxiliaryKind: UInt8, Hashable {
    /// Writers that do not know the kind also use this one.
    case advInd
    case chainInd
    case syncInd
    case scanRsp
  }

  /// Removes the access address, and on LE Coded the coding indicator between it and the PDU.
  ///
  /// `nil`, with a problem noted, when no PDU header follows.
  @inline(__always)
  init?(
    of record: CaptureRecord, _ octets: Span<UInt8>, at start: Int, end: Int? = nil, reception: Reception,
    problems: inout ProblemLog
  ) {
    let end = end ?? octets.count
    let header = start + (reception.phy == .coded ? 5 : 4)
    guard end - header >= 2 else {
      guard record.originalLength > octets.count else {
        problems.noteLost(
          .packetGarbled, "shorter than any PDU", fileOffset: record.fileOffset + start, record: record.number)
        return nil
      }
      problems.note(
        .packetCutShort, fileOffset: record.fileOffset + start, record: record.number,
        expected: "a link-layer packet of at least \(header + 2 - start) bytes", found: "\(max(end - start, 0))")
      return nil
    }
    time = record.time
    self.record = record.number
    // One bounds check for the four octets.
    accessAddress = octets.extracting(start..<start &+ 4).littleEndian32(at: 0)
    self.reception = reception
    isSliced = record.originalLength > octets.count
    fileOffset = record.fileOffset + header
    place = header..<end
  }
}

// MARK: - Capture headers

extension LinkLayerPacket {
  /// LINKTYPE_BLUETOOTH_LE_LL: the packet from its access address on, without reception data.
  static func plain(_ record: CaptureRecord, _ octets: Span<UInt8>, problems: inout ProblemLog) -> LinkLayerPacket? {
    LinkLayerPacket(of: record, octets, at: 0, reception: Reception(), problems: &problems)
  }

  /// LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR: RF channel, signal, noise, access address offences, reference access address
  /// and flags in ten octets before the packet. Fields that the flags mark as invalid are ignored.
  @inline(__always)
  static func withPseudoheader(
    _ record: CaptureRecord, _ octets: Span<UInt8>, problems: inout ProblemLog
  ) -> LinkLayerPacket? {
    let headerLength = 10
    guard octets.count >= headerLength else {
      problems.note(
        .packetCutShort, fileOffset: record.fileOffset, record: record.number,
        expected: "a pseudo-header of \(headerLength) bytes", found: "\(octets.count)")
      return nil
    }
    let flags = octets.littleEndian16(at: 8)
    let isAliased = flags & 0x0040 != 0
    let isAuxiliary = flags & 0x0380 == 0x0080
    return LinkLayerPacket(
      of: record, octets, at: headerLength,
      reception: Reception(
        channel: isAliased ? nil : channelIndex(ofRadioChannel: octets[0]),
        rssi: flags & 0x0002 == 0 ? nil : octets.rssi(at: 1),
        crc: flags & 0x0400 == 0 ? .unchecked : flags & 0x0800 == 0 ? .bad : .ok,
        phy: PHY(rawValue: UInt8(flags >> 14) + 1),
        auxiliaryKind: isAuxiliary ? AuxiliaryKind(rawValue: UInt8(flags >> 12 & 0x03)) : nil),
      problems: &problems)
  }

  /// Returns the link layer's index of an RF channel, which counts from 2402 MHz in steps of 2 MHz (Core Vol 6 Part B
  /// 1.4.1); `nil` above 39.
  static func channelIndex(ofRadioChannel channel: UInt8) -> UInt8? {
    switch channel {
    case 0: 37
    case 1...11: channel - 1
    case 12: 38
    case 13...38: channel - 2
    case 39: 39
    default: nil
    }
  }

  /// LINKTYPE_PPI: version, flags, length and inner link type, then fields. The packet follows `length` octets.
  ///
  /// Inside is a link-layer packet (251), or a packet of the private link type 147: in Ubertooth's early files that is
  /// a link-layer packet, recognised by its access address.
  static func perPacketInformation(
    _ record: CaptureRecord, _ octets: Span<UInt8>, problems: inout ProblemLog
  ) -> LinkLayerPacket? {
    let fixedLength = 8
    guard octets.count >= fixedLength else {
      problems.note(
        .packetCutShort, fileOffset: record.fileOffset, record: record.number,
        expected: "a PPI header of \(fixedLength) bytes", found: "\(octets.count)")
      return nil
    }
    let length = Int(octets.littleEndian16(at: 2))
    guard length >= fixedLength, length <= octets.count else {
      problems.note(
        .packetCutShort, fileOffset: record.fileOffset + 2, record: record.number,
        expected: "a PPI header of \(fixedLength) to \(octets.count) bytes", found: "\(length)")
      return nil
    }
    let innerLinkType = octets.littleEndian32(at: 4)
    guard innerLinkType == 251 || innerLinkType == 147 else {
      problems.note(
        .linkTypeSkipped, fileOffset: record.fileOffset + 4, record: record.number,
        expected: "link type 251 or 147 inside PPI", found: "\(innerLinkType)")
      return nil
    }
    return LinkLayerPacket(
      of: record, octets, at: length,
      reception: receptionField(octets.extracting(fixedLength..<length), areAligned: octets[1] & 0x01 != 0),
      problems: &problems)
  }

  /// Reads the field with the number 30006: version, frequency in MHz, clock, then the highest, lowest and mean RSSI
  /// and the number of measurements.
  private static func receptionField(_ fields: Span<UInt8>, areAligned: Bool) -> Reception {
    var offset = 0
    while fields.count - offset >= 4 {
      let type = fields.littleEndian16(at: offset)
      let length = Int(fields.littleEndian16(at: offset + 2))
      let value = offset + 4
      guard length <= fields.count - value else { break }
      if type == 30006, length >= 12 {
        let radioChannel = (Int(fields.littleEndian16(at: value + 1)) - 2402) / 2
        return Reception(
          channel: UInt8(exactly: radioChannel).flatMap(channelIndex(ofRadioChannel:)),
          rssi: fields[value + 11] == 0 ? nil : fields.rssi(at: value + 10))
      }
      offset = value + (areAligned ? (length + 3) & ~3 : length)
    }
    return Reception()
  }

  /// LINKTYPE_NORDIC_BLE: the serial protocol of the nRF Sniffer, with versions 0 to 4 of its header.
  ///
  /// `nil` for the sniffer's own messages.
  @inline(__always)
  static func nordicSniffer(
    _ record: CaptureRecord, _ octets: Span<UInt8>, clock: inout SnifferClock, problems: inout ProblemLog
  ) -> LinkLayerPacket? {
    guard let header = NordicHeader(octets) else {
      problems.note(
        .packetCutShort, fileOffset: record.fileOffset, record: record.number, expected: "an nRF Sniffer header",
        found: "\(octets.count) bytes")
      return nil
    }
    switch header.packetID {
    // Advertising, data, and the value of other tools.
    case 2, 6, 0: break
    default:
      clock.noteMessage(counter: header.counter)
      return nil
    }
    let present = octets.count - header.payloadStart
    guard header.payloadLength <= present else {
      problems.note(
        .packetCutShort, fileOffset: record.fileOffset, record: record.number,
        expected: "\(header.payloadLength) bytes behind the nRF Sniffer header", found: "\(present)")
      return nil
    }
    guard header.payloadLength > header.metadataLength else { return nil }
    // Packets with the value of other tools do not have such a clock.
    let radioTime =
      header.packetID == 0
      ? nil
      : clock.time(
        board: header.board, version: header.version, counter: header.counter,
        field: octets.littleEndian32(at: header.metadataStart + 5),
        octets: header.payloadLength - header.metadataLength,
        arrival: record.time)
    let flags = octets[header.metadataStart]
    let channel = octets[header.metadataStart + 1]
    let phy = PHY(rawValue: (flags >> 4 & 0x07) + 1)
    // Up to version 2 these bits have another meaning, and no meaning on primary channels. Writers that know neither
    // channel nor kind store 0 for both.
    let kind = flags >> 1 & 0x03
    let hasKind = header.version >= 3 && header.packetID == 2 && channel < 37 && (channel, kind) != (0, 0)
    return LinkLayerPacket(
      of: record, octets, at: header.payloadStart + header.metadataLength,
      end: header.payloadStart + header.payloadLength,
      reception: Reception(
        channel: channel < 40 ? channel : nil,
        rssi: Int8(exactly: -Int(octets[header.metadataStart + 2])),
        crc: flags & 0x01 == 0 ? .bad : .ok,
        phy: phy,
        auxiliaryKind: hasKind ? AuxiliaryKind(rawValue: kind) : nil,
        radioTime: radioTime),
      problems: &problems)
  }
}

/// The header of a record of the nRF Sniffer.
private struct NordicHeader {
  let board: UInt8
  let version: UInt8
  /// The counter of records.
  let counter: UInt16
  let packetID: UInt8
  let payloadStart: Int
  /// The number of octets of metadata and packet.
  let payloadLength: Int
  /// The length of the reception data before the packet: their own length except in version 0, flags, channel, RSSI,
  /// event counter and time.
  let metadataLength: Int

  /// Offset of the flags.
  var metadataStart: Int { payloadStart + metadataLength - 9 }

  /// Reads the header; `nil` when there are too few octets.
  init?(_ octets: Span<UInt8>) {
    guard octets.count >= 8 else { return nil }
    if octets[0] == 0xBE, octets[1] == 0xEF {
      // Mark, packet id, counter, two unused octets, length.
      board = 0
      version = 0
      counter = octets.littleEndian16(at: 3)
      packetID = octets[2]
      payloadStart = 8
      payloadLength = Int(octets[7])
      metadataLength = 9
    } else {
      // Board, two octets with the length, version, counter, packet id.
      board = octets[0]
      version = octets[3]
      counter = octets.littleEndian16(at: 4)
      packetID = octets[6]
      payloadStart = 7
      payloadLength = version == 1 ? Int(octets[2]) : Int(octets.littleEndian16(at: 1))
      metadataLength = 10
    }
  }
}

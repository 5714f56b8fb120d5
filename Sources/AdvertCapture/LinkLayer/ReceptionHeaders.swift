extension LinkLayerPacket {
  /// LINKTYPE_BLUETOOTH_LE_LL: the packet from its access address on, and nothing about how it was received.
  static func plain(_ record: CaptureRecord, _ octets: Span<UInt8>, problems: inout ProblemLog) -> LinkLayerPacket? {
    LinkLayerPacket(of: record, octets, at: 0, reception: Reception(), problems: &problems)
  }
}

extension LinkLayerPacket {
  /// LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR: RF channel, signal, noise, access address offences, reference access address
  /// and flags in ten octets before the packet. What its flag does not vouch for is ignored.
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
        rssi: flags & 0x0002 == 0 ? nil : Int8(bitPattern: octets[1]),
        crc: flags & 0x0400 == 0 ? .unchecked : flags & 0x0800 == 0 ? .bad : .ok,
        phy: PHY(rawValue: UInt8(flags >> 14)),
        auxiliaryKind: isAuxiliary ? AuxiliaryKind(rawValue: UInt8(flags >> 12 & 0x03)) : nil),
      problems: &problems)
  }

  /// The link layer's index of an RF channel, which counts from 2402 MHz in steps of 2 MHz (Core Vol 6 Part B 1.4.1);
  /// `nil` above 39.
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
}

extension LinkLayerPacket {
  /// LINKTYPE_PPI: version, flags, length and inner link type, then fields; the packet follows the `length` octets.
  ///
  /// Inside is a link-layer packet (251), or 147, which is anybody's: Ubertooth's early files have a link-layer packet
  /// there, and the access address tells.
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

  /// Looks for the field with the number 30006: version, frequency in MHz, clock, then the highest, lowest and mean
  /// RSSI and how many measurements they rest on.
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
          rssi: fields[value + 11] == 0 ? nil : Int8(bitPattern: fields[value + 10]))
      }
      offset = value + (areAligned ? (length + 3) & ~3 : length)
    }
    return Reception()
  }
}

extension LinkLayerPacket {
  /// LINKTYPE_NORDIC_BLE: what the nRF Sniffer sends over its serial line, in versions 0 to 4 of its header.
  ///
  /// `nil` for what is no link-layer packet: the sniffer's own messages.
  @inline(__always)
  static func nordicSniffer(_ record: CaptureRecord, _ octets: Span<UInt8>, problems: inout ProblemLog)
    -> LinkLayerPacket?
  {
    guard let header = NordicHeader(octets) else {
      problems.note(
        .packetCutShort, fileOffset: record.fileOffset, record: record.number, expected: "an nRF Sniffer header",
        found: "\(octets.count) bytes")
      return nil
    }
    switch header.packetID {
    // Advertising, data, and what other tools write.
    case 2, 6, 0: break
    default: return nil
    }
    let present = octets.count - header.payloadStart
    guard header.payloadLength <= present else {
      problems.note(
        .packetCutShort, fileOffset: record.fileOffset, record: record.number,
        expected: "\(header.payloadLength) bytes behind the nRF Sniffer header", found: "\(present)")
      return nil
    }
    guard header.payloadLength > header.metadataLength else { return nil }
    let flags = octets[header.metadataStart]
    let channel = octets[header.metadataStart + 1]
    let phy = PHY(rawValue: flags >> 4 & 0x07)
    // Up to version 2 the bits of the kind mean something else; on primary channels they mean nothing. Writers that
    // know neither channel nor kind store 0 for both.
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
        auxiliaryKind: hasKind ? AuxiliaryKind(rawValue: kind) : nil),
      problems: &problems)
  }
}

/// Where things are in a record of the nRF Sniffer.
private struct NordicHeader {
  let version: UInt8
  let packetID: UInt8
  let payloadStart: Int
  /// Octets of metadata and packet.
  let payloadLength: Int
  /// Octets before the packet that say how it was received: their own number except in version 0, flags, channel,
  /// RSSI, event counter and time.
  let metadataLength: Int

  /// Where the flags are.
  var metadataStart: Int { payloadStart + metadataLength - 9 }

  /// `nil` when the octets are too few.
  init?(_ octets: Span<UInt8>) {
    guard octets.count >= 8 else { return nil }
    if octets[0] == 0xBE, octets[1] == 0xEF {
      // Mark, packet id, counter, two unused octets, length.
      version = 0
      packetID = octets[2]
      payloadStart = 8
      payloadLength = Int(octets[7])
      metadataLength = 9
    } else {
      // Board, two octets with the length, version, counter, packet id.
      version = octets[3]
      packetID = octets[6]
      payloadStart = 7
      payloadLength = version == 1 ? Int(octets[2]) : Int(octets.littleEndian16(at: 1))
      metadataLength = 10
    }
  }
}

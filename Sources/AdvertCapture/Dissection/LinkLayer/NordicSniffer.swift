extension LinkLayerPacket {
  /// LINKTYPE_NORDIC_BLE: what the nRF Sniffer sends over its serial line, in versions 0 to 4 of its header.
  ///
  /// `nil` for what is no link-layer packet: the sniffer's own messages.
  @inline(__always)
  static func nordicSniffer(_ record: CaptureRecord, _ octets: Span<UInt8>, problems: inout ProblemLog)
    -> LinkLayerPacket?
  {
    guard let header = NordicHeader(octets) else {
      problems.note(.packetCutShort, fileOffset: record.fileOffset, record: record.number) {
        "expected an nRF Sniffer header, found \(octets.count) bytes"
      }
      return nil
    }
    switch header.packetID {
    // Advertising, data, and what other tools write.
    case 2, 6, 0: break
    default: return nil
    }
    let present = octets.count - header.payloadStart
    guard header.payloadLength <= present else {
      problems.note(.packetCutShort, fileOffset: record.fileOffset, record: record.number) {
        "expected \(header.payloadLength) bytes behind the nRF Sniffer header, found \(present)"
      }
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

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
      problems.note(.packetCutShort, fileOffset: record.fileOffset, record: record.number) {
        "expected a PPI header of \(fixedLength) bytes, found \(octets.count)"
      }
      return nil
    }
    let length = Int(octets.littleEndian16(at: 2))
    guard length >= fixedLength, length <= octets.count else {
      problems.note(.packetCutShort, fileOffset: record.fileOffset + 2, record: record.number) {
        "expected a PPI header of \(fixedLength) to \(octets.count) bytes, found \(length)"
      }
      return nil
    }
    let innerLinkType = octets.littleEndian32(at: 4)
    guard innerLinkType == 251 || innerLinkType == 147 else {
      problems.note(.linkTypeSkipped, fileOffset: record.fileOffset + 4, record: record.number) {
        "expected link type 251 or 147 inside PPI, found \(innerLinkType)"
      }
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

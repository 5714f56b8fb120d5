extension LinkLayerPacket {
  /// LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR: RF channel, signal, noise, access address offences, reference access address
  /// and flags in ten octets before the packet. What its flag does not vouch for is ignored.
  @inline(__always)
  static func withPseudoheader(
    _ record: CaptureRecord, _ octets: Span<UInt8>, problems: inout ProblemLog
  ) -> LinkLayerPacket? {
    let headerLength = 10
    guard octets.count >= headerLength else {
      problems.note(.packetCutShort, fileOffset: record.fileOffset, record: record.number) {
        "expected a pseudo-header of \(headerLength) bytes, found \(octets.count)"
      }
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

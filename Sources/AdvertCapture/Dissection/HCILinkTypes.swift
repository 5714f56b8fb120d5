/// Takes the headers of the HCI link types off: each gives the HCI command or event inside, or nothing for data
/// packets, which carry no advertising.
extension HCIPacket {
  /// H4: the packet indicator is the first octet. The record's flags are ignored; real logs contradict themselves there.
  @inline(__always)
  @_lifetime(copy record)
  static func h4(_ record: borrowing CaptureRecord, at start: Int = 0, adapter: UInt16 = 0) -> HCIPacket? {
    let octets = record.octets
    guard octets.count > start else { return nil }
    let header = start + 1
    switch octets[start] {
    case 0x01:
      return HCIPacket(
        .command, of: record, adapter: adapter, skipping: header, octets: octets.extracting(header...))
    case 0x04:
      return HCIPacket(.event, of: record, adapter: adapter, skipping: header, octets: octets.extracting(header...))
    default: return nil
    }
  }

  /// H4 behind a direction of four octets. The direction is ignored: commands only go one way, events the other.
  @_lifetime(copy record)
  static func h4WithDirection(_ record: borrowing CaptureRecord) -> HCIPacket? {
    h4(record, at: 4)
  }

  /// No packet indicator: flag bit 1 says command or event, bit 0 the direction.
  @_lifetime(copy record)
  static func unencapsulated(_ record: borrowing CaptureRecord) -> HCIPacket? {
    switch record.flags & 0x03 {
    case 0x02: HCIPacket(.command, of: record, adapter: 0, skipping: 0, octets: record.octets)
    case 0x03: HCIPacket(.event, of: record, adapter: 0, skipping: 0, octets: record.octets)
    default: nil
    }
  }

  /// PacketLogger: the record's type says command or event; of its other types none carries advertising.
  @_lifetime(copy record)
  static func packetLogger(_ record: borrowing CaptureRecord) -> HCIPacket? {
    switch record.flags {
    case 0x00: HCIPacket(.command, of: record, adapter: 0, skipping: 0, octets: record.octets)
    case 0x01: HCIPacket(.event, of: record, adapter: 0, skipping: 0, octets: record.octets)
    default: nil
    }
  }

  /// The Linux monitor in btsnoop: adapter in the upper half of the flags, opcode in the lower.
  @_lifetime(copy record)
  static func linuxMonitorFlags(_ record: borrowing CaptureRecord) -> HCIPacket? {
    linuxMonitor(
      record, adapter: UInt16(truncatingIfNeeded: record.flags >> 16),
      opcode: UInt16(truncatingIfNeeded: record.flags), header: 0)
  }

  /// The Linux monitor in pcap: adapter and opcode in four big-endian octets before the packet.
  @_lifetime(copy record)
  static func linuxMonitor(_ record: borrowing CaptureRecord) -> HCIPacket? {
    guard record.octets.count >= 4 else { return nil }
    return linuxMonitor(
      record, adapter: record.octets.bigEndian16(at: 0), opcode: record.octets.bigEndian16(at: 2), header: 4)
  }

  @_lifetime(copy record)
  private static func linuxMonitor(
    _ record: borrowing CaptureRecord, adapter: UInt16, opcode: UInt16, header: Int
  ) -> HCIPacket? {
    let octets = record.octets.extracting(header...)
    switch opcode {
    // New Index has the controller's type and bus before its address, Index Info begins with the address.
    case 0:
      return HCIPacket(
        .controllerAddress, of: record, adapter: adapter, skipping: header + 2,
        octets: octets.extracting(droppingFirst: 2))
    case 10: return HCIPacket(.controllerAddress, of: record, adapter: adapter, skipping: header, octets: octets)
    case 2: return HCIPacket(.command, of: record, adapter: adapter, skipping: header, octets: octets)
    case 3: return HCIPacket(.event, of: record, adapter: adapter, skipping: header, octets: octets)
    default: return nil
    }
  }
}

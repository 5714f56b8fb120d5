/// One HCI packet without transport and capture headers, viewed in place.
struct HCIPacket: ~Escapable, BitwiseCopyable {
  let kind: Kind
  let adapter: UInt16
  let time: Timestamp?
  let record: Int
  /// Offset in the input of the first of `octets`.
  let fileOffset: Int
  /// The packet from its opcode or event code on. For a controller's address, its six octets and the rest of the
  /// record.
  let octets: Span<UInt8>

  /// Whether this event has fewer octets than its own length octet counts.
  var isEventCutShort: Bool { octets.count >= 2 && octets.count - 2 < Int(octets[1]) }

  enum Kind {
    case command
    case event
    /// A controller's public address, which the Linux monitor records beside the packets.
    case controllerAddress
    /// A command of the management interface of Linux, from its socket on.
    case managementCommand
    /// An event of the management interface of Linux, from its socket on.
    case managementEvent
  }

  /// The place of a packet in a record.
  struct Place: BitwiseCopyable {
    let kind: Kind
    /// Offset of the packet in the record's octets. The record may end before it.
    let start: Int
    let adapter: UInt16

    @inline(__always)
    init(_ kind: Kind, start: Int = 0, adapter: UInt16 = 0) {
      self.kind = kind
      self.start = start
      self.adapter = adapter
    }
  }

  @inline(__always)
  @_lifetime(copy octets)
  init(_ place: Place, of record: CaptureRecord, _ octets: Span<UInt8>) {
    kind = place.kind
    adapter = place.adapter
    time = record.time
    self.record = record.number
    fileOffset = record.fileOffset + place.start
    self.octets = octets.extracting(droppingFirst: place.start)
  }
}

/// The headers of the HCI link types. Each function returns the place of the HCI command or event; `nil` for data
/// packets, which carry no advertising.
extension HCIPacket.Place {
  /// Returns the place in H4: the packet indicator is the first octet. The record's flags are ignored; in real logs
  /// they are sometimes wrong.
  @inline(__always)
  static func h4(_ octets: Span<UInt8>, at start: Int = 0) -> HCIPacket.Place? {
    guard octets.count > start else { return nil }
    switch octets[start] {
    case 0x01: return HCIPacket.Place(.command, start: start + 1)
    case 0x04: return HCIPacket.Place(.event, start: start + 1)
    default: return nil
    }
  }

  /// Returns the place in H4 after a direction of four octets. The direction is ignored: commands only go one way,
  /// events the other.
  static func h4WithDirection(_ octets: Span<UInt8>) -> HCIPacket.Place? {
    h4(octets, at: 4)
  }

  /// Returns the place without packet indicator: flag bit 1 is set for commands and events, bit 0 is the direction.
  static func unencapsulated(flags: UInt32) -> HCIPacket.Place? {
    switch flags & 0x03 {
    case 0x02: HCIPacket.Place(.command)
    case 0x03: HCIPacket.Place(.event)
    default: nil
    }
  }

  /// Returns the place for the Linux monitor in btsnoop: adapter in the upper half of the flags, opcode in the lower.
  static func linuxMonitorFlags(flags: UInt32) -> HCIPacket.Place? {
    linuxMonitor(
      adapter: UInt16(truncatingIfNeeded: flags >> 16), opcode: UInt16(truncatingIfNeeded: flags),
      header: 0)
  }

  /// Returns the place for the Linux monitor in pcap: adapter and opcode in four big-endian octets before the packet.
  static func linuxMonitor(_ octets: Span<UInt8>) -> HCIPacket.Place? {
    guard octets.count >= 4 else { return nil }
    return linuxMonitor(
      adapter: octets.bigEndian16(at: 0), opcode: octets.bigEndian16(at: 2), header: 4)
  }

  private static func linuxMonitor(adapter: UInt16, opcode: UInt16, header: Int) -> HCIPacket.Place? {
    switch opcode {
    // New Index has the controller's type and bus before its address, Index Info begins with the address.
    case 0: HCIPacket.Place(.controllerAddress, start: header + 2, adapter: adapter)
    case 10: HCIPacket.Place(.controllerAddress, start: header, adapter: adapter)
    case 2: HCIPacket.Place(.command, start: header, adapter: adapter)
    case 3: HCIPacket.Place(.event, start: header, adapter: adapter)
    case 16: HCIPacket.Place(.managementCommand, start: header, adapter: adapter)
    case 17: HCIPacket.Place(.managementEvent, start: header, adapter: adapter)
    default: nil
    }
  }
}

internal import AdvertCapture
internal import AdvertisingData

/// Writes HCI packets of the Linux monitor in pcapng, for a file beside a screen or for a reader of captures.
struct ReportPackets {
  private var events = ReportEvents()

  /// The octets before the first packet. The link type is LINKTYPE_BLUETOOTH_LINUX_MONITOR.
  static var beginning: [UInt8] { PcapngOutput.beginning(linkType: 254) }

  /// Appends a report, in several events when its data are long. Its address must not be unknown.
  mutating func append(_ report: borrowing AdvertisingReport, to packets: inout [UInt8]) {
    let (adapter, time) = (report.adapter, report.time?.microseconds)
    events.make(report) { event in
      Self.append(event, opcode: 3, adapter: adapter, at: time, to: &packets)
    }
  }

  /// Appends a packet from a log; returns `false` for one that is not of HCI.
  static func append(_ packet: LogPacket, at time: Int64?, to packets: inout [UInt8]) -> Bool {
    guard let opcode = packet.kind.monitorOpcode else { return false }
    append(packet.octets.span, opcode: opcode, adapter: packet.adapter, at: time, to: &packets)
    return true
  }

  private static func append(
    _ octets: Span<UInt8>, opcode: UInt16, adapter: UInt16, at time: Int64?, to packets: inout [UInt8]
  ) {
    var packet = [
      UInt8(truncatingIfNeeded: adapter >> 8), UInt8(truncatingIfNeeded: adapter),
      UInt8(truncatingIfNeeded: opcode >> 8),
      UInt8(truncatingIfNeeded: opcode),
    ]
    packet.append(copying: octets)
    PcapngOutput.append(
      packet.span, at: time, originalLength: UInt32(truncatingIfNeeded: packet.count), to: &packets)
  }
}

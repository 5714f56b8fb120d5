/// Any sink, behind one call for many reports: dissection does not know the type, which only the caller of
/// ``CaptureReader`` does, and generic code that cannot be specialised would look up types for every record.
struct ErasedSink: AdvertisingSink {
  private(set) var base: any AdvertisingSink
  /// Reports of the latest capture.
  private(set) var reports = 0
  private var memory = PacketMemory()
  /// Repeats that the sink has not received yet: those before `repeatCount`.
  private var repeats = InlineArray<128, RepeatedReport>(repeating: RepeatedReport())
  private var repeatCount = 0

  init(_ base: any AdvertisingSink) {
    self.base = base
  }

  mutating func startCapture(member: String?) {
    flush()
    reports = 0
    memory = PacketMemory()
    base.startCapture(member: member)
  }

  /// Receives the report of a packet if it is like an earlier one; `false` if it is not.
  @inline(__always)
  mutating func receiveRepeat(
    _ packet: RepeatablePacket, _ octets: Span<UInt8>, time: Timestamp?, record: Int
  ) -> Bool {
    guard let number = memory.number(of: packet, octets) else { return false }
    if repeatCount == repeats.count { flush() }
    repeats[repeatCount] = RepeatedReport(
      number: number, record: record, time: time, rssi: packet.rssi, channel: packet.channel,
      packetFileOffset: packet.fileOffset)
    repeatCount += 1
    reports += 1
    return true
  }

  /// Receives the one report of a packet, and remembers that for the next like it.
  mutating func receive(
    _ report: borrowing AdvertisingReport, of packet: RepeatablePacket, _ octets: Span<UInt8>
  ) {
    // What waits may repeat what is forgotten now.
    flush()
    reports += 1
    let number = memory.remember(packet, octets, as: report, after: reports)
    base.receive(
      AdvertisingReport(report.attributes, data: report.data, acad: report.acad, repeatNumber: number))
  }

  mutating func receive(_ report: borrowing AdvertisingReport) {
    flush()
    if !report.isPeriodic { reports += 1 }
    base.receive(report)
  }

  mutating func receive(_ change: ScanModeChange) {
    flush()
    base.receive(change)
  }

  mutating func receive(_ layout: HostLayout) {
    flush()
    base.receive(layout)
  }

  /// Hands over the repeats that have not been yet.
  @inline(never)
  mutating func flush() {
    guard repeatCount > 0 else { return }
    base.receive(RepeatedReports(repeats.span.extracting(first: repeatCount), of: memory))
    repeatCount = 0
  }
}

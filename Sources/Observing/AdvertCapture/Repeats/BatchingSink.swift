/// Hands reports to the sink of the caller, and their repeats many at a time.
///
/// Dissection is compiled for this one type. Code that is generic over the caller's sink cannot be specialised, because
/// only the caller of ``CaptureReader`` knows the type, and would look up types for every record.
struct BatchingSink {
  private let base: SinkBox
  /// The number of reports of the latest capture, without those of periodic trains.
  private(set) var reports = 0
  private var memory: PacketMemory
  private let remembersPackets: Bool
  /// Repeats that the sink has not received yet: the first `repeatCount` of them.
  private var repeats = InlineArray<128, RepeatedReport>(repeating: RepeatedReport())
  private var repeatCount = 0

  init(_ base: SinkBox, remembersPackets: Bool = true) {
    self.remembersPackets = remembersPackets
    memory = PacketMemory(isUsed: remembersPackets)
    self.base = base
  }

  mutating func startCapture(member: String?) {
    flush()
    reports = 0
    memory = PacketMemory(isUsed: remembersPackets)
    base.receive(.began(member: member))
  }

  /// Receives the report of a packet if it repeats an earlier one; returns `false` otherwise.
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

  /// Receives the only report of a packet, and remembers the packet.
  mutating func receive(
    _ report: borrowing AdvertisingReport, of packet: RepeatablePacket, _ octets: Span<UInt8>
  ) {
    // The memory may forget packets that waiting repeats refer to.
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

  mutating func receive(_ event: CaptureEvent) {
    flush()
    base.receive(event)
  }

  /// Hands over the waiting repeats.
  @inline(never)
  mutating func flush() {
    guard repeatCount > 0 else { return }
    base.receive(RepeatedReports(repeats.span.extracting(first: repeatCount), of: memory))
    repeatCount = 0
  }
}

/// The caller's sink, of any type: Embedded Swift has only classes for that. This one receives nothing.
class SinkBox {
  func receive(_ report: borrowing AdvertisingReport) {}
  func receive(_ repeats: borrowing RepeatedReports) {}
  func receive(_ event: CaptureEvent) {}
}

final class FilledSinkBox<Sink: CaptureSink>: SinkBox {
  var sink: Sink

  init(_ sink: Sink) { self.sink = sink }

  override func receive(_ report: borrowing AdvertisingReport) { sink.receive(report) }
  override func receive(_ repeats: borrowing RepeatedReports) { sink.receive(repeats) }
  override func receive(_ event: CaptureEvent) { sink.receive(event) }
}

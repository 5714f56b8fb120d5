internal import AdvertReading

// A capture of hours holds the same few hundred packets hundreds of thousands of times. Only the time, the record, the
// signal strength and the channel differ. To dissect and observe such a packet again costs 110 ns. This folder makes a
// repeat cost 35 ns:
//
// 1. `RepeatablePacket` describes a packet that holds one report: which octet is the RSSI, where the data start, and a
//    hash. It reads a few octets and decodes nothing.
// 2. `PacketMemory` holds the packets that were dissected, each under a number. It finds an equal one by the hash and
//    compares all octets but the RSSI.
// 3. `BatchingSink` stands between dissection and the caller's sink. A new report goes to the sink with its number. The
//    differences of repeats are collected and handed over many at a time.
// 4. A `RepeatCountingSink`, as `Observation` is, counts repeats by their number. Any other sink receives each repeat as
//    a full report, and no public API knows of repeats.
//
// `HashIndex` is the table behind the memory. AdvertObservation finds advertisers and layouts with it too.

/// A sink that can take repeated reports without receiving each in full.
package protocol RepeatCountingSink: AdvertisingSink {
  /// Takes reports in the order of the capture, each equal to an earlier one of the same capture in all but its
  /// ``RepeatedReport``.
  mutating func receive(_ repeats: borrowing RepeatedReports)
}

/// Reports in the order of the capture, each equal to an earlier one except for its place and its reception.
package struct RepeatedReports: ~Escapable {
  package let differences: Span<RepeatedReport>
  private let memory: PacketMemory

  @_lifetime(copy differences)
  init(_ differences: Span<RepeatedReport>, of memory: PacketMemory) {
    self.differences = differences
    self.memory = memory
  }

  /// Returns the report at `position` in full, without a number of its own; `nil` beyond the last.
  @_lifetime(borrow self)
  package func report(at position: Int) -> AdvertisingReport? {
    differences.indices.contains(position) ? memory.report(differences[position]) : nil
  }
}

/// The differences of a repeated report from the one it repeats.
package struct RepeatedReport: Sendable, BitwiseCopyable {
  /// The ``AdvertisingReport/repeatNumber`` of the report it repeats.
  package var number = 0
  /// The record of the repeat, counting from 1.
  package var record = 0
  package var time: Timestamp?
  /// In dBm; `nil` when it was not measured.
  package var rssi: Int8?
  /// The channel index of the link layer; `nil` when the capture does not have it.
  package var channel: UInt8?
  /// Offset in the input of the repeat's packet.
  var packetFileOffset = 0
}

/// Hands reports to the sink of the caller, and their repeats many at a time.
///
/// Dissection is compiled for this one type. Code that is generic over the caller's sink cannot be specialised, because
/// only the caller of ``CaptureReader`` knows the type, and would look up types for every record.
struct BatchingSink: AdvertisingSink {
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
    base.startCapture(member: member)
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

  mutating func receive(_ change: ScanModeChange) {
    flush()
    base.receive(change)
  }

  mutating func receive(_ settings: ScanSettings) {
    flush()
    base.receive(settings)
  }

  mutating func receive(_ event: ConnectionEvent) {
    flush()
    base.receive(event)
  }

  mutating func receive(_ request: ScanRequest) {
    flush()
    base.receive(request)
  }

  mutating func receive(_ layout: HostLayout) {
    flush()
    base.receive(layout)
  }

  mutating func receive(_ problems: [CaptureProblem]) { base.receive(problems) }

  mutating func inputMayPause() {
    flush()
    base.inputMayPause()
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
  func startCapture(member: String?) {}
  func receive(_ report: borrowing AdvertisingReport) {}
  func receive(_ repeats: borrowing RepeatedReports) {}
  func receive(_ change: ScanModeChange) {}
  func receive(_ settings: ScanSettings) {}
  func receive(_ event: ConnectionEvent) {}
  func receive(_ request: ScanRequest) {}
  func receive(_ layout: HostLayout) {}
  func inputMayPause() {}
  func receive(_ problems: [CaptureProblem]) {}
}

/// Hands every repeat in full to a sink that does not count repeats.
class ExpandingSink<Sink: AdvertisingSink>: SinkBox {
  final var sink: Sink

  init(_ sink: Sink) { self.sink = sink }

  override func startCapture(member: String?) { sink.startCapture(member: member) }

  override func receive(_ report: borrowing AdvertisingReport) { sink.receive(report) }

  override func receive(_ repeats: borrowing RepeatedReports) {
    for position in repeats.differences.indices {
      if let report = repeats.report(at: position) { sink.receive(report) }
    }
  }

  override func receive(_ change: ScanModeChange) { sink.receive(change) }

  override func receive(_ settings: ScanSettings) { sink.receive(settings) }

  override func receive(_ event: ConnectionEvent) { sink.receive(event) }

  override func receive(_ request: ScanRequest) { sink.receive(request) }

  override func receive(_ layout: HostLayout) { sink.receive(layout) }

  override func inputMayPause() { sink.inputMayPause() }

  override func receive(_ problems: [CaptureProblem]) { sink.receive(problems) }
}

/// Hands repeats unchanged to a sink that counts them.
final class CountingSink<Sink: RepeatCountingSink>: ExpandingSink<Sink> {
  override func receive(_ repeats: borrowing RepeatedReports) { sink.receive(repeats) }
}

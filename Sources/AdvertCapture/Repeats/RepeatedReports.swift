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

/// Reports in the order of a capture, each like an earlier one in all but where it is and how it was received.
public struct RepeatedReports: ~Escapable {
  /// What they do not share with those they repeat.
  public let differences: Span<RepeatedReport>
  private let memory: PacketMemory

  @_lifetime(copy differences)
  init(_ differences: Span<RepeatedReport>, of memory: PacketMemory) {
    self.differences = differences
    self.memory = memory
  }

  /// The report at `position` in full, without a number of its own; `nil` beyond the last.
  @_lifetime(borrow self)
  public func report(at position: Int) -> AdvertisingReport? {
    differences.indices.contains(position) ? memory.report(differences[position]) : nil
  }
}

/// What a repeated report does not share with the one it repeats.
public struct RepeatedReport: Sendable, BitwiseCopyable {
  /// The ``AdvertisingReport/repeatNumber`` of the one it repeats.
  public let number: Int
  /// The record it came in, counting from 1.
  public let record: Int
  public let time: Timestamp?
  /// In dBm; `nil` when it was not measured.
  public let rssi: Int8?
  /// The channel index of the link layer; `nil` when the capture does not tell.
  public let channel: UInt8?
  /// Offset in the input of the packet it came in.
  let packetFileOffset: Int

  /// Of no report, to fill an array with.
  init() {
    self.init(number: 0, record: 0, time: nil, rssi: nil, channel: nil, packetFileOffset: 0)
  }

  @inline(__always)
  init(number: Int, record: Int, time: Timestamp?, rssi: Int8?, channel: UInt8?, packetFileOffset: Int) {
    self.number = number
    self.record = record
    self.time = time
    self.rssi = rssi
    self.channel = channel
    self.packetFileOffset = packetFileOffset
  }
}

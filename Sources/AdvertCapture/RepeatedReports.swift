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

/// Reports in the order of a capture, each like an earlier one in all but time, place and signal strength.
public struct RepeatedReports: ~Escapable {
  /// What they do not share with those they repeat.
  public let differences: Span<RepeatedReport>
  private let memory: EventMemory.View

  @_lifetime(copy differences, copy memory)
  init(_ differences: Span<RepeatedReport>, of memory: EventMemory.View) {
    self.differences = differences
    self.memory = memory
  }

  /// The report at `position` in full, without a number of its own; `nil` beyond the last.
  @_lifetime(copy self)
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
  /// Offset in the input of the event it came in.
  let eventFileOffset: Int

  /// Of no report, to fill an array with.
  init() {
    self.init(number: 0, record: 0, time: nil, rssi: nil, eventFileOffset: 0)
  }

  @inline(__always)
  init(number: Int, record: Int, time: Timestamp?, rssi: Int8?, eventFileOffset: Int) {
    self.number = number
    self.record = record
    self.time = time
    self.rssi = rssi
    self.eventFileOffset = eventFileOffset
  }
}

public import AdvertReading

/// Reads captures of any known format and hands their advertising to a sink.
public enum CaptureReader {
  /// Reads all of an input: a capture, a compressed capture, or every capture in an archive. Reading continues
  /// after damage where the format allows it; damage is in the summary's problems.
  ///
  /// - Throws: when the input neither is nor contains a capture, or cannot be read at all.
  public static func read<Sink: CaptureSink>(
    _ source: any ByteSource, options: CaptureOptions = CaptureOptions(), into sink: inout Sink
  ) throws(CaptureError) -> CaptureSummary {
    let box = FilledSinkBox(sink)
    defer { sink = box.sink }
    var input = InputWindow(source, capacity: options.windowCapacity)
    var search = CaptureSearch(sink: BatchingSink(box, remembersPackets: options.remembersPackets), options: options)
    let summary = try search.read(&input, member: nil)
    guard !summary.captures.isEmpty else { throw Self.noCapture(in: summary) }
    return summary
  }

  /// Reads a log whose lines come from elsewhere. A failure ends it like damage.
  ///
  /// - Parameter next: returns the records of further lines; `nil` at the end of the log.
  package static func read<Sink: CaptureSink>(
    records next: () throws(InputFailure) -> [LogRecord]?, options: CaptureOptions = CaptureOptions(),
    into sink: inout Sink
  ) -> CaptureSummary {
    let box = FilledSinkBox(sink)
    defer { sink = box.sink }
    var dissection = Dissection(
      sink: BatchingSink(box, remembersPackets: options.remembersPackets), options: options)
    dissection.start(member: nil)
    do throws(InputFailure) {
      while let records = try next() {
        for record in records { record.deliver(to: &dissection) }
        dissection.inputMayPause()
      }
    } catch {
      dissection.note(error, fileOffset: CaptureRecord.noFileOffset, record: nil)
    }
    dissection.finish()
    return dissection.summary(format: Log.name, reports: dissection.sink.reports)
  }

  #if !hasFeature(Embedded)
    /// Reads the records of every capture in an input unchanged, to write them again. Records before damage are taken.
    ///
    /// - Parameters:
    ///  - start: called when a capture begins, with its name in the archive, or `nil`.
    ///  - take: gets its records, in their order.
    package static func copyRecords(
      of source: any ByteSource, options: CaptureOptions = CaptureOptions(),
      startingCapture start: @escaping (String?) -> Void,
      to take: @escaping (CopiedRecord) -> Void
    ) throws(CaptureError) {
      var input = InputWindow(source, capacity: options.windowCapacity)
      var search = CaptureSearch(sink: BatchingSink(SinkBox(), remembersPackets: false), options: options)
      search.copying = RecordCopying(start: start, take: take)
      _ = try search.read(&input, member: nil)
    }
  #endif

  private static func noCapture(in archive: CaptureSummary) -> CaptureError {
    .noCaptureInside(
      archive: archive.format,
      members: archive.members.isEmpty ? "no members" : "none among \(archive.inventory)",
      problems: archive.problems)
  }
}

/// The options for reading a capture.
public struct CaptureOptions: Hashable, Sendable {
  /// Whether packets with a wrong CRC become reports too. Then noise gives invented devices and data.
  public var keepsBadCRC: Bool
  /// The number of bytes of the input in memory at first, at least 1. The result is always the same. Small windows cost
  /// less for small inputs, and let tests have the window's edges inside records.
  public var windowCapacity: Int
  /// Whether the sink receives all reports so far before the reader waits for more input. This costs a little; it has
  /// no use for input that is already present.
  public var deliversAtOnce: Bool

  /// Whether a text may be a log with advertising data in its lines. In an archive, only members with the name of a
  /// text are read so.
  package var readsLogs = true

  /// Whether packets are remembered, so that repeats cost less. The memory fills up over hours; without it, a reading
  /// of days uses the same memory from the start.
  package var remembersPackets = true

  /// The number of bytes of the input in memory at first by default.
  public static let defaultWindowCapacity = 1 << 18

  /// Options for nearly every input.
  public init(
    keepsBadCRC: Bool = false, windowCapacity: Int = defaultWindowCapacity, deliversAtOnce: Bool = false
  ) {
    self.keepsBadCRC = keepsBadCRC
    self.windowCapacity = windowCapacity
    self.deliversAtOnce = deliversAtOnce
  }
}

public import AdvertReading

/// Reads captures of any known format and hands their advertising to a sink.
public enum CaptureReader {
  /// Reads all of an input: a capture, a compressed capture, or every capture in an archive. Damage ends the reading of
  /// a capture, and is in its summary's problems. The sink receives all reports before the damage.
  ///
  /// - Throws: when the input neither is nor contains a capture, or cannot be read at all.
  public static func read<Sink: AdvertisingSink>(
    _ source: any ByteSource, options: CaptureOptions = CaptureOptions(), into sink: inout Sink
  ) throws(CaptureError) -> CaptureSummary {
    #if !hasFeature(Embedded)
      // Only at run time is it known whether the type counts repeats.
      if var counting = sink as? any RepeatCountingSink {
        defer {
          if let filled = counting as? Sink { sink = filled }
        }
        return try read(source, options: options, into: &counting)
      }
    #endif
    let box = ExpandingSink(sink)
    defer { sink = box.sink }
    return try read(source, options, into: box)
  }

  /// Reads into a sink that counts repeats.
  package static func read<Sink: RepeatCountingSink>(
    _ source: any ByteSource, options: CaptureOptions = CaptureOptions(), into sink: inout Sink
  ) throws(CaptureError) -> CaptureSummary {
    let box = CountingSink(sink)
    defer { sink = box.sink }
    return try read(source, options, into: box)
  }

  private static func read(
    _ source: any ByteSource, _ options: CaptureOptions, into box: SinkBox
  ) throws(CaptureError) -> CaptureSummary {
    var input = InputWindow(source, capacity: options.windowCapacity)
    var search = CaptureSearch(sink: BatchingSink(box, remembersPackets: options.remembersPackets), options: options)
    let summary = try search.read(&input, member: nil)
    guard !summary.captures.isEmpty else { throw Self.noCapture(in: summary) }
    return summary
  }

  /// Reads a log whose lines come from elsewhere. A failure ends it like damage.
  ///
  /// - Parameter next: returns the records of further lines; `nil` at the end of the log.
  package static func read<Sink: AdvertisingSink>(
    records next: () throws(InputFailure) -> [LogRecord]?, options: CaptureOptions = CaptureOptions(),
    into sink: inout Sink
  ) -> CaptureSummary {
    let box = ExpandingSink(sink)
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
      let box = ExpandingSink(NoReports())
      var search = CaptureSearch(sink: BatchingSink(box, remembersPackets: false), options: options)
      search.copying = RecordCopying(start: start, take: take)
      _ = try search.read(&input, member: nil)
    }

    /// A sink that takes nothing.
    private struct NoReports: AdvertisingSink {
      mutating func receive(_ report: borrowing AdvertisingReport) {}
      mutating func receive(_ change: ScanModeChange) {}
      mutating func receive(_ layout: HostLayout) {}
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

/// Receives the content of a capture, in the order of the capture.
public protocol AdvertisingSink {
  /// A capture begins. All calls until the next one of this belong to it. An archive can contain several captures, each
  /// with its own record numbers and file offsets.
  ///
  /// - Parameter member: the name of the capture in the archive; `nil` when it is in no archive.
  mutating func startCapture(member: String?)
  /// Receives a report. Its octets are viewed in place, and are invalid after the call.
  mutating func receive(_ report: borrowing AdvertisingReport)
  /// Receives a change of how the capturing host scans.
  mutating func receive(_ change: ScanModeChange)
  /// Receives the filters that are set on the capturing host, after each change of them.
  mutating func receive(_ settings: ScanSettings)
  /// Receives an event of a connection of the capturing host to a device.
  mutating func receive(_ event: ConnectionEvent)
  /// Receives a scan request to a device. Only sniffers hear these.
  mutating func receive(_ request: ScanRequest)
  /// Receives a layout once the controller accepted the commands, or must have accepted them. So the record of the
  /// layout can be earlier than the records of reports already received.
  mutating func receive(_ layout: HostLayout)
  /// The reader may have to wait for more input: a sink that prints should print now. Called only with
  /// ``CaptureOptions/deliversAtOnce``.
  mutating func inputMayPause()
  /// Receives the problems of the capture so far, one entry for each kind: before the reader waits for more input, and
  /// at its end. Called only with ``CaptureOptions/deliversAtOnce``.
  mutating func receive(_ problems: [CaptureProblem])
}

extension AdvertisingSink {
  /// Does nothing: all captures of an archive are one.
  public mutating func startCapture(member: String?) {}

  /// Does nothing.
  public mutating func receive(_ settings: ScanSettings) {}

  /// Does nothing.
  public mutating func receive(_ event: ConnectionEvent) {}

  /// Does nothing.
  public mutating func receive(_ request: ScanRequest) {}

  /// Does nothing.
  public mutating func inputMayPause() {}

  /// Does nothing: the problems are also in the summary.
  public mutating func receive(_ problems: [CaptureProblem]) {}
}

/// Gives each capture of an input a sink of its own.
package struct SinkPerCapture<Sink: AdvertisingSink>: AdvertisingSink {
  private var finished: [Sink] = []
  /// The sink of the latest capture; before the first capture, one that receives nothing. It is not an array element,
  /// because every report passes it in code that is not specialised.
  private var current: Sink
  private var hasStarted = false
  private let makeSink: () -> Sink

  /// No sinks yet. The closure makes one for each capture.
  package init(_ makeSink: @escaping () -> Sink) {
    self.makeSink = makeSink
    current = makeSink()
  }

  /// The sinks of the ``CaptureSummary/captures``, in the same order.
  package var sinks: [Sink] { hasStarted ? finished + [current] : [] }

  package mutating func startCapture(member: String?) {
    if hasStarted {
      finished.append(current)
      current = makeSink()
    }
    hasStarted = true
    current.startCapture(member: member)
  }

  package mutating func receive(_ report: borrowing AdvertisingReport) { current.receive(report) }

  package mutating func receive(_ change: ScanModeChange) { current.receive(change) }

  package mutating func receive(_ settings: ScanSettings) { current.receive(settings) }

  package mutating func receive(_ event: ConnectionEvent) { current.receive(event) }

  package mutating func receive(_ request: ScanRequest) { current.receive(request) }

  package mutating func receive(_ layout: HostLayout) { current.receive(layout) }
}

extension SinkPerCapture: RepeatCountingSink where Sink: RepeatCountingSink {
  package mutating func receive(_ repeats: borrowing RepeatedReports) { current.receive(repeats) }
}

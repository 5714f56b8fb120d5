/// Reads captures of any known format and hands their advertising to a sink.
public enum CaptureReader {
  /// Reads all of an input: a capture, a compressed capture, or every capture in an archive. Damage ends the reading of
  /// a capture and is in its summary's problems. The sink receives everything before the damage.
  ///
  /// - Throws: when the input neither is nor holds a capture, or cannot be read at all.
  public static func read<Sink: AdvertisingSink>(
    _ source: any ByteSource, options: CaptureOptions = CaptureOptions(), into sink: inout Sink
  ) throws(CaptureError) -> CaptureSummary {
    #if !hasFeature(Embedded)
      // The type can turn out to count repeats only when this runs.
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

  /// Reads into a sink that is known to count repeats.
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

  #if !hasFeature(Embedded)
    /// Reads the records of every capture in an input as they are, for writing them again. What comes before damage is taken.
    ///
    /// - Parameters:
    ///   - start: a capture begins; its name in the archive, or `nil`.
    ///   - take: gets its records, in their order.
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

    /// Takes nothing.
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

/// How to read a capture.
public struct CaptureOptions: Hashable, Sendable {
  /// Whether packets with a wrong CRC become reports too. Noise then makes up devices and data.
  public var keepsBadCRC: Bool
  /// The bytes of the input held at first, at least 1. The result is always the same. Small windows cost less for small
  /// inputs, and let tests have their edges inside records.
  public var windowCapacity: Int
  /// Whether the sink receives all reports so far before more of the input is waited for. Costs a little, so leave it out
  /// for input that is there already.
  public var deliversAtOnce: Bool

  /// Whether a text may be a log with advertising data in its lines. Of an archive's members, those are read that are named
  /// like a text.
  package var readsLogs = true

  /// Whether packets are remembered, so that repeats cost less. The memory fills up in the course of hours; without it, what
  /// is read for days takes the same room from the start.
  package var remembersPackets = true

  /// The bytes of the input that are held at first by default.
  public static let defaultWindowCapacity = 1 << 18

  /// Options that suit nearly every input.
  public init(
    keepsBadCRC: Bool = false, windowCapacity: Int = defaultWindowCapacity, deliversAtOnce: Bool = false
  ) {
    self.keepsBadCRC = keepsBadCRC
    self.windowCapacity = windowCapacity
    self.deliversAtOnce = deliversAtOnce
  }
}

/// Receives what a capture holds, in the order of the capture.
public protocol AdvertisingSink {
  /// A capture begins. Everything received until the next call belongs to it. An archive can hold several captures, each
  /// with its own record numbers and file offsets.
  ///
  /// - Parameter member: the name of the capture in the archive; `nil` when it is in no archive.
  mutating func startCapture(member: String?)
  /// Receives a report. Its octets are viewed where they are, and gone after the call.
  mutating func receive(_ report: borrowing AdvertisingReport)
  /// Receives a change of how the capturing host scans.
  mutating func receive(_ change: ScanModeChange)
  /// Receives the filters that are set on the capturing host, after each change of them.
  mutating func receive(_ settings: ScanSettings)
  /// Receives what happens to a connection of the capturing host to a device.
  mutating func receive(_ event: ConnectionEvent)
  /// Receives that a scanner asked a device for its scan response. Only sniffers hear that.
  mutating func receive(_ request: ScanRequest)
  /// Receives a layout once the controller accepted the commands, or must have accepted them. The record of the layout
  /// can thus lie before the records of reports received earlier.
  mutating func receive(_ layout: HostLayout)
  /// More of the input may have to be waited for: a sink that prints prints now. Called only with
  /// ``CaptureOptions/deliversAtOnce``.
  mutating func inputMayPause()
  /// Receives what is wrong with the capture so far, one entry for each kind: before more of the input is waited for, and at
  /// its end. Called only with ``CaptureOptions/deliversAtOnce``.
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

  /// Does nothing: they are in the summary, too.
  public mutating func receive(_ problems: [CaptureProblem]) {}
}

/// Gives each capture of an input a sink of its own.
package struct SinkPerCapture<Sink: AdvertisingSink>: AdvertisingSink {
  private var finished: [Sink] = []
  /// The sink of the latest capture; before the first capture, one that receives nothing. It is no array element, because
  /// every report passes here in code that is not specialised.
  private var current: Sink
  private var hasStarted = false
  private let makeSink: () -> Sink

  /// No sink yet. The closure makes one for each capture.
  package init(_ makeSink: @escaping () -> Sink) {
    self.makeSink = makeSink
    current = makeSink()
  }

  /// One for each of the ``CaptureSummary/captures``, in the same order.
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

/// Reads captures of any known format and hands their advertising to a sink.
public enum CaptureReader {
  /// Reads all of an input: a capture, a compressed one, or every capture in an archive. Damage half-way ends the
  /// reading of a capture and is in its summary's problems; what came before it has reached the sink.
  ///
  /// - Throws: when the input neither is a capture nor holds one, or is of a kind that cannot be read at all.
  public static func read<Sink: AdvertisingSink>(
    _ source: any ByteSource, options: CaptureOptions = CaptureOptions(), into sink: inout Sink
  ) throws(CaptureError) -> CaptureSummary {
    var input = InputWindow(source, capacity: options.windowCapacity)
    var search = CaptureSearch(sink: ErasedSink(sink), options: options)
    defer {
      // What went in comes out: the cast cannot fail.
      if let filled = search.sink.base as? Sink { sink = filled }
    }
    let summary = try search.read(&input, member: nil)
    guard !summary.captures.isEmpty else { throw Self.noCapture(in: summary) }
    return summary
  }

  private static func noCapture(in archive: CaptureSummary) -> CaptureError {
    let members = archive.members.isEmpty ? "no members" : "none among \(archive.inventory)"
    return .noCaptureInside(
      archive: archive.format, members: ([members] + archive.problems.map(\.message)).joined(separator: "; "))
  }
}

/// How to read a capture.
public struct CaptureOptions: Hashable, Sendable {
  /// Whether packets whose CRC is wrong become reports all the same. Noise then invents devices and data.
  public var keepsBadCRC: Bool
  /// Octets that windows on an input hold to begin with, at least 1. It changes nothing of what is read: small ones have
  /// their edges inside records, as large inputs do, and cost less to make for inputs that are small.
  public var windowCapacity: Int

  public init(keepsBadCRC: Bool = false, windowCapacity: Int = InputWindow.defaultCapacity) {
    self.keepsBadCRC = keepsBadCRC
    self.windowCapacity = windowCapacity
  }
}

/// Takes what dissection finds in a capture, in the order of the capture.
public protocol AdvertisingSink {
  /// A capture begins: what is received until the next one begins is of this. An archive can hold several, each with its
  /// own record numbers and file offsets; `member` is the name of this one in it, `nil` when it is in no archive.
  mutating func startCapture(member: String?)
  mutating func receive(_ report: borrowing AdvertisingReport)
  /// Several reports in a row that repeat earlier ones of the same capture. Received one by one unless a sink has a
  /// quicker way.
  mutating func receive(_ repeats: borrowing RepeatedReports)
  mutating func receive(_ change: ScanModeChange)
  /// Comes once it is known, or must be assumed, that the controller accepted the commands; its record may thus lie
  /// before those of reports already received.
  mutating func receive(_ layout: HostLayout)
}

extension AdvertisingSink {
  /// Makes no difference between the captures of an archive.
  public mutating func startCapture(member: String?) {}

  public mutating func receive(_ repeats: borrowing RepeatedReports) {
    for position in repeats.differences.indices {
      if let report = repeats.report(at: position) { receive(report) }
    }
  }
}

/// Gives each capture of an input a sink of its own, so that those of an archive are not mixed.
public struct SinkPerCapture<Sink: AdvertisingSink>: AdvertisingSink {
  private var finished: [Sink] = []
  /// The sink of the latest capture; before the first, one that receives nothing. A field of its own, not the last of an
  /// array, because every report passes here in code that does not know its type.
  private var current: Sink
  private var hasStarted = false
  private let makeSink: () -> Sink

  public init(_ makeSink: @escaping () -> Sink) {
    self.makeSink = makeSink
    current = makeSink()
  }

  /// One for each of the ``CaptureSummary/captures``, in the same order.
  public var sinks: [Sink] { hasStarted ? finished + [current] : [] }

  public mutating func startCapture(member: String?) {
    if hasStarted {
      finished.append(current)
      current = makeSink()
    }
    hasStarted = true
    current.startCapture(member: member)
  }

  public mutating func receive(_ report: borrowing AdvertisingReport) { current.receive(report) }

  public mutating func receive(_ repeats: borrowing RepeatedReports) { current.receive(repeats) }

  public mutating func receive(_ change: ScanModeChange) { current.receive(change) }

  public mutating func receive(_ layout: HostLayout) { current.receive(layout) }
}

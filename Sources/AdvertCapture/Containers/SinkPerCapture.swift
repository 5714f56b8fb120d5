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

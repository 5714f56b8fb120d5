/// Gives each capture of an input a sink of its own, so that those of an archive are not mixed.
public struct SinkPerCapture<Sink: AdvertisingSink>: AdvertisingSink {
  /// One for each of the ``CaptureSummary/captures``, in the same order.
  public private(set) var sinks: [Sink] = []
  private let makeSink: () -> Sink

  public init(_ makeSink: @escaping () -> Sink) {
    self.makeSink = makeSink
  }

  public mutating func startCapture(member: String?) {
    sinks.append(makeSink())
    sinks[sinks.count - 1].startCapture(member: member)
  }

  public mutating func receive(_ report: borrowing AdvertisingReport) {
    guard !sinks.isEmpty else { return }
    sinks[sinks.count - 1].receive(report)
  }

  public mutating func receive(_ change: ScanModeChange) {
    guard !sinks.isEmpty else { return }
    sinks[sinks.count - 1].receive(change)
  }

  public mutating func receive(_ layout: HostLayout) {
    guard !sinks.isEmpty else { return }
    sinks[sinks.count - 1].receive(layout)
  }
}

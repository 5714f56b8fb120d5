/// Any sink, behind one call for each report: dissection does not know the type, which only the caller of
/// ``CaptureReader`` does, and generic code that cannot be specialised would look up types for every record.
struct ErasedSink: AdvertisingSink {
  private(set) var base: any AdvertisingSink
  /// Reports of the latest capture.
  private(set) var reports = 0

  init(_ base: any AdvertisingSink) {
    self.base = base
  }

  mutating func startCapture(member: String?) {
    reports = 0
    base.startCapture(member: member)
  }

  mutating func receive(_ report: borrowing AdvertisingReport) {
    if !report.isPeriodic { reports += 1 }
    base.receive(report)
  }

  mutating func receive(_ change: ScanModeChange) {
    base.receive(change)
  }

  mutating func receive(_ layout: HostLayout) {
    base.receive(layout)
  }
}

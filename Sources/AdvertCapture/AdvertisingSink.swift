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

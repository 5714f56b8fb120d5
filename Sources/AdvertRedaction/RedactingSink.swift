public import AdvertCapture

/// Passes on what dissection finds with pseudonyms in the place of addresses, names, data and times, so that nothing that
/// comes after it knows the originals.
public struct RedactingSink<Sink: AdvertisingSink>: AdvertisingSink {
  /// Takes what is redacted.
  public private(set) var base: Sink
  private let redaction: Redaction

  public init(_ base: Sink, by redaction: Redaction) {
    self.base = base
    self.redaction = redaction
  }

  public mutating func startCapture(member: String?) {
    base.startCapture(member: member.map(redaction.member))
  }

  public mutating func receive(_ report: borrowing AdvertisingReport) {
    let data = redaction.octets(of: report.data, sentBy: report.address)
    let acad = redaction.octets(of: report.acad, sentBy: report.address)
    var attributes = report.attributes
    attributes.address = redaction.address(report.address)
    attributes.identity = report.identity.map(redaction.address)
    attributes.time = report.time.map(redaction.time)
    base.receive(AdvertisingReport(attributes, data: data.span, acad: acad.span))
  }

  public mutating func receive(_ change: ScanModeChange) {
    var change = change
    change.time = change.time.map(redaction.time)
    base.receive(change)
  }

  public mutating func receive(_ layout: HostLayout) {
    var redacted = layout
    redacted.address = redaction.address(layout.address)
    redacted.time = layout.time.map(redaction.time)
    redacted.layout = redaction.layout(layout.layout, sentBy: layout.address)
    base.receive(redacted)
  }
}

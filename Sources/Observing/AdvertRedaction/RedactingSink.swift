package import AdvertCapture
internal import AdvertisingData

/// Passes on the results of dissection with pseudonyms for addresses, names, data and times, so that all later code
/// never gets the originals.
package struct RedactingSink<Sink: CaptureSink>: CaptureSink {
  /// The sink that receives the redacted reports.
  package private(set) var base: Sink
  private let redaction: Redaction

  package init(_ base: Sink, by redaction: Redaction) {
    self.base = base
    self.redaction = redaction
  }

  package mutating func receive(_ report: borrowing AdvertisingReport) {
    let data = redaction.octets(of: report.data, sentBy: report.address)
    let acad = redaction.octets(of: report.acad, sentBy: report.address, in: .controllerData)
    var attributes = report.attributes
    attributes.address = redaction.address(report.address)
    attributes.identity = report.identity.map(redaction.address)
    attributes.time = report.time.map(redaction.time)
    base.receive(AdvertisingReport(attributes, data: data.span, acad: acad.span))
  }

  package mutating func receive(_ event: CaptureEvent) {
    switch event {
    case .began(let member): base.receive(.began(member: member.map(redaction.member)))
    case .mayPause(let problems): base.receive(.mayPause(problems.map(redaction.problem)))
    case .scanning(var change):
      change.time = change.time.map(redaction.time)
      base.receive(.scanning(change))
    case .filters(var settings):
      settings.time = settings.time.map(redaction.time)
      for position in settings.filters.indices {
        settings.filters[position].conditions = settings.filters[position].conditions.map(redaction.condition)
      }
      base.receive(.filters(settings))
    case .connection(var event):
      event.time = event.time.map(redaction.time)
      switch event.kind {
      case .opened(let peer, let current):
        event.kind = .opened(peer: redaction.address(peer), current: current.map(redaction.address))
      case .failed(let peer, let status): event.kind = .failed(peer: redaction.address(peer), status: status)
      case .closed: break
      }
      base.receive(.connection(event))
    case .scanRequest(var request):
      request.time = request.time.map(redaction.time)
      request.advertiser = redaction.address(request.advertiser)
      base.receive(.scanRequest(request))
    case .hostLayout(var host):
      let sender = host.address
      host.address = redaction.address(sender)
      host.time = host.time.map(redaction.time)
      host.layout = redaction.layout(host.layout, sentBy: sender)
      base.receive(.hostLayout(host))
    }
  }
}

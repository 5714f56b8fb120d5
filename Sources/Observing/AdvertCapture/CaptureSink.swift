public import AdvertReading

/// Receives the content of a capture, in the order of the capture.
public protocol CaptureSink {
  /// Receives a report. Its octets are viewed in place, and are invalid after the call.
  mutating func receive(_ report: borrowing AdvertisingReport)
  /// Receives reports that each equal an earlier one of the capture except for their reception. By default, each is
  /// received in full.
  mutating func receive(_ repeats: borrowing RepeatedReports)
  /// Receives an event between reports. By default, nothing happens.
  mutating func receive(_ event: CaptureEvent)
}

/// An event between the reports of a capture.
public enum CaptureEvent: Sendable {
  /// A capture begins. All calls of the sink until the next such event belong to it. An archive can contain several
  /// captures, each with its own record numbers and file offsets. `member` is the name of the capture in the archive;
  /// `nil` when it is in no archive.
  case began(member: String?)
  /// The reader may have to wait for more input, or the capture has ended: a sink that prints should print now. The
  /// problems are those of the capture so far, one entry for each kind. Occurs only with
  /// ``CaptureOptions/deliversAtOnce``.
  case mayPause([CaptureProblem])
  /// The capturing host changes how it scans.
  case scanning(ScanModeChange)
  /// The capturing host changes its filters. The settings contain all that are set then.
  case filters(ScanSettings)
  /// A connection of the capturing host to a device opens, fails or closes.
  case connection(ConnectionEvent)
  /// A scanner requests a scan response. Only sniffers hear these.
  case scanRequest(ScanRequest)
  /// The capturing host advertises with a layout: the controller accepted the commands, or must have accepted them. So
  /// the record of the layout can be earlier than the records of reports already received.
  case hostLayout(HostLayout)
}

extension CaptureSink {
  /// Receives each report in full.
  public mutating func receive(_ repeats: borrowing RepeatedReports) {
    for position in repeats.differences.indices {
      if let report = repeats.report(at: position) { receive(report) }
    }
  }

  /// Does nothing.
  public mutating func receive(_ event: CaptureEvent) {}
}

extension CaptureEvent {
  /// The time of the event; `nil` when the capture does not have it.
  package var time: Timestamp? {
    switch self {
    case .began, .mayPause: nil
    case .scanning(let change): change.time
    case .filters(let settings): settings.time
    case .connection(let event): event.time
    case .scanRequest(let request): request.time
    case .hostLayout(let layout): layout.time
    }
  }
}

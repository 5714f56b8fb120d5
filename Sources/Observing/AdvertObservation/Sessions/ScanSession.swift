package import AdvertCapture

/// One scan of the capturing host, from the command that started it until it ended or its settings changed.
package struct ScanSession: Hashable, Sendable {
  /// The number, counting from 1 in the order of the starts.
  package let number: Int
  /// The scan parameters of the session, with the adapter, and the time and record of the command that started it.
  package let setting: ScanModeChange
  /// The end; `nil` when it lasted to the end of the capture.
  package let end: End?
  /// The settings of Android's vendor commands, one after the other; empty when there were no such commands.
  package let phases: [Phase]
  /// Whether a vendor command of the session is about a filter. A log without one cannot tell what apps filter for.
  package var hasFilterCommand: Bool { phases.contains { $0.settings.hasFilterCommand } }
  /// The number of reports that its adapter received during it; of all adapters when ``devices`` is `nil`.
  package internal(set) var reports: Int
  /// The number of advertisers that its adapter received during it; `nil` when a hostile log has too many sessions to
  /// count them.
  package internal(set) var devices: Int?
  /// The spans of the session: consecutive parts of the capture, between changes of how its host scanned. The
  /// receptions in each are counted separately.
  package let spans: Range<Int>

  /// The end of a session.
  package struct End: Hashable, Sendable {
    /// The time; `nil` when the capture does not have it.
    package let time: Timestamp?
    /// The record of the command or event, counting from 1.
    package let record: Int
    package let reason: Reason

    /// The reasons for the end of a session.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
      /// The host stopped it.
      case stopped
      /// The host started to scan in another way.
      case changed
      /// The duration of the scan was over.
      case timeout
      /// The controller was reset.
      case reset
    }
  }

  /// A part of a session during which the vendor settings stayed the same.
  package struct Phase: Hashable, Sendable {
    package let settings: ScanSettings
    /// The start; `nil` without times.
    package let start: Timestamp?
    /// The end; `nil` when it lasted to the end of the capture, and without times.
    package let end: Timestamp?
    /// The spans of the phase.
    package let spans: Range<Int>

    /// Returns this phase with the next one, under the settings of this one.
    package func joined(with next: Phase) -> Phase {
      Phase(
        settings: settings, start: start, end: next.end,
        spans: spans.lowerBound..<max(spans.upperBound, next.spans.upperBound))
    }
  }

  /// Android's mode with these settings; `nil` when there is none.
  package var androidMode: AndroidScanMode? { setting.listening.flatMap(AndroidScanMode.init) }

  /// Returns the microseconds from its start to its end, or to the end of the capture; `nil` without times, and when
  /// the clock was set back.
  package func duration(until end: Timestamp?) -> Int64? {
    guard let start = setting.time, let end = self.end.map({ $0.time }) ?? end else { return nil }
    return end.microseconds(since: start)
  }

  /// The share of the time that it listens, up to 1; `nil` when it is not known.
  package var dutyCycle: Double? {
    setting.listening.flatMap { listening in
      listening.interval == 0 ? nil : min(1, Double(listening.window) / Double(listening.interval))
    }
  }
}

extension Timestamp {
  /// Returns the microseconds from another time to this one; `nil` when it is earlier, and for times that come from
  /// damage.
  package func microseconds(since start: Timestamp) -> Int64? {
    let (length, overflows) = microseconds.subtractingReportingOverflow(start.microseconds)
    return overflows || length < 0 ? nil : length
  }
}

/// The receptions of a block in one span.
struct SpanReception: Hashable, Sendable {
  let span: Int
  let reception: Reception
}

extension [SpanReception] {
  func reception(during spans: Range<Int>) -> Reception {
    reduce(into: Reception()) { sum, one in
      if spans.contains(one.span) { sum.add(one.reception) }
    }
  }
}

extension ObservedLayout {
  /// Returns how often and when its advertising data were received during a part of the capture.
  package func reception(during spans: Range<Int>) -> Reception { bySpan.reception(during: spans) }
}

extension ObservedScanResponse {
  /// Returns how often and when it was received during a part of the capture.
  package func reception(during spans: Range<Int>) -> Reception { bySpan.reception(during: spans) }
}

extension Advertiser {
  /// Returns how often and when any of its data were received during a part of the capture.
  package func reception(during spans: Range<Int>) -> Reception {
    layouts.reduce(into: Reception()) { sum, layout in
      sum.add(layout.reception(during: spans))
      for response in layout.scanResponses { sum.add(response.reception(during: spans)) }
    }
  }
}

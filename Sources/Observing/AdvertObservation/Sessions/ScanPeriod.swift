package import AdvertCapture
internal import AdvertisingData

/// How the capturing host scanned from one of its commands to the next.
package struct ScanPeriod: Hashable, Sendable {
  /// The scan parameters in force during the period.
  package let setting: ScanModeChange
  /// The time of the next change; `nil` for the last period of an adapter, and without times.
  package let end: Timestamp?
  /// The number of reports received during the period by any adapter.
  package let reports: Int
}

extension Observation {
  /// The changes of how the capturing host scanned, each with the reports received until the next change of its
  /// adapter.
  package var scanPeriods: [ScanPeriod] {
    var next: [UInt16: (time: Timestamp?, reports: Int)] = [:]
    let periods = scanModes.reversed().map { change, before in
      let end = next[change.adapter] ?? (nil, advertisements + scanResponses)
      next[change.adapter] = (change.time, before)
      return ScanPeriod(setting: change, end: end.time, reports: end.reports - before)
    }
    return periods.reversed()
  }
}

/// The times in which each adapter of the capturing host scanned, for look-ups: a log of a day switches scanning on and
/// off thousands of times.
package struct ScanTimeline: Sendable {
  private var spans: [UInt16: [Span]] = [:]

  private struct Span: Sendable {
    let start: Timestamp
    let isScanning: Bool
    let length: Int64
    /// Microseconds of scanning in all later spans.
    var later: Int64 = 0
  }

  /// - Parameters:
  ///   - periods: in the order of the capture.
  ///   - end: of the capture, where the last periods end.
  package init(_ periods: [ScanPeriod], until end: Timestamp?) {
    for period in periods {
      guard let start = period.setting.time else { continue }
      // A span is empty when the clock was set back.
      let length = (period.end ?? end ?? start).microseconds(since: start) ?? 0
      spans[period.setting.adapter, default: []].append(
        Span(start: start, isScanning: period.setting.mode != .off, length: length))
    }
    for adapter in spans.keys { spans[adapter] = Self.ordered(spans[adapter] ?? []) }
  }

  private static func ordered(_ spans: [Span]) -> [Span] {
    // For equal times the order of the capture counts.
    var ordered = spans.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map { $0.element }
    var later: Int64 = 0
    for position in ordered.indices.reversed() {
      ordered[position].later = later
      guard ordered[position].isScanning else { continue }
      let (sum, overflows) = later.addingReportingOverflow(ordered[position].length)
      later = overflows ? .max : sum
    }
    return ordered
  }

  /// Returns the start of the scan that an adapter was in at a time, the microseconds from that time to its end, and those of
  /// scanning to the end of the capture. `nil` when the log does not show that it scanned then.
  package func scan(at time: Timestamp, adapter: UInt16) -> (start: Timestamp, rest: Int64, restOfAll: Int64)? {
    guard let spans = spans[adapter] else { return nil }
    let next = spans.indices.partitioningIndex { spans[$0].start > time }
    guard next > 0, spans[next - 1].isScanning else { return nil }
    let span = spans[next - 1]
    guard let gone = time.microseconds(since: span.start) else { return nil }
    let rest = max(0, span.length - gone)
    let (all, isTooLong) = rest.addingReportingOverflow(span.later)
    return (span.start, rest, isTooLong ? .max : all)
  }
}

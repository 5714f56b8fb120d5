package import AdvertCapture

/// The receptions of one device over time, for plots. Its size does not depend on the number of receptions.
///
/// At most 64 KiB, mostly for the strengths: 256 counts for each bucket.
package struct DeviceSeries: Sendable {
  /// The number of equal stretches of time.
  package static let bucketCount = 50
  /// The number of finer stretches. For these only the fact of a reception is stored.
  package static let momentCount = 300

  /// The time of the first report; `nil` when the capture has no times. Then all reports are in the first bucket.
  package let start: Timestamp?
  /// The length of a bucket in microseconds.
  package let bucketMicroseconds: Int64
  /// The length of a moment in microseconds.
  package let momentMicroseconds: Int64
  /// The buckets, in the order of time.
  package private(set) var buckets = Array(repeating: Bucket(), count: bucketCount)
  /// The number of receptions on each channel of the link layer; empty when the capture does not have channels.
  package private(set) var channels: [Int] = []
  /// The gaps between advertising events.
  package private(set) var gaps: GapHistogram
  /// For each row of a timeline, whether it was received in each moment.
  package private(set) var rows: [[Bool]]

  /// The receptions in a stretch of time.
  package struct Bucket: Sendable {
    /// The number of advertising PDUs.
    package internal(set) var advertisements = 0
    /// The number of scan response PDUs.
    package internal(set) var scanResponses = 0
    /// The signal strengths of both.
    package internal(set) var strengths = RSSIStatistics()

    /// Whether there were no receptions.
    package var isEmpty: Bool { advertisements == 0 && scanResponses == 0 }
  }

  /// No reports yet.
  ///
  /// - Parameters:
  ///  - times: from the first to the last report.
  ///  - interval: the estimate of the advertising interval in microseconds, if there is one.
  ///  - rows: the number of rows of the timeline.
  package init(times: ClosedRange<Timestamp>?, interval: Int64?, rows: Int) {
    start = times?.lowerBound
    // Times can have any value, and later code adds lengths.
    let length = times.map { min($0.upperBound.microseconds(since: $0.lowerBound) ?? Self.longest, Self.longest) } ?? 0
    bucketMicroseconds = length / Int64(Self.bucketCount) + 1
    momentMicroseconds = length / Int64(Self.momentCount) + 1
    gaps = GapHistogram(interval: interval.map { min($0, Self.longest) })
    self.rows = Array(repeating: Array(repeating: false, count: Self.momentCount), count: rows)
  }

  /// Adds a report of the device.
  ///
  /// - Parameter row: of the timeline; `nil` for no row.
  mutating func add(_ report: borrowing AdvertisingReport, row: Int?) {
    // Among reports with times, a report without one belongs to no stretch.
    guard start == nil || report.time != nil else { return }
    let offset = offset(of: report.time)
    let bucket = min(Int(offset / bucketMicroseconds), Self.bucketCount - 1)
    if report.isScanResponse {
      buckets[bucket].scanResponses += 1
    } else {
      buckets[bucket].advertisements += 1
      if let time = report.measuringTime { gaps.addAdvertisement(at: time) }
    }
    if let rssi = report.rssi { buckets[bucket].strengths.add(rssi) }
    if let channel = report.channel, channel < Self.channelCount {
      if channels.isEmpty { channels = Array(repeating: 0, count: Self.channelCount) }
      channels[Int(channel)] += 1
    }
    if let row, rows.indices.contains(row) {
      rows[row][min(Int(offset / momentMicroseconds), Self.momentCount - 1)] = true
    }
  }

  private static let channelCount = 40
  fileprivate static let longest = Int64.max / 4

  /// Returns the microseconds since the start. They are never negative, even when a clock is set back.
  private func offset(of time: Timestamp?) -> Int64 {
    guard let time, let start else { return 0 }
    return time.microseconds(since: start) ?? 0
  }
}

/// The gaps between the advertising events of an advertiser, by their length.
///
/// Reports within 15 ms are one event, received on several channels. Around the interval there is a bin for each
/// millisecond, because a controller adds up to 10 ms to each (Core Vol 6 Part B 4.4.2.2). A longer gap is counted by
/// the number of events that a receiver must have missed. Without an estimate of the interval, each bin is twice as
/// long as the one before.
package struct GapHistogram: Sendable {
  /// The number of bins of one millisecond before the interval.
  package static let binsBefore = 5
  /// The number of bins of one millisecond around the interval.
  package static let binsAround = 30
  /// The number of bins for gaps of two, three and more intervals; the last bin has all longer ones.
  package static let multiples = 9
  /// The number of bins that are each twice as long as the one before, from 15 ms on.
  package static let doublings = 16

  /// The interval in microseconds; `nil` when there is no estimate.
  package let interval: Int64?
  /// The number of gaps that are shorter than the first bin around the interval.
  package private(set) var shorter = 0
  /// Gaps by the millisecond, from ``binsBefore`` before the interval on. Empty without an interval.
  package private(set) var around: [Int] = []
  /// Longer gaps by the nearest multiple of the interval, from 1 on: a gap that is too late for its interval is nearest
  /// to 1.
  package private(set) var longer: [Int] = []
  /// All gaps when there is no interval.
  package private(set) var doubling: [Int] = []
  private var events = EventGaps()

  init(interval: Int64?) {
    self.interval = interval
    if interval == nil {
      doubling = Array(repeating: 0, count: Self.doublings)
    } else {
      around = Array(repeating: 0, count: Self.binsAround)
      longer = Array(repeating: 0, count: Self.multiples)
    }
  }

  /// The number of gaps.
  package var count: Int { shorter + (around + longer + doubling).reduce(0, +) }

  mutating func addAdvertisement(at time: Timestamp) {
    if let gap = events.gap(at: time) { add(gap) }
  }

  private mutating func add(_ gap: Int64) {
    guard let interval else {
      var bin = 0
      var limit = 2 * EventGaps.eventMicroseconds
      while gap >= limit, bin < Self.doublings - 1 {
        limit *= 2
        bin += 1
      }
      doubling[bin] += 1
      return
    }
    let (offset, overflows) = gap.subtractingReportingOverflow(interval - Int64(Self.binsBefore) * 1000)
    guard !overflows, offset >= 0 else {
      shorter += 1
      return
    }
    if offset < Int64(Self.binsAround) * 1000 {
      around[Int(offset / 1000)] += 1
    } else {
      let period = max(1, interval + EventGaps.meanDelayMicroseconds)
      let multiple = gap / period + (gap % period >= period - period / 2 ? 1 : 0)
      longer[Int(min(max(multiple, 1), Int64(Self.multiples))) - 1] += 1
    }
  }
}

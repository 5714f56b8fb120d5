package import AdvertCapture

/// The receptions of all devices of a capture, over its time: for a plot, which needs the same room however long it is.
package struct CaptureSeries: Sendable {
  /// Equal stretches of time.
  package static let bucketCount = 240

  /// The earliest time of a record.
  package let start: Timestamp
  /// The length of a bucket in microseconds.
  package let bucketMicroseconds: Int64
  /// Advertising PDUs of each stretch.
  package private(set) var advertisements = Array(repeating: 0, count: bucketCount)
  /// Scan response PDUs of each stretch.
  package private(set) var scanResponses = Array(repeating: 0, count: bucketCount)
  /// Reports without a time, which are in no stretch.
  package private(set) var untimed = 0

  /// Nothing yet.
  package init(times: ClosedRange<Timestamp>) {
    start = times.lowerBound
    let length = times.upperBound.microseconds(since: times.lowerBound) ?? Self.longest
    bucketMicroseconds = min(length, Self.longest) / Int64(Self.bucketCount) + 1
  }

  private static let longest = Int64.max / 4

  /// From the start to the end of the last stretch, in microseconds.
  package var length: Int64 { bucketMicroseconds * Int64(Self.bucketCount) }

  mutating func add(_ report: borrowing AdvertisingReport) {
    guard let time = report.time else {
      untimed += 1
      return
    }
    // Before the start is the time of a clock that is set back.
    let offset = time.microseconds(since: start) ?? 0
    let bucket = min(Int(offset / bucketMicroseconds), Self.bucketCount - 1)
    if report.isScanResponse { scanResponses[bucket] += 1 } else { advertisements[bucket] += 1 }
  }
}

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
    let (length, overflows) = times.upperBound.microseconds.subtractingReportingOverflow(times.lowerBound.microseconds)
    bucketMicroseconds = (overflows ? Self.longest : min(length, Self.longest)) / Int64(Self.bucketCount) + 1
  }

  private static let longest = Int64.max / 4

  /// From the start to the end of the last stretch, in microseconds.
  package var length: Int64 { bucketMicroseconds * Int64(Self.bucketCount) }

  mutating func add(_ report: borrowing AdvertisingReport) {
    guard let time = report.time else {
      untimed += 1
      return
    }
    let (offset, overflows) = time.microseconds.subtractingReportingOverflow(start.microseconds)
    // A clock that is set back makes no offset negative.
    let bucket = overflows ? 0 : min(Int(max(0, offset) / bucketMicroseconds), Self.bucketCount - 1)
    if report.isScanResponse { scanResponses[bucket] += 1 } else { advertisements[bucket] += 1 }
  }
}

import AdvertisingData
import Testing

@testable import AdvertCapture
@testable import AdvertObservation

/// What plots are drawn from.
@Suite struct DeviceSeriesTests {
  private static let address = DeviceAddress(bits: 0xF0F1_F2F3_F4F5, type: .random)

  private static func report(
    _ microseconds: Int64?, rssi: Int8? = -60, channel: UInt8? = nil, isScanResponse: Bool = false
  ) -> AdvertisingReport.Attributes {
    AdvertisingReport.Attributes(
      time: microseconds.map(Timestamp.init(microseconds:)), record: 1, dataFileOffset: nil, address: address,
      identity: nil, source: .report, pdu: isScanResponse ? .scanRsp : .advInd,
      advertising: isScanResponse ? nil : .advInd, advertisingSID: nil, rssi: rssi, channel: channel, crc: .unchecked,
      isComplete: true, adapter: 0)
  }

  private static func series(
    _ reports: [AdvertisingReport.Attributes], interval: Int64? = nil, rows: Int = 0, row: Int? = nil
  ) -> DeviceSeries {
    let times = reports.compactMap(\.time)
    var series = DeviceSeries(
      times: times.min().flatMap { first in times.max().map { first...$0 } }, interval: interval, rows: rows)
    let none: [UInt8] = []
    for attributes in reports {
      series.add(AdvertisingReport(attributes, data: none.span, acad: none.span), row: row)
    }
    return series
  }

  @Test func bucketsCoverTheWholeTime() {
    let series = Self.series((0...100).map { Self.report(1_000_000 + $0 * 1000, rssi: Int8(-100 + $0 / 2)) })
    #expect(series.start == Timestamp(microseconds: 1_000_000))
    #expect(series.bucketMicroseconds == 2001)
    #expect(series.buckets.reduce(0) { $0 + $1.advertisements } == 101)
    #expect(series.buckets.first?.advertisements == 3)
    #expect(series.buckets.last?.advertisements == 2)
    #expect(series.buckets.last?.strengths.summary.map { [$0.min, $0.median, $0.max] } == [-51, -51, -50])
  }

  @Test func reportsWithoutTimesAreInNoStretch() {
    let series = Self.series([Self.report(0), Self.report(nil), Self.report(10), Self.report(5, isScanResponse: true)])
    #expect(series.buckets.reduce(0) { $0 + $1.advertisements } == 2)
    #expect(series.buckets.reduce(0) { $0 + $1.scanResponses } == 1)
  }

  /// The band of advDelay, what is late, and what was missed.
  @Test func pauses() {
    var time: Int64 = 0
    // Copies on other channels are no events; a scan response is none either.
    var reports = [Self.report(0), Self.report(400), Self.report(800), Self.report(5000, isScanResponse: true)]
    for pause in [100_000, 104_999, 109_000, 90_000, 130_000, 210_000, 315_000, 5_000_000] as [Int64] {
      time += pause
      reports.append(Self.report(time))
    }
    let gaps = Self.series(reports, interval: 100_000).gaps
    #expect(gaps.count == 8)
    #expect(gaps.shorter == 1)
    #expect(gaps.around.enumerated().filter { $0.element > 0 }.map(\.offset) == [5, 9, 14])
    #expect(gaps.longer == [1, 1, 1, 0, 0, 0, 0, 0, 1])
  }

  @Test func pausesWithoutAnInterval() {
    let times: [Int64] = [0, 16_000, 50_000, 49_000, 80_000, 1_000_000_000_000]
    let gaps = Self.series(times.map { Self.report($0) }).gaps
    #expect(gaps.doubling.reduce(0, +) == 4)
    #expect(gaps.doubling.first == 1)
    #expect(gaps.doubling.last == 1)
  }

  /// Times from a file can be any numbers.
  @Test func impossibleTimes() {
    let reports = [Self.report(.min), Self.report(.max), Self.report(0), Self.report(-1, channel: 255)]
    let series = Self.series(reports, interval: .max, rows: 1, row: 0)
    #expect(series.buckets.reduce(0) { $0 + $1.advertisements } == 4)
    #expect(series.channels.isEmpty)
    // Each time is before the one in front of it, or too far behind.
    #expect(series.gaps.count == 0)
    #expect(series.rows[0].contains(true))
  }

  @Test func channels() {
    let series = Self.series([Self.report(0, channel: 37), Self.report(1, channel: 39), Self.report(2, channel: 37)])
    #expect(series.channels.count == 40)
    #expect((series.channels[37], series.channels[38], series.channels[39]) == (2, 0, 1))
  }
}

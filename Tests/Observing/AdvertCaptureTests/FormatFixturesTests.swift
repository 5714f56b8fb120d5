import AdvertCapture
import AdvertReading
import AdvertisingData
import Foundation
import TestSupport
import Testing

/// The files of Fixtures/formats hold the same twelve reports in every container and link type. Their generate.py says
/// beside them what is in them, from how it made them.
@Suite struct FormatFixturesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Fixtures/formats").standardized

  /// A line of expected.tsv.
  struct Fixture: Sendable, CustomTestStringConvertible {
    let name: String
    let format: String
    let linkTypes: [Int]
    let records: Int
    let advertisements: Int
    let scanResponses: Int
    let addresses: Int
    /// How many of the reports have an RSSI, a channel, a time.
    let rssi: Int
    let channel: Int
    let time: Int
    /// Unix time, in microseconds, at which the capture's clock shows 0.
    let clock: Int64
    /// Microseconds of one tick of that clock.
    let tick: Int64

    var testDescription: String { name }
  }

  static let fixtures: [Fixture] = table("expected.tsv").compactMap { row in
    let numbers = row.dropFirst(3).compactMap { Int64($0) }
    guard row.count == 12, numbers.count == 9 else { return nil }
    let counts = numbers.dropLast(2).map(Int.init)
    return Fixture(
      name: row[0], format: row[1], linkTypes: row[2].split(separator: ",").compactMap { Int($0) },
      records: counts[0], advertisements: counts[1], scanResponses: counts[2], addresses: counts[3],
      rssi: counts[4], channel: counts[5], time: counts[6], clock: numbers[7], tick: numbers[8])
  }

  /// The rows of a tab-separated file below its titles.
  private static func table(_ name: String) -> [[String]] {
    let text = (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").dropFirst().map { $0.components(separatedBy: "\t") }
  }

  private static func octets(_ fixture: Fixture) throws -> [UInt8] {
    try Array(Data(contentsOf: folder.appending(path: fixture.name)))
  }

  @Test func everyFileIsInTheTable() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let described: Set = ["README.md", "generate.py", "expected.tsv", "reports.tsv"]
    #expect(Set(files).subtracting(described) == Set(Self.fixtures.map(\.name)))
    #expect(Self.fixtures.count == Self.table("expected.tsv").count)
    #expect(Self.fixtures.count > 20)
  }

  @Test(arguments: fixtures) func holdsTheSameReports(_ fixture: Fixture) throws {
    let (summary, reports) = try Received.read(Self.octets(fixture))
    #expect(summary.format == fixture.format)
    #expect(summary.linkTypes.map(\.number) == fixture.linkTypes)
    #expect(summary.records == fixture.records)
    #expect(reports.count { !$0.isScanResponse } == fixture.advertisements)
    #expect(reports.count { $0.isScanResponse } == fixture.scanResponses)
    #expect(Set(reports.map(\.address)).count == fixture.addresses)
    #expect(reports.count { $0.rssi != nil } == fixture.rssi)
    #expect(reports.count { $0.channel != nil } == fixture.channel)
    #expect(reports.count { $0.microseconds != nil } == fixture.time)

    let expected = Self.table("reports.tsv")
    #expect(reports.count == expected.count)
    for (report, row) in zip(reports, expected) {
      try #require(row.count == 6)
      #expect(report.pdu == row[0])
      #expect(report.address == row[1] + " random-static")
      if let rssi = report.rssi { #expect(String(rssi) == row[2]) }
      if let channel = report.channel { #expect(String(channel) == row[3]) }
      if let microseconds = report.microseconds, let expected = Int64(row[4]) {
        #expect(microseconds == (expected - fixture.clock) / fixture.tick * fixture.tick)
      }
      #expect(report.data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == row[5])
    }
  }

  /// However much of a file there is, what was read of it before is read again: the reports of every beginning are a
  /// beginning of the reports of the whole, growing with it, and a report is there when the next one has begun.
  @Test(arguments: fixtures) func losesNothingBeforeTheEndOfAnyBeginning(_ fixture: Fixture) throws {
    let octets = try Self.octets(fixture)
    var (_, whole) = try Received.read(octets)
    // How far back a btsnooz log goes is known only when all of it is there.
    if fixture.format == "btsnooz" { whole = whole.map(\.withoutTime) }
    var before = 0
    for length in 0..<octets.count {
      var reports = Received.readAsFarAsPossible(Array(octets[..<length]))
      if fixture.format == "btsnooz" { reports = reports.map(\.withoutTime) }
      try #require(reports == Array(whole.prefix(reports.count)), "the first \(length) bytes")
      try #require(reports.count >= before, "the first \(length) bytes")
      before = reports.count
      guard !fixture.isCompressed else { continue }
      let begun = whole.count { $0.dataFileOffset.map { $0 <= length } ?? false }
      try #require(reports.count >= begun - 1, "the first \(length) bytes")
    }
  }
}

extension FormatFixturesTests.Fixture {
  /// Whether offsets of data are not offsets in the file.
  fileprivate var isCompressed: Bool {
    name.hasSuffix(".gz") || ["zip", "tar"].contains(format) || (format == "btsnooz" && name.hasSuffix(".txt"))
  }
}

/// A report as a value.
private struct Received: Equatable {
  let pdu: String
  let isScanResponse: Bool
  let address: String
  let rssi: Int8?
  let channel: UInt8?
  var microseconds: Int64?
  let record: Int
  let dataFileOffset: Int?
  let data: [UInt8]

  var withoutTime: Received {
    var copy = self
    copy.microseconds = nil
    return copy
  }

  static func read(_ octets: [UInt8]) throws(CaptureError) -> (CaptureSummary, [Received]) {
    var sink = Sink()
    let summary = try CaptureReader.read(MemorySource(octets), into: &sink)
    return (summary, sink.reports)
  }

  /// What reached the sink, also when the input was then found to be no capture.
  static func readAsFarAsPossible(_ octets: [UInt8]) -> [Received] {
    var sink = Sink()
    _ = try? CaptureReader.read(MemorySource(octets), into: &sink)
    return sink.reports
  }

  private struct Sink: CaptureSink {
    var reports: [Received] = []

    mutating func receive(_ report: borrowing AdvertisingReport) {
      reports.append(
        Received(
          pdu: report.pdu.rawValue, isScanResponse: report.isScanResponse,
          address: "\(report.address) \(report.address.kind.rawValue)", rssi: report.rssi, channel: report.channel,
          microseconds: report.time?.microseconds, record: report.record, dataFileOffset: report.dataFileOffset,
          data: report.data.indices.map { report.data[$0] }))
    }
  }
}

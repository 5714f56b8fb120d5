import AdvertCapture
import AdvertReading
import AdvertWatch
import AdvertisingData
import TestSupport
import Testing

@Suite struct HeardCaptureTests {
  /// What is kept of a report.
  private struct Kept: Hashable {
    let attributes: AdvertisingReport.Attributes
    let data: [UInt8]

    init(_ report: borrowing AdvertisingReport) {
      var attributes = report.attributes
      attributes.record = 0
      attributes.dataFileOffset = nil
      attributes.identity = nil
      attributes.source = .report
      attributes.channel = nil
      attributes.crc = .unchecked
      self.attributes = attributes
      data = report.data.indices.map { report.data[$0] }
    }
  }

  private struct Sink: CaptureSink {
    var kept: [Kept] = []

    mutating func receive(_ report: borrowing AdvertisingReport) { kept.append(Kept(report)) }
  }

  private static func reports(of octets: [UInt8]) throws -> [Kept] {
    var sink = Sink()
    _ = try CaptureReader.read(MemorySource(octets), into: &sink)
    return sink.kept
  }

  private static func written(_ octets: [UInt8], maximumOctets: Int = 1 << 23) throws -> HeardCapture {
    var watch = Watch()
    watch.capture = HeardCapture(maximumOctets: maximumOctets)
    _ = try CaptureReader.read(MemorySource(octets), into: &watch)
    return try #require(watch.capture)
  }

  @Test func legacyReportsAreReadBackAsTheyWere() throws {
    for kind in UInt8(0)...4 {
      let octets = WatchTests.capture((0..<40).map { ($0, Int64($0) * 7, "020106") }, kind: kind)
      let capture = try Self.written(octets)
      #expect(capture.count == 40)
      #expect(try Self.reports(of: capture.octets) == Self.reports(of: octets))
    }
  }

  /// Data of every length, joined from pieces where they are long.
  @Test func extendedReportsAreReadBackAsTheyWere() throws {
    var file = BtsnoopFile(dataLink: 1002)
    for (number, length) in [0, 1, 31, 32, 228, 229].enumerated() {
      for type: UInt16 in [0x00, 0x01, 0x02, 0x0A, 0x13, 0x15, 0x12, 0x10, 0x1B, 0x1A, 0x40] {
        let data = [UInt8](repeating: UInt8(number), count: length)
        file.add(
          [4]
            + HCIEvent.extended([
              ExtendedReport(type, address: [UInt8(number), 0, 0, 0, 0, 0xC0], data: data)
            ]), microseconds: 1_700_000_000_000_000 + Int64(number))
      }
    }
    let capture = try Self.written(file.octets)
    #expect(capture.count == 66)
    #expect(try Self.reports(of: capture.octets) == Self.reports(of: file.octets))
  }

  /// Data that came in several events are written in several events.
  @Test func longDataAreReadBackAsTheyWere() throws {
    var file = BtsnoopFile(dataLink: 1002)
    let data = (0..<600).map { UInt8(truncatingIfNeeded: $0) }
    for start in stride(from: 0, to: 600, by: 200) {
      let piece = Array(data[start..<start + 200])
      file.add(
        [4] + HCIEvent.extended([ExtendedReport(start < 400 ? 0x21 : 0x01, data: piece)]),
        microseconds: 1_700_000_000_000_000)
    }
    let found = try Self.reports(of: Self.written(file.octets).octets)
    #expect(found.map(\.data) == [data])
    #expect(try found == Self.reports(of: file.octets))
  }

  /// HCI has no form for a report without the type of advertising or of the address.
  @Test func reportsOfUnknownTypesAreLeftOut() throws {
    let lines = [
      "a4:c1:38:11:22:33 -60 020106", "ADV_IND a4:c1:38:11:22:33 -60 020106",
      "ADV_IND a4:c1:38:11:22:33 (public) -60 020106",
    ]
    var stream = HexLineStream()
    var watch = Watch()
    watch.capture = HeardCapture()
    var records: [LogRecord]? = stream.records(of: Array((lines.joined(separator: "\n") + "\n").utf8)[...], at: 0)
    #expect(records?.count == 3)
    _ = CaptureReader.read(records: { records.take() }, into: &watch)
    let capture = try #require(watch.capture)
    #expect(capture.count == 1)
    let kept = try Self.reports(of: capture.octets)
    #expect(kept.map(\.attributes.pdu) == [.advInd] && kept.map(\.data) == [[2, 1, 6]])
    #expect(kept.first?.attributes.address == DeviceAddress(bits: 0xA4C1_3811_2233, type: .public))
  }

  @Test func theOldestMakeRoom() throws {
    let octets = WatchTests.capture((0..<200).map { ($0, Int64($0), "020106") })
    let capture = try Self.written(octets, maximumOctets: 4000)
    #expect(capture.octets.count <= 4200)
    #expect(capture.count > 20 && capture.count < 60)
    #expect(try Self.reports(of: capture.octets) == Self.reports(of: octets).suffix(capture.count))
  }
}

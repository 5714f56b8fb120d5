import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture
@testable import AdvertRedaction

@Suite struct RedactingSinkTests {
  static func capture() -> [UInt8] {
    var file = BtsnoopFile(dataLink: 1002)
    let advertising = [UInt8](hex: "020106 0509 4c616d70 09ff5900 665544332211")
    file.add(
      [4] + HCIEvent.legacy([LegacyReport(0, addressType: 0, data: advertising)]), microseconds: 1_700_000_000_000_000)
    file.add(
      [4] + HCIEvent.legacy([LegacyReport(4, addressType: 0, data: [5, 9, 0x4C, 0x61, 0x6D, 0x70])]),
      microseconds: 1_700_000_000_152_500)
    // Scanning is enabled, and a host's own advertising: address, data, enabled.
    file.add([1] + [UInt8](hex: "0c20 02 01 00"), flags: 2, microseconds: 1_700_000_001_000_000)
    file.add([1] + [UInt8](hex: "0520 06 c1c2c3c4c5c6"), flags: 2, microseconds: 1_700_000_001_000_000)
    file.add(
      [1] + [UInt8](hex: "0620 0f a000 a000 00 01 00 000000000000 07 00"), flags: 2,
      microseconds: 1_700_000_001_000_000)
    file.add(
      [1] + [UInt8](hex: "0820 20 06 0509 4c616d70") + [UInt8](repeating: 0, count: 25), flags: 2,
      microseconds: 1_700_000_001_000_000)
    file.add([1] + [UInt8](hex: "0a20 01 01"), flags: 2, microseconds: 1_700_000_002_000_000)
    return file.octets
  }

  @Test func everythingIsReplaced() throws {
    let redaction = Redaction()
    var sink = RedactingSink(RecordingSink(), by: redaction)
    let original = try CaptureReader.read(MemorySource(Self.capture()), into: &sink)
    let reports = sink.base.reports
    #expect(reports.map(\.address.description) == ["00:AD:AD:00:00:10", "00:AD:AD:00:00:10"])
    #expect(reports.map(\.address.type) == [.public, .public])
    #expect(reports.map { $0.time?.microseconds } == [0, 152_500])
    #expect(reports.map(\.record) == [1, 2])
    #expect(reports[0].data.prefix(5) == [2, 1, 6, 5, 9] && reports[0].data.suffix(6) == [0x10, 0, 0, 0xAD, 0xAD, 0])
    // The name of both.
    #expect(reports[0].data[5..<9] == reports[1].data[2..<6] && reports[1].data[2...] != [0x4C, 0x61, 0x6D, 0x70])
    #expect(sink.base.changes.compactMap { $0.time?.microseconds } == [1_000_000])
    let host = try #require(sink.base.hostLayouts.last)
    #expect(host.address == DeviceAddress(bits: 0xC0AD_AD00_0020, type: .random))
    #expect(host.time?.microseconds == 2_000_000)
    #expect(host.layout.advertising?.octets == reports[1].data)
    let summary = redaction.summary(original)
    #expect(summary.times == Timestamp(microseconds: 0)...Timestamp(microseconds: 2_000_000))
    #expect((summary.records, summary.reports) == (original.records, original.reports))
  }

  /// Keeps the controller's data too.
  struct ControllerData: CaptureSink {
    var recording = RecordingSink()
    var acad: [UInt8] = []
    var channel: UInt8?
    var crc: AdvertisingReport.CRC?

    mutating func receive(_ report: borrowing AdvertisingReport) {
      recording.receive(report)
      acad = Payload(copying: report.acad).octets
      channel = report.channel
      crc = report.crc
    }
  }

  /// What only some sources tell: an address that was resolved, and data of the controller.
  @Test func identitiesAndControllerDataAreReplaced() throws {
    let redaction = Redaction()
    var sink = RedactingSink(ControllerData(), by: redaction)
    let data = [UInt8](hex: "020106")
    let acad = [UInt8](hex: "09ff5900 665544332211 052d 0a0b0c0d")
    let address = DeviceAddress(bits: 0x4011_2233_4455, type: .random)
    sink.receive(
      AdvertisingReport(
        source: .pdu, kind: PDUKind(.auxAdvInd, .extendedNonconnectable), address: address, adapter: 3,
        advertisingSID: 7, rssi: -50, time: nil, record: 9, dataFileOffset: 77, isComplete: false, data: data.span,
        acad: acad.span, channel: 12, crc: .ok,
        identity: DeviceAddress(bits: 0x1122_3344_5566, type: .publicIdentity)))
    let report = try #require(sink.base.recording.reports.first)
    #expect(report.address.description == "40:AD:AD:00:00:10")
    #expect(report.identity == DeviceAddress(bits: 0x00AD_AD00_0020, type: .publicIdentity))
    #expect(report.data == data)
    #expect(RedactedPayloadTests.pattern(acad, sink.base.acad) == "===0xxxxxx==xxxx")
    #expect(report.pdu == .auxAdvInd && report.advertising == .extendedNonconnectable && report.adapter == 3)
    #expect(report.advertisingSID == 7 && report.rssi == -50 && report.record == 9 && sink.base.channel == 12)
    #expect(report.dataFileOffset == 77 && !report.isComplete && sink.base.crc == .ok && report.time == nil)
  }

  @Test func anotherRunIsTheSame() throws {
    func run() throws -> RecordingSink {
      var sink = RedactingSink(RecordingSink(), by: Redaction())
      _ = try CaptureReader.read(MemorySource(Self.capture()), into: &sink)
      return sink.base
    }
    #expect(try run() == run())
  }

  @Test func pathsKeepTheirEnds() {
    let redaction = Redaction()
    let paths = ["/home/jane/a.log", "b/a.log", "/home/jane/a.log", "c.log", "-", "x/y/"]
    #expect(paths.map(redaction.path) == ["a.log", "2/a.log", "a.log", "c.log", "-", "y"])
    var sink = RedactingSink(RecordingSink(), by: redaction)
    for member in ["FS/jane/a.log", nil, "FS/jim/a.log"] { sink.receive(.began(member: member)) }
    #expect(sink.base.captures == ["a.log", nil, "2/a.log"])
    var inside = CaptureSummary(format: "btsnoop", linkTypes: [], records: 1, reports: 0, problems: [])
    inside.member = "FS/jim/a.log"
    var archive = CaptureSummary(format: "zip", linkTypes: [], records: 1, reports: 0, problems: [])
    archive.members = [CaptureSummary.Member(name: "FS/jim/a.log", kind: "btsnoop", summary: inside)]
    let shown = redaction.summary(archive)
    #expect(shown.members.map(\.name) == ["2/a.log"] && shown.captures.map(\.member) == ["2/a.log"])
  }

  @Test func problemsKeepWhatWasExpected() throws {
    let redaction = Redaction()
    let refused = CaptureError.unsupported(fileOffset: 3, expected: "a mark", found: "0xf0a1b2c3 (no mark)")
    #expect(refused.description == "offset 3: expected a mark, found 0xf0a1b2c3 (no mark)")
    #expect(refused.expectation == "offset 3: expected a mark")
    let problem = CaptureProblem(
      .partInvalid, fileOffset: 9, record: 3, member: "FS/jane.log",
      detail: .mismatch(expected: "a mark", found: "0xf0a1b2c3 (no mark)"))
    #expect(problem.message == "FS/jane.log: expected a mark, found 0xf0a1b2c3 (no mark)")
    #expect(redaction.problem(problem).message == "expected a mark")
    let summary = CaptureSummary(format: "zip", linkTypes: [], records: 0, reports: 0, problems: [problem])
    let shown = redaction.summary(summary).problems
    #expect(shown.map(\.message) == ["expected a mark"])
    #expect(shown.map(\.fileOffset) == [9] && shown.map(\.record) == [3])
    for detail in [CaptureProblem.Detail.readingFailed(reason: "jane"), .refused(reason: "jane")] {
      let other = CaptureProblem(.cutShort, fileOffset: 9, record: 3, member: "jane", detail: detail)
      #expect(redaction.problem(other).message == "not as expected (cutShort)")
    }
  }

  @Test func devicesAreChosenByEitherName() {
    let redaction = Redaction()
    let address = redaction.address(DeviceAddress(bits: 0xF0A1_B2C3_D4E5, type: .random))
    for text in ["F0:A1:B2:C3:D4:E5", "f0a1b2c3d4e5", "f0-a1-b2-c3-d4-e5"] {
      #expect(redaction.device(text) == address.description)
    }
    #expect(redaction.device("Lamp") == redaction.text("Lamp"))
    #expect(redaction.originals(of: [address]).map(\.bits) == [0xF0A1_B2C3_D4E5])
  }
}

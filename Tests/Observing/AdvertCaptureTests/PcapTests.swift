import AdvertReading
import TestSupport
import Testing

@testable import AdvertCapture

@Suite struct PcapTests {
  private static let event = [0x04] + HCIEvent.legacy([LegacyReport(data: Captures.data, rssi: -59)])

  @Test(arguments: PcapFile.Variant.all)
  func everyVariant(_ variant: PcapFile.Variant) throws {
    var file = PcapFile(linkType: 187, variant: variant)
    file.add([0x01, 0x0A, 0x20, 1, 1])
    file.add(Self.event, seconds: 1_700_000_001, microseconds: 500_000)
    file.add(Self.event, seconds: 1_700_000_002, microseconds: 0)
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.summary.format == "pcap")
    #expect(capture.summary.linkTypes == [.hciH4])
    #expect(capture.summary.records == 3)
    #expect(capture.summary.problems.isEmpty)
    #expect(capture.reports.map(\.time?.unixSeconds) == ["1700000001.500000", "1700000002.000000"])
    #expect(capture.reports.map(\.record) == [2, 3])
    let offsets = [1, 2].map { file.packetOffset($0) + Captures.legacyDataOffset }
    #expect(capture.reports.map(\.dataFileOffset) == offsets)
    for offset in offsets {
      #expect(Array(file.octets[offset..<offset + 12]) == Captures.data)
    }
  }

  @Test(arguments: [0, 1, 499_999, 999_999] as [UInt32], PcapFile.Variant.all)
  func timesAreExact(_ microseconds: UInt32, _ variant: PcapFile.Variant) throws {
    for seconds: UInt32 in [0, 1_700_000_000, 0x7FFF_FFFF] {
      var file = PcapFile(linkType: 187, variant: variant)
      file.add(Self.event, seconds: seconds, microseconds: microseconds)
      let time = try RecordedCapture.read(file.octets).reports.first?.time
      #expect(time?.microseconds == Int64(seconds) * 1_000_000 + Int64(microseconds))
    }
  }

  /// A fraction of a second or more makes no time, and no damage: libpcap reads such records too.
  @Test(arguments: [1_000_000, 1_999_999, 0xFFE0_0000] as [UInt32], ByteOrder.allCases)
  func timesWithTooLargeFractions(_ microseconds: UInt32, _ order: ByteOrder) throws {
    for seconds: UInt32 in [452_518, 1_700_000_000] {
      var file = PcapFile(linkType: 187, variant: PcapFile.Variant(order, .microseconds))
      for isLarge in [true, false, true, true, false, true] {
        file.add(Self.event, seconds: seconds, microseconds: isLarge ? microseconds : 10)
      }
      let read = try RecordedCapture.read(file.octets)
      #expect(read.reports.map { $0.time == nil } == [true, false, true, true, false, true])
      #expect(Set(read.summary.problems.map(\.kind)) == [.implausibleTime])
    }
  }

  @Test(arguments: [187, 201, 254] as [Int])
  func linkTypes(_ number: Int) throws {
    var file = PcapFile(linkType: UInt32(number))
    file.add(Self.event)
    let linkTypes = try RecordedCapture.read(file.octets).summary.linkTypes
    #expect(linkTypes == [LinkType(number: number)])
    #expect(linkTypes.map(\.number) == [number])
  }

  /// Every packet of a link type without advertising counts as a record, and the link type is named once.
  @Test func unknownLinkType() throws {
    var file = PcapFile(linkType: 147)
    file.add(Self.event)
    file.add(Self.event)
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.isEmpty)
    #expect(capture.summary.records == 2)
    #expect(capture.summary.linkTypes == [.unsupported(147)])
    #expect(
      capture.summary.problems == [
        .problem(
          .linkTypeSkipped, file.packetOffset(0), record: 1, expected: "a link type with LE advertising", found: "147")
      ])
  }

  /// A packet longer than the snapshot length is cut to it; what follows is still where it is in the file.
  @Test func packetsLongerThanTheSnapshotLength() throws {
    var file = PcapFile(linkType: 187, snapshotLength: 26)
    file.add(Self.event)
    file.add([0x04] + HCIEvent.legacy([LegacyReport(data: [1, 9])]))
    file.add(Self.event + Array(repeating: 0, count: 100_000))
    file.add([0x04] + HCIEvent.legacy([LegacyReport(data: [1, 8])]))
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.map(\.data) == [[1, 9], [1, 8]])
    #expect(capture.reports.map(\.record) == [2, 4])
    #expect(
      capture.reports.map(\.dataFileOffset) == [1, 3].map { file.packetOffset($0) + Captures.legacyDataOffset })
    #expect(
      capture.summary.problems == [
        .problem(
          .packetCutShort, file.packetOffset(0) + 2, record: 1, expected: "an event of 24 bytes", found: "23", count: 2)
      ])
  }

  @Test func slicedPackets() throws {
    var file = PcapFile(linkType: 187)
    file.add(Array(Self.event.prefix(10)), originalLength: 27)
    file.add(Self.event, originalLength: 3)
    var window = InputWindow(MemorySource(file.octets))
    let records = try RecordRecorder.records(of: &window).records
    #expect(records.map(\.originalLength) == [27, 27])
    #expect(records.map(\.octets) == [Array(Self.event.prefix(10)), Self.event])
    #expect(records.map(\.fileOffset) == [file.packetOffset(0), file.packetOffset(1)])
  }

  @Test(arguments: [262_145, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] as [UInt32])
  func impossibleLength(_ length: UInt32) throws {
    var file = PcapFile(linkType: 187)
    file.add(Self.event)
    file.add(Self.event, capturedLength: length)
    file.add(Self.event)
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.map(\.record) == [1, 2])
    let problem = try #require(capture.summary.problems.first)
    #expect(capture.summary.problems.count == 1)
    #expect(problem.kind == .recordInvalid)
    #expect(problem.fileOffset == file.recordOffsets[1])
    #expect(problem.record == 2)
    #expect(
      problem.message
        == "43 bytes not read, up to offset \(file.recordOffsets[2]): records are damaged or missing")
  }

  @Test func lengthBeyondTheEnd() throws {
    var file = PcapFile(linkType: 187)
    file.add(Self.event)
    file.add(Self.event, capturedLength: 60_000)
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.map(\.record) == [1])
    #expect(capture.summary.problems.map(\.kind) == [.cutShort])
    #expect(capture.summary.problems.map(\.fileOffset) == [file.recordOffsets[1]])
    #expect(capture.summary.problems.map(\.record) == [2])
  }

  /// A version that nothing writes.
  @Test func otherVersion() throws {
    var octets = PcapFile(linkType: 187).octets
    octets[4] = 3
    let error = #expect(throws: CaptureError.self) { try RecordedCapture.read(octets) }
    guard case .unsupported(let fileOffset, let expected, let found) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(fileOffset == 4)
    #expect(expected == "pcap version 2.4")
    #expect(found == "version 3.4")
  }

  @Test func emptyFile() throws {
    let capture = try RecordedCapture.read(PcapFile(linkType: 187).octets)
    #expect(capture.summary.records == 0)
    #expect(capture.summary.problems.isEmpty)
  }
}

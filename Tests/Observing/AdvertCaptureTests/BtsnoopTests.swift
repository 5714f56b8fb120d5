import AdvertReading
import TestSupport
import Testing

@testable import AdvertCapture

@Suite struct BtsnoopTests {
  private static let event = [0x04] + HCIEvent.legacy([LegacyReport(data: Captures.data, rssi: -59)])

  /// A file written elsewhere, octet for octet: a command, a report, and the same report cut after 20 octets.
  @Test func timesAreExact() throws {
    let octets = [UInt8](
      hex: """
        6274736e6f6f7000 00000001 000003ea
        00000005 00000005 00000002 00000000 00e2e7d7274dc000 010a200101
        0000001b 0000001b 00000003 00000000 00e2e7d72764a360
        043e1802010001665544332211 0c 0201060303aafe0409616263 c5
        0000001b 00000014 00000003 00000004 00e2e7d7276c4480 043e1802010001665544332211 0c 020106030303
        """)
    let capture = try RecordedCapture.read(octets)
    #expect(capture.summary.format == "btsnoop")
    #expect(capture.summary.linkTypes == [.hciH4])
    #expect(capture.summary.records == 3)
    #expect(capture.reports.map(\.time?.unixSeconds) == ["1700000001.500000"])
    #expect(capture.reports.map(\.record) == [2])
    let problems: [CaptureProblem] = [
      .problem(.packetCutShort, 122, record: 3, expected: "an event of 24 bytes", found: "17"),
      .problem(
        .packetsDropped, octets.count, record: 3, expected: "no dropped packets",
        found: "4 that the capture says were dropped"),
    ]
    #expect(capture.summary.problems == problems)
  }

  @Test(
    arguments: [
      0, 1, 999_999, 1_700_000_000_000_000, 1_700_000_001_500_000, 1_700_000_002_000_000, 631_152_000_000_000,
      4_102_444_800_000_000, -1, Int64.min - Int64.min, Int64.max - 0x00DC_DDB3_0F2F_8000,
    ] as [Int64])
  func everyTimeComesBack(_ microseconds: Int64) throws {
    var file = BtsnoopFile(dataLink: 1002)
    file.add(Self.event, microseconds: microseconds)
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.map(\.time) == [Timestamp(microseconds: microseconds)])
    let isPlausible = microseconds >= 631_152_000_000_000
    #expect(capture.summary.problems.map(\.kind) == (isPlausible ? [] : [.implausibleTime]))
  }

  @Test func implausibleTimes() throws {
    var file = BtsnoopFile(dataLink: 1002)
    file.add(Self.event)
    // Milliseconds where microseconds belong.
    file.add(Self.event, microseconds: 1_700_000_000_000)
    file.add(Self.event, microseconds: 1_700_000_000_001)
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.map { $0.time == nil } == [false, true, true])
    let first = Timestamp(microseconds: 1_700_000_000_000_000)
    #expect(capture.summary.times == first...first)
    #expect(
      capture.summary.problems == [
        .problem(
          .implausibleTime, file.recordOffsets[1], record: 2, expected: "a time near those of other records",
          found: "one that means 1970-01-20T16:13:20.000000Z", count: 2)
      ])
  }

  /// Whatever 64 bits stand in the time field, reading and printing them goes well.
  @Test(arguments: [0, 1, 0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000, .max] as [UInt64])
  func anyTimeField(_ field: UInt64) throws {
    var file = BtsnoopFile(dataLink: 1002)
    file.add(Self.event, microseconds: Int64(bitPattern: field) &- 0x00DC_DDB3_0F2F_8000)
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.count == 1)
    #expect(capture.reports.first?.time?.iso8601.hasSuffix("Z") == true)
  }

  @Test func emptyFile() throws {
    let capture = try RecordedCapture.read(BtsnoopFile(dataLink: 1002).octets)
    #expect(capture.summary.records == 0)
    #expect(capture.summary.linkTypes.isEmpty)
    #expect(capture.summary.problems.isEmpty)
  }

  @Test func emptyRecords() throws {
    var file = BtsnoopFile(dataLink: 1002)
    file.add([])
    file.add(Self.event)
    file.add([], originalLength: 500)
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.summary.records == 3)
    #expect(capture.reports.map(\.record) == [2])
    #expect(capture.summary.problems.isEmpty)
  }

  @Test(
    arguments: [
      (1003, "1003 (BCSP)"), (1004, "1004 (H5)"), (2002, "2002 (simulator)"), (1000, "1000"), (0, "0"),
      (0xFFFF_FFFF, "4294967295"),
    ] as [(UInt32, String)])
  func otherDataLinks(_ number: UInt32, _ text: String) {
    let expected = CaptureError.unsupported(
      fileOffset: 12, expected: "btsnoop data link 1001, 1002 or 2001", found: "data link \(text)")
    #expect(throws: expected) { try RecordedCapture.read(BtsnoopFile(dataLink: number).octets) }
    #expect(
      expected.description == "offset 12: expected btsnoop data link 1001, 1002 or 2001, found data link \(text)")
  }

  @Test(arguments: [0, 2, 0xFFFF_FFFF] as [UInt32])
  func otherVersions(_ version: UInt32) {
    let expected = CaptureError.unsupported(
      fileOffset: 8, expected: "btsnoop version 1", found: "version \(version)")
    #expect(throws: expected) { try RecordedCapture.read(BtsnoopFile(dataLink: 1002, version: version).octets) }
  }

  /// A length that no record has costs its record alone.
  @Test(arguments: [262_145, 1 << 30, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] as [UInt32])
  func impossibleLength(_ length: UInt32) throws {
    var file = BtsnoopFile(dataLink: 1002)
    file.add(Self.event)
    file.add(Self.event, includedLength: length)
    file.add(Self.event)
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.map(\.record) == [1, 2])
    #expect(capture.summary.problems.map(\.kind) == [.recordInvalid])
    #expect(
      capture.summary.problems.map(\.message) == [
        "51 bytes not read, up to offset \(file.recordOffsets[2]): records are damaged or missing"
      ])
    #expect(capture.summary.problems.map(\.record) == [2])
    #expect(capture.summary.unread.places == [file.recordOffsets[1]..<file.recordOffsets[2]])
    #expect(capture.summary.unread.words == "51 of 169 bytes (30.1 %)")
  }

  /// The same when the octets are there: the limit does not depend on how many were read ahead.
  @Test(arguments: [1, InputWindow.defaultCapacity, 1 << 20])
  func impossibleLengthWithAllItsOctets(_ capacity: Int) throws {
    var file = BtsnoopFile(dataLink: 1002)
    file.add(Array(repeating: 0, count: 262_144))
    file.add(Array(repeating: 0, count: 262_145))
    file.add(Self.event)
    var window = InputWindow(MemorySource(file.octets), capacity: capacity)
    let read = try RecordRecorder.records(of: &window)
    #expect(read.records.map(\.octets.count) == [262_144, 27])
    #expect(
      read.problems.map(\.message) == [
        "262169 bytes not read, up to offset \(file.recordOffsets[2]): zeros in place of records"
      ])
  }

  @Test func lengthBeyondTheEnd() throws {
    var file = BtsnoopFile(dataLink: 1002)
    file.add(Self.event)
    file.add(Self.event, includedLength: 262_144)
    file.add(Self.event)
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.map(\.record) == [1, 2])
    #expect(capture.summary.problems.map(\.kind) == [.recordInvalid])
    #expect(capture.summary.unread.places == [file.recordOffsets[1]..<file.recordOffsets[2]])
  }

  /// The original length is only kept; too small a one is corrected.
  @Test(arguments: [0, 5, 27, 28, 0xFFFF_FFFF] as [UInt32])
  func anyOriginalLength(_ length: UInt32) throws {
    var file = BtsnoopFile(dataLink: 1002)
    file.add(Self.event, originalLength: length)
    var window = InputWindow(MemorySource(file.octets))
    let records = try RecordRecorder.records(of: &window).records
    #expect(records.map(\.originalLength) == [max(Int(length), 27)])
    #expect(records.map(\.octets) == [Self.event])
  }
}

import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

@Suite struct BtsnoozTests {
  struct Record {
    var type: UInt8
    var packet: [UInt8]
    var delta: UInt64
    var packetLength: Int?

    func octets(version: UInt8) -> [UInt8] {
      let length = Octets.little(UInt64(packet.count + 1), 2)
      let original = version == 2 ? Octets.little(UInt64(packetLength ?? packet.count + 1), 2) : []
      return length + original + Octets.little(delta, 4) + [type] + packet
    }
  }

  static let records = [
    Record(type: 0x20, packet: Array(Octets.command.dropFirst()), delta: 250_000),
    Record(type: 0x10, packet: Array(Octets.advertisement.dropFirst()), delta: 1_500_000),
    Record(type: 0x11, packet: [1, 2, 3], delta: 0, packetLength: 900),
  ]

  static let lastTime: UInt64 = 1_700_000_001_500_000

  /// Version, time and compressed records.
  static func log(
    _ records: [Record] = records, version: UInt8 = 2, time: [UInt8] = Octets.little(lastTime, 8)
  ) -> [UInt8] {
    [version] + time + Octets.deflated(records.flatMap { $0.octets(version: version) }, .zlib)
  }

  /// The text of a bug report around logs, their base64 in lines.
  static func text(_ logs: [[UInt8]], lineLength: Int = 76, lineEnd: String = "\n") -> [UInt8] {
    var text = "== dumpstate: 2023-11-14 22:13:20\(lineEnd)--- BEGIN:SOMETHING_ELSE ---\(lineEnd)"
    for log in logs {
      text += "--- BEGIN:BTSNOOP_LOG_SUMMARY (\(log.count) bytes in) ---\(lineEnd)"
      let base64 = Array(Octets.base64(log))
      for start in stride(from: 0, to: base64.count, by: lineLength) {
        text += String(base64[start..<min(start + lineLength, base64.count)]) + lineEnd
      }
      text += "--- END:BTSNOOP_LOG_SUMMARY ---\(lineEnd)Something after it.\(lineEnd)"
    }
    return Array(text.utf8)
  }

  // MARK: Logs

  @Test(arguments: [1, 2] as [UInt8])
  func bothVersions(_ version: UInt8) throws {
    let read = try RecordRecorder(Self.text([Self.log(version: version)]))
    #expect(read.problems.isEmpty)
    #expect(read.records.map(\.octets) == Self.records.map(\.packet))
    #expect(read.records.map(\.microseconds) == [1_700_000_000_000_000, 1_700_000_001_500_000, 1_700_000_001_500_000])
    #expect(read.records.map(\.number) == [1, 2, 3])
    #expect(read.records.map(\.linkType) == [.hciUnencapsulated, .hciUnencapsulated, .hciUnencapsulated])
    #expect(read.records.map(\.flags) == [2, 3, 1])
    #expect(read.records.map(\.originalLength) == [4, 26, version == 2 ? 899 : 3])
    let header = version == 2 ? 9 : 7
    #expect(read.records.map(\.fileOffset) == [header, 2 * header + 4, 3 * header + 30])
  }

  /// The vectors of the format's description: without the lines around them, with them, and in lines of any length.
  @Test(arguments: [
    "AmAjNRgkCgYAeJxjZWBlAAEFLgVGRmkGaYaEx2IMAnYSTIwMjGmhLsZKgjxMjGzMzKv+sXAmJiUfBQBzvwdw",
    "AWAjNRgkCgYAeJxjZQABBS4FRkZphoTHYgwCdhJMjAyMaaEuxkqCPEyMbMzMq/6xcCYmJR8FAG54B1A=",
  ])
  func vectors(_ base64: String) throws {
    let begin = "--- BEGIN:BTSNOOP_LOG_SUMMARY (85 bytes in) ---\n"
    let end = "\n--- END:BTSNOOP_LOG_SUMMARY ---\n"
    let lines = base64.map { "\($0)" }.joined(separator: "\r\n")
    for text in [base64, "\n\(base64)\n", begin + base64 + end, "text\n" + begin + lines + end] {
      let read = try RecordRecorder(Array(text.utf8))
      #expect(read.problems.isEmpty)
      #expect(read.records.map(\.octets) == [[UInt8](hex: "0a200101"), Array(Octets.advertisement.dropFirst())])
      #expect(read.records.map(\.microseconds) == [1_700_000_000_000_000, 1_700_000_001_500_000])
      #expect(read.records.map(\.flags) == [2, 3])
    }
  }

  @Test func reports() throws {
    var sink = RecordingSink()
    let summary = try CaptureReader.read(MemorySource(Self.text([Self.log()])), into: &sink)
    #expect(summary.format == "btsnooz")
    #expect(summary.records == 3)
    #expect(sink.reports.map(\.data) == [Octets.advertisedData])
    #expect(sink.reports.map(\.time?.microseconds) == [1_700_000_001_500_000])
  }

  /// Each log has its times; records are counted on, and offsets too.
  @Test func severalLogs() throws {
    let later = Self.log(time: Octets.little(Self.lastTime + 60_000_000, 8))
    for lineEnd in ["\n", "\r\n"] {
      let read = try RecordRecorder(Self.text([Self.log(version: 1), later], lineLength: 60, lineEnd: lineEnd))
      #expect(read.problems.isEmpty)
      #expect(read.records.map(\.number) == [1, 2, 3, 4, 5, 6])
      #expect(read.records.map(\.octets) == Self.records.map(\.packet) + Self.records.map(\.packet))
      #expect(read.records[3].microseconds == 1_700_000_060_000_000)
      let firstLog = 3 * 7 + 4 + 26 + 3
      #expect(read.records[3].fileOffset == firstLog + 9)
    }
  }

  /// The log comes after megabytes of other text, at any place in the window.
  @Test(arguments: [0, 1, 262_100, 262_143, 262_144, 262_145, 3_000_000])
  func farIntoAReport(_ distance: Int) throws {
    let line = Array("11-14 22:13:20.123 --- BEGIN:BTSNOOP_LOG_SUMMAR -- BEGIN:\n".utf8)
    let before = Array((0...distance / line.count).flatMap { _ in line }.prefix(distance))
    let read = try RecordRecorder(before + Self.text([Self.log()]))
    #expect(read.records.count == 3)
    #expect(read.problems.isEmpty)
  }

  /// A text that speaks of the mark holds no log, and hides none.
  @Test(arguments: [
    "#!/bin/sh\necho BEGIN:BTSNOOP_LOG_SUMMARY\n", "--- BEGIN:BTSNOOP_LOG_SUMMARY",
    "awk '/--- BEGIN:BTSNOOP_LOG_SUMMARY/ {found=1; next}\n/--- END:BTSNOOP_LOG_SUMMARY/ {found=0}'\ndone\n",
    "let mark = \"--- BEGIN:BTSNOOP_LOG_SUMMARY\"\nlet endMark = 1\n",
  ])
  func textWithoutALog(_ script: String) throws {
    let text = Array(script.utf8)
    #expect(throws: CaptureError.notRecognised(head: Array(text.prefix(16)))) { try RecordRecorder(text) }
    let read = try RecordRecorder(text + Self.text([Self.log()]))
    #expect(read.records.map(\.octets) == Self.records.map(\.packet))
    #expect(read.problems.isEmpty)
  }

  // MARK: Time

  /// The preamble's time is little-endian, in one phone's logs big-endian: the order that makes sense is taken.
  @Test func timeInTheOtherOrder() throws {
    let read = try RecordRecorder(Self.text([Self.log(time: Octets.big(Self.lastTime, 8))]))
    #expect(read.records.map(\.microseconds).last == 1_700_000_001_500_000)
    #expect(read.problems.isEmpty)
  }

  @Test func timeThatMakesNoSense() throws {
    for time in [0, 1_700_000_001_500, .max] as [UInt64] {
      let read = try RecordRecorder(Self.text([Self.log(time: Octets.little(time, 8))]))
      #expect(read.records.map(\.octets) == Self.records.map(\.packet))
      #expect(read.records.map(\.microseconds).last == Int64(bitPattern: time))
      #expect(read.problems.map(\.kind) == [.implausibleTime])
    }
  }

  /// Deltas as large as they get are added up without harm.
  @Test func longPauses() throws {
    let records = [Record](repeating: Record(type: 0x10, packet: [], delta: 0xFFFF_FFFF), count: 1000)
    let read = try RecordRecorder(Self.text([Self.log(records)]))
    #expect(read.records.count == 1000)
    #expect(read.records.first?.microseconds == Int64(Self.lastTime) - 999 * 0xFFFF_FFFF)
    #expect(read.records.last?.microseconds == Int64(Self.lastTime))
  }

  // MARK: Damage

  @Test func anImpossibleRecord() throws {
    for (record, found) in [
      ([0, 0, 1, 0, 0, 0, 0, 0, 0x10], "0 bytes of type 0x10"),
      ([2, 0, 2, 0, 0, 0, 0, 0, 0x33, 7], "1 bytes of type 0x33"),
    ] as [([UInt8], String)] {
      let inflated = Self.records[0].octets(version: 2) + record
      let log = [2] + Octets.little(Self.lastTime, 8) + Octets.deflated(inflated, .zlib)
      let read = try RecordRecorder(Self.text([log, Self.log()]))
      #expect(read.records.count == 4)
      #expect(read.problems.map(\.kind) == [.recordInvalid])
      #expect(read.problems.map(\.fileOffset) == [13])
      #expect(read.problems.map(\.record) == [2])
      #expect(
        read.problems.map(\.message) == ["expected a record of at least 1 byte and of a known type, found \(found)"])
    }
  }

  @Test func anUnknownVersion() throws {
    let read = try RecordRecorder(Self.text([[3] + Self.log().dropFirst(), Self.log()]))
    #expect(read.records.count == 3)
    #expect(read.problems.map(\.message) == ["expected btsnooz version 1 or 2, found version 3"])
  }

  @Test func noEndAndNoLog() throws {
    let text = Self.text([Self.log()])
    let end = try #require(text.indices.first { text[$0...].starts(with: Array("--- END".utf8)) })
    let open = try RecordRecorder(Array(text[..<end]))
    #expect(open.records.count == 3)
    #expect(open.problems.map(\.kind) == [.cutShort])
    #expect(open.problems.map(\.message) == ["expected the line that ends the log, found the end of the text"])

    for text in ["--- BEGIN:BTSNOOP_LOG_SUMMARY\n--- END:BTSNOOP_LOG_SUMMARY\n", "--- BEGIN:BTSNOOP_LOG_SUMMARY\n"] {
      let empty = try RecordRecorder(Array(text.utf8))
      #expect(empty.records.isEmpty)
      #expect(empty.problems.first?.message == "expected a btsnooz preamble of 9 bytes, found 0")
    }
  }

  /// What is no base64 ends a log, and the next one is read all the same.
  @Test func textInsideALog() throws {
    var broken = Self.text([Self.log()])
    let begin = Array("--- BEGIN:BTSNOOP_LOG_SUMMARY".utf8)
    let start = try #require(broken.indices.first { broken[$0...].starts(with: begin) })
    let base64 = try #require(broken[start...].firstIndex(of: 0x0A)) + 1
    broken[base64 + 40] = UInt8(ascii: "#")
    let read = try RecordRecorder(broken + Self.text([Self.log()]))
    #expect(read.records.suffix(3).map(\.octets) == Self.records.map(\.packet))
    #expect(read.problems.allSatisfy { $0.kind == .cutShort })
    #expect(
      read.problems.last?.message
        == "reading failed: expected base64 text at offset \(base64 + 40), found the byte 0x23")
  }

  // MARK: Behind a btsnoop header

  /// A btsnoop header stands before records that are not converted.
  @Test func unconverted() throws {
    let head = Array(Captures.h4([]).octets.prefix(16))
    let file = head + Self.records.flatMap { $0.octets(version: 2) }
    let read = try RecordRecorder(file)
    #expect(read.records.map(\.octets) == Self.records.map(\.packet))
    #expect(read.records.map(\.flags) == [2, 3, 1])
    #expect(read.records.map(\.microseconds) == [250_000, 1_750_000, 1_750_000])
    #expect(read.records.map(\.fileOffset) == [25, 38, 73])
    #expect(read.problems.map(\.kind) == [.implausibleTime])

    let cut = try RecordRecorder(Array(file.dropLast()))
    #expect(cut.records.count == 2)
    #expect(cut.problems.map(\.kind) == [.implausibleTime, .cutShort])
    #expect(cut.problems.last?.message == "expected a packet of 3 bytes, found 2")
    #expect(cut.problems.last?.fileOffset == 64)
  }

  /// A true btsnoop is never taken for that, however long its packets say they were.
  @Test func trueBtsnoop() throws {
    let file = Captures.h4([Octets.command, Octets.advertisement]).octets
    #expect(try RecordRecorder.formatName(file) == "btsnoop")
    for octet in 0..<3 {
      for value in 1...255 as ClosedRange<UInt8> {
        var long = file
        long[16 + octet] = value
        #expect(try RecordRecorder.formatName(long) == "btsnoop")
      }
    }
  }
}

import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

@Suite struct PacketLoggerTests {
  /// A record; its length field is true unless it is to be a lie.
  static func record(
    _ type: UInt8, _ packet: [UInt8], seconds: UInt64 = 1_700_000_000, microseconds: UInt64 = 0, length: Int? = nil,
    order: OctetOrder
  ) -> [UInt8] {
    func number(_ value: UInt64) -> [UInt8] {
      order == .littleEndian ? Octets.little(value, 4) : Octets.big(value, 4)
    }
    return number(UInt64(length ?? packet.count + 9)) + number(seconds) + number(microseconds) + [type] + packet
  }

  /// A command, an event with a report, and a note.
  static func log(_ order: OctetOrder) -> [UInt8] {
    record(0x00, Array(Octets.command.dropFirst()), order: order)
      + record(
        0x01, Array(Octets.advertisement.dropFirst()), seconds: 1_700_000_001, microseconds: 500_000, order: order)
      + record(0xFC, Array("note\0".utf8), seconds: 1_700_000_002, order: order)
  }

  @Test(arguments: [OctetOrder.bigEndian, .littleEndian])
  func readsBothByteOrders(_ order: OctetOrder) throws {
    let file = Self.log(order)
    let read = try RecordRecorder(file)
    #expect(read.problems.isEmpty)
    #expect(
      read.records.map(\.octets) == [
        [UInt8](hex: "0a200101"), Array(Octets.advertisement.dropFirst()), Array("note\0".utf8),
      ])
    #expect(read.records.map(\.number) == [1, 2, 3])
    #expect(read.records.map(\.flags) == [0x00, 0x01, 0xFC])
    #expect(read.records.map(\.fileOffset) == [13, 30, 69])
    #expect(
      read.records.map(\.microseconds) == [1_700_000_000_000_000, 1_700_000_001_500_000, 1_700_000_002_000_000])
    #expect(read.records.allSatisfy { $0.linkType == .packetLogger && $0.originalLength == $0.octets.count })
  }

  /// The two files of the format's description, octet for octet.
  @Test func theVectors() {
    #expect([UInt8](hex: "0000000d6553f10000000000000a200101") == Array(Self.log(.bigEndian).prefix(17)))
    #expect([UInt8](hex: "0d00000000f1536500000000000a200101") == Array(Self.log(.littleEndian).prefix(17)))
    #expect(Self.log(.bigEndian).count == 74)
  }

  @Test(arguments: [OctetOrder.bigEndian, .littleEndian])
  func reportsAndScanCommands(_ order: OctetOrder) throws {
    var file = Self.log(order)
    file += Self.record(0x00, [UInt8](hex: "0b200701600030000000"), order: order)
    file += Self.record(0x00, [UInt8](hex: "0c20020100"), order: order)
    // Data packets carry no advertising, whatever they look like.
    for type in [0x02, 0x03, 0x08, 0x0B, 0x12, 0xF8, 0x55] as [UInt8] {
      file += Self.record(type, Array(Octets.advertisement.dropFirst()), order: order)
    }
    var sink = RecordingSink()
    let summary = try CaptureReader.read(MemorySource(file), into: &sink)
    #expect(summary.format == "packetlogger")
    #expect(summary.records == 12)
    #expect(summary.linkTypes == [.packetLogger])
    #expect(summary.problems.isEmpty)
    #expect(sink.reports.map(\.data) == [Octets.advertisedData])
    #expect(sink.reports.map(\.source) == [.report])
    #expect(sink.reports.map(\.record) == [2])
    #expect(sink.reports.map(\.rssi) == [-59])
    #expect(sink.changes.map(\.mode) == [.active])
  }

  // MARK: Recognition

  /// One whole record is enough when there is no more; the end may come inside the second.
  @Test func shortFiles() throws {
    for order in [OctetOrder.bigEndian, .littleEndian] {
      let file = Self.log(order)
      for length in 17..<file.count {
        #expect(try RecordRecorder.formatName(Array(file.prefix(length))) == "packetlogger", "\(length)")
      }
      for length in 1..<17 {
        #expect(throws: CaptureError.self, "\(length)") { try RecordRecorder.formatName(Array(file.prefix(length))) }
      }
    }
  }

  /// Each of the first five records has to make sense; the sixth is not looked at.
  @Test(arguments: 0..<6)
  func fiveRecordsAreChecked(_ wrong: Int) throws {
    for order in [OctetOrder.bigEndian, .littleEndian] {
      let lies: [[UInt8]] = [
        Self.record(0x01, [1], microseconds: 1_000_000, order: order), Self.record(0x55, [1], order: order),
        Self.record(0x01, [1], length: 8, order: order), Self.record(0x01, [1], length: 65_536, order: order),
      ]
      for lie in lies {
        let file = (0..<8).flatMap { $0 == wrong ? lie : Self.record(0x01, [1], order: order) }
        if wrong < 5 {
          #expect(throws: CaptureError.self) { try RecordRecorder.formatName(file) }
        } else {
          #expect(try RecordRecorder.formatName(file) == "packetlogger")
        }
      }
    }
  }

  // MARK: Damage

  @Test(arguments: [8, 0, 65_536, 0xFFFF_FFFF])
  func impossibleLengths(_ length: Int) throws {
    for order in [OctetOrder.bigEndian, .littleEndian] {
      let good = (0..<6).flatMap { _ in Self.record(0x01, [1, 2], order: order) }
      let read = try RecordRecorder(good + Self.record(0x01, [3], length: length, order: order))
      #expect(read.records.count == 6)
      #expect(read.problems.map(\.kind) == [.recordInvalid])
      #expect(read.problems.map(\.fileOffset) == [good.count])
      #expect(read.problems.map(\.record) == [7])
      let end = good.count + 14
      #expect(
        read.problems.map(\.message) == ["14 bytes not read, up to offset \(end): records are damaged or missing"])
    }
  }

  @Test func aPacketCutShort() throws {
    let read = try RecordRecorder(Self.log(.littleEndian).dropLast(2))
    #expect(read.records.count == 2)
    #expect(
      read.problems == [
        CaptureProblem(.cutShort, fileOffset: 56, record: 3, expected: "a packet of 5 bytes", found: "3")
      ])
  }
}

extension RecordRecorder {
  init(_ octets: ArraySlice<UInt8>) throws(CaptureError) {
    try self.init(Array(octets))
  }
}

import TestSupport
import Testing

@testable import AdvertCapture

/// What times mean in pcapng: each interface has its unit and its offset.
@Suite struct PcapngTimeTests {
  /// Units of every size, against the exact result; parts of a microsecond are cut off.
  @Test(
    arguments: [
      (0, 1_700_000_000, 1_700_000_000_000_000), (1, 17_000_000_005, 1_700_000_000_500_000),
      (3, 1_700_000_000_123, 1_700_000_000_123_000), (6, 1_700_000_000_123_456, 1_700_000_000_123_456),
      (7, 17_000_000_001_234_567, 1_700_000_000_123_456), (9, 1_700_000_000_123_456_999, 1_700_000_000_123_456),
      (12, 18_446_744_073_709_551_615, 18_446_744_073_709), (19, 18_446_744_073_709_551_615, 1_844_674),
      (25, 18_446_744_073_709_551_615, 1), (26, 18_446_744_073_709_551_615, 0), (127, .max, 0),
      (0x80, 1_700_000_000, 1_700_000_000_000_000), (0x81, 3, 1_500_000), (0x80 | 10, 1025, 1_000_976),
      (0x80 | 20, (1 << 20) + 1, 1_000_000), (0x80 | 32, (1_700_000_000 << 32) + (1 << 31), 1_700_000_000_500_000),
      (0x80 | 63, .max, 1_999_999), (0x80 | 64, .max, 999_999), (0x80 | 65, .max, 499_999), (0x80 | 83, .max, 1),
      (0x80 | 84, .max, 0), (0xFF, .max, 0),
    ] as [(UInt8, UInt64, Int64)])
  func resolutions(_ resolution: UInt8, units: UInt64, microseconds: Int64) throws {
    for bigEndian in [false, true] {
      var file = PcapngFile()
      file.section(bigEndian: bigEndian)
      file.interface(187, options: [file.option(2, Array("hci0".utf8)), file.resolution(resolution)])
      file.packet([1], time: units)
      let read = try RecordRecorder(file.octets)
      #expect(read.records.map(\.microseconds) == [microseconds])
      #expect(read.problems.isEmpty)
    }
  }

  @Test(
    arguments: [(0, 1 << 63), (0, 9_223_372_036_855), (6, 1 << 63), (0x80, 1 << 50), (0x80 | 1, .max)]
      as [(UInt8, UInt64)])
  func timesOutOfReach(_ resolution: UInt8, units: UInt64) throws {
    var file = PcapngFile()
    file.section()
    file.interface(187, options: [file.resolution(resolution)])
    file.packet([1], time: units)
    let read = try RecordRecorder(file.octets)
    #expect(read.records.map(\.octets) == [[1]])
    #expect(read.records.map(\.microseconds) == [nil])
    #expect(read.problems.map(\.kind) == [.implausibleTime])
    #expect(read.problems.map(\.fileOffset) == [file.blockOffsets[2] + 12])
  }

  @Test(
    arguments: [
      (1_700_000_000, 5, 1_700_000_000_000_005), (-1, 5, -999_995), (0, 5, 5), (.max, 5, nil), (.min, 5, nil),
      (9_223_372_036_854, 775_807, .max), (9_223_372_036_854, 775_808, nil),
    ] as [(Int64, UInt64, Int64?)])
  func offsets(_ seconds: Int64, units: UInt64, microseconds: Int64?) throws {
    var file = PcapngFile()
    file.section()
    file.interface(187, options: [file.offset(seconds)])
    file.packet([1], time: units)
    let read = try RecordRecorder(file.octets)
    #expect(read.records.map(\.microseconds) == [microseconds])
    #expect(read.problems.map(\.kind) == (microseconds == nil ? [.implausibleTime] : []))
  }

  /// What follows the end of options, options of a wrong length, and an option that is not whole, say nothing.
  @Test func optionsThatDoNotCount() throws {
    for options in [
      [[0, 0, 0, 0], PcapngFile().resolution(9)], [PcapngFile().option(9, [9, 9])], [PcapngFile().option(14, [1, 2])],
      [[9, 0, 200, 0, 9, 0, 0, 0]], [PcapngFile().option(9, [])],
    ] {
      var file = PcapngFile()
      file.section()
      file.interface(187, options: options)
      file.packet([1], time: 1_000_000)
      #expect(try RecordRecorder(file.octets).records.map(\.microseconds) == [1_000_000], "\(options)")
    }
  }
}

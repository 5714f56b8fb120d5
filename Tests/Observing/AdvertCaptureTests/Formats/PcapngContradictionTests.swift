import AdvertReading
import TestSupport
import Testing

@testable import AdvertCapture

/// Blocks that contradict themselves.
@Suite struct PcapngContradictionTests {
  @Test func aLengthThatIsNotRepeated() throws {
    var file = PcapngFile()
    file.section()
    file.interface(187)
    file.block(5, [1, 2, 3, 4], repeatedLength: 20)
    file.packet([1])
    let read = try RecordRecorder(file.octets)
    #expect(read.records.map(\.octets) == [[1]])
    #expect(read.problems.map(\.kind) == [.partInvalid])
    #expect(read.problems.map(\.fileOffset) == [file.blockOffsets[3] - 4])
    #expect(read.problems.map(\.message) == ["expected the block's length 16 to be repeated at its end, found 20"])
  }

  @Test(arguments: [0, 4, 8, 11, 13, 14, 15] as [Int])
  func impossibleBlockLengths(_ length: Int) throws {
    var file = PcapngFile()
    file.section()
    file.interface(187)
    file.packet([1])
    file.block(5, [1, 2, 3, 4], length: length)
    file.packet([2])
    let read = try RecordRecorder(file.octets)
    #expect(read.records.map(\.octets) == [[1], [2]])
    #expect(read.problems.map(\.kind) == [.recordInvalid])
    #expect(read.problems.map(\.fileOffset) == [file.blockOffsets[3]])
    #expect(
      read.problems[0].message
        == "16 bytes not read, up to offset \(file.blockOffsets[4]): records are damaged or missing")
  }

  /// A hole in any place, of any length, costs the packets that it meets, and none behind it.
  @Test func readingGoesOnBehindAHole() throws {
    for isBigEndian in [false, true] {
      var file = PcapngFile()
      file.section(bigEndian: isBigEndian)
      file.interface(187)
      for number in 0..<12 { file.packet([UInt8](repeating: UInt8(number), count: 5 + number)) }
      let whole = try RecordRecorder(file.octets).records.map(\.octets)
      let (first, last) = (file.blockOffsets[2], file.blockOffsets[10])
      for start in first..<last {
        for count in [1, 3, 4, 28, 61] where start + count <= last {
          var octets = file.octets
          octets.removeSubrange(start..<start + count)
          let read = try RecordRecorder(octets)
          let behind = (0..<12).filter { file.blockOffsets[2 + $0] >= start + count }.map { whole[$0] }
          let before = (0..<12).filter { file.blockOffsets[3 + $0 < 14 ? 3 + $0 : 13] <= start }.map { whole[$0] }
          #expect(Array(read.records.map(\.octets).suffix(behind.count)) == behind, "\(start) \(count)")
          #expect(Array(read.records.map(\.octets).prefix(before.count)) == before, "\(start) \(count)")
          // A hole of whole blocks is none.
          #expect(
            !read.problems.isEmpty || file.blockOffsets.contains(start) && file.blockOffsets.contains(start + count),
            "\(start) \(count)")
        }
      }
    }
  }

  /// A hostile file of blocks that contradict themselves is read once, not once for each block.
  @Test func contradictionsAreReadOnce() throws {
    var file = PcapngFile()
    file.section()
    file.interface(187)
    for _ in 0..<20_000 {
      file.block(6, [], repeatedLength: 4)
      file.block(0x77, [], repeatedLength: 8)
    }
    let read = try RecordRecorder(file.octets)
    #expect(read.records.isEmpty)
    #expect(!read.problems.isEmpty)
  }

  /// Beginnings of long blocks, each without its end, are not moved about for each other.
  @Test func beginningsWithoutEnds() throws {
    var file = PcapngFile()
    file.section()
    file.append((0..<100_000).flatMap { _ in Octets.little(6, 4) + Octets.little(0x7FFFC, 4) })
    let read = try RecordRecorder(file.octets)
    #expect(read.records.isEmpty)
    #expect(!read.problems.isEmpty)
  }

  @Test func packetsThatDoNotFitTheirBlock() throws {
    var file = PcapngFile()
    file.section()
    file.interface(187)
    file.packet([1, 2, 3, 4], captured: 5)
    file.packet([1], captured: 0xFFFF_FFFF)
    file.block(6, [0, 0, 0, 0])
    file.block(1, [0, 0, 0, 0])
    file.packet([2], original: 0)
    let read = try RecordRecorder(file.octets)
    #expect(read.records.map(\.octets) == [[2]])
    #expect(read.records.map(\.originalLength) == [1])
    #expect(read.problems.map(\.kind) == [.packetCutShort, .packetCutShort, .partInvalid, .partInvalid])
    #expect(
      read.problems.map(\.message) == [
        "expected a packet of 5 bytes, found a block with room for 4",
        "expected a packet of 4294967295 bytes, found a block with room for 4",
        "expected a packet block of at least 32 bytes, found 16",
        "expected an interface description of at least 20 bytes, found 16",
      ])
  }

  @Test func packetsOfUnbelievableLength() throws {
    var file = PcapngFile()
    file.section()
    file.interface(187)
    file.packet(Octets.noise(262_145, seed: 2))
    file.packet(Octets.noise(262_144, seed: 3))
    let read = try RecordRecorder(file.octets)
    #expect(read.records.map(\.octets.count) == [262_144])
    #expect(read.problems.map(\.message) == ["expected at most 262144 bytes, found 262145"])
  }

  @Test func otherVersions() throws {
    var first = PcapngFile()
    first.section(major: 2)
    #expect(
      throws: CaptureError.unsupported(fileOffset: 12, expected: "pcapng version 1", found: "version 2")
    ) { try RecordRecorder(first.octets) }

    var second = PcapngFile()
    second.section()
    second.interface(187)
    second.packet([1])
    second.section(major: 3)
    second.packet([2])
    let read = try RecordRecorder(second.octets)
    #expect(read.records.map(\.octets) == [[1]])
    #expect(read.problems.map(\.kind) == [.recordInvalid])
    #expect(read.problems.map(\.message) == ["expected pcapng version 1, found version 3"])
  }

  @Test func aSectionWithoutByteOrder() throws {
    var file = PcapngFile()
    file.section()
    file.interface(187)
    file.packet([1])
    file.block(0x0A0D_0D0A, [1, 2, 3, 4] + [UInt8](repeating: 0, count: 12))
    let read = try RecordRecorder(file.octets)
    #expect(read.records.map(\.octets) == [[1]])
    #expect(read.problems.map(\.kind) == [.recordInvalid])
    #expect(throws: CaptureError.notRecognised(head: Array(file.octets.suffix(28).prefix(16)))) {
      try RecordRecorder(Array(file.octets.suffix(28)))
    }
  }
}

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

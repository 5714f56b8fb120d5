import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

@Suite struct PcapngTests {
  private static let h4: UInt64 = 187
  private static let second: UInt64 = 1_700_000_000

  // MARK: Interfaces

  /// Two link types, microseconds and nanoseconds, in one section: what libpcap refuses.
  @Test(arguments: [false, true])
  func mixedInterfaces(bigEndian: Bool) throws {
    var file = PcapngFile()
    file.section(bigEndian: bigEndian)
    file.interface(Self.h4)
    file.interface(251, options: [file.resolution(9)])
    file.packet(Octets.advertisement, time: Self.second * 1_000_000)
    file.packet([1, 2, 3], interface: 1, time: Self.second * 1_000_000_000 + 250_000_999)
    let read = try RecordRecorder(file.octets)
    #expect(read.problems.isEmpty)
    #expect(read.records.map(\.number) == [1, 2])
    #expect(read.records.map(\.linkType) == [.hciH4, LinkType(number: 251)])
    #expect(read.records.map(\.microseconds) == [1_700_000_000_000_000, 1_700_000_000_250_000])
    #expect(read.records.map(\.octets) == [Octets.advertisement, [1, 2, 3]])
    #expect(read.records.map(\.originalLength) == [27, 3])
    #expect(read.records.map(\.flags) == [0, 0])
    for record in read.records {
      #expect(Array(file.octets[record.fileOffset..<record.fileOffset + record.octets.count]) == record.octets)
    }
  }

  /// Records have the numbers that Wireshark gives them. It counts custom blocks and journal entries too.
  @Test func numbersRecordsAsWiresharkDoes() throws {
    var file = PcapngFile()
    file.section()
    file.block(0x0BAD, file.number(32473, 4))
    file.interface(Self.h4)
    file.block(4, file.number(0, 4))
    file.packet([1])
    file.block(9, [0x4D, 0x3D, 0x78, 0x0A])
    file.block(5, file.number(0, 12))
    file.block(0x4000_0BAD, file.number(32473, 4))
    file.block(0x77, [])
    file.packet([2])
    let read = try RecordRecorder(file.octets)
    #expect(read.problems.isEmpty)
    #expect(read.records.map(\.octets) == [[1], [2]])
    #expect(read.records.map(\.number) == [2, 5])
  }

  /// Interface numbers, byte order and everything that interfaces say begin anew with each section.
  @Test func severalSections() throws {
    var file = PcapngFile()
    file.section()
    file.interface(Self.h4, options: [file.resolution(0)])
    file.packet([1], time: Self.second)
    file.section(bigEndian: true)
    file.interface(201, options: [file.resolution(3)])
    file.interface(254, options: [file.offset(-1)])
    file.packet([2], time: Self.second * 1000)
    file.packet([3], interface: 1, time: Self.second * 1_000_000)
    file.section()
    file.packet([4], time: 0)
    file.interface(252)
    file.packet([5], time: 7)
    let read = try RecordRecorder(file.octets)
    #expect(read.records.map(\.octets) == [[1], [2], [3], [5]])
    #expect(read.records.map(\.linkType.number) == [187, 201, 254, 252])
    #expect(
      read.records.map(\.microseconds)
        == [1_700_000_000_000_000, 1_700_000_000_000_000, 1_699_999_999_000_000, 7])
    #expect(read.problems.map(\.kind) == [.partInvalid])
    #expect(read.problems[0].fileOffset == file.blockOffsets[9] + 8)
    #expect(read.problems[0].record == 4)
    #expect(read.problems[0].message == "expected one of the section's 0 interfaces, found number 0")
  }

  @Test func unknownInterface() throws {
    var file = PcapngFile()
    file.section()
    file.packet([1])
    file.interface(Self.h4)
    file.packet([2], interface: 1)
    file.packet([3], interface: 0xFFFF_FFFF)
    file.packet([4])
    let read = try RecordRecorder(file.octets)
    #expect(read.records.map(\.octets) == [[4]])
    #expect(read.records.map(\.number) == [1])
    #expect(
      read.problems.map(\.message) == [
        "expected one of the section's 0 interfaces, found number 0",
        "expected one of the section's 1 interfaces, found number 1",
        "expected one of the section's 1 interfaces, found number 4294967295",
      ])
  }

  /// More interfaces than any machine has, each with its own link type, and a packet on the last and the first.
  @Test func aHundredThousandInterfaces() throws {
    var file = PcapngFile()
    file.section()
    for number in 0..<100_000 as Range<UInt64> { file.interface(number & 0xFFFF) }
    file.packet([1], interface: 99_999)
    file.packet([2], interface: 0)
    file.packet([3], interface: 100_000)
    let read = try RecordRecorder(file.octets)
    #expect(read.records.map(\.linkType.number) == [99_999 & 0xFFFF, 0])
    #expect(read.problems.map(\.kind) == [.partInvalid])
  }

  /// A capture that changes its link type at every record is read in time that its length allows.
  @Test func everyRecordOfAnotherLinkType() throws {
    var file = PcapngFile()
    file.section()
    for number in 0..<20_000 as Range<UInt64> { file.interface(number + 300) }
    for _ in 0..<3 {
      for number in 0..<20_000 as Range<UInt64> { file.packet([1], interface: number) }
    }
    var sink = CountingReports()
    let clock = ContinuousClock()
    var summary: CaptureSummary?
    let time = try clock.measure { summary = try CaptureReader.read(MemorySource(file.octets), into: &sink) }
    #expect(summary?.records == 60_000)
    #expect(summary?.linkTypes.count == 20_000)
    #expect(time < .seconds(20))
  }

  // MARK: Blocks

  @Test func simplePackets() throws {
    var file = PcapngFile()
    file.section()
    file.interface(Self.h4, snapLength: 3)
    file.interface(251)
    file.simplePacket([1, 2])
    file.simplePacket([1, 2, 3], original: 9)
    file.section()
    file.interface(Self.h4)
    file.simplePacket([1, 2, 3, 4, 5])
    file.simplePacket([1, 2, 3, 4], original: 0xFFFF_FFFF)
    let read = try RecordRecorder(file.octets)
    #expect(read.records.map(\.octets) == [[1, 2], [1, 2, 3], [1, 2, 3, 4, 5], [1, 2, 3, 4]])
    #expect(read.records.map(\.originalLength) == [2, 9, 5, 0xFFFF_FFFF])
    #expect(read.records.map(\.microseconds) == [nil, nil, nil, nil])
    #expect(read.problems.isEmpty)
  }

  @Test(arguments: [false, true])
  func obsoletePackets(bigEndian: Bool) throws {
    var file = PcapngFile()
    file.section(bigEndian: bigEndian)
    file.interface(Self.h4)
    file.interface(251)
    file.obsoletePacket([1, 2, 3], interface: 1, drops: 0xFFFF, time: 1_700_000_000_000_001)
    let read = try RecordRecorder(file.octets)
    #expect(read.records.map(\.linkType.number) == [251])
    #expect(read.records.map(\.octets) == [[1, 2, 3]])
    #expect(read.records.map(\.microseconds) == [1_700_000_000_000_001])
  }

  /// Name resolution, statistics, secrets, custom and unknown blocks are passed over, however long.
  @Test func otherBlocks() throws {
    var file = PcapngFile()
    file.section(options: file.option(1, Array("made by hand".utf8)))
    file.interface(Self.h4)
    for type in [4, 5, 7, 8, 9, 10, 0xBAD, 0x4000_0BAD, 0x8000_0001, 0xFFFF_FFFF] as [UInt64] {
      file.block(type, Octets.noise(Int(type % 1000) * 4, seed: type))
    }
    file.block(0x1234, Octets.noise(3 << 20, seed: 1))
    file.packet([1], options: file.option(1, Array("a comment".utf8)))
    let read = try RecordRecorder(file.octets)
    #expect(read.records.map(\.octets) == [[1]])
    #expect(read.problems.isEmpty)
  }

  /// A block of half a gigabyte goes by in a window of the usual size.
  @Test func aHugeBlockIsNotHeld() throws {
    var file = PcapngFile()
    file.section()
    file.interface(Self.h4)
    file.packet([1])
    let more = 1 << 29
    file.append(Octets.little(0x77, 4) + Octets.little(UInt64(more + 12), 4))
    let source = LongSource(file.octets, more: more)
    let read = try RecordRecorder(source)
    #expect(read.records.map(\.octets) == [[1]])
    #expect(read.problems.map(\.kind) == [.cutShort])
    #expect(read.problems.map(\.message) == ["expected a block of \(more + 12) bytes, found \(more + 8)"])
    #expect(source.largestBuffer == InputWindow.defaultCapacity)
  }

  /// Lengths that promise gigabytes make nothing grow.
  @Test(arguments: [1, 2, 3, 6, 5, 0x0A0D_0D0A] as [UInt64])
  func lyingLengths(_ type: UInt64) throws {
    var file = PcapngFile()
    file.section()
    file.interface(Self.h4)
    file.packet([1])
    let body = type == 0x0A0D_0D0A ? [UInt8](hex: "4d3c2b1a01000000") : [0, 0, 0, 0, 0, 0, 0, 0]
    file.block(
      type, body + Octets.little(0, 4) + Octets.little(0xFFFF_FFF0, 4) + Octets.little(0xFFFF_FFF0, 4),
      length: 0xFFFF_FFFC)
    let source = LongSource(file.octets, more: 1 << 22)
    let read = try RecordRecorder(source)
    #expect(read.records.first?.octets == [1])
    #expect(read.problems.last?.kind == (type == 0x0A0D_0D0A ? .cutShort : .recordInvalid))
    #expect(source.largestBuffer <= 2 * InputWindow.longestRecord)
  }

  /// A packet longer than any is left out, and the problem is where its length is said.
  @Test(arguments: [(3, 8), (2, 20), (6, 20)] as [(UInt64, Int)])
  func packetsLongerThanAny(_ type: UInt64, at lengthOffset: Int) throws {
    let length = InputWindow.longestRecord + 4
    var file = PcapngFile()
    file.section()
    file.interface(Self.h4)
    let fields = Array(repeating: Octets.little(0, 4), count: type == 3 ? 0 : 3).flatMap(\.self)
    file.block(type, fields + Octets.little(UInt64(length), 4) + Octets.noise(length + 8, seed: type))
    file.packet([1])
    let read = try RecordRecorder(file.octets)
    #expect(read.records.map(\.octets) == [[1]])
    #expect(read.problems.map(\.kind) == [.partInvalid])
    #expect(read.problems[0].fileOffset == file.blockOffsets[2] + lengthOffset)
    #expect(read.problems[0].message == "expected at most \(InputWindow.longestRecord) bytes, found \(length)")
    // The same in a file that ends behind the field.
    let cut = try RecordRecorder(Array(file.octets.prefix(file.blockOffsets[2] + 28)))
    #expect(cut.problems.map(\.kind) == [.partInvalid, .cutShort])
    #expect(cut.problems[0].fileOffset == file.blockOffsets[2] + lengthOffset)
  }

  /// The specification's example vector: HCI in microseconds, the link layer in nanoseconds.
  @Test func bothInterfacesAreDissected() throws {
    let file = [UInt8](
      hex:
        """
        0a0d0d0a1c0000004d3c2b1a01000000ffffffffffffffff1c000000
        0100000014000000bb0000000000000014000000
        0100000020000000fb00000000000000090001000900000000000000 20000000
        060000003c00000000000000240a060000401e181b0000001b000000
        043e18020100016655443322110c0201060303aafe0409616263c5003c000000
        060000003c00000001000000fe9c971700cac4711b0000001b000000
        d6be898e40126655443322110201060303aafe04096162638ed72c003c000000
        """)
    let read = try RecordRecorder(file)
    #expect(read.problems.isEmpty)
    #expect(read.records.map(\.microseconds) == [1_700_000_000_000_000, 1_700_000_001_000_000])
    #expect(read.records.map(\.linkType.number) == [187, 251])
    #expect(read.records.map(\.octets.count) == [27, 27])
  }
}

/// Counts.
struct CountingReports: CaptureSink {
  private(set) var reports = 0

  mutating func receive(_ report: borrowing AdvertisingReport) { reports += 1 }
}

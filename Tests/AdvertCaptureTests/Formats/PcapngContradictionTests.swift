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
    #expect(read.records.map(\.octets) == [[1]])
    #expect(read.problems.map(\.kind) == [.recordInvalid])
    #expect(read.problems.map(\.fileOffset) == [file.blockOffsets[3] + 4])
    #expect(
      read.problems.map(\.message)
        == ["expected a block length of at least 12 that divides by 4, found \(length)"])
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

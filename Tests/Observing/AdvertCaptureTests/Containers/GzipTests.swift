import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

@Suite struct GzipTests {
  private static let capture = Captures.h4([Octets.command, Octets.advertisement, Octets.advertisement]).octets

  private static func read(_ octets: [UInt8]) throws(CaptureError) -> (summary: CaptureSummary, sink: RecordingSink) {
    var sink = RecordingSink()
    let summary = try CaptureReader.read(MemorySource(octets), into: &sink)
    return (summary, sink)
  }

  /// Every format reads compressed as it reads plain, but for the mark that its offsets are not the file's.
  @Test func everyFormat() throws {
    var pcapng = PcapngFile()
    pcapng.section()
    pcapng.interface(187)
    pcapng.packet(Octets.advertisement, time: 1_700_000_000_000_000)
    let pcap = [UInt8](hex: "d4c3b2a1020004000000000000000000ffff0000bb000000 00f15365 20a10700 1b0000001b000000")
    for plain in [
      Self.capture, pcapng.octets, pcap + Octets.advertisement, PacketLoggerTests.log(.bigEndian),
      PacketLoggerTests.log(.littleEndian), BtsnoozTests.text([BtsnoozTests.log()]),
    ] {
      let once = try Self.read(plain)
      var compressed = try Self.read(Octets.deflated(plain, .gzip))
      #expect(compressed.summary.isCompressed)
      #expect(!once.summary.isCompressed)
      #expect(once.summary.reports >= 1)
      compressed.summary.isCompressed = false
      #expect(compressed.summary == once.summary)
      #expect(compressed.sink == once.sink)
      #expect(compressed.sink.captures == [nil])
    }
  }

  /// Files compressed one by one and put together are one file, as gunzip has it; zeros behind them are padding.
  @Test func partsAndPadding() throws {
    let parts = [Self.capture[..<30], Self.capture[30..<50], Self.capture[50...]]
    let packed = parts.flatMap { Octets.deflated(Array($0), .gzip) }
    for padding in [0, 1, 600] {
      let (summary, sink) = try Self.read(packed + [UInt8](repeating: 0, count: padding))
      #expect(summary.records == 3)
      #expect(sink.reports.count == 2)
      #expect(summary.problems.isEmpty)
    }
  }

  /// What is behind the end may be the rest of the log.
  @Test(arguments: [[0x1F, 0x8B], [0x1F, 0x8B, 0x07], [0, 0, 0x41], Octets.deflated([0x41], .zlib)] as [[UInt8]])
  func whatIsBehindTheEndIsTold(_ rest: [UInt8]) throws {
    let packed = Octets.deflated(Self.capture, .gzip)
    let (summary, sink) = try Self.read(packed + rest)
    #expect(sink.reports.count == 2)
    let zeros = rest.prefix { $0 == 0 }.count
    let octet = String(rest[zeros], radix: 16)
    let problem = CaptureProblem(
      .partInvalid, fileOffset: Self.capture.count, record: nil, expected: "nothing behind the compressed data",
      found: "0x\(octet) at byte \(packed.count + zeros) of the compressed file")
    #expect(summary.problems == [problem])
  }

  @Test func nesting() throws {
    var packed = Self.capture
    for _ in 0..<3 {
      packed = Octets.deflated(packed, .gzip)
      #expect(try Self.read(packed).summary.records == 3)
    }
    let tooDeep = Octets.deflated(packed, .gzip)
    #expect(
      throws: CaptureError.unsupported(
        fileOffset: 0, expected: "at most 3 layers of compression and archives", found: "one more")
    ) { try Self.read(tooDeep) }
  }

  /// Records before damage are delivered, and the problem says that it was not the capture's own.
  @Test func damage() throws {
    let capture = Captures.h4((0..<2000).map { Octets.noise(20 + $0 % 50, seed: UInt64($0)) }).octets
    let packed = Octets.deflated(capture, .gzip)
    let cut = try Self.read(Array(packed.dropLast(packed.count / 2)))
    #expect(cut.summary.records > 800 && cut.summary.records < 1200)
    #expect(cut.summary.problems.map(\.kind) == [.cutShort])
    #expect(cut.summary.problems.map(\.message) == ["reading failed: the compressed data end too early"])
    var wrong = packed
    wrong[packed.count - 8] ^= 0x55
    let checked = try Self.read(wrong)
    #expect(checked.summary.records == 2000)
    #expect(
      checked.summary.problems.map(\.message)
        == ["reading failed: the compressed data are damaged (incorrect data check)"])
  }

  /// libpcap does not know why its bytes end. The problem has the reason all the same.
  @Test func damageInPcap() throws {
    let pcap = [UInt8](hex: "d4c3b2a1020004000000000000000000ffff0000bb000000 00f15365 20a10700 1b0000001b000000")
    let packed = Octets.deflated(pcap + Octets.advertisement, .gzip)
    let (summary, sink) = try Self.read(Array(packed.dropLast(4)))
    #expect(sink.reports.count == 1)
    #expect(summary.problems.map(\.message) == ["reading failed: the compressed data end too early"])
  }

  @Test func nothingInside() {
    #expect(throws: CaptureError.empty) { try Self.read(Octets.deflated([], .gzip)) }
    #expect(throws: CaptureError.notRecognised(head: [1, 2, 3])) { try Self.read(Octets.deflated([1, 2, 3], .gzip)) }
    #expect(throws: CaptureError.unreadable(reason: "the compressed data end too early")) {
      try Self.read([UInt8](hex: "1f8b08"))
    }
    #expect(throws: CaptureError.unreadable(reason: "the compressed data are damaged (unknown header flags set)")) {
      try Self.read([UInt8](hex: "1f8b08ff000000000003"))
    }
  }

  /// 80 MB of zeros behind a packet come to an end that names the limit.
  @Test func aBomb() throws {
    var capture = PcapngFile()
    capture.section()
    capture.interface(187)
    capture.packet(Octets.advertisement)
    var packed = Octets.deflated(capture.octets + Octets.little(0x77, 4) + Octets.little(1 << 30, 4), .gzip)
    let zeros = Octets.deflated([UInt8](repeating: 0, count: 1 << 20), .gzip)
    for _ in 0..<80 { packed += zeros }
    let (summary, sink) = try Self.read(packed)
    #expect(sink.reports.count == 1)
    #expect(summary.records == 1)
    #expect(
      summary.problems.map(\.message)
        == ["reading failed: the compressed data unpack to more than 200 times their size"])
  }
}

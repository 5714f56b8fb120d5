import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

/// Archives that are damaged, or were made to do harm.
@Suite struct ZipDamageTests {
  private static let capture = Captures.h4([Octets.command, Octets.advertisement]).octets
  private static let other = PacketLoggerTests.log(.bigEndian)

  private static func read(
    _ octets: [UInt8], step: Int = .max
  ) throws(CaptureError) -> (summary: CaptureSummary, sink: RecordingSinks) {
    var sink = RecordingSinks()
    let summary = try CaptureReader.read(TrickleSource(octets, step: step), into: &sink)
    return (summary, sink)
  }

  @Test func aWrongChecksum() throws {
    for method in [0, 8] as [UInt64] {
      var zip = ZipFile()
      zip.member("log", Self.capture, method: method, checksum: 0x1234)
      zip.member("next", Self.capture)
      let (summary, sink) = try Self.read(zip.whole)
      #expect(sink.all.map(\.reports.count) == [1, 1])
      #expect(summary.problems.map(\.kind) == [.partInvalid])
      #expect(summary.problems.map(\.fileOffset) == [zip.contentOffsets[0]])
      #expect(
        summary.problems.first?.message.hasPrefix("expected a member with checksum 0x1234, found one with") == true)
    }
  }

  /// Deflated data that are damaged cost their member, not the next.
  @Test func damagedContent() throws {
    var zip = ZipFile()
    var packed = Octets.deflated(Self.capture, .none)
    packed[0] = 0x07
    zip.member("log", Self.capture, method: 8, packed: packed)
    zip.member("next", Self.capture)
    let (summary, _) = try Self.read(zip.whole)
    #expect(summary.members.map(\.kind) == ["unreadable", "btsnoop"])
    #expect(
      summary.problems.map(\.message) == ["log: the compressed data are damaged (invalid block type)"])
  }

  /// What a name says does not get into a message as it is.
  @Test func hostileNamesInMessages() throws {
    var inner = ZipFile()
    inner.member("\u{1B}[2J\u{202E}\n::error::x", [], method: 8, packed: [7])
    inner.member("log", Self.capture)
    var outer = ZipFile()
    outer.member("a\rb", inner.whole)
    #expect(
      try Self.read(outer.whole).summary.problems.map(\.message)
        == ["a?b/?[2J??::error::x: the compressed data are damaged (invalid block type)"])
  }

  /// Every beginning of an archive gives the captures that are whole in it.
  @Test func everyBeginning() throws {
    for form in [ZipFile.Lengths.header, .descriptor(mark: true, wide: false)] {
      var zip = ZipFile()
      zip.member("log", Self.capture, method: 8, lengths: form)
      zip.member("next", Self.other, lengths: form)
      let ends = [zip.contentOffsets[1], zip.octets.count]
      for length in 0..<zip.whole.count {
        let beginning = Array(zip.whole.prefix(length))
        guard let summary = try? Self.read(beginning).summary else {
          #expect(length < ends[0])
          continue
        }
        let whole = summary.captures.filter(\.problems.isEmpty).map(\.records)
        if length >= ends[1] { #expect(whole == [2, 3]) } else if length >= ends[0] { #expect(whole.first == 2) }
        #expect(!summary.problems.isEmpty || length >= ends[1] + 4, "\(length)")
      }
    }
  }

  /// Every change of an octet ends in an answer, and a change behind the first member leaves that as it is.
  @Test func everyChange() throws {
    var zip = ZipFile()
    zip.member("log", Self.capture, method: 8)
    zip.member("b", Self.other, lengths: .descriptor(mark: true, wide: false))
    zip.member("c", Array("text".utf8), method: 8, lengths: .descriptor(mark: true, wide: true))
    let whole = zip.whole
    for place in whole.indices {
      for difference in [0x01, 0x08, 0x80, 0xFF] as [UInt8] {
        var changed = whole
        changed[place] ^= difference
        let summary = try? Self.read(changed).summary
        if place >= zip.contentOffsets[1] - 31 {
          #expect(summary?.captures.first?.records == 2, "octet \(place) changed by \(difference)")
          #expect(summary?.captures.first?.problems == [])
        }
      }
    }
  }

  /// Lengths that promise more than there is make nothing grow.
  @Test(arguments: [0xFFFF_FFFE, 0x7FFF_FFFF])
  func lyingLengths(_ length: Int) throws {
    for method in [0, 8] as [UInt64] {
      var zip = ZipFile()
      zip.member("log", Self.capture, method: method, packedLength: length)
      let source = LongSource(zip.octets, more: 1 << 20)
      var sink = RecordingSinks()
      let summary = try CaptureReader.read(source, into: &sink)
      #expect(sink.all.map(\.reports.count) == [1])
      #expect(summary.problems.map(\.kind).contains(.cutShort))
      #expect(source.largestBuffer <= InputWindow.defaultCapacity)
    }
    var wide = ZipFile()
    wide.member("log", Self.capture, lengths: .zip64, packedLength: Int.max)
    #expect(try Self.read(wide.octets).summary.problems.map(\.kind) == [.cutShort])
  }

  /// A bomb whose length is known is passed over as it is; another is inflated until the limit, and the rest is lost.
  @Test func bombs() throws {
    let zeros = [UInt8](repeating: 0, count: 68 << 20)
    let packed = Octets.deflated(zeros, .none)
    for form in [ZipFile.Lengths.header, .descriptor(mark: true, wide: false)] {
      var zip = ZipFile()
      zip.member("log", Self.capture)
      zip.member("bomb", [], method: 8, lengths: form, packed: packed)
      zip.member("next", Self.capture)
      let (summary, _) = try Self.read(zip.whole)
      if case .header = form {
        #expect(summary.captures.map(\.member) == ["log", "next"])
        #expect(summary.problems.isEmpty)
      } else {
        #expect(summary.captures.map(\.member) == ["log"])
        #expect(summary.problems.map(\.kind) == [.cutShort])
        #expect(
          summary.problems.first?.message
            == "expected the end of a member of unknown length in the zip archive, found none: "
            + "the compressed data unpack to more than 200 times their size")
      }
    }
  }

  @Test func manyMembers() throws {
    var zip = ZipFile()
    for number in 0..<1500 { zip.member("\(number)", Self.capture) }
    let (summary, sink) = try Self.read(zip.whole)
    #expect(summary.captures.count == 1024)
    #expect(sink.all.count == 1024)
    #expect(summary.problems.map(\.kind) == [.partInvalid])
    #expect(summary.problems.map(\.count) == [476])
    #expect(summary.members.count == 1500)
  }
}

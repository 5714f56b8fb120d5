import AdvertReading
import TestSupport
import Testing

@testable import AdvertCapture

/// Archives that are damaged, or were made to do harm.
@Suite struct TarDamageTests {
  private static func archive() -> TarFile {
    var tar = TarFile()
    tar.member("log", TarArchiveTests.capture)
    tar.records([("path", "next")])
    tar.member("n", TarArchiveTests.other)
    return tar
  }

  /// An archive that ends anywhere before its end mark is cut short, also between two members.
  @Test func everyBeginning() throws {
    let tar = Self.archive()
    let ends = [tar.headerOffsets[1], tar.octets.count]
    for length in stride(from: 0, through: tar.whole.count, by: 7) {
      let beginning = Array(tar.whole.prefix(length))
      guard let summary = try? TarArchiveTests.read(beginning).summary else {
        #expect(length < ends[0])
        continue
      }
      let whole = summary.captures.filter(\.problems.isEmpty).map(\.records)
      if length >= ends[1] { #expect(whole == [2, 3]) } else if length >= ends[0] { #expect(whole.first == 2) }
      #expect(summary.problems.contains { $0.kind == .cutShort } == (length < ends[1] + 512), "\(length)")
    }
    #expect(
      try TarArchiveTests.read(Array(tar.octets)).summary.problems.map(\.message)
        == ["expected the next member or the end mark in the tar archive, found 0 bytes"])
  }

  /// A header that is damaged costs its member, not the next.
  @Test func aDamagedHeader() throws {
    var tar = TarFile()
    tar.member("first", TarArchiveTests.capture)
    tar.member("log", TarArchiveTests.capture)
    tar.member("next", TarArchiveTests.other)
    var octets = tar.whole
    octets[tar.headerOffsets[1] + 5] ^= 1
    let (summary, _) = try TarArchiveTests.read(octets)
    #expect(summary.members.map(\.name) == ["first", "next"])
    #expect(summary.problems.map(\.kind) == [.partInvalid])
    #expect(summary.problems.map(\.fileOffset) == [tar.headerOffsets[1]])
    #expect(
      summary.problems.map(\.message) == ["expected the header of a tar member, found 1024 bytes that are none"])
  }

  /// What follows the end is told: another archive there would be passed over.
  @Test func moreBehindTheEnd() throws {
    let tar = Self.archive()
    #expect(try TarArchiveTests.read(tar.whole + [UInt8](repeating: 0, count: 9000)).summary.problems.isEmpty)
    let (summary, _) = try TarArchiveTests.read(tar.whole + tar.whole)
    #expect(summary.captures.count == 2)
    #expect(
      summary.problems.map(\.message)
        == ["expected nothing behind the end of the tar archive, found more bytes, which are not read"])
    #expect(summary.problems.map(\.fileOffset) == [tar.whole.count])
    // One block of zeros is no end mark.
    var lone = tar.octets + [UInt8](repeating: 0, count: 512) + tar.octets
    lone += [UInt8](repeating: 0, count: 1024)
    let both = try TarArchiveTests.read(lone).summary
    #expect(both.captures.count == 4)
    #expect(both.problems.map(\.kind) == [.partInvalid])
  }

  @Test func damagedExtendedHeaders() throws {
    for content in ["99 path=a\n", "9 path=a", "path=a\n", " 9 path=a\n", "6 path\n", "999999999999999999999 path=a\n"]
    {
      var tar = TarFile()
      tar.member("PaxHeaders/0", Array(content.utf8), type: "x")
      tar.member("log", TarArchiveTests.capture)
      let (summary, _) = try TarArchiveTests.read(tar.whole)
      #expect(summary.captures.map(\.member) == ["log"], "\(content)")
      #expect(summary.problems.map(\.kind) == [.partInvalid], "\(content)")
    }
    var long = TarFile()
    long.member("PaxHeaders/0", [UInt8](repeating: 0x41, count: 300_000), type: "x")
    long.member("log", TarArchiveTests.capture)
    let (summary, _) = try TarArchiveTests.read(long.whole)
    #expect(summary.captures.map(\.records) == [2])
    #expect(summary.problems.map(\.kind) == [.partInvalid])
  }

  /// Lengths that promise more than there is make nothing grow.
  @Test func lyingLengths() throws {
    for length in [[0x80, 0, 0, 0, 0x7F] + [UInt8](repeating: 0xFF, count: 7), Array("77777777777\u{0}".utf8)] {
      for type in ["0", "L", "x", "S"] as [Character] {
        var tar = TarFile()
        tar.member("log", TarArchiveTests.capture)
        tar.member("lie", TarArchiveTests.capture, type: type, length: length)
        let source = LongSource(tar.octets, more: 1 << 20)
        var sink = RecordingSinks()
        let summary = try CaptureReader.read(source, into: &sink)
        #expect(sink.all.first?.reports.count == 1)
        #expect(summary.problems.map(\.kind).contains(.cutShort))
        #expect(source.largestBuffer <= 2 * InputWindow.defaultCapacity)
      }
    }
    // No length at all.
    for length in ["-0000000001\u{0}", "0000000000x\u{0}", "99999999999\u{0}"] {
      var tar = TarFile()
      tar.member("log", TarArchiveTests.capture)
      tar.member("lie", [], length: Array(length.utf8))
      tar.member("next", TarArchiveTests.capture)
      #expect(try TarArchiveTests.read(tar.whole).summary.problems.map(\.kind) == [.partInvalid], "\(length)")
    }
  }

  /// Every change of an octet ends in an answer, and a change behind the first member leaves that as it is.
  @Test func everyChange() throws {
    let tar = Self.archive()
    for place in tar.whole.indices.sampled(oneIn: 8) {
      for difference in ([0x01, 0x08, 0x80, 0xFF] as [UInt8]).sampled(oneIn: 4, seed: UInt64(place)) {
        var changed = tar.whole
        changed[place] ^= difference
        let summary = try? TarArchiveTests.read(changed).summary
        if place >= tar.headerOffsets[1] {
          #expect(summary?.captures.first?.records == 2, "octet \(place) changed by \(difference)")
          #expect(summary?.captures.first?.problems == [])
        }
      }
    }
  }

  /// What a name says does not get into a message as it is.
  @Test func hostileNamesInMessages() throws {
    var zip = ZipFile()
    zip.member("\u{1B}[2J\n::error::x", [], method: 8, packed: [7])
    zip.member("log", TarArchiveTests.capture)
    var tar = TarFile()
    tar.member("a\rb", zip.whole)
    #expect(
      try TarArchiveTests.read(tar.whole).summary.problems.map(\.message)
        == ["a?b/?[2J?::error::x: the compressed data are damaged (invalid block type)"])
  }
}

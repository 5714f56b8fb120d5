import AdvertReading
import TestSupport
import Testing

@testable import AdvertCapture

/// A member of an archive has the mark of the same octets in a file of their own, and an archive in an archive its own
/// problems.
@Suite struct MemberMarkTests {
  /// Longer than the beginning that a mark has.
  private static let long = Captures.h4([[UInt8]](repeating: Octets.advertisement, count: 200)).octets
  private static let short = Captures.h4([Octets.command, Octets.advertisement]).octets

  /// Whole ones, one without its end, and one that is not read behind a header in its middle.
  static let contents: [[UInt8]] = {
    var broken = long
    broken.replaceSubrange(5000..<5100, with: [UInt8](repeating: 0xFF, count: 100))
    return [short, long, long.dropLast(), broken].map { Array($0) }
  }()

  private static func mark(_ octets: [UInt8]) -> String {
    ContentMark(head: Array(octets.prefix(ContentMark.headLength)), length: octets.count).text
  }

  private static func summary(_ octets: [UInt8], step: Int = .max) throws -> CaptureSummary {
    var sink = RecordingSinks()
    return try CaptureReader.read(TrickleSource(octets, step: step), into: &sink)
  }

  @Test(arguments: contents) func isThatOfTheFile(_ content: [UInt8]) throws {
    var archives: [[UInt8]] = []
    for method in [0, 8] as [UInt64] {
      for lengths in [ZipFile.Lengths.header, .zip64, .descriptor(mark: true, wide: false)] {
        var zip = ZipFile()
        zip.member("notes", Array("text".utf8))
        zip.member("log", content, method: method, lengths: lengths)
        zip.member("next", Self.short)
        archives.append(zip.whole)
      }
    }
    var tar = TarFile()
    tar.member("log", content)
    tar.member("next", Self.short)
    archives += [tar.whole, Octets.deflated(tar.whole, .gzip)]
    for archive in archives {
      for step in [.max, 7] {
        let captures = try Self.summary(archive, step: step).captures
        #expect(captures.map(\.member) == ["log", "next"])
        #expect(captures.map(\.mark) == [Self.mark(content), Self.mark(Self.short)])
      }
    }
    #expect(try Self.summary(content).mark == nil)
  }

  /// A packed member is marked as it is packed, and a member of an archive in an archive as in that archive alone.
  @Test func isThatOfTheInnermostFile() throws {
    let packed = Octets.deflated(Self.long, .gzip)
    var inner = ZipFile()
    inner.member("log", Self.short, method: 8)
    var outer = TarFile()
    outer.member("log.gz", packed)
    outer.member("in.zip", inner.whole)
    let summary = try Self.summary(outer.whole)
    #expect(summary.captures.map(\.member) == ["log.gz", "in.zip/log"])
    #expect(summary.captures.map(\.mark) == [Self.mark(packed), Self.mark(Self.short)])
    #expect(try Self.summary(inner.whole).captures.map(\.mark) == [Self.mark(Self.short)])
    #expect(summary.archives.map(\.mark) == [nil, Self.mark(inner.whole)])
  }

  /// The same damage of an archive has the same place and words, alone and in another archive.
  @Test func archivesHaveTheirOwnProblems() throws {
    var inner = ZipFile()
    inner.member("log", Self.short)
    inner.member("x.pcap", [9, 9, 9, 9])
    let damaged = Array(inner.whole.dropLast(30))
    let alone = try Self.summary(damaged)
    #expect(alone.problems.map(\.kind) == [.cutShort, .memberUnread])
    #expect(alone.archives.map(\.problems) == [alone.problems])
    var outer = TarFile()
    outer.member("day/in.zip", damaged)
    outer.member("y.pcap", [9, 9, 9, 9])
    // Behind the end of compressed data is a problem that is noted last.
    let summary = try Self.summary(Octets.deflated(outer.whole, .gzip) + [0x41])
    #expect(summary.archives.map(\.member) == [nil, "day/in.zip"])
    #expect(
      summary.archives.map { $0.problems.map(\.kind) } == [[.memberUnread, .partInvalid], alone.problems.map(\.kind)])
    #expect(summary.archives.map { $0.problems.map(\.member) } == [["y.pcap", nil], [nil, "x.pcap"]])
    #expect(summary.archives[1].problems == alone.problems)
    // Programs get all of them from the outermost one, with the names of members from there.
    #expect(summary.problems.map(\.member) == ["day/in.zip", "day/in.zip/x.pcap", "y.pcap", nil])
  }
}

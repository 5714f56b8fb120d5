import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

@Suite struct ZipArchiveTests {
  private static let capture = Captures.h4([Octets.command, Octets.advertisement]).octets
  private static let other = PacketLoggerTests.log(.bigEndian)
  private static let logPath = "FS/data/misc/bluetooth/logs/btsnoop_hci.log"

  private static func read(
    _ octets: [UInt8], step: Int = .max
  ) throws(CaptureError) -> (summary: CaptureSummary, sink: RecordingSinks) {
    var sink = RecordingSinks()
    let summary = try CaptureReader.read(TrickleSource(octets, step: step), into: &sink)
    return (summary, sink)
  }

  // MARK: Members

  /// Captures are found by their content, not by their names, and each has its own sink.
  @Test(arguments: [0, 8] as [UInt64])
  func findsCapturesByContent(_ method: UInt64) throws {
    var zip = ZipFile()
    zip.member("FS/", [])
    zip.member("version.txt", Array("hello\n".utf8), method: method)
    zip.member(Self.logPath, Self.capture, method: method)
    zip.member("FS/data/noise.bin", Octets.noise(5000, seed: 1), method: method)
    zip.member("main.txt", BtsnoozTests.text([BtsnoozTests.log()]), method: method)
    zip.member("empty", [], method: method)
    zip.member("holiday.jpg", Self.other, method: method)
    for step in [1, 1000, .max] {
      let (summary, sink) = try Self.read(zip.whole, step: step)
      #expect(summary.format == "zip")
      #expect(summary.problems.isEmpty)
      #expect(summary.records == 2 + 3 + 3)
      #expect(summary.reports == 3)
      #expect(summary.linkTypes == [.hciH4, .hciUnencapsulated, .packetLogger])
      #expect(
        summary.members.map(\.name) == [
          "version.txt", Self.logPath, "FS/data/noise.bin", "main.txt", "empty", "holiday.jpg",
        ])
      #expect(
        summary.members.map(\.kind) == ["text", "btsnoop", "no capture", "btsnooz", "empty", "packetlogger"])
      #expect(summary.captures.map(\.member) == [Self.logPath, "main.txt", "holiday.jpg"])
      #expect(summary.captures.map(\.records) == [2, 3, 3])
      #expect(sink.all.map(\.captures) == [[Self.logPath], ["main.txt"], ["holiday.jpg"]])
      #expect(sink.all.map { $0.reports.map(\.data) } == Array(repeating: [Octets.advertisedData], count: 3))
      #expect(sink.all.map { $0.reports.map(\.record) } == [[2], [2], [2]])
    }
  }

  /// A name is a name: nothing is done with it, whatever it says.
  @Test func hostileNames() throws {
    let names = [
      "/etc/passwd", "../../.ssh/authorized_keys", "C:\\autoexec.bat", "", ".", String(repeating: "x", count: 60_000),
      "a\u{0}b\u{1B}[31m", "//host/share",
    ]
    var zip = ZipFile()
    for name in names { zip.member(name, Self.capture) }
    let (summary, _) = try Self.read(zip.whole)
    #expect(summary.captures.count == names.count)
    #expect(summary.members.map(\.name) == names.map { String($0.prefix(512)) })
  }

  @Test func namesThatAreNoText() throws {
    var zip = ZipFile()
    zip.member("AB", Self.capture)
    var octets = zip.whole
    octets[30] = 0xFF
    #expect(try Self.read(octets).summary.members.map(\.name) == ["\u{FFFD}B"])
  }

  /// The window on a member can be full when all of the compressed octets are read and some of the content is still to
  /// come.
  @Test(arguments: [65_539, 65_543, 65_560, 65_621])
  func contentThatEndsInOneRun(_ length: Int) throws {
    var capture = Captures.h4([Octets.advertisement])
    capture.add([UInt8](repeating: 0, count: length - capture.octets.count - BtsnoopFile.recordHeaderLength))
    #expect(capture.octets.count == length)
    var zip = ZipFile()
    zip.member("log", capture.octets, method: 8)
    let (summary, _) = try Self.read(zip.whole)
    #expect(summary.records == 2)
    #expect(summary.problems.isEmpty)
    #expect(summary.captures.map(\.problems) == [[]])
  }

  // MARK: Lengths

  /// Wherever the lengths stand, each member is found, and the one after it.
  @Test(arguments: [0, 8] as [UInt64])
  func whereverTheLengthsStand(_ method: UInt64) throws {
    var forms: [ZipFile.Lengths] = [
      .header, .zip64, .descriptor(mark: true, wide: false), .descriptor(mark: true, wide: true),
    ]
    if method == 8 { forms += [.descriptor(mark: false, wide: false), .descriptor(mark: false, wide: true)] }
    for form in forms {
      for content in [Self.capture, Array("text".utf8), Octets.noise(70_000, seed: 3), []] {
        var zip = ZipFile()
        zip.member("first", content, method: method, lengths: form)
        zip.member("second", Self.other, method: method, lengths: form)
        for step in [1, .max] {
          let (summary, _) = try Self.read(zip.whole, step: step)
          #expect(summary.members.map(\.name) == ["first", "second"], "\(form), \(content.count)")
          #expect(summary.members.last?.kind == "packetlogger")
          #expect(summary.problems.isEmpty)
        }
      }
    }
  }

  /// Stored content of unknown length may hold the mark that ends it.
  @Test func theMarkInsideContent() throws {
    let mark = [UInt8](hex: "504b0708")
    let lie = Octets.command + mark + Octets.little(0, 4) + Octets.little(1, 4) + Octets.little(1, 4) + mark + mark
    let capture = Captures.h4([lie, Octets.advertisement, mark]).octets
    var zip = ZipFile()
    zip.member("log", capture + [], lengths: .descriptor(mark: true, wide: false))
    zip.member("next", Self.other)
    for step in [1, 3, .max] {
      let (summary, _) = try Self.read(zip.whole, step: step)
      #expect(summary.captures.map(\.records) == [3, 3])
      #expect(summary.problems.isEmpty)
    }
  }

  // MARK: What cannot be read

  @Test func encryptedAndOtherMethods() throws {
    for form in [ZipFile.Lengths.header, .descriptor(mark: true, wide: false)] {
      var zip = ZipFile()
      zip.member("secret", Self.capture, lengths: form, flags: 1, packed: Octets.noise(400, seed: 8))
      zip.member("modern", Self.capture, method: 93, lengths: form, packed: Octets.noise(300, seed: 9))
      zip.member("deflated secret", Self.capture, method: 8, lengths: form, flags: 1, packed: Octets.noise(9, seed: 10))
      zip.member("plain", Self.capture)
      let (summary, _) = try Self.read(zip.whole)
      #expect(
        summary.members.map(\.kind) == ["encrypted", "compressed by method 93", "encrypted", "btsnoop"])
      #expect(summary.problems.map(\.kind) == [.memberUnread])
      #expect(summary.problems.first?.count == 3)
      #expect(
        summary.problems.first?.message == "secret: expected a member that can be unpacked, found one that is encrypted"
      )
    }
  }

  @Test func noCaptureInside() {
    var zip = ZipFile()
    zip.member("a", Array("text".utf8))
    zip.member("b", Array("more text".utf8))
    zip.member("c", Self.capture, flags: 1)
    let encrypted = CaptureProblem(
      .memberUnread, fileOffset: zip.contentOffsets[2], record: nil, member: "c",
      detail: .mismatch(expected: "a member that can be unpacked", found: "one that is encrypted"))
    let expected = CaptureError.noCaptureInside(
      archive: "zip", members: "none among 2 text, 1 encrypted", problems: [encrypted])
    #expect(throws: expected) { try Self.read(zip.whole) }
    #expect(throws: CaptureError.noCaptureInside(archive: "zip", members: "no members")) {
      try Self.read(ZipFile().whole)
    }
    #expect(
      CaptureError.noCaptureInside(archive: "zip", members: "no members").description
        == "offset 0: expected a capture in the zip archive, found no members")
  }

  /// A capture of a kind that cannot be read stays in the list, with the reason; the others are read.
  @Test func aCaptureThatCannotBeRead() throws {
    var unsupported = Self.capture
    unsupported[15] = 0
    var zip = ZipFile()
    zip.member("old", unsupported)
    zip.member("new", Self.capture)
    let (summary, sink) = try Self.read(zip.whole)
    #expect(summary.captures.map(\.records) == [0, 2])
    #expect(sink.all.map(\.reports.count) == [0, 1])
    #expect(summary.captures[0].problems.map(\.kind) == [.recordInvalid])
    #expect(
      summary.captures[0].problems.map(\.message)
        == ["expected btsnoop data link 1001, 1002 or 2001, found data link 768"])
    #expect(summary.captures[0].problems.map(\.fileOffset) == [12])
  }

  // MARK: Nesting

  @Test func archivesInArchives() throws {
    var inner = ZipFile()
    inner.member("log", Self.capture, method: 8)
    inner.member("log.gz", Octets.deflated(Self.other, .gzip))
    inner.member("notes", Array("text".utf8))
    var empty = ZipFile()
    empty.member("notes", Array("text".utf8))
    var outer = ZipFile()
    outer.member("inner.zip", inner.whole, method: 8)
    outer.member("app.apk", empty.whole)
    outer.member("log", Self.capture)
    let (summary, sink) = try Self.read(outer.whole)
    #expect(summary.problems.isEmpty)
    #expect(summary.records == 7)
    #expect(summary.captures.map(\.member) == ["inner.zip/log", "inner.zip/log.gz", "log"])
    #expect(summary.captures.map(\.isCompressed) == [false, true, false])
    #expect(sink.all.map(\.captures) == [["inner.zip/log"], ["inner.zip/log.gz"], ["log"]])
    #expect(summary.members.map(\.kind) == ["zip", "zip", "btsnoop"])
    #expect(
      summary.members[0].summary?.members.map(\.name) == ["inner.zip/log", "inner.zip/log.gz", "inner.zip/notes"])
    #expect(summary.members[1].summary?.captures == [])

    // One layer more is one too many for the compressed log, which takes nothing from the others.
    var outermost = ZipFile()
    outermost.member("outer.zip", outer.whole)
    let deep = try Self.read(outermost.whole).summary
    #expect(deep.captures.map(\.member) == ["outer.zip/inner.zip/log", "outer.zip/log"])
    #expect(deep.problems.map(\.kind) == [.partInvalid])
    #expect(deep.problems.first?.message.contains("at most 3 layers") == true)
    #expect(try Self.read(Octets.deflated(outer.whole, .gzip)).summary.records == 4)
  }
}

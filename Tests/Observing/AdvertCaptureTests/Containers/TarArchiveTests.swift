import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

@Suite struct TarArchiveTests {
  static let capture = Captures.h4([Octets.command, Octets.advertisement]).octets
  static let other = PacketLoggerTests.log(.bigEndian)

  static func read(
    _ octets: [UInt8], step: Int = .max
  ) throws(CaptureError) -> (summary: CaptureSummary, sink: RecordingSinks) {
    var sink = RecordingSinks()
    let summary = try CaptureReader.read(TrickleSource(octets, step: step), into: &sink)
    return (summary, sink)
  }

  // MARK: Members

  /// Captures are found by their content, whatever the archive's variant and however it is compressed.
  @Test(arguments: TarFile.Mark.allCases) func findsCapturesByContent(_ mark: TarFile.Mark) throws {
    var tar = TarFile()
    tar.member("sysdiagnose/", [], type: mark == .old ? "\0" : "5", mark: mark)
    tar.member("README.txt", Array("hello\n".utf8), mark: mark)
    tar.member("logs/bluetoothd-hci-latest.pklg", Self.other, mark: mark)
    tar.member("noise", Octets.noise(5000, seed: 1), mark: mark)
    tar.member("empty", [], mark: mark)
    tar.member("holiday.jpg", Self.capture, type: mark == .old ? "\0" : "7", mark: mark)
    for octets in [tar.whole, Octets.deflated(tar.whole, .gzip)] {
      for step in [1, 1000, .max] {
        let (summary, sink) = try Self.read(octets, step: step)
        #expect(summary.format == "tar")
        #expect(summary.isCompressed == (octets.count < tar.whole.count))
        #expect(summary.problems.isEmpty)
        #expect(summary.records == 5)
        #expect(summary.reports == 2)
        #expect(summary.linkTypes == [.packetLogger, .hciH4])
        #expect(
          summary.members.map(\.name)
            == ["README.txt", "logs/bluetoothd-hci-latest.pklg", "noise", "empty", "holiday.jpg"])
        #expect(summary.members.map(\.kind) == ["text", "packetlogger", "no capture", "empty", "btsnoop"])
        #expect(
          sink.all.map(\.captures) == [["logs/bluetoothd-hci-latest.pklg"], ["holiday.jpg"]])
        #expect(sink.all.map { $0.reports.map(\.data) } == Array(repeating: [Octets.advertisedData], count: 2))
      }
    }
  }

  /// In whatever way the archive writes a long name or a long length, the member has it.
  @Test func namesAndLengthsBeyondTheHeader() throws {
    let long = String(repeating: "folder/", count: 40) + "log"
    var tar = TarFile()
    tar.member("log", Self.capture, folder: "logs/Bluetooth")
    tar.member("././@LongLink", Array((long + "\u{0}").utf8), type: "L", mark: .gnu)
    tar.member(String(long.prefix(100)), Self.capture, mark: .gnu)
    tar.member("././@LongLink", Array(long.utf8), type: "K", mark: .gnu)
    tar.member("next", Self.capture, mark: .gnu)
    tar.records([("mtime", "1700000000.5"), ("path", long + "2"), ("size", "\(Self.capture.count)")])
    tar.member("short", Self.capture, length: Array("00000000000\u{0}".utf8))
    tar.records([("comment", "for all members"), ("path", "not this")], type: "g")
    tar.member("after", Self.capture)
    let binary =
      [0x80] + [UInt8](repeating: 0, count: 9) + [UInt8(Self.capture.count >> 8), UInt8(Self.capture.count & 255)]
    tar.member("binary", Self.capture, mark: .gnu, length: binary)
    tar.member("blanks", Self.capture, length: Array("        \(String(Self.capture.count, radix: 8)) ".utf8))
    for step in [1, .max] {
      let (summary, _) = try Self.read(tar.whole, step: step)
      #expect(
        summary.members.map(\.name) == ["logs/Bluetooth/log", long, "next", long + "2", "after", "binary", "blanks"])
      #expect(summary.captures.map(\.records) == Array(repeating: 2, count: 7))
      #expect(summary.problems.isEmpty)
    }
  }

  /// What is no file has no content that could be a capture; what is a file and cannot be read has a reason.
  @Test func membersWithoutReadableContent() throws {
    var sparse = TarFile()
    sparse.member("old sparse", [], type: "S", mark: .gnu, length: Array("00000001000\u{0}".utf8), more: [482: 1])
    sparse.raw([UInt8](repeating: 0, count: 512) + [UInt8](repeating: 7, count: 512))
    sparse.records([("GNU.sparse.major", "1"), ("GNU.sparse.name", "new sparse")])
    sparse.member("GNUSparseFile.0/new", Self.capture)
    sparse.member("rest of a file", Self.capture, type: "M", mark: .gnu)
    sparse.member("log", Self.capture)
    let (summary, _) = try Self.read(sparse.whole)
    #expect(summary.members.map(\.name) == ["old sparse", "new sparse", "rest of a file", "log"])
    #expect(summary.members.map(\.kind) == ["sparse", "sparse", "continued from another archive", "btsnoop"])
    #expect(summary.problems.map(\.kind) == [.memberUnread])
    #expect(summary.problems.first?.count == 3)
    var links = TarFile()
    for (name, type) in [("a", "1"), ("b", "2"), ("c", "3"), ("d", "4"), ("e", "6")] as [(String, Character)] {
      links.member(name, [], type: type, length: type == "1" ? Array("00000001000\u{0}".utf8) : nil)
    }
    links.member("log", Self.capture)
    #expect(
      try Self.read(links.whole).summary.members.map(\.kind) == ["link", "link", "device", "device", "pipe", "btsnoop"])
  }

  /// A link to another member stands for what is read anyway. Any other link hides what it is called after.
  @Test func linksLeadToMembers() throws {
    func link(_ name: String, to target: String, type: Character = "2") -> TarFile {
      var tar = TarFile()
      tar.member("logs/today/a.btsnoop", Self.capture)
      let octets = Dictionary(uniqueKeysWithValues: target.utf8.enumerated().map { (157 + $0, $1) })
      tar.member(name, [], type: type, more: octets)
      return tar
    }
    func problems(_ tar: TarFile) throws -> [String] { try Self.read(tar.whole).summary.problems.map(\.message) }
    #expect(try problems(link("logs/latest.btsnoop", to: "today/./a.btsnoop")).isEmpty)
    #expect(try problems(link("logs/other/b.log", to: "../today/a.btsnoop")).isEmpty)
    #expect(try problems(link("b.pcap", to: "logs/today/a.btsnoop", type: "1")).isEmpty)
    #expect(try problems(link("notes", to: "elsewhere/README")).isEmpty)
    let missing = ": expected a capture, as the name says, found a link to what is not in the archive"
    #expect(try problems(link("b.pcap", to: "/logs/c.pcap")) == ["b.pcap" + missing])
    #expect(try problems(link("latest", to: "logs/today/c.btsnoop")) == ["latest" + missing])
    #expect(try problems(link("b.pcap", to: "b.pcap", type: "1")) == ["b.pcap" + missing])
    // Targets that the header has no room for, in both forms.
    let long = String(repeating: "d/", count: 60) + "a.btsnoop"
    for isPax in [true, false] {
      var tar = TarFile()
      tar.records([("path", long)])
      tar.member("cut", Self.capture)
      if isPax { tar.records([("linkpath", long)]) } else { tar.member("@", Array(long.utf8) + [0], type: "K") }
      tar.member("b.btsnoop", [], type: "2")
      #expect(try problems(tar).isEmpty)
    }
  }

  /// GNU's folders have their files as content. Whatever is read is in the list.
  @Test func aFolderThatHoldsACapture() throws {
    var tar = TarFile()
    tar.member("files", Array("Ylog\u{0}\u{0}".utf8), type: "D", mark: .gnu)
    tar.member("capture", Self.capture, type: "D", mark: .gnu)
    tar.member("log", Self.capture)
    let (summary, sink) = try Self.read(tar.whole)
    #expect(summary.members.map(\.name) == ["capture", "log"])
    #expect(summary.captures.map(\.records) == [2, 2])
    #expect(sink.all.map(\.captures) == [["capture"], ["log"]])
  }

  @Test func noCaptureInside() {
    var tar = TarFile()
    tar.member("a", Array("text".utf8))
    tar.member("b", [], type: "2")
    #expect(throws: CaptureError.noCaptureInside(archive: "tar", members: "none among 1 link, 1 text")) {
      try Self.read(tar.whole)
    }
  }

  /// The first octets of a capture can be those of a name.
  @Test func aMemberCalledLikeAFormat() throws {
    var tar = TarFile()
    tar.member("btsnoop", Self.capture)
    #expect(try Self.read(tar.whole).summary.format == "tar")
  }

  @Test func archivesInArchives() throws {
    var inner = TarFile()
    inner.member("log", Self.capture)
    var zip = ZipFile()
    zip.member("notes", Array("text".utf8))
    zip.member("log", Self.other, method: 8)
    var outer = TarFile()
    outer.member("inner.tgz", Octets.deflated(inner.whole, .gzip))
    outer.member("inner.zip", zip.whole)
    let (summary, _) = try Self.read(outer.whole)
    #expect(summary.captures.map(\.member) == ["inner.tgz/log", "inner.zip/log"])
    #expect(summary.members.map(\.kind) == ["tar", "zip"])
    #expect(summary.problems.isEmpty)
  }
}

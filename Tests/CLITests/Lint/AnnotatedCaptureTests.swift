import AdvertCapture
import Foundation
import Testing

@testable import advert

/// `lint --write-pcapng`. `compare-annotated` reads what it writes with tshark, for all fixtures.
@Suite struct AnnotatedCaptureTests {
  private static func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "annotated-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  /// Every form of capture is read again as it was, but for what pcapng does not say: where a log has its lines.
  @Test(arguments: [
    "Fixtures/angi/before.btsnoop", "Fixtures/formats/btsnoop-2001.btsnoop", "Fixtures/formats/packetlogger.pklg",
    "Fixtures/formats/pcap-187.pcap", "Fixtures/formats/pcapng-mixed.pcapng", "Fixtures/formats/bugreport.zip",
  ])
  func advertisingStaysTheSame(_ capture: String) throws {
    try #require(FileManager.default.fileExists(atPath: CommandLineRun.root.path + "/" + capture), "\(capture)")
    try Self.withFolder { folder in
      let written = folder + "/written.pcapng"
      let plain = CommandLineRun(["lint", capture])
      let run = CommandLineRun(["lint", capture, "--write-pcapng", written])
      #expect(run.transcript == plain.transcript)
      let fields = ["--fields", "type,address,addressType,rssi,channel,crc,data"]
      let before = CommandLineRun(["dump", capture] + fields)
      #expect(before.output.split(separator: "\n").count > 1)
      #expect(CommandLineRun(["dump", written] + fields).output == before.output)
    }
  }

  /// A finding is on the record that its payload is first in, and what concerns no packet is on the section.
  @Test func findingsAreComments() throws {
    try Self.withFolder { folder in
      let written = folder + "/written.pcapng"
      let run = CommandLineRun([
        "lint", "Fixtures/angi/before.btsnoop", "--device", "Lamp", "--device", "SHS-2071", "--write-pcapng", written,
      ])
      #expect(run.status == .findings)
      let octets = [UInt8](try Data(contentsOf: URL(filePath: written)))
      let blocks = Self.comments(in: octets)
      #expect(blocks.keys.sorted() == [0, 33, 34])
      #expect(blocks[0]?.count == 1)
      #expect(blocks[0]?[0].contains("[expected-device-missing]") == true)
      let service = "service afd0ffa0-2a9e-41a9-b9db-115a0e511de4: "
      let verdicts = (blocks[33] ?? []).filter { $0.hasPrefix(service) }
      #expect(verdicts.first?.hasPrefix(service + "discovered by ios-foreground, macos, ") == true)
      #expect(
        verdicts.contains {
          $0.hasPrefix(service + "missed by android-passive, windows, ")
            && $0.hasSuffix(": service UUID only in scan response; this scan is passive")
        })
      #expect((blocks[33] ?? []).filter { !$0.hasPrefix(service) }.map { String($0.prefix(5)) } == ["note:", "note:"])
      #expect(blocks[34]?.first == "scan response, 12 times, to the advertising data of record 33")
      #expect(blocks[34]?.last?.contains("[service-uuid-only-in-scan-response], scan response data byte 2") == true)
    }
  }

  /// A report of a log keeps its comments, as a packet of no known type where HCI has no form for it.
  @Test func linesOfLogsAreWritten() throws {
    try Self.withFolder { folder in
      let log = folder + "/scan.log"
      let written = folder + "/written.pcapng"
      let lines = "ADV_IND a4:c1:38:11:22:33 (public) -60 020106\na4:c1:38:11:22:44 -60 02010603030f18020106\n"
      try Data(lines.utf8).write(to: URL(filePath: log))
      let run = CommandLineRun(["lint", "--notes", log, "--write-pcapng", written])
      #expect(run.status == .findings, "\(run.transcript)")
      let octets = [UInt8](try Data(contentsOf: URL(filePath: written)))
      #expect(Self.comments(in: octets)[2]?.isEmpty == false)
      let rows = CommandLineRun(["dump", written, "--fields", "type,address,rssi,data"]).output
      #expect(rows.split(separator: "\n").dropFirst() == ["ADV_IND\tA4:C1:38:11:22:33\t-60\t020106"])
      #expect(CommandLineRun(["inspect", written, "--format", "json"]).output.contains("147"))
    }
  }

  @Test func whatCannotBeWrittenIsRefused() throws {
    try Self.withFolder { folder in
      let capture = folder + "/capture.btsnoop"
      try FileManager.default.copyItem(
        atPath: CommandLineRun.root.path + "/Fixtures/angi/before.btsnoop", toPath: capture)
      let written = folder + "/written.pcapng"
      for (arguments, reason) in [
        (["--adv", "020106", "--write-pcapng", written], "expected a capture among the inputs"),
        ([capture, "--write-pcapng", capture], "is an input"),
        ([capture, "--redact", "--write-pcapng", written], "exclude each other"),
        ([capture, "--write-baseline", folder + "/b.json", "--write-pcapng", written], "exclude each other"),
        ([capture, "--write-pcapng", folder + "/no/such/folder"], "cannot be written"),
      ] {
        let run = CommandLineRun(["lint"] + arguments)
        #expect(run.status == .failure, "\(arguments): \(run.transcript)")
        #expect(run.diagnostics.contains(reason), "\(arguments): \(run.transcript)")
        #expect(!FileManager.default.fileExists(atPath: written))
      }
    }
  }

  /// The comments by the number of the packet, 0 for the section.
  private static func comments(in octets: [UInt8]) -> [Int: [String]] {
    func number(_ offset: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(octets[offset + $1]) << (8 * $1) }
    }
    var comments: [Int: [String]] = [:]
    var (offset, packet) = (0, 0)
    while offset < octets.count {
      let length = number(offset + 4, 4)
      var option = 0
      switch number(offset, 4) {
      case 0x0A0D_0D0A: option = offset + 24
      case 6:
        packet += 1
        option = offset + 28 + (number(offset + 20, 4) + 3) / 4 * 4
      default: option = offset + length - 4
      }
      let key = number(offset, 4) == 6 ? packet : 0
      while option < offset + length - 4, number(option, 2) == 1 {
        let count = number(option + 2, 2)
        comments[key, default: []].append(String(decoding: octets[(option + 4)..<(option + 4 + count)], as: UTF8.self))
        option += 4 + (count + 3) / 4 * 4
      }
      offset += length
    }
    return comments
  }
}

import TestSupport
import Testing

@testable import advert

/// Payloads of which a log leaves out the block, the device or the kind of packet: `inspect` concludes nothing from them.
@Suite struct UnclearReceptionsTests {
  private static let noActiveScan = "scan actively"

  @Test(
    arguments: [
      // Two payloads alone: of one block or the other, and of any number of devices.
      (
        """
        I (5104) app: frame:
        '1eff060001092006a416ca61c574e717006239bbc757943a1bc20e05ce8198'
        I (5124) app: frame:
        '03039ffe17169ffe0000000000000000000000000000000000000000'
        """,
        ["2 packets whose block is not known", "2 payloads of devices without an address", "not certain, anonymous:"],
        ["advertiser", "advertisements", "scan responses"]
      ),
      // A device with an address, whose log does not say which packet it has.
      (
        "12:00:00.000 AA:BB:CC:DD:EE:FF -60 data: 02010603030f18",
        [
          "1 packet whose block is not known", "1 advertiser", "is not known where the log does not say which block",
          "not certain, AA:BB:CC:DD:EE:FF: the block of the data is not known",
        ],
        ["No listed service is hidden", "without an address"]
      ),
      // Advertising data, by its label; whether scan responses were asked for is not said.
      (
        "12:00:00.000 AA:BB:CC:DD:EE:FF -60 adv: 02010603030f18",
        ["1 advertisement", "1 advertiser", "No scan response was found in the log"],
        ["No listed service is hidden", "not certain"]
      ),
    ] as [(String, [String], [String])]) func logs(_ log: String, _ said: [String], _ unsaid: [String]) throws
  {
    try TextFile.inFolder { folder in
      try TextFile.write(log + "\n", to: folder + "/scan.log")
      let run = CommandLineRun(["inspect", folder + "/scan.log"])
      let text = run.output.split { " \n".contains($0) }.joined(separator: " ")
      for words in said { #expect(text.contains(words), "\(run.output)\(run.diagnostics)") }
      for words in unsaid + [Self.noActiveScan] { #expect(!text.contains(words), "\(run.output)") }
      // A blank line parts the advice from the doubts, as from the table.
      if let advice = run.output.firstRange(of: "--device PATTERN") {
        #expect(run.output[..<advice.lowerBound].hasSuffix("\n\n"), "\(run.output)")
      }
    }
  }

  @Test func watchedLinesHaveTheDoubts() throws {
    try TextFile.inFolder { folder in
      try TextFile.write("12:00:00.000 AA:BB:CC:DD:EE:FF -60 data: 02010603030f18\n", to: folder + "/scan.log")
      let rows = CommandLineRun(["watch", folder + "/scan.log", "--format", "jsonl"]).output
      // Data without the name of a block are advertising data for `watch`, whose lines people write themselves.
      for words in ["\"part\":\"pdu\"", "logDoesNotSay", "notReceived"] { #expect(rows.contains(words), "\(rows)") }
    }
  }

  /// Nothing is certain behind a length that is too large: `inspect` lists no service there, and denies no hidden one.
  @Test func aDoubtfulLength() throws {
    var capture = BtsnoopFile(dataLink: 1002)
    capture.hear(
      [2, 1, 6, 12, 9] + Array("Acme Tracker".utf8) + [5, 0xFF, 0x59, 0, 1, 2, 3, 3, 0x0F, 0x18], type: 0, seconds: 0)
    capture.hear([3, 3, 0x0D, 0x18], type: 4, seconds: 1)
    try capture.withPath { path in
      let text = CommandLineRun(["inspect", path]).output.split { " \n".contains($0) }.joined(separator: " ")
      #expect(!text.contains("No listed service is hidden") && !text.contains("010059ff"), "\(text)")
      #expect(text.contains("a payload is not certain to its end") && text.contains("not certain, "), "\(text)")
    }
  }
}

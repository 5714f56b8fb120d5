import Testing

@testable import advert

/// Lines of hex are layouts to judge, or lines of a log with an address before the data: taken for the other, each gives a
/// wrong answer.
@Suite struct LogOrLayoutsTests {
  private static let payload = "02010603030f18"

  private static func inspect(_ line: String) throws -> CommandLineRun {
    var run: CommandLineRun?
    try TextFile.inFolder { folder in
      let path = folder + "/lines.txt"
      try TextFile.write(line + "\n", to: path)
      run = CommandLineRun(["inspect", path])
    }
    return try #require(run)
  }

  @Test(arguments: [
    "scan C6:11:22:33:44:55 -60 \(payload)", "C6:11:22:33:44:55 -60 \(payload)", "dev=C6:11:22:33:44:55 \(payload)",
    "C6-11-22-33-44-55 -60 02 01 06 03 03 0f 18", "found C6:11:22:33:44:55, -60, \(payload)",
  ]) func linesWithAnAddressAreALog(_ line: String) throws {
    let run = try Self.inspect(line)
    #expect(run.status == .success)
    #expect(
      run.output.contains("log, 1 record, 1 packet whose block is not known")
        && run.output.contains("C6:11:22:33:44:55"))
  }

  @Test(arguments: [payload, "helmet: \(payload)", "02:01:06:03:03:0f:18", "0x02, 0x01, 0x06, 0x03, 0x03, 0x0f, 0x18"])
  func linesOfDataAreLayouts(_ line: String) throws {
    let run = try Self.inspect(line)
    #expect(run.diagnostics.contains("expected a capture, found layouts written as hex"))
  }

  @Test func otherTextIsNeither() throws {
    let run = try Self.inspect("10:12:03 D/scan: device found, service 180f, strength -60")
    #expect(run.diagnostics.contains("found text without a line that is known to have them"))
    #expect(!run.diagnostics.contains("10:12:03"))
  }

  /// A device that a table shows by its line is chosen by it.
  @Test func linesChooseDevices() throws {
    try TextFile.inFolder { folder in
      let path = folder + "/bleak.log"
      try TextFile.write(
        "AdvertisementData(local_name='Owl', rssi=-66)\nAdvertisementData(local_name='Hen', rssi=-67)\n", to: path)
      let run = CommandLineRun(["inspect", path, "--device", "line 2"])
      #expect(run.status == .success, "\(run.diagnostics)")
      #expect(run.output.contains("Hen") && !run.output.contains("Owl"))
      #expect(CommandLineRun(["inspect", path, "--device", "line 3"]).diagnostics.contains("line 3"))
    }
  }

  /// The name that a program prints beside the bytes is in the row.
  @Test func namesBesideBytes() throws {
    let run = try Self.inspect(
      "{ id: 'C0:00:00:00:00:01', name: 'Owl', rssi: -42, advertising: { manufacturerData: { bytes: [ 2, 1, 6, 3, 3, 13, "
        + "24 ], CDVType: 'ArrayBuffer' } } }")
    #expect(run.output.contains("Owl") && run.output.contains("service 180d"), "\(run.transcript)")
    try TextFile.inFolder { folder in
      let path = folder + "/lines.txt"
      try TextFile.write(
        "{ id: 'C0:00:00:00:00:01', name: 'Owl', rawScanRecord: 'AgEGAwMNGA==', rssi: -42 }\n", to: path)
      #expect(CommandLineRun(["inspect", path]).output.contains("Owl"))
      let redacted = CommandLineRun(["inspect", path, "--redact"])
      #expect(redacted.status == .success && !redacted.transcript.contains("Owl"))
    }
  }

  /// A record that begins with the name of the device is known by it.
  @Test func recordsBeginWithNames() throws {
    for (name, isRecord) in [("nRF5", true), ("Owl", false)] {
      let run = try Self.inspect(
        "{ id: 'C0:00:00:00:00:01', name: '\(name)', rssi: -42, advertising: { manufacturerData: { bytes: [ 5, 9, 110, 82, "
          + "70, 53, 3, 3, 13, 24 ], CDVType: 'ArrayBuffer' } } }")
      #expect(run.output.contains("service 180d") == isRecord, "\(run.transcript)")
    }
  }

  /// bleno's two buffers are the two blocks, for each command that the first one names.
  @Test func buffersAreBlocks() throws {
    try TextFile.inFolder { folder in
      let path = folder + "/adv.log"
      let text = "on\nadv [ <Buffer 02 01 06 03 03 0d 18>,\n  <Buffer 04 09 4f 77 6c> ]\n"
      try TextFile.write(text, to: path)
      #expect(CommandLineRun(["inspect", path]).diagnostics.contains("which advert lint, reach and emit read"))
      for arguments in [["decode", path], ["lint", path, "--fail-on", "never"], ["decode", text]] {
        let run = CommandLineRun(arguments)
        #expect(run.status == .success && run.output.contains("Heart Rate"), "\(run.transcript)")
        #expect(run.output.contains("Scan response data  5 of 31 bytes"), "\(run.transcript)")
      }
      let one = "adv [ <Buffer 02 01 06 03 03 0d 18>, <Buffer 04 09 4f 77> ]"
      let run = CommandLineRun(["decode", one])
      #expect(run.status == .success && run.output.contains("Heart Rate") && !run.output.contains("Scan response data"))
      #expect(run.transcript.contains("the rest of the text is not read"), "\(run.transcript)")
    }
  }
}

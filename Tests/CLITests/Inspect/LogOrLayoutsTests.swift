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
    #expect(run.output.contains("log, 1 record, 1 advertisement") && run.output.contains("C6:11:22:33:44:55"))
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
}

import TestSupport
import Testing

@testable import AdvertReport
@testable import advert

/// What is said of the log's host is said of the scans that received the devices in question.
@Suite struct ScansConcernedTests {
  /// Device 1 answers in an active scan. Device 2 is received in a passive one.
  private static var log: BtsnoopFile {
    var file = BtsnoopFile(dataLink: 1002)
    file.scan(interval: 16, window: 16, seconds: 0)
    file.hear([2, 1, 6], from: 1, seconds: 1)
    file.hear([3, 3, 0x0D, 0x18], from: 1, type: 4, seconds: 1)
    file.stopScanning(seconds: 2)
    file.add([1, 0x0B, 0x20, 7, 0, 16, 0, 16, 0, 0, 0], flags: 2, microseconds: 1_700_000_002_000_000)
    file.add([1, 0x0C, 0x20, 2, 1, 0], flags: 2, microseconds: 1_700_000_002_000_000)
    file.hear([2, 1, 6], from: 2, seconds: 3)
    return file
  }

  @Test(
    arguments: [
      (["--device", "C0:00:00:00:00:01"], "scanned actively: it asked"),
      (["--device", "C0:00:00:00:00:02"], "scanned passively: it asked for no"),
      ([], "scanned actively at times and passively at others"),
    ]) func reach(_ options: [String], _ sentence: String) throws
  {
    try Self.log.withPath { path in
      #expect(CommandLineRun(["reach", path] + options).output.contains("The log's host \(sentence)"))
    }
  }

  /// The device that did not answer was never asked.
  @Test func lint() throws {
    try Self.log.withPath { path in
      let output = CommandLineRun(["lint", path]).output
      #expect(output.contains("1 of 2 scannable devices was not observed; the log's host scanned passively"))
    }
  }
}

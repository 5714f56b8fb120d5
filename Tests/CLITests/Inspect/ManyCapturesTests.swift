import Foundation
import TestSupport
import Testing

/// What `inspect` says of more captures than anybody reads one by one: each device once.
@Suite struct ManyCapturesTests {
  /// Captures, each with a device of its own; all have the first one, some a device that hides a service, and each host
  /// advertises too.
  private static func withFolder(_ count: Int, _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "many-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for number in 0..<count {
      var file = BtsnoopFile(dataLink: 1002)
      for second in 0..<3 as Range<Int64> {
        file.hear([2, 1, 6, 3, 3, 0x0D, 0x18, 3, 9, 0x41, 0x41], from: 1, seconds: second)
        file.hear([], from: 1, type: 4, seconds: second)
        file.hear([2, 1, 6], from: UInt8(10 + number), type: 3, seconds: second)
        guard number % 3 == 0 else { continue }
        file.hear([2, 1, 6], from: 2, seconds: second)
        file.hear([3, 3, 0x0F, 0x18], from: 2, type: 4, seconds: second)
      }
      let name = "\(number < 10 ? "0" : "")\(number).btsnoop"
      try Data(file.octets).write(to: folder.appending(path: name))
    }
    try body(folder.path)
  }

  @Test func eachDeviceIsOneRow() throws {
    try Self.withFolder(12) { folder in
      let output = CommandLineRun(["inspect", folder]).output
      let lines = output.split(separator: "\n").map(String.init)
      #expect(lines[0].hasPrefix("12 captures: "))
      #expect(lines[0].hasSuffix(" 14 advertisers, 2 of them in several captures"))
      let rows = lines.filter { $0.hasPrefix("C0:") }
      #expect(rows.count == 14)
      // What hides a service comes first, then what most captures have.
      #expect(rows[0].contains("✗ 180f") && rows[0].contains(" 4 "))
      #expect(rows[1].contains("AA") && rows[1].contains(" 12 ") && rows[1].contains("and 9 more"))
      #expect(output.contains("1 device hides a service from some scanners"))
      #expect(!output.contains("No listed service is hidden"))
    }
  }

  /// A few captures, and devices that were asked for, are shown as before.
  @Test func fewCapturesAreShownEach() throws {
    try Self.withFolder(10) { folder in
      let output = CommandLineRun(["inspect", folder]).output
      #expect(output.split(separator: "\n").filter { $0.contains(".btsnoop: btsnoop, ") }.count == 10)
    }
    try Self.withFolder(12) { folder in
      let output = CommandLineRun(["inspect", folder, "--device", "AA"]).output
      #expect(output.split(separator: "\n").filter { $0.contains(".btsnoop: btsnoop, ") }.count == 12)
    }
  }

  /// Damage of one of many captures is not lost.
  @Test func problemsAreCounted() throws {
    try Self.withFolder(12) { folder in
      for name in ["03.btsnoop", "04.btsnoop"] {
        let path = URL(filePath: folder).appending(path: name)
        try Data(contentsOf: path).dropLast(5).write(to: path)
      }
      let run = CommandLineRun(["inspect", folder])
      #expect(run.output.contains("2 captures: expected a packet of "))
      #expect(run.output.contains("03.btsnoop)"))
      #expect(run.status == CommandLineRun(["inspect", folder + "/03.btsnoop"]).status)
    }
  }
}

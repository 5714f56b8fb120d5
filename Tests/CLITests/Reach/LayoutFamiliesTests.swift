import Foundation
import TestSupport
import Testing

@testable import AdvertReport
@testable import advert

/// One device in full, however many payloads it sends.
@Suite struct LayoutFamiliesTests {
  /// A device that counts in its manufacturer data, one report for each value.
  private static func counting(to count: Int, names: Int = 0) -> BtsnoopFile {
    var file = BtsnoopFile(dataLink: 1002)
    for number in 0..<count {
      let counter = [UInt8(number & 0xFF), UInt8(number >> 8)]
      file.hear([2, 1, 6, 6, 0xFF, 0xFF, 0xFF, 7] + counter, type: 3, seconds: Int64(number))
    }
    // Each of another length, so that none is like another.
    for number in 0..<names {
      file.hear([UInt8(number + 2), 9] + [UInt8](repeating: 0x41, count: number + 1), type: 3, seconds: 1000)
    }
    return file
  }

  private static func lines(_ file: BtsnoopFile, _ options: [String] = []) throws -> [String] {
    try file.withPath { path in
      CommandLineRun(["inspect", path, "--device", "C0:00:00:00:00:01"] + options).output
        .split(separator: "\n").map(String.init)
    }
  }

  @Test func variantsAreToldAsOneWithWhatChanges() throws {
    let lines = try Self.lines(Self.counting(to: 300))
    #expect(lines.count < 30)
    #expect(lines.contains("ADV_NONCONN_IND, seen 300 times, in 300 variants of which one is shown"))
    #expect(lines.contains("        bytes 8 to 9 change: 300 values, 00 to ff, 00 to 01"))
    // The latest, with the bytes that change marked.
    #expect(lines.contains { $0.hasPrefix("     3  06 ff ff ff 07 2b 01 ") })
    #expect(lines.contains("                       ~~~~~"))
  }

  @Test func allShowsAll() throws {
    let lines = try Self.lines(Self.counting(to: 300), ["--all"])
    #expect(lines.count { $0.hasPrefix("Advertising data") } == 300)
    #expect(!lines.contains { $0.contains("variants") })
  }

  /// Two that differ may be two states: each is told.
  @Test func fewAreToldOneByOne() throws {
    let lines = try Self.lines(Self.counting(to: 2))
    #expect(lines.count { $0.hasPrefix("Advertising data") } == 2)
  }

  @Test func kindsOfLayoutsAreLimited() throws {
    let file = Self.counting(to: 20, names: 12)
    let lines = try Self.lines(file)
    #expect(lines.count { $0.hasPrefix("Advertising data") } == 8)
    #expect(lines.last == "5 more layouts, seen 5 times: --all shows them")
    #expect(try Self.lines(file, ["--all"]).count { $0.hasPrefix("Advertising data") } == 32)
  }

  @Test func scanResponsesAreLimitedToo() throws {
    var file = BtsnoopFile(dataLink: 1002)
    file.hear([2, 1, 6])
    for number: UInt8 in 0..<200 { file.hear([4, 0xFF, 0xFF, 0xFF, number], type: 4) }
    let lines = try Self.lines(file)
    #expect(lines.count < 30)
    #expect(
      lines.contains {
        $0.hasPrefix("Scan response data, seen 200 times, in 200 variants of which one is shown  5 of 31 bytes")
      })
    #expect(lines.contains("        byte 4 changes: 200 values, 00 to c7"))
  }

  /// A pattern may choose hundreds.
  @Test func manyDevicesAreATable() throws {
    var file = BtsnoopFile(dataLink: 1002)
    for last: UInt8 in 1...20 { file.hear([2, 1, 6], from: last) }
    try file.withPath { path in
      let inspected = CommandLineRun(["inspect", path, "--device", "C0:00:"]).output
      #expect(!inspected.contains("Advertising data"))
      #expect(CommandLineRun(["inspect", path, "--device", "C0:00:", "--all"]).output.contains("Advertising data"))
      let reached = CommandLineRun(["reach", path, "--device", "C0:00:"]).output
      #expect(reached.contains("a b c d"))
      #expect(reached.hasSuffix("A narrower --device PATTERN, or --all, says why, and when.\n"))
      #expect(!CommandLineRun(["reach", path, "--device", "C0:00:", "--all"]).output.contains("a b c d"))
    }
  }

  @Test func questionsAreLimited() throws {
    var file = BtsnoopFile(dataLink: 1002)
    file.hear([27, 3] + (1...13).flatMap { [UInt8($0), 0x18] })
    try file.withPath { path in
      let text = CommandLineRun(["reach", path]).output
      #expect(text.components(separatedBy: ", service 18").count == 9)
      #expect(text.hasSuffix("\n5 more services: --service asks about one, --all about all.\n"))
      #expect(CommandLineRun(["reach", path, "--all"]).output.components(separatedBy: ", service 18").count == 14)
    }
  }
}

import AdvertisingData
import Foundation
import TestSupport
import Testing

@testable import AdvertObservation
@testable import AdvertReport
@testable import advert

/// Which devices `--device` chooses, in every command that has it.
@Suite struct DeviceSelectionTests {
  private static let heart = "C0:11:22:33:44:01"
  private static let heartToo = "C0:11:22:99:44:02"
  private static let beacon = "D0:11:22:33:44:03"

  /// Two devices with names, and an iBeacon.
  private static func withCapture(_ body: (String) throws -> Void) throws {
    var file = BtsnoopFile(dataLink: 1002)
    let name = { (last: Character) in [UInt8](hex: "020106") + [9, 9] + Array("SHS-207\(last)".utf8) }
    let data = [
      (heart, name("1")), (heartToo, name("2")),
      (beacon, [UInt8](hex: "0201061aff4c000215") + [UInt8](repeating: 0x5A, count: 16) + [0, 1, 0, 2, 0xC5]),
    ]
    for (address, data) in data {
      let octets = address.split(separator: ":").compactMap { UInt8($0, radix: 16) }
      file.add([4] + HCIEvent.legacy([LegacyReport(address: octets.reversed(), data: data)]))
    }
    let path = FileManager.default.temporaryDirectory.appending(path: "devices-\(UUID().uuidString).btsnoop")
    try Data(file.octets).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    try body(path.path)
  }

  @Test(arguments: [
    ("C0:11:", [heart, heartToo]), ("c0-11-22-3", [heart]), ("c01122334401", [heart]),
    ("SHS-2071", [heart]), ("SHS-207?", [heart, heartToo]), ("*1", [heart]), ("SHS-*2", [heartToo]),
    ("*", [heart, heartToo]),
    ("company:Apple", [beacon]), ("company:apple, inc.", [beacon]), ("company:0x004C", [beacon]),
    ("format:iBeacon", [beacon]), ("format:IBEACON", [beacon]),
  ]) func patternChooses(_ pattern: String, _ expected: [String]) throws {
    struct Document: Decodable {
      struct Advertiser: Decodable { let address: String }
      let advertisers: [Advertiser]
    }
    try Self.withCapture { path in
      let run = CommandLineRun(["inspect", path, "--device", pattern, "--format", "json"])
      #expect(run.status == .success)
      #expect(run.diagnostics.isEmpty)
      let document = try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
      #expect(document.advertisers.map(\.address) == expected)
      let dump = CommandLineRun(["dump", path, "--device", pattern])
      #expect(dump.status == .success)
      let rows = dump.output.split(separator: "\n").dropFirst()
      #expect(rows.map { String($0.split(separator: "\t", omittingEmptySubsequences: false)[5]) } == expected)
    }
  }

  @Test(arguments: [["inspect"], ["reach"], ["dump"], ["repack"]], ["SHS-2017", "company:Nordic", "shs-*"])
  func nothingThatMatchesIsAFailure(_ command: [String], _ pattern: String) throws {
    try Self.withCapture { path in
      let run = CommandLineRun(command + [path, "--device", pattern])
      #expect(run.status == .failure)
      #expect(
        run.diagnostics == "advert: no device matches \"\(pattern)\"; the nearest names: \"SHS-2071\", \"SHS-2072\"\n")
    }
  }

  @Test(arguments: ["inspect", "reach", "dump", "repack"]) func anAddressHasNearestAddresses(_ command: String) throws {
    try Self.withCapture { path in
      let run = CommandLineRun([command, path, "--device", "C0:11:22:33:45:"])
      #expect(run.status == .failure)
      #expect(
        run.diagnostics.hasPrefix(
          "advert: no device matches \"C0:11:22:33:45:\"; the nearest addresses: \"\(Self.heart)\""))
    }
  }

  /// A beginning of a name is no name; the pattern that takes it is named.
  @Test(arguments: [("Tree", true), ("tree", false), ("ree-81", false)])
  func beginningsOfNames(_ pattern: String, _ begins: Bool) {
    var search = DeviceSearch([DeviceSelector(pattern)])
    _ = search.chooses(DeviceAddress(bits: 0, type: .anonymous), Payload([12, 9] + "Tree-81A2C4".utf8))
    let words = begins ? "; \"\(pattern)*\" chooses each name that begins so" : ""
    #expect(search.missing == ["no device matches \"\(pattern)\"; the nearest names: \"Tree-81A2C4\"" + words])
  }

  /// `HORIZON` is not the whole of `HORIZON 7.4AT`, but the name to look for.
  @Test func namesWithThePatternInThemComeFirst() {
    var search = DeviceSearch([DeviceSelector("horizon")])
    for name in ["Horizont", "GVH5072", "HORIZON 7.4AT 55FD", "Tile"] {
      _ = search.chooses(
        DeviceAddress(bits: 0, type: .anonymous), Payload([UInt8(name.utf8.count + 1), 9] + name.utf8))
    }
    #expect(
      search.missing == [
        "no device matches \"horizon\"; the nearest names: \"HORIZON 7.4AT 55FD\", \"Horizont\", \"Tile\""
      ])
  }

  @Test(arguments: ["BK300", "BK3??", "*300"]) func namesAreFoundWithoutTheirPadding(_ pattern: String) throws {
    var file = BtsnoopFile(dataLink: 1002)
    file.add([4] + HCIEvent.legacy([LegacyReport(data: [9, 9] + Array("BK300\0\0\0".utf8))]))
    try file.withPath { path in
      for command in ["inspect", "reach", "dump", "repack"] {
        let run = CommandLineRun([command, path, "--device", pattern])
        #expect(run.status == .success, "\(command): \(run.diagnostics)")
      }
      #expect(CommandLineRun(["inspect", path]).output.contains("  BK300  "))
      let lint = CommandLineRun(["lint", path, "--device", pattern])
      #expect(!lint.output.contains("expected-device-missing"))
    }
  }

  @Test func lintFindsThatADeviceIsMissing() throws {
    try Self.withCapture { path in
      let run = CommandLineRun(["lint", path, "--device", "SHS-2017", "--fail-on", "error"])
      #expect(run.status == .findings)
      #expect(run.output.contains("error: device \"SHS-2017\" was not found"))
      #expect(run.output.contains("[expected-device-missing]"))
    }
  }
}

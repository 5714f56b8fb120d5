import AdvertisingData
import Foundation
import TestSupport
import Testing

@testable import AdvertReport
@testable import advert

/// The table of `inspect`: who is there, in which order, and who hides a listed service.
@Suite struct InspectTableTests {
  private static let scans = "Fixtures/scans/active.btsnoop"
  private static let longName = "A name of a device that is long"

  /// Five devices: 1 hides a listed service, 2 mentions one in service data, 3 lists nothing, 4 lists a service where it
  /// should be, and 5 has a long name.
  private static var capture: BtsnoopFile {
    var file = BtsnoopFile(dataLink: 1002)
    file.scan(interval: 16, window: 16, seconds: 0)
    file.hear([5, 9] + Array("zeta".utf8), from: 1, rssi: -80, seconds: 1)
    file.hear([3, 3, 0x0D, 0x18], from: 1, type: 4, rssi: -80, seconds: 1)
    file.hear([5, 0x16, 0x0F, 0x18, 1, 2], from: 2, rssi: -40, seconds: 2)
    file.hear([], from: 2, type: 4, rssi: -40, seconds: 2)
    file.hear([2, 1, 6], from: 3, rssi: -50, seconds: 3)
    for _ in 0..<3 { file.hear([3, 3, 0x0D, 0x18, 6, 9] + Array("Alpha".utf8), from: 4, rssi: -90, seconds: 4) }
    file.hear([UInt8(longName.utf8.count - 2), 9] + Array(longName.dropLast(3).utf8), from: 5, rssi: -70, seconds: 5)
    return file
  }

  /// The last octets of the addresses in the table.
  private static func rows(_ options: [String], columns: Int? = nil) throws -> [Int] {
    try capture.withPath { path in
      CommandLineRun(["inspect", path] + options, columns: columns).output.split(separator: "\n")
        .filter { $0.hasPrefix("C0:00:00:00:00:") && !$0.contains(" (") }.compactMap {
          Int($0.dropFirst(15).prefix(2), radix: 16)
        }
    }
  }

  @Test(
    arguments: [
      ([], [1, 2, 3, 5, 4]), (["--sort", "strength"], [2, 3, 5, 1, 4]), (["--sort", "count"], [4, 1, 2, 3, 5]),
      (["--sort", "name"], [5, 4, 1, 2, 3]), (["--sort", "address"], [1, 2, 3, 4, 5]),
      (["--min-rssi", "-70", "--sort", "address"], [2, 3, 5]), (["--min-rssi=-45"], [2]),
      (["--device", "*a*", "--min-rssi", "-85", "--sort", "name"], [5, 1]),
    ] as [([String], [Int])]) func order(_ options: [String], _ expected: [Int]) throws
  {
    #expect(try Self.rows(options) == expected)
  }

  /// What kind of device it is says more than the format that tells it.
  @Test(arguments: [
    ("1eff4c0007190114202b9a8f0100040f261ac42bfa2fb9b608cd60cbdf75ab", "Apple, AirPods Pro (2nd generation)"),
    (
      "18ff4c00071301142075aa5835001000e4e426000000000000",
      "Apple, probably AirPods Pro (2nd generation) or an imitation"
    ),
    ("0aff4c0010050b1c839096", "Apple Continuity"), ("07ff4c0012021003", "Apple, AirTag"),
    ("16ff4c0006310080e7146a373406009f2104023cb9eb0e", "Apple, HomeKit door lock"),
    ("0d16edfe0200a1a2a3a4a5a6a7a8", "Tile tracker"),
    ("17165afd13563412a1a2a3a4a5a6a7a807000000b1b2b3b4", "Samsung SmartTag"), ("051633fe0102", "Chipolo tracker"),
    ("1eff06000109200211223344000102030405060708090a0b0c0d0e0f101112", "Microsoft, Windows desktop"),
    ("06162cfe123456", "Google, Fast Pair"),
    ("1816aafe40000102030405060708090a0b0c0d0e0f10111213", "Google, Find Hub tracker"),
    // A kind takes the place of its format, whichever comes first.
    ("0aff4c0010050b1c83909607ff4c0012021003", "Apple, AirTag"),
    ("07ff4c00120210030aff4c0010050b1c839096", "Apple, AirTag"),
  ])
  func kinds(_ hex: String, _ expected: String) throws {
    let layout = Layout(pdu: .advInd, advertising: Payload(try HexText.octets(of: hex)), scanResponse: .notObserved)
    #expect(MakerDescription([layout]).brief == expected)
  }

  @Test func noneStrongEnoughIsAFailure() throws {
    try Self.capture.withPath { path in
      let run = CommandLineRun(["inspect", path, "--min-rssi", "-30"])
      #expect(run.status == .failure)
      #expect(run.diagnostics == "advert: no device is heard with at least -30 dBm\n")
      let both = CommandLineRun(["inspect", path, "--min-rssi", "-30", "--service", "180d"])
      #expect(both.diagnostics == "advert: no device lists 180d (Heart Rate) and is heard with at least -30 dBm\n")
    }
  }

  /// Neither service data nor a device without services hides anything.
  @Test func onlyAListedServiceIsHidden() throws {
    try Self.capture.withPath { path in
      let lines = CommandLineRun(["inspect", path]).output.split(separator: "\n").map(String.init)
      #expect(lines.filter { $0.contains("✗") || $0.contains("~") }.count == 1)
      #expect(lines.contains { $0.hasPrefix("C0:00:00:00:00:01") && $0.hasSuffix("  ✗ 180d") })
      // The answer is above the table.
      #expect(lines[1] == "1 device hides a service from some scanners: advert lint says how to fix it.")
      #expect(lines.last == "--device PATTERN shows one device in full.")
      let quiet = CommandLineRun(["inspect", path, "--min-rssi", "-70"]).output
      #expect(!quiet.contains("HIDES"))
      let doubt = "\n2 of 3 scannable devices sent no scan response: a service may be hidden there.\n"
      #expect(quiet.contains(doubt) && quiet.hasSuffix("\n\n--device PATTERN shows one device in full.\n"))
    }
  }

  /// A device whose second advertising set did not answer, although the first did.
  @Test(arguments: [false, true]) func eachSetHasAScanResponse(answers: Bool) throws {
    var capture = BtsnoopFile(dataLink: 1002)
    capture.hear([2, 1, 6])
    capture.hear([2, 0x0A, 0], type: 4)
    let address: [UInt8] = [1, 0, 0, 0, 0, 0xC0]
    // Scannable, then a scan response to it.
    let answer = answers ? [ExtendedReport(0x000A, address: address, sid: 1, data: [2, 0x0A, 0])] : []
    for report in [ExtendedReport(0x0002, address: address, sid: 1)] + answer {
      capture.add([4] + HCIEvent.extended([report]))
    }
    try capture.withPath { path in
      let output = CommandLineRun(["inspect", path]).output
      let doubt = "1 device sent no scan response for one advertising set: a service may be hidden there."
      #expect(output.contains(doubt) == !answers, "\(output)")
    }
  }

  @Test func oneDeviceSaysWhoMissesIt() throws {
    try Self.capture.withPath { path in
      let text = CommandLineRun(["inspect", path, "--device", "zeta"]).output
      #expect(text.contains("\n180d (Heart Rate) is only in the scan response: missed by android-passive, windows, "))
      #expect(text.contains("; may be missed by ios-background, android, android-background\n"))
    }
  }

  @Test(arguments: [60, 80, 100, 160]) func fitsTheTerminal(_ columns: Int) throws {
    try Self.capture.withPath { path in
      for arguments in [["inspect", path], ["inspect", Self.scans], ["reach", Self.scans], ["rules"], ["profiles"]] {
        let lines = CommandLineRun(arguments, columns: columns).output.split(separator: "\n").map(String.init)
        let tooWide = lines.filter { DisplayWidth.of($0) > columns && !$0.contains("/") }
        #expect(tooWide.isEmpty, "\(arguments)")
        #expect(lines.count > 5)
      }
    }
    #expect(try Self.rows([], columns: columns) == [1, 2, 3, 5, 4])
  }

  @Test func aPipeGetsNamesWhole() throws {
    try Self.capture.withPath { path in
      let name = String(Self.longName.dropLast(3))
      #expect(CommandLineRun(["inspect", path]).output.contains(name))
      #expect(CommandLineRun(["reach", path]).output.contains(name))
      #expect(!CommandLineRun(["inspect", path], columns: 80).output.contains(name))
    }
  }

  @Test(arguments: [
    ("Apple, Inc.", "Apple"), ("Nordic Semiconductor ASA", "Nordic Semiconductor"), ("Ericsson AB", "Ericsson"),
    ("Samsung Electronics Co. Ltd.", "Samsung Electronics"), ("Xiaomi Inc.", "Xiaomi"), ("Inc", "Inc"), ("", ""),
    ("Foo Co., Ltd.", "Foo"), ("BDE Technology Co., Ltd.", "BDE Technology"), ("A/S", "A/S"),
  ]) func shortCompanyNames(_ name: String, _ short: String) {
    #expect(MakerDescription.short(name) == short)
  }

  @Test func jsonHasWhoAndWhatIsHidden() throws {
    try Self.capture.withPath { path in
      let output = CommandLineRun(["inspect", path, "--format", "json"]).output
      let document = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
      let advertisers = try #require(document?["advertisers"] as? [[String: Any]])
      let hidden = advertisers.map {
        ($0["hiddenServices"] as? [[String: Any]])?.compactMap { $0["service"] as? String }
      }
      #expect(hidden == [["180d"], [], [], [], []])
    }
  }
}

import AdvertScan
import AdvertisingData
import TestSupport
import Testing

/// Location beacons, which Android hides from apps that declare `neverForLocation`.
@Suite struct LocationBeaconTests {
  private static let unless = ", unless the app declares neverForLocation"

  private static func verdict(
    _ id: String, _ advertising: String, _ response: String = "", for question: Question = .presence
  ) throws -> Verdict {
    let layout = Layout(
      pdu: .advInd, advertising: Payload([UInt8](hex: advertising)),
      scanResponse: .observed([Payload([UInt8](hex: response))]))
    return try #require(ScannerProfile.named(id)).verdict(
      on: ScannedDevice([layout], asking: [question]), for: question)
  }

  @Test(arguments: [
    // An iBeacon, an Eddystone, and an Eddystone of type 0x40.
    ("020106" + "1aff4c000215" + String(repeating: "11", count: 21), true), ("020106" + "0416aafe20", true),
    ("020106" + "0416aafe40", false), ("020106" + "06ff4c001005aa", false), ("020106" + "0316aafd", false),
  ])
  func androidSaysForWhom(_ advertising: String, _ isHidden: Bool) throws {
    for id in ["android", "android@13", "android-passive", "android-background"] {
      let verdict = try Self.verdict(id, advertising)
      #expect(verdict.outcome == .discovered)
      #expect(verdict.phrase == "every advertisement will do" + (isHidden ? Self.unless : ""), "\(id)")
    }
    #expect(try Self.verdict("windows", advertising).phrase == "every advertisement will do")
  }

  /// The record of both blocks is hidden, so a passive scan gets it without the answer.
  @Test func beaconInTheAnswer() throws {
    let (advertising, response) = ("02010603030f18", "1aff4c000215" + String(repeating: "11", count: 21))
    let question = Question.service(BluetoothUUID(0x180F))
    #expect(try Self.verdict("android", advertising, response, for: question).unless != nil)
    #expect(try Self.verdict("android-passive", advertising, response, for: question).unless == nil)
    #expect(try Self.verdict("android", "0416aafe20", for: question).unless == nil)
  }

  /// Another advertisement of the device has no such data.
  @Test func anotherLayoutIsDiscoveredByAll() throws {
    let layouts = ["0416aafe20", "020106"].map {
      Layout(pdu: .advNonconnInd, advertising: Payload([UInt8](hex: $0)), scanResponse: .notScannable)
    }
    #expect(ScannerProfile.android.verdict(on: ScannedDevice(layouts), for: .presence).unless == nil)
  }

  /// Core Bluetooth keeps the data of an iBeacon from apps, and perhaps the whole advertisement.
  @Test func appleHidesIBeacons() throws {
    let beacon = "020106" + "1aff4c000215" + String(repeating: "11", count: 21)
    let asked = Question.data(try #require(DataQuestion(.manufacturer(0x004C), beginning: [0x02, 0x15])))
    for id in ["ios-foreground", "macos"] {
      let verdict = try Self.verdict(id, beacon, for: asked)
      #expect(verdict.word == .may && verdict.reason == .iBeaconHidden, "\(id)")
      #expect(verdict.phrase.contains("Core Location"))
      #expect(
        try Self.verdict(id, beacon).phrase.hasSuffix(
          ", unless the system keeps the whole iBeacon from apps, as some report"))
      // Other data of Apple are delivered, and so are the services of a device that sends an iBeacon besides.
      let other = Question.data(try #require(DataQuestion(.manufacturer(0x004C))))
      #expect(try Self.verdict(id, "06ff4c001005aa", for: other).outcome == .discovered)
      #expect(try Self.verdict(id, "03030f18", beacon, for: .service(0x180F)).outcome == .discovered)
    }
    #expect(try Self.verdict("android", beacon, for: asked).outcome == .discovered)
    #expect(try Self.verdict("ios-background", beacon, for: asked).outcome == .missed)
  }
}

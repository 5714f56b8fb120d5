import AdvertScan
import AdvertisingData
import TestSupport
import Testing

/// What receivers keep of payloads that are not as the specification asks: after a zero length octet, beside data too short
/// for their type, and after data without content.
@Suite struct PayloadParsingTests {
  private static let battery = Question.service(BluetoothUUID(0x180F))

  private static func verdict(
    _ id: String, _ advertising: String, _ response: String? = "", pdu: AdvertisingPDU = .advInd,
    for question: Question = battery
  ) throws -> Verdict {
    let layout = Layout(
      pdu: pdu, advertising: Payload([UInt8](hex: advertising)),
      scanResponse: response.map { .observed([Payload([UInt8](hex: $0))]) } ?? .notObserved)
    let profile = try #require(ScannerProfile.named(id))
    let verdict = profile.verdict(on: layout, for: question)
    #expect(profile.verdict(on: ScannedDevice([layout], asking: [question]), for: question) == verdict)
    return verdict
  }

  // MARK: After a zero

  @Test(arguments: [
    ("android", Verdict.Word.discovered), ("android@14", .discovered), ("android@13", .missed), ("android@9", .missed),
    ("bluez-discovery", .missed), ("bluez-monitor", .missed), ("home-assistant-auto", .missed),
    ("home-assistant-auto-proxy", .discovered), ("esphome", .discovered), ("windows", .unknown),
    ("ios-foreground", .unknown), ("zephyr-passive", .unknown),
  ])
  func someReceiversReadOnAfterAZero(_ id: String, _ expected: Verdict.Word) throws {
    for (advertising, response) in [("0201060003030f18", ""), ("020106", "020a04000003030f18")] {
      // Scans that do not get the answer, or can lose it, miss the device for another reason.
      guard response.isEmpty || ["bluez-discovery", "esphome", "ios-foreground"].contains(id) else { continue }
      let verdict = try Self.verdict(id, advertising, response)
      #expect(verdict.word == expected, "\(id) \(advertising) \(response): \(verdict.explanation)")
      if verdict.word == .missed {
        #expect(verdict.explanation == "the service UUID is after a zero length byte, and this scanner stops there")
        #expect(!verdict.evidence.isEmpty)
      }
      if verdict.word == .unknown {
        #expect(
          verdict.explanation
            == "the service UUID is after a zero length byte; whether this scanner reads on there is not known")
      }
      // The place is the one in the octets as sent.
      #expect(verdict.mention?.offset == (response.isEmpty ? 6 : 7))
    }
  }

  /// A zero ends one block, not both.
  @Test(arguments: ["android", "android-background", "bluez-discovery", "esphome"])
  func zerosEndOneBlock(_ id: String) throws {
    #expect(try Self.verdict(id, "02010600000000", "03030f18").outcome != .unknown)
    #expect(try Self.verdict("bluez-discovery", "020106000a", "03030f18").word == .discovered)
  }

  /// What stands before the zero is what it is for everyone.
  @Test(arguments: ScannerProfile.known.map { $0.id })
  func whatComesBeforeAZeroStays(_ id: String) throws {
    let verdict = try Self.verdict(id, "02010603030f180003030d18")
    #expect(verdict == (try Self.verdict(id, "02010603030f18")), "\(id)")
  }

  /// A value after a zero takes the place of one before it, where a receiver reads on and keeps the last.
  @Test func repeatedFieldsGoOnAfterAZero() throws {
    let octets = "0509485546460006094f54484552"
    #expect(try Self.verdict("android", octets, for: .name("HUFF")).word == .missed)
    #expect(try Self.verdict("android", octets, for: .name("OTHER")).word == .discovered)
    #expect(try Self.verdict("android@13", octets, for: .name("HUFF")).word == .discovered)
    #expect(try Self.verdict("bluez-discovery", "020106" + octets, for: .name("HUFF")).word == .discovered)
  }

  @Test func aServiceAfterAZeroIsMentioned() {
    let layout = Layout(
      pdu: .advInd, advertising: Payload([UInt8](hex: "0201060003030f18")), scanResponse: .notScannable)
    let device = ScannedDevice([layout])
    #expect(device.mentions(Self.battery) && !device.mentions(.service(BluetoothUUID(0x180D))))
    #expect(device.services.isEmpty)
  }

  // MARK: Data too short for their type

  @Test(arguments: ["02ff4c", "01ff", "02160f", "0320aabb", "0f21" + String(repeating: "00", count: 14)])
  func dataTooShortEmptyTheRecordOfAndroid(_ short: String) throws {
    let start = "data too short for their type at byte"
    let rest = "make this scanner drop all data, such as the service UUID"
    // Before, behind, and in the other block: a record has both.
    let cases = [
      ("020106" + short + "03030f18", "", "3 of the advertising data"),
      ("02010603030f18" + short, "", "7 of the advertising data"),
      ("02010603030f18", short, "0 of the scan response"),
      ("020106" + short, "03030f18", "3 of the advertising data"),
      ("020106", short + "03030f18", "0 of the scan response"),
    ]
    for (advertising, response, at) in cases {
      let verdict = try Self.verdict("android", advertising, response)
      #expect(verdict.word == .missed, "\(advertising) \(response)")
      #expect(verdict.explanation == "\(start) \(at) \(rest)")
      #expect(try Self.verdict("bluez-discovery", advertising, response).word == .discovered)
      #expect(try Self.verdict("home-assistant-auto-proxy@2026.5", advertising, response).word == .discovered)
      #expect(try Self.verdict("esphome", advertising, response).word == .discovered)
    }
    // A passive scan does not get the answer.
    #expect(try Self.verdict("android-passive", "02010603030f18", short).word == .discovered)
    #expect(try Self.verdict("android", "02010603030f18", short, pdu: .advNonconnInd).word == .discovered)
    // Whatever the answer has.
    #expect(try Self.verdict("android", "03030f18" + short, nil).word == .missed)
    // Without a filter an app gets the empty record.
    #expect(try Self.verdict("android", "020106" + short, for: .presence).word == .discovered)
    #expect(try Self.verdict("android-background", "020106" + short, for: .presence).word == .missed)
    let windows = try Self.verdict("windows", "020106" + short + "03030f18")
    #expect(windows.word == .unknown)
    #expect(windows.explanation == "whether \(start) 3 of the advertising data \(rest), is not known")
  }

  /// Data that are whole without content, lists with octets too many, and structures that were cut are no such data.
  @Test(arguments: ["03ff4c00", "03160f18", "0303 0f", "0403 0f18 0a", "0109", "0101", "010a"])
  func otherStructuresEmptyNothing(_ structure: String) throws {
    #expect(try Self.verdict("android", "03030f18" + structure.filter { $0 != " " }).word == .discovered)
  }

  @Test func lengthsOfTransportBlocksEmptyTheRecord() throws {
    #expect(try Self.verdict("android", "03030f18" + "04260100" + "80").word == .missed)
    #expect(try Self.verdict("android", "03030f18" + "04260100" + "7f").word == .discovered)
    #expect(try Self.verdict("android", "03030f18" + "0826010001aa" + "010080").word == .missed)
    #expect(try Self.verdict("android", "03030f18" + "03260180").word == .discovered)
  }

  // MARK: Data without content

  @Test(arguments: [
    ("home-assistant-auto-proxy@2025.4", Verdict.Word.missed), ("home-assistant-auto-proxy@2025.10.4", .missed),
    ("home-assistant-auto-proxy@2025.3", .discovered), ("home-assistant-auto-proxy@2025.11", .discovered),
    ("home-assistant-auto-proxy", .discovered), ("home-assistant-auto@2026.5", .discovered), ("android", .discovered),
  ])
  func oneVersionOfHomeAssistantStopsAtDataWithoutContent(_ id: String, _ expected: Verdict.Word) throws {
    let service = Question.data(try #require(DataQuestion(.service(BluetoothUUID(0xFCD2)))))
    let verdict = try Self.verdict(id, "02010603ff90050816d2fc4000140164", for: service)
    #expect(verdict.word == expected)
    if expected == .missed {
      #expect(
        verdict.explanation
          == "this scanner reads nothing from the data without content at byte 3 of the advertising data on, so not the "
          + "service data")
    }
    // One octet is content.
    #expect(try Self.verdict(id, "02010604ff9005000816d2fc4000140164", for: service).word == .discovered)
    #expect(try Self.verdict(id, "0816d2fc400014016403ff9005", for: service).word == .discovered)
  }
}

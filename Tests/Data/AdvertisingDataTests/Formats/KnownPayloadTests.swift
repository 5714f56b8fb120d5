import AdvertisingData
import TestSupport
import Testing

/// Each format read from bytes whose meaning is known.
@Suite struct KnownPayloadTests {
  @Test(arguments: FormatVectors.all)
  func vectorIsRecognised(_ id: String, _ hex: String) throws {
    let known = try #require(try Recognition.known(hex))
    #expect(known.format.id == id)
    #expect(known.problems == [])
    let octets = try HexText.octets(of: hex)
    // What devices are recognised by can follow.
    #expect(known.octets == Array(octets[2 + known.start..<1 + Int(octets[0])]))
  }

  @Test func everyFormatHasAVector() {
    #expect(Set(FormatVectors.all.map(\.id)) == Set(KnownPayload.formats.map(\.id)))
    #expect(Set(KnownPayload.formats.map(\.id)).count == KnownPayload.formats.count)
  }

  /// Octets of a field are octets of the data, and no key comes twice.
  @Test(arguments: FormatVectors.all)
  func fieldsAreInTheData(_ id: String, _ hex: String) throws {
    let known = try #require(try Recognition.known(hex))
    let keys = known.reading.fields.map(\.key).filter { !$0.isEmpty }
    #expect(!keys.isEmpty)
    #expect(Set(keys).count == keys.count)
    for field in known.reading.fields.flattened {
      guard let range = field.range else { continue }
      #expect(range.upperBound <= known.octets.count, "\(field.key)")
    }
  }

  @Test func iBeacon() throws {
    let known = try #require(try Recognition.known(FormatVectors.all[0].hex))
    #expect(
      known.values("uuid", "major", "minor", "measuredPower") == [
        "e2c56db5-dffb-48d2-b060-d0f5a71096e0", "1", "2", "-59",
      ])
    #expect(known.reading["major"] == .number(1) && known.reading["none"] == nil)
  }

  @Test func altBeaconOfAnyCompany() throws {
    let hex = "beac" + "00112233445566778899aabbccddeeff00010002" + "c507"
    for company: UInt16 in [0x0118, 0x004C, 0x0006, 0xFFFF] {
      let known = try #require(try Recognition.known(company: company, hex))
      #expect(
        known.values("id", "referenceRSSI", "manufacturerReserved") == [
          "00112233445566778899aabbccddeeff00010002", "-59", "7",
        ])
    }
  }

  @Test func eddystoneTelemetry() throws {
    let keys = ("frame", "batteryMillivolts", "temperature", "advertisements", "uptimeSeconds")
    let known = try #require(try Recognition.known("1116aafe20000bb81580000000640000000a"))
    #expect(known.values(keys.0, keys.1, keys.2, keys.3, keys.4) == ["TLM", "3000", "21.5", "100", "1"])
    let none = try #require(try Recognition.known("1116aafe2000000080000000000000000000"))
    #expect(none.values(keys.0, keys.1, keys.2, keys.3, keys.4) == ["TLM", "null", "null", "0", "0"])
  }

  @Test(arguments: [
    ("40", "80", 20, "128", "false"), ("41", "", 20, "null", "true"),
    ("40", "000102030405060708090a0b55", 32, "85", "false"),
  ])
  func findHub(_ type: String, _ rest: String, _ count: Int, _ flags: String, _ isProtected: String) throws {
    let identifier = HexText.compact(Array(UInt8(0)...19)) + rest
    let known = try #require(try Recognition.known(service: 0xFEAA, type + identifier))
    #expect(
      known.values("frame", "id", "hashedFlags", "unwantedTrackingProtection") == [
        "findHub", String(identifier.prefix(2 * count)), flags, isProtected,
      ])
    #expect(!known.isUnverified)
  }

  @Test func altBeaconWithoutItsLastOctet() throws {
    let whole = FormatVectors.all[1].hex
    let known = try #require(try Recognition.known("1a" + whole.dropFirst(2).dropLast(2)))
    #expect(known.values("referenceRSSI", "manufacturerReserved") == ["-59", "null"])
    #expect(known.reading.fields.contains { $0.key == "id" })
  }

  @Test(arguments: [
    ("http://go.gl/", "02676f2e676c2f"), ("https://www.example.com/a", "016578616d706c650061"),
    ("http://www.example.org", "006578616d706c6508"), ("https://a.gov/x.biz", "036106780c"), ("null", "046106"),
    ("http://a%7f", "02617f"),
  ])
  func eddystoneURL(_ text: String, _ encoded: String) throws {
    let known = try #require(try Recognition.known(service: 0xFEAA, "10ec" + encoded))
    #expect(
      known.values("frame", "url", "encoded", "txPowerAt0m") == ["URL", text, String(encoded.dropFirst(2)), "-20"])
  }

  @Test(arguments: [
    ("06ff0600030080", ["0", "", "-", "-"], false), ("0bff06000300804d6f757365", ["0", "Mouse", "-", "-"], false),
    ("0fff0600030180665544332211040425", ["1", "", "665544332211", "040425"], false),
    ("0aff0600030280040425" + "41", ["2", "A", "-", "040425"], false), ("06ff0600030380", ["3", "", "-", "-"], true),
  ])
  func swiftPair(_ hex: String, _ values: [String], _ isUnverified: Bool) throws {
    let known = try #require(try Recognition.known(hex))
    #expect(known.values("subScenario", "name", "addressOctets", "classOfDevice") == values)
    #expect(known.isUnverified == isUnverified)
  }

  @Test func connectedDevices() throws {
    let known = try #require(
      try Recognition.known("1eff06000109200211223344000102030405060708090a0b0c0d0e0f101112"))
    #expect(known.values("deviceType", "deviceName", "version") == ["9", "desktop", "0"])
    #expect(
      known.values("salt", "deviceHash") == ["11223344", HexText.compact(Array(0...18))])
    #expect(
      known.values("status", "addressIsIdentifier", "sharesWithEveryone") == [
        "no session hosting status", "false", "false",
      ])
    #expect(known.device == "Windows desktop")
    #expect(!known.isUnverified)
  }

  /// A device that shares with everyone says its address and its name. The same of a device that does not, and with octets
  /// that are no text: a hash.
  @Test(arguments: [
    ("0109212866554433221150432d4576616e", ["112233445566", "PC-Evan", "-", "-"]),
    ("0109202866554433221150432d4576616e", ["-", "-", "66554433", "221150432d4576616e"]),
    ("0109212866554433221150432d45766107", ["-", "-", "66554433", "221150432d45766107"]),
  ])
  func connectedDevicesForEveryone(_ hex: String, _ values: [String]) throws {
    let known = try #require(try Recognition.known(company: 0x0006, hex))
    #expect(known.values("address", "name", "salt", "deviceHash") == values)
  }

  @Test func fastPairBatteries() throws {
    let known = try #require(try Recognition.known(service: 0xFE2C, "004001020304112233e4647f"))
    #expect(
      known.values("batteryLeftPercent", "batteryRightPercent", "batteryCasePercent") == ["100", "100", "null"])
    #expect(known.values("chargingLeft", "chargingRight", "chargingCase") == ["true", "false", "false"])
    #expect(try Recognition.known(service: 0xFE2C, "0033e4647f")?.problems == [])
    #expect(
      try Recognition.known(service: 0xFE2C, "0033e4657f")?.problems
        == [.unexpected(offset: 3, expected: "a level up to 100, or 127 for an unknown one")])
    #expect(
      try Recognition.known(service: 0xFE2C, "004464646464")?.problems
        == [.unexpected(offset: 1, expected: "1 to 3 batteries")])
  }

  @Test(arguments: [
    ("00371234561803", ["model", "newFromFactory", "audioSharing"]),
    ("1035850003", ["state", "onHead"]), ("103542000346a1a2a3a4", ["state", "connectable"]),
  ])
  func fastPairFields(_ hex: String, _ expected: [String]) throws {
    let known = try #require(try Recognition.known(service: 0xFE2C, hex))
    #expect(known.problems == [])
    let said = known.reading.fields.flattened.filter { field in
      if case .truth(let truth) = field.value { truth } else { ["model", "state"].contains(field.key) }
    }
    #expect(said.map(\.key) == expected)
  }

  /// Trackers of the Find Hub network send a field of type 10 behind the salt. Its length counts something else than octets.
  @Test(arguments: [
    ("1042000102032100011a0890a0b0", "1a0890a0b0"), ("105200010203042100012a0809f0a0b0c0d0e0", "2a0809f0a0b0c0d0e0"),
  ])
  func fastPairOfLaterVersions(_ hex: String, _ rest: String) throws {
    let known = try #require(try Recognition.known(service: 0xFE2C, hex))
    #expect(known.problems == [] && known.values("rest") == [rest])
    let names = known.reading.fields.flattened.filter { $0.key == "name" }.map(\.value)
    #expect(names == [.text("quiet filter"), .text("salt")])
    // Version 0 has no such field: there it is one of two octets, and the rest is cut off.
    let old = try #require(try Recognition.known(service: 0xFE2C, "00" + hex.dropFirst(2)))
    #expect(!old.problems.isEmpty)
  }

  @Test func fastPair() throws {
    #expect(try Recognition.known("06162cfe123456")?.values("model") == ["1193046"])
    let known = try #require(try Recognition.known("0b162cfe004001020304115a"))
    #expect(known.values("name", "data", "version") == ["filter", "01020304", "0"])
    let names = known.reading.fields.flattened.filter { $0.key == "name" }.map(\.value)
    #expect(names == [.text("filter"), .text("salt")])
    #expect(!known.isUnverified)
  }

  /// floor(1.2 n + 3) for n from 1.
  @Test func accountKeysOfFilters() throws {
    let lengths = [0: 0, 4: 1, 5: 2, 6: 3, 7: 4, 9: 5, 10: 6, 11: 7, 12: 8, 13: 9, 15: 10]
    for length in 0...15 {
      let hex = HexText.compact([0, UInt8(length) << 4 | 2] + [UInt8](repeating: 0, count: length))
      let known = try #require(try Recognition.known(service: 0xFE2C, hex + (length == 1 ? "115a" : "")))
      #expect(known.values("accountKeys") == [lengths[length].map { "\($0)" } ?? "null"])
    }
    #expect(try Recognition.known(service: 0xFE2C, "00115a00")?.values("accountKeys") == ["null"])
  }

  @Test func matter() throws {
    let known = try #require(try Recognition.known("0b16f6ff00000ff1ff018000"))
    #expect(
      known.values("opcode", "discriminator", "vendor", "product", "additionalData") == [
        "0", "3840", "65521", "32769", "false",
      ])
  }

  @Test(arguments: [
    (
      "0512fc5394c37c0004fffc040cac364200cdcbb8334c884f",
      [
        "temperature": "24.3", "humidity": "53.49", "pressurePascals": "100044", "accelerationMilliG": "4, -4, 1036",
        "batteryMillivolts": "2977", "txPower": "4", "movements": "66", "sequence": "205", "address": "cbb8334c884f",
      ]
    ),
    (
      "03291a1ece1efc18f94202ca0b53",
      [
        "temperature": "26.3", "humidity": "20.5", "pressurePascals": "102766",
        "accelerationMilliG": "-1000, -1726, 714", "batteryMillivolts": "2899",
      ]
    ),
    ("0329811ece1efc18f94202ca0b53", ["temperature": "-1.3"]),
    (
      "06170c5668c79e007000c90501d900cd004c884f",
      [
        "temperature": "29.5", "humidity": "55.3", "pressurePascals": "101102", "particles": "11.2",
        "carbonDioxide": "201", "volatileOrganicCompounds": "10", "nitrogenOxides": "2", "sequence": "205",
      ]
    ),
    (
      "058000ffffffff800080008000ffffffffffffffffffffff",
      [
        "temperature": "null", "humidity": "null", "pressurePascals": "null", "batteryMillivolts": "null",
        "txPower": "null", "accelerationMilliG": "null, null, null",
      ]
    ),
  ])
  func ruuviTag(_ hex: String, _ values: [String: String]) throws {
    let known = try #require(try Recognition.known(company: 0x0499, hex))
    for (key, value) in values { #expect(known.values(key) == [value], "\(key)") }
    #expect(known.problems == [])
  }

  @Test func miBeacon() throws {
    let known = try #require(try Recognition.known("121695fe50505b05016655443322110a100164"))
    #expect(
      known.values("version", "product", "frameCounter", "address", "id", "value") == [
        "5", "1371", "1", "112233445566", "4106", "64",
      ])
    let both = try #require(try Recognition.known(service: 0xFE95, "40505b05010d1004feff1002"))
    let measured = both.reading.fields.flattened.filter { ["name", "unit"].contains($0.key) }.map(\.value)
    #expect(measured == [.text("temperature"), .text("°C"), .text("humidity"), .text("%")])
    let numbers = both.reading.fields.flattened.compactMap { field in
      if case .decimal(let number) = field.value { number.description } else { nil as String? }
    }
    #expect(numbers == ["-0.2", "52.8"])
  }

  @Test func encryptedMiBeaconIsSplit() throws {
    let known = try #require(try Recognition.known(service: 0xFE95, "48505b0501aabbcc010203a1a2a3a4"))
    #expect(known.values("ciphertext", "counterExtension", "check") == ["aabbcc", "010203", "a1a2a3a4"])
  }

  @Test func nearbyInfo() throws {
    let known = try #require(try Recognition.known("0aff4c0010050b1c839096"))
    #expect(
      known.values("action", "flags", "authenticationTag", "rest", "primaryDevice") == [
        "11", "Wi-Fi on", "839096", "", "false",
      ])
  }

  @Test func severalContinuityMessages() throws {
    let known = try Recognition.known(
      company: 0x004C,
      "0c0e0012345600000000000000000000 10050118aabbcc 0719010e20755aa63102000102030405060708090a0b0c0d0e0f10")
    let names = known?.reading.fields.flattened.filter { $0.key == "name" }.map(\.value)
    #expect(names == [.text("Handoff"), .text("Nearby info"), .text("proximity pairing")])
  }

  @Test func fieldsThatNewerSystemsAddAreKept() throws {
    let known = try #require(try Recognition.known(company: 0x004C, "09081304c0a856031b58"))
    guard case .list(let messages)? = known.reading["messages"], case .object(let fields)? = messages.first else {
      Issue.record("no message")
      return
    }
    #expect(
      fields.dropFirst(3) == [
        Field("flags", .number(0x13), label: "flags", at: 2..<3),
        Field("seed", .number(4), label: "seed", at: 3..<4),
        Field("address", .text("192.168.86.3"), label: "address", at: 4..<8),
        Field("rest", .octets([0x1B, 0x58]), label: "rest", at: 8..<10),
      ])
  }

  @Test func unknownVendorsAreNotRecognised() throws {
    #expect(try Recognition.known("05ff59000102") == nil)
    #expect(try Recognition.known("03ff4c00") == nil)
    #expect(try Recognition.known("04ff060002") == nil)
    #expect(try Recognition.known("04ff9904e2") == nil)
    #expect(try Recognition.known("04160d1864") == nil)
  }
}

import AdvertisingData
import TestSupport
import Testing

/// Each format read from bytes whose meaning is known, and made again from values.
@Suite struct KnownPayloadTests {
  @Test(arguments: FormatVectors.all)
  func vectorIsRecognisedAndComesBack(_ id: String, _ hex: String) throws {
    let known = try #require(try Recognition.known(hex))
    #expect(known.format.id == id)
    #expect(known.problems == [])
    let octets = try HexText.octets(of: hex)
    // What devices are recognised by can follow.
    #expect(known.octets == Array(octets[2 + known.start..<1 + Int(octets[0])]))
    #expect(known.reading.octets == known.octets)
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
    let uuid = try #require(BluetoothUUID(text: "e2c56db5-dffb-48d2-b060-d0f5a71096e0"))
    let expected = IBeacon(proximityUUID: uuid, major: 1, minor: 2, measuredPower: -59)
    #expect(try Recognition.known(FormatVectors.all[0].hex)?.value() == expected)
  }

  @Test func altBeaconOfAnyCompany() throws {
    let id: [UInt8] = (0...15).map { $0 * 0x11 } + [0, 1, 0, 2]
    let expected = try #require(AltBeacon(identifier: id, referenceRSSI: -59))
    for company: UInt16 in [0x0118, 0x004C, 0x0006, 0xFFFF] {
      let data = ManufacturerData(company: company, data: expected.octets)
      #expect(KnownPayload.recognised(in: data)?.value() == expected)
    }
    #expect(AltBeacon(identifier: [1], referenceRSSI: 0) == nil)
  }

  @Test func eddystoneTelemetry() throws {
    guard
      let eddystone = try Recognition.known("1116aafe20000bb81580000000640000000a")?.value(as: Eddystone.self),
      case .telemetry(let telemetry) = eddystone.frame
    else {
      Issue.record("no telemetry")
      return
    }
    #expect(telemetry.batteryVoltage == 3000)
    #expect(telemetry.temperature?.description == "21.5")
    #expect(telemetry.advertisements == 100)
    #expect(telemetry.uptimeSeconds.description == "1")
    let none = Eddystone.Telemetry(batteryVoltage: 0, rawTemperature: .min, advertisements: 0, uptime: 0)
    #expect(none.temperature == nil)
  }

  @Test func findHub() throws {
    let identifier = Array(UInt8(0)...19)
    func frame(_ hex: String) throws -> Eddystone.Frame? {
      try Recognition.known(service: 0xFEAA, hex)?.value(as: Eddystone.self)?.frame
    }
    let hex = HexText.compact(identifier)
    guard case .findHub(let tracker) = try frame("40\(hex)80"), case .findHub(let away) = try frame("41\(hex)"),
      case .findHub(let long) = try frame("40\(hex)000102030405060708090a0b55")
    else {
      Issue.record("no tracker")
      return
    }
    #expect(tracker.identifier == identifier)
    #expect(tracker.hashedFlags == 0x80)
    #expect(!tracker.isProtected)
    #expect(away.identifier == identifier)
    #expect(away.hashedFlags == nil)
    #expect(away.isProtected)
    #expect(long.identifier.count == 32)
    #expect(long.hashedFlags == 0x55)
    #expect(try Recognition.known(service: 0xFEAA, "40\(hex)80")?.isUnverified == false)
  }

  @Test func altBeaconWithoutItsLastOctet() throws {
    let whole = FormatVectors.all[1].hex
    let known = try #require(try Recognition.known("1a" + whole.dropFirst(2).dropLast(2)))
    let beacon = try #require(known.value(as: AltBeacon.self))
    #expect(beacon.referenceRSSI == -59)
    #expect(beacon.manufacturerReserved == nil)
    #expect(known.reading.octets == known.octets)
    #expect(known.reading.fields.contains { $0.key == "id" })
  }

  @Test(arguments: [
    ("http://go.gl/", 2, "676f2e676c2f"), ("https://www.example.com/a", 1, "6578616d706c650061"),
    ("http://www.example.org", 0, "6578616d706c6508"), ("https://a.gov/x.biz", 3, "6106782e62697a"),
  ])
  func eddystoneURL(_ text: String, _ scheme: UInt8, _ encoded: String) throws {
    let url = try #require(Eddystone.URL(text, txPowerAt0m: -20))
    #expect(url.scheme == scheme)
    #expect(url.text == text)
    if text.hasSuffix("x.biz") {
      #expect(HexText.compact(url.encoded) == "6106780c")
    } else {
      #expect(HexText.compact(url.encoded) == encoded)
    }
    let known = try Recognition.known(
      service: 0xFEAA, HexText.compact(Eddystone(.url(url)).octets))
    #expect(known?.value() == Eddystone(.url(url)))
  }

  @Test(arguments: ["ftp://a.com", "https://an-address-that-is-too-long.example", "http://a b", "http://é.com"])
  func eddystoneURLThatDoesNotFit(_ text: String) {
    #expect(Eddystone.URL(text, txPowerAt0m: 0) == nil)
  }

  @Test func swiftPair() throws {
    #expect(try Recognition.known("06ff0600030080")?.value() == SwiftPair())
    let named = SwiftPair(displayName: "Mouse")
    #expect(try Recognition.known("0bff06000300804d6f757365")?.value() == named)
    let classic = SwiftPair(.classic(address: [0x66, 0x55, 0x44, 0x33, 0x22, 0x11], classOfDevice: [4, 4, 0x25]))
    #expect(try Recognition.known("0fff0600030180665544332211040425")?.value() == classic)
    #expect(!classic.fields.hasUnverified)
    #expect(!SwiftPair(.both(classOfDevice: [4, 4, 0x25])).fields.hasUnverified)
    #expect(SwiftPair(.other(3)).fields.hasUnverified)
  }

  @Test func connectedDevices() throws {
    let hex = "1eff06000109200211223344000102030405060708090a0b0c0d0e0f101112"
    guard let beacon = try Recognition.known(hex)?.value(as: ConnectedDevicesBeacon.self) else {
      Issue.record("not recognised")
      return
    }
    #expect(beacon.deviceType == 9)
    #expect(beacon.version == 0)
    #expect(beacon.identity == .hashed(salt: [0x11, 0x22, 0x33, 0x44], hash: Array(0...18)))
    #expect(beacon.status == ["no session hosting status"])
    #expect(!beacon.isAddressIdentifier && !beacon.sharesWithEveryone)
    #expect(beacon.device == "Windows desktop")
    #expect(beacon.deviceName == "desktop")
    #expect(!beacon.fields.hasUnverified)
  }

  /// A device that shares with everyone says its address and its name.
  @Test func connectedDevicesForEveryone() throws {
    func identity(_ hex: String) throws -> ConnectedDevicesBeacon.Identity? {
      try Recognition.known(company: 0x0006, hex)?.value(as: ConnectedDevicesBeacon.self)?.identity
    }
    let name = Array("PC-Evan".utf8)
    #expect(
      try identity("0109212866554433221150432d4576616e")
        == .open(address: [0x11, 0x22, 0x33, 0x44, 0x55, 0x66], name: name))
    // The same of a device that does not, and with octets that are no text: a hash.
    for hex in ["0109202866554433221150432d4576616e", "0109212866554433221150432d45766107"] {
      guard case .hashed(let salt, let hash) = try identity(hex) else {
        Issue.record("read as an address: \(hex)")
        return
      }
      #expect(salt == [0x66, 0x55, 0x44, 0x33])
      #expect(hash.count == 9)
    }
  }

  @Test func fastPairBatteries() throws {
    func items(_ hex: String) throws -> [FastPair.Item] {
      guard
        case .account(_, let items, _) = try Recognition.known(service: 0xFE2C, hex)?.value(as: FastPair.self)?
          .content
      else { return [] }
      return items
    }
    let batteries = try #require(try items("004001020304112233e4647f").last).batteries
    #expect(batteries.map(\.percent) == [100, 100, nil])
    #expect(batteries.map(\.isCharging) == [true, false, false])
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

  @Test func fastPair() throws {
    #expect(try Recognition.known("06162cfe123456")?.value() == FastPair(model: 0x123456))
    let filter = try #require(FastPair.Item(type: 0, data: [1, 2, 3, 4]))
    let salt = try #require(FastPair.Item(type: 1, data: [0x5A]))
    #expect(try Recognition.known("0b162cfe004001020304115a")?.value() == FastPair(items: [filter, salt]))
    // floor(1.2 n + 3) for n from 1.
    let lengths = [4: 1, 5: 2, 6: 3, 7: 4, 9: 5, 10: 6, 11: 7, 12: 8, 13: 9, 15: 10]
    for length in 0...15 {
      let field = try #require(FastPair.Item(type: 2, data: [UInt8](repeating: 0, count: length)))
      #expect(field.accountKeys == (length == 0 ? 0 : lengths[length]))
    }
    #expect(salt.accountKeys == nil)
    let battery = try #require(FastPair.Item(type: 3, data: [0x64]))
    #expect(!FastPair(items: [battery]).fields.hasUnverified)
  }

  @Test func matter() throws {
    let expected = MatterCommissioning(discriminator: 0xF00, vendor: 0xFFF1, product: 0x8001)
    #expect(try Recognition.known("0b16f6ff00000ff1ff018000")?.value() == expected)
  }

  private func ruuviTag(_ hex: String) throws -> RuuviTag? {
    try Recognition.known(company: 0x0499, hex)?.value()
  }

  @Test func ruuviTag() throws {
    guard
      case .format5(let five) = try ruuviTag("0512fc5394c37c0004fffc040cac364200cdcbb8334c884f"),
      case .format3(let three) = try ruuviTag("03291a1ece1efc18f94202ca0b53"),
      case .format6(let six) = try ruuviTag("06170c5668c79e007000c90501d900cd004c884f"),
      case .format5(let invalid) = try ruuviTag("058000ffffffff800080008000ffffffffffffffffffffff")
    else {
      Issue.record("not recognised")
      return
    }
    #expect(five.temperature?.description == "24.3")
    #expect(five.humidity?.description == "53.49")
    #expect(five.pressure == 100_044)
    #expect(five.acceleration == [4, -4, 1036])
    #expect(five.batteryVoltage == 2977)
    #expect(five.txPower == 4)
    #expect(five.movements == 66)
    #expect(five.sequence == 205)
    #expect(HexText.compact(five.address) == "cbb8334c884f")
    #expect(three.temperature.description == "26.3")
    #expect(three.humidity.description == "20.5")
    #expect(three.pressure == 102_766)
    #expect(three.acceleration == [-1000, -1726, 714])
    #expect(three.batteryVoltage == 2899)
    #expect(six.temperature?.description == "29.5")
    #expect(six.humidity?.description == "55.3")
    #expect(six.pressure == 101_102)
    #expect(six.particles?.description == "11.2")
    #expect(six.carbonDioxide == 201)
    #expect(six.volatileOrganicCompounds == 10)
    #expect(six.nitrogenOxides == 2)
    #expect(six.sequence == 205)
    #expect(invalid.temperature == nil)
    #expect(invalid.humidity == nil)
    #expect(invalid.pressure == nil)
    #expect(invalid.batteryVoltage == nil)
    #expect(invalid.txPower == nil)
  }

  @Test func negativeTemperatureOfFormat3() throws {
    guard case .format3(let three) = try ruuviTag("0329811ece1efc18f94202ca0b53") else {
      Issue.record("not recognised")
      return
    }
    #expect(three.temperature.description == "-1.3")
  }

  @Test func miBeacon() throws {
    guard
      let beacon = try Recognition.known("121695fe50505b05016655443322110a100164")?.value(as: MiBeacon.self),
      case .objects(let objects) = beacon.content
    else {
      Issue.record("not recognised")
      return
    }
    #expect(beacon.header.frameControl == [.address, .object, .init(rawValue: 0x5000)])
    #expect(beacon.header.frameControl.version == 5)
    #expect(beacon.header.product == 0x055B)
    #expect(beacon.header.frameCounter == 1)
    #expect(beacon.header.address == [0x11, 0x22, 0x33, 0x44, 0x55, 0x66])
    #expect(objects == [try #require(MiBeacon.Object(id: 0x100A, value: [100]))])
    let both = try #require(MiBeacon.Object(id: 0x100D, value: [0xFE, 0xFF, 0x10, 0x02]))
    #expect(
      both.measurements?.map { "\($0.name) \($0.number) \($0.unit)" } == ["temperature -0.2 °C", "humidity 52.8 %"])
  }

  @Test func encryptedMiBeaconIsSplit() throws {
    guard
      let beacon = try Recognition.known(service: 0xFE95, "48505b0501aabbcc010203a1a2a3a4")?
        .value(as: MiBeacon.self)
    else {
      Issue.record("not recognised")
      return
    }
    #expect(
      beacon.content
        == .encrypted([0xAA, 0xBB, 0xCC], counterExtension: [1, 2, 3], check: [0xA1, 0xA2, 0xA3, 0xA4]))
  }

  @Test func nearbyInfo() throws {
    guard let continuity = try Recognition.known("0aff4c0010050b1c839096")?.value(as: Continuity.self),
      case .nearbyInfo(let info) = continuity.messages.first?.content
    else {
      Issue.record("not recognised")
      return
    }
    #expect(info.action == 0xB)
    #expect(info.dataFlags == [.wiFiOn, .authenticationTag, .init(rawValue: 0x08)])
    #expect(info.authenticationTag == [0x83, 0x90, 0x96])
    #expect(info.rest == [])
    #expect(!info.isPrimaryDevice)
  }

  @Test func severalContinuityMessages() throws {
    let known = try Recognition.known(
      company: 0x004C,
      "0c0e0012345600000000000000000000 10050118aabbcc 0719010e20755aa63102000102030405060708090a0b0c0d0e0f10")
    guard let continuity = known?.value(as: Continuity.self) else {
      Issue.record("not recognised")
      return
    }
    #expect(continuity.messages.map(\.name) == ["Handoff", "Nearby info", "proximity pairing"])
  }

  @Test func fieldsThatNewerSystemsAddAreKept() throws {
    let known = try Recognition.known(company: 0x004C, "09081304c0a856031b58")
    guard let continuity = known?.value(as: Continuity.self) else {
      Issue.record("not recognised")
      return
    }
    #expect(
      continuity.messages.map(\.content) == [
        .fields([
          Field("flags", .number(0x13), label: "flags", at: 0..<1),
          Field("seed", .number(4), label: "seed", at: 1..<2),
          Field("address", .text("192.168.86.3"), label: "address", at: 2..<6),
          Field("rest", .octets([0x1B, 0x58]), label: "rest", at: 6..<8),
        ])
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

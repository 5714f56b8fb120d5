import AdvertisingData
import TestSupport
import Testing

/// HomeKit accessories and AirPods, as aiohomekit and CAPod read the same octets.
@Suite struct AppleAccessoryTests {
  /// Data without a problem.
  private func known(_ hex: String) throws -> KnownPayload {
    let known = try #require(try Recognition.known(company: 0x004C, hex))
    #expect(known.problems == [])
    return known
  }

  @Test func homeKitAccessory() throws {
    let lock = try known("06310080e7146a373406009f2104023cb9eb0e")
    #expect(lock.values("device", "paired", "categoryName") == ["80e7146a3734", "true", "door lock"])
    #expect(
      lock.values("globalState", "configuration", "compatibleVersion", "setupHash") == ["8607", "4", "2", "3cb9eb0e"])
    let old = try known("062d0180e7146a37340a0007000102")
    #expect(old.values("paired", "categoryName", "setupHash") == ["false", "sensor", ""])
  }

  @Test func homeKitNotification() throws {
    let notification = try known("113680e7146a3734000102030405060708090a0b0c0d0e0f")
    #expect(
      notification.values("device", "encrypted", "tag") == ["80e7146a3734", "000102030405060708090a0b", "0c0d0e0f"])
  }

  /// The length octet of HomeKit has the length in its low five bits only.
  @Test func messagesAfterHomeKitAreRead() throws {
    let names = try known("062d0180e7146a37340a000700010210020b1c").reading.fields.flattened.filter { $0.key == "name" }
    #expect(names.map(\.value) == [.text("HomeKit"), .text("Nearby info")])
  }

  /// Levels of left, right and case in percent, and whether they charge.
  @Test(
    arguments: [
      ("07190114202b9a8f0100040f261ac42bfa2fb9b608cd60cbdf75ab", 100, 90, nil, []),
      ("0719010e2000f38f02000479c63ff9c315d911a13cb15866b98b67", nil, 30, nil, []),
      ("0719010e2054aab5310000e00ca78a604bd37df4604f2c73e9a7f4", 100, 100, 50, ["left", "right"]),
      ("0719010e2053669653000500000000000000000000000000000000", 60, 60, 60, ["right"]),
      ("071301142075aa5835001000e4e426000000000000", 100, 100, 80, ["left", "case"]),
    ] as [(String, Int?, Int?, Int?, [String])])
  func batteries(_ hex: String, _ left: Int?, _ right: Int?, _ chargingCase: Int?, _ charging: [String]) throws {
    let pairing = try known(hex)
    #expect(
      pairing.values("batteryLeftPercent", "batteryRightPercent", "batteryCasePercent")
        == [left, right, chargingCase].map { $0.map { "\($0)" } ?? "null" })
    #expect(
      pairing.values("chargingLeft", "chargingRight", "chargingCase")
        == ["left", "right", "case"].map { "\(charging.contains($0))" })
    #expect(pairing.values("batteryPercent") == ["-"])
  }

  @Test func oneBatteryAndConnectionStates() throws {
    let headphones = try known("0719010a20620480010f400d705016f2408316bf1016349b7484e8")
    #expect(headphones.values("modelName", "batteryPercent", "batteryLeftPercent") == ["AirPods Max", "40", "-"])
    #expect(headphones.values("connectionState", "connectionStateName") == ["64", "null"])
    let pods = try known("07190114202b9a8f0100040f261ac42bfa2fb9b608cd60cbdf75ab")
    #expect(pods.values("modelName", "connectionStateName") == ["AirPods Pro (2nd generation)", "idle"])
    #expect(pods.values("encrypted") == ["0f261ac42bfa2fb9b608cd60cbdf75ab"])
  }

  @Test(
    arguments: [
      ("2b", "left right", nil), ("0b", "left right", nil), ("21", "", nil), ("01", "", nil), ("02", "right", nil),
      ("22", "left", nil), ("55", "", true), ("75", "", true), ("03", "right", nil), ("23", "left", nil),
      ("33", "left", nil), ("53", "left", true), ("13", "right", nil), ("73", "right", true), ("11", "", nil),
      ("71", "", true), ("31", "", nil), ("51", "", true),
    ] as [(String, String, Bool?)])
  func podsInEars(_ status: String, _ ears: String, _ lidOpen: Bool?) throws {
    let pairing = try known("0719010e20\(status)99f501000400000000000000000000000000000000")
    #expect(
      pairing.values("leftInEar", "rightInEar") == ["\(ears.contains("left"))", "\(ears.contains("right"))"])
    #expect(pairing.values("lidOpen") == [lidOpen.map { "\($0)" } ?? "null"])
    #expect(pairing.values("bothInCase") == ["\(["55", "75"].contains(status))"])
  }

  @Test(arguments: [
    ("0719010e205599f509000400000000000000000000000000000000", "lidOpen", "false"),
    ("0719010e205599f5010c0400000000000000000000000000000000", "colorName", "yellow"),
    ("0719010e205599f5010d0400000000000000000000000000000000", "colorName", "null"),
    ("0719010a20620480010f400d705016f2408316bf1016349b7484e8", "worn", "true"),
    ("0719010a20420480010f400d705016f2408316bf1016349b7484e8", "worn", "false"),
    ("0719012d20200480010f400d705016f2408316bf1016349b7484e8", "worn", "false"),
    ("0719012d20280480010f400d705016f2408316bf1016349b7484e8", "worn", "true"),
    ("0719010620280480010f400d705016f2408316bf1016349b7484e8", "worn", "null"),
  ])
  func lidColorAndBand(_ hex: String, _ key: String, _ value: String) throws {
    #expect(try known(hex).values(key) == [value])
  }

  @Test func homeKitStatus() throws {
    let accessory = try known("062d0680e7146a3734240007000102")
    #expect(
      accessory.values("paired", "wifiNotConfigured", "problem", "categoryName") == [
        "true", "true", "true", "TV streaming stick",
      ])
  }

  @Test func nearbyActions() throws {
    #expect(try known("0f05000960010a").values("actionName", "device") == ["iOS setup", "iPad"])
    #expect(
      try known("0f08c010a1a2a3b1b2b3").values("actionName", "device", "parameters") == ["ended call", "-", "b1b2b3"])
    #expect(try known("0f0200fe").values("actionName") == ["null"])
    let password = try #require(
      try Recognition.known(company: 0x004C, "0f0e4008a1a2a3b1b2b3c1c2c3d1d2d3"))
    let hashes = password.reading.fields.flattened.filter { $0.key.hasSuffix("Hash") }
    #expect(hashes.map(\.key) == ["accountHash", "phoneHash", "emailHash", "networkHash"])
    #expect(hashes.map(\.range) == [4..<7, 7..<10, 10..<13, 13..<16])
  }

  @Test(arguments: [
    ("08070102030400070a", "deviceClassName HomePod"), ("0b03010203", "wristConfidenceName not on the wrist"),
    ("0e06010064000705", "cellTypeName LTE"), ("09060304c0a80102", "address 192.168.1.2"),
    ("0e0601006400ff05", "cellTypeName -"),
  ])
  func namedNumbers(_ hex: String, _ expected: String) throws {
    let known = try #require(try Recognition.known(company: 0x004C, hex))
    let values = known.reading.fields.flattened.map { field in
      if case .text(let text) = field.value { "\(field.key) \(text)" } else { "\(field.key) -" }
    }
    #expect(values.contains(expected))
  }
}

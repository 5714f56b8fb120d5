import AdvertisingData
import TestSupport
import Testing

/// HomeKit accessories and AirPods, as aiohomekit and CAPod read the same octets.
@Suite struct AppleAccessoryTests {
  /// The content of the first message, which has no problem and comes back.
  private func content(_ hex: String) throws -> Continuity.Message.Content {
    let known = try #require(try Recognition.known(company: 0x004C, hex))
    #expect(known.problems == [])
    #expect(known.reading.octets == known.octets)
    return try #require(known.value(as: Continuity.self)?.messages.first).content
  }

  private func pairing(_ hex: String) throws -> Continuity.ProximityPairing {
    guard case .proximityPairing(let pairing) = try content(hex) else { throw NotFound() }
    return pairing
  }

  private struct NotFound: Error {}

  @Test func homeKitAccessory() throws {
    guard case .homeKit(let lock) = try content("06310080e7146a373406009f2104023cb9eb0e"),
      case .homeKit(let old) = try content("062d0180e7146a37340a0007000102")
    else { throw NotFound() }
    #expect(HexText.compact(lock.device) == "80e7146a3734")
    #expect(lock.isPaired)
    #expect(lock.categoryName == "door lock")
    #expect(lock.globalState == 0x219F)
    #expect(lock.configuration == 4)
    #expect(lock.compatibleVersion == 2)
    #expect(HexText.compact(lock.setupHash) == "3cb9eb0e")
    #expect(!old.isPaired)
    #expect(old.categoryName == "sensor")
    #expect(old.setupHash == [])
  }

  @Test func homeKitNotification() throws {
    guard
      case .homeKitNotification(let notification) =
        try content("113680e7146a3734000102030405060708090a0b0c0d0e0f")
    else { throw NotFound() }
    #expect(HexText.compact(notification.device) == "80e7146a3734")
    #expect(notification.encrypted == Array(0...11))
    #expect(notification.tag == [12, 13, 14, 15])
  }

  /// The length octet of HomeKit has the length in its low five bits only.
  @Test func messagesAfterHomeKitAreRead() throws {
    let known = try Recognition.known(company: 0x004C, "062d0180e7146a37340a000700010210020b1c")
    let continuity = try #require(known?.value(as: Continuity.self))
    #expect(continuity.messages.map(\.name) == ["HomeKit", "Nearby info"])
    let message = try #require(Continuity.Message(type: 0x06, value: Array(repeating: 0, count: 17)))
    #expect(message.octets.prefix(2) == [0x06, 0x31])
    #expect(Continuity.Message(type: 0x06, value: Array(repeating: 0, count: 32)) == nil)
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
    let pairing = try pairing(hex)
    #expect(pairing.leftBattery == left)
    #expect(pairing.rightBattery == right)
    #expect(pairing.caseBattery == chargingCase)
    let flags = [pairing.isLeftCharging, pairing.isRightCharging, pairing.isCaseCharging]
    #expect(zip(["left", "right", "case"], flags).filter(\.1).map(\.0) == charging)
    #expect(!pairing.hasOneBattery)
  }

  @Test func oneBatteryAndConnectionStates() throws {
    let headphones = try pairing("0719010a20620480010f400d705016f2408316bf1016349b7484e8")
    #expect(headphones.hasOneBattery)
    #expect(headphones.modelName == "AirPods Max")
    #expect(headphones.onlyBattery == 40)
    #expect(headphones.connectionState == 0x40)
    #expect(headphones.connectionStateName == nil)
    let pods = try pairing("07190114202b9a8f0100040f261ac42bfa2fb9b608cd60cbdf75ab")
    #expect(pods.modelName == "AirPods Pro (2nd generation)")
    #expect(pods.connectionStateName == "idle")
    #expect(pods.encrypted.count == 16)
  }

  @Test(
    arguments: [
      ("2b", "left right", nil), ("0b", "left right", nil), ("21", "", nil), ("01", "", nil), ("02", "right", nil),
      ("22", "left", nil), ("55", "", true), ("75", "", true), ("03", "right", nil), ("23", "left", nil),
      ("33", "left", nil), ("53", "left", true), ("13", "right", nil), ("73", "right", true), ("11", "", nil),
      ("71", "", true), ("31", "", nil), ("51", "", true),
    ] as [(String, String, Bool?)])
  func podsInEars(_ status: String, _ ears: String, _ lidOpen: Bool?) throws {
    let pairing = try pairing("0719010e20\(status)99f501000400000000000000000000000000000000")
    let worn = [("left", pairing.isLeftInEar), ("right", pairing.isRightInEar)].filter(\.1).map(\.0)
    #expect(worn.joined(separator: " ") == ears)
    #expect(pairing.isLidOpen == lidOpen)
    #expect(pairing.areBothInCase == ["55", "75"].contains(status))
  }

  @Test func lidColorAndBand() throws {
    #expect(try pairing("0719010e205599f509000400000000000000000000000000000000").isLidOpen == false)
    #expect(try pairing("0719010e205599f5010c0400000000000000000000000000000000").colorName == "yellow")
    #expect(try pairing("0719010e205599f5010d0400000000000000000000000000000000").colorName == nil)
    #expect(try pairing("0719010a20620480010f400d705016f2408316bf1016349b7484e8").isWorn == true)
    #expect(try pairing("0719010a20420480010f400d705016f2408316bf1016349b7484e8").isWorn == false)
    #expect(try pairing("0719012d20200480010f400d705016f2408316bf1016349b7484e8").isWorn == false)
    #expect(try pairing("0719012d20280480010f400d705016f2408316bf1016349b7484e8").isWorn == true)
    #expect(try pairing("0719010620280480010f400d705016f2408316bf1016349b7484e8").isWorn == nil)
  }

  @Test func homeKitStatus() throws {
    guard case .homeKit(let accessory) = try content("062d0680e7146a3734240007000102") else { throw NotFound() }
    #expect(accessory.isPaired && accessory.needsWiFi && accessory.hasProblem)
    #expect(accessory.categoryName == "TV streaming stick")
  }

  @Test func nearbyActions() throws {
    guard case .nearbyAction(let setup) = try content("0f05000960010a"),
      case .nearbyAction(let call) = try content("0f08c010a1a2a3b1b2b3"),
      case .nearbyAction(let unknown) = try content("0f0200fe")
    else { throw NotFound() }
    #expect(setup.actionName == "iOS setup" && setup.device == "iPad")
    #expect(call.actionName == "ended call" && call.device == nil && call.parameters == [0xB1, 0xB2, 0xB3])
    #expect(unknown.actionName == nil)
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

import AdvertisingData
import TestSupport
import Testing

/// HomeKit accessories and AirPods, as aiohomekit and CAPod read the same octets.
@Suite struct AppleAccessoryTests {
  /// The content of the first message, which has no problem and comes back.
  private func content(_ hex: String) throws -> Continuity.Message.Content {
    let known = try #require(try KnownPayloadVectors.known(company: 0x004C, hex))
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
    let known = try KnownPayloadVectors.known(company: 0x004C, "062d0180e7146a37340a000700010210020b1c")
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
    #expect(pods.modelName == "AirPods Pro 2")
    #expect(pods.connectionStateName == "idle")
    #expect(pods.encrypted.count == 16)
  }
}

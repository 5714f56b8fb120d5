import AdvertisingData
import Foundation
import TestSupport
import Testing

/// Values as JSON.
@Suite struct CodingTests {
  private static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private static func read<Value: Decodable>(_ json: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(json.utf8))
  }

  @Test(
    arguments: [
      (0x180F, "\"180f\""), (0x1_F00D, "\"0001f00d\""),
      ("afd0ffa0-2a9e-41a9-b9db-115a0e511de4", "\"afd0ffa0-2a9e-41a9-b9db-115a0e511de4\""),
    ] as [(BluetoothUUID, String)])
  func uuidsAreText(_ uuid: BluetoothUUID, _ json: String) throws {
    #expect(try Self.json(uuid) == json)
    #expect(try Self.read(json) == uuid)
  }

  @Test(arguments: [("", "\"\""), ("020106", "\"020106\"")])
  func payloadsAreHex(_ hex: String, _ json: String) throws {
    let payload = Payload([UInt8](hex: hex))
    #expect(try Self.json(payload) == json)
    #expect(try Self.read(json) == payload)
  }

  @Test(arguments: DeviceAddress.Kind.allCases) func addressesOfEveryKind(_ kind: DeviceAddress.Kind) throws {
    let tops: [UInt64] = [0b11, 0b01, 0b00, 0b10]
    let types: [DeviceAddress.AddressType] = [.public, .random, .publicIdentity, .randomIdentity, .anonymous, .unknown]
    let address = try #require(
      types.flatMap { type in
        tops.map { DeviceAddress(bits: type == .anonymous || type == .unknown ? 0 : $0 << 46 | 0xA1, type: type) }
      }
      .first { $0.kind == kind })
    let json = try Self.json(address)
    #expect(json.contains("\"addressType\":\"\(kind.rawValue)\""))
    #expect(try Self.read(json) == address)
  }

  @Test(arguments: [
    Layout(pdu: nil, advertising: nil, scanResponse: .observed([Payload([1, 9]), Payload()])),
    Layout(pdu: .advInd, advertising: Payload([2, 1, 6]), scanResponse: .notObserved),
    Layout(pdu: .advNonconnInd, advertising: Payload(), declaring: nil),
    Layout(pdu: .extendedScannable, advertising: Payload(), declaring: Payload([1, 9])),
  ])
  func layouts(_ layout: Layout) throws {
    #expect(try Self.read(try Self.json(layout)) == layout)
  }

  @Test func keysOfALayout() throws {
    let layout = Layout(pdu: .advInd, advertising: Payload([2, 1, 6]), declaring: Payload([1, 9]))
    #expect(
      try Self.json(layout)
        == #"{"advertising":"020106","pdu":"ADV_IND","scanResponseState":"declared","scanResponses":["0109"]}"#)
  }

  @Test(arguments: ["\"18\"", "\"xyz\"", "6159", "null"]) func noUUID(_ json: String) {
    #expect(throws: DecodingError.self) { let _: BluetoothUUID = try Self.read(json) }
  }

  @Test(arguments: ["\"0\"", "\"0g\"", "[2,1,6]"]) func noPayload(_ json: String) {
    #expect(throws: DecodingError.self) { let _: Payload = try Self.read(json) }
  }

  @Test(arguments: [
    #"{"address":"F0:F1:F2:F3:F4:F5","addressType":"random-resolvable"}"#,
    #"{"address":"F0:F1:F2:F3:F4","addressType":"public"}"#, #"{"addressType":"public"}"#,
    #"{"address":"F0:F1:F2:F3:F4:F5","addressType":"anonymous"}"#, #"{"address":"F0:F1:F2:F3:F4:F5"}"#,
  ])
  func noAddress(_ json: String) {
    #expect(throws: DecodingError.self) { let _: DeviceAddress = try Self.read(json) }
  }

  @Test(arguments: [
    #"{"scanResponseState":"declared"}"#, #"{"scanResponseState":"observed","scanResponses":[]}"#,
    #"{"scanResponseState":"notObserved","scanResponses":[""]}"#, #"{"scanResponseState":"other"}"#,
    #"{"pdu":"ADV","scanResponseState":"notObserved"}"#, "{}",
  ])
  func noLayout(_ json: String) {
    #expect(throws: DecodingError.self) { let _: Layout = try Self.read(json) }
  }
}

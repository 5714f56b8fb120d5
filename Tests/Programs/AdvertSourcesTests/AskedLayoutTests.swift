import AdvertBuilders
import AdvertisingData
import TestSupport
import Testing

/// The layouts that refused and cut requests ask for.
@Suite struct AskedLayoutTests {
  private static let service: BluetoothUUID = "afd0ffa0-2a9e-41a9-b9db-115a0e511de4"
  private static let list = "1107e41d510e5a11dbb9a9419e2aa0ffd0af"
  private static let name = "100948656c6d657453656e736f72313233"

  private func asked(
    _ id: String, _ fields: [ADValue], _ response: [ADValue]? = nil, options: Set<String> = []
  ) throws -> [String]? {
    let stack = try #require(StackBuilder.named(id))
    let request = BuildRequest(advertising: fields, scanResponse: response, options: options)
    return AskedLayout(request, to: stack, stack.newest).map { asked in
      [asked.layout.advertising, asked.layout.scanResponse.payloads.first].compactMap { payload in
        payload.map { HexText.compact($0.octets) }
      }
    }
  }

  /// All of the fields are there, in the block of the stack, with the octets that the stack adds.
  @Test(arguments: [
    ("zephyr", list + name, ""), ("nimble", list + name, ""), ("nrf5", list + name, ""),
    ("bluefruit", list + name, ""), ("android", "020102" + list + name, ""),
  ])
  func fieldsInFull(_ id: String, _ advertising: String, _ response: String) throws {
    let found = try asked(id, [.services128([Self.service]), .name("HelmetSensor123")])
    #expect(found == [advertising, response], "\(found ?? [])")
  }

  /// Services of one width are in one list, and the scan response is as it is asked for.
  @Test func listsAndScanResponses() throws {
    let data = ADValue(type: .manufacturerData, value: [UInt8](repeating: 7, count: 30).span)
    #expect(
      try asked("zephyr", [.services128([Self.service]), .services128([Self.service])], [data]) == [
        "2107" + String(Self.list.dropFirst(4)) + String(Self.list.dropFirst(4)),
        "1fff" + String(repeating: "07", count: 30),
      ])
  }

  /// A request that is refused or cut for another reason than room is not packed.
  @Test func otherReasons() throws {
    let data = [UInt8](repeating: 7, count: 4)
    let twice = [data, data.map { $0 + 1 }].map { octets in
      ADValue(type: .manufacturerData, value: ([0x59, 0] + octets).span)
    }
    #expect(try asked("android", twice) == nil)
    #expect(try asked("esp32-ble", [.name("lamp")] + twice) == nil)
  }
}

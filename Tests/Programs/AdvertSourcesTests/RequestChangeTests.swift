import AdvertBuilders
import AdvertisingData
import TestSupport
import Testing

/// The smallest change of a request with which a stack sends all of it.
@Suite struct RequestChangeTests {
  private static let service: BluetoothUUID = "afd0ffa0-2a9e-41a9-b9db-115a0e511de4"
  private static let miss = "; passive scanners, such as phones in the background, then miss it"

  private static func list(_ uuids: [BluetoothUUID]) throws -> ADValue {
    .serviceUUIDs(try #require(ServiceUUIDList(uuids, width: .bits128, isComplete: true)))
  }

  private static func data(_ count: Int) -> ADValue {
    ADValue(type: .manufacturerData, value: ([0x59, 0] + [UInt8](repeating: 7, count: count)).span)
  }

  /// The order for the first loss, or for the refusal; `nil` where the stack sends the request as it is.
  private func order(_ id: String, _ request: BuildRequest, version: String? = nil) throws -> String? {
    let stack = try #require(StackBuilder.named(id))
    let version = version.flatMap { stack.version($0) } ?? stack.newest
    do throws(BuildRefusal) {
      let built = try stack.built(request, version: version)
      return built.changes.first { $0.isLoss }.flatMap { stack.remedy(for: $0, of: request, version: version) }
    } catch {
      return stack.remedy(
        for: error.failure, of: request, in: error.field?.block ?? .advertising, version: version)
    }
  }

  @Test(arguments: [
    ("nimble", "(struct ble_hs_adv_fields, ble_gap_adv_rsp_set_fields)", 11), ("zephyr", "(sd of the same call)", 11),
    ("bluefruit", "(calls on Bluefruit.ScanResponse)", 11), ("bluedroid", "(the same with set_scan_rsp)", 11),
    ("nrf5", "(the same, or srdata of ble_advertising_init)", 11), ("btmgmt", "(-s)", 11),
    ("android", "(scanResponse of the same call)", 8),
  ])
  func namesMoveInTheCallsOfEachStack(_ id: String, _ call: String, _ count: Int) throws {
    let request = BuildRequest(advertising: [try Self.list([Self.service]), .name("HelmetSensor123")])
    #expect(
      try order(id, request)
        == "shorten the name to \(count) bytes, or move it to the scan response \(call)\(Self.miss)")
  }

  @Test func switchesOfTheProgram() throws {
    let request = BuildRequest(advertising: [try Self.list([Self.service]), .name("HelmetSensor123")])
    #expect(
      try order("nimble-arduino", request)
        == "shorten the name to 8 bytes, or use enableScanResponse(true) before the other calls, which moves it to the "
        + "scan response" + Self.miss)
    var old = request
    old.options = ["no-scan-response"]
    #expect(try order("nimble-arduino", old, version: "1")?.contains("leave out setScanResponse(false)") == true)
  }

  @Test(arguments: ["nimble", "zephyr", "nrf5", "bluefruit", "nimble-arduino"])
  func servicesOfTheBluetoothBase(_ id: String) throws {
    let request = BuildRequest(advertising: [try Self.list(["180d"]), .name("HelmetSensor123")])
    #expect(try order(id, request) == "send service 180d in 16 bits: 14 bytes less")
  }

  /// Where neither a shorter value nor the other block helps, the surplus and other advertising do.
  @Test func otherAdvertising() throws {
    let two = try Self.list([Self.service, "afd0ffa1-2a9e-41a9-b9db-115a0e511de4"])
    #expect(
      try order("android", BuildRequest(advertising: [two]))
        == "remove 6 bytes, such as service afd0ffa1-2a9e-41a9-b9db-115a0e511de4, or send two advertising sets in turn, "
        + "each half as often: 21 and 21 bytes of advertising data, or use extended advertising: 37 bytes in one payload, which scanners for legacy advertising alone miss"
    )
    let both = BuildRequest(
      advertising: [try Self.list([Self.service]), .name("HelmetSensor123")], scanResponse: [Self.data(33)])
    #expect(
      try order("nimble", both)?.hasPrefix("remove 4 bytes from the advertising data and 6 from the scan response")
        == true)
  }

  /// A refusal for another reason than room has no order about room.
  @Test func otherRefusals() throws {
    let request = BuildRequest(advertising: [.name("HelmetSensor123"), Self.data(8)])
    #expect(try order("esp32-ble", request) == nil)
  }

  /// Every name that a stack cuts or refuses fits when it is as short as the order says, and not with one byte more.
  @Test(arguments: StackBuilder.all.filter(\.takesScanResponse).map(\.id))
  func shortNamesFit(_ id: String) throws {
    let stack = try #require(StackBuilder.named(id))
    for length in 1...29 {
      for size in [0, 4, 9] {
        let name = String(repeating: "n", count: length)
        let fields = [try Self.list([Self.service]), .name(name)] + (size > 0 ? [Self.data(size)] : [])
        guard let order = try order(id, BuildRequest(advertising: fields)), order.hasPrefix("shorten the name to "),
          let count = order.split(separator: " ").compactMap({ Int($0) }).first
        else { continue }
        #expect(count < length)
        func isWhole(_ count: Int) -> Bool {
          let fields = [fields[0], .name(String(repeating: "n", count: count))] + fields.dropFirst(2)
          guard let built = try? stack.built(BuildRequest(advertising: fields), version: stack.newest) else {
            return false
          }
          return !built.changes.contains { $0.isLoss }
        }
        #expect(isWhole(count), "\(id): \(order)")
        #expect(!isWhole(count + 1), "\(id): \(order)")
      }
    }
  }
}

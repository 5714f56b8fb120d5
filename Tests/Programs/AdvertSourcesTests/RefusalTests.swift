import AdvertBuilders
import AdvertisingData
import TestSupport
import Testing

/// Requests that stacks refuse: the error, the sizes, and the order that mends them.
@Suite struct RefusalTests {
  private static let stacks = ["nimble", "zephyr", "nrf5", "android"]

  private static let errors = [
    "nimble": "ble_gap_adv_set_fields fails with BLE_HS_EMSGSIZE (rc=4)",
    "zephyr": "bt_le_adv_start fails with -EINVAL (-22)",
    "nrf5": "ble_advdata_encode fails with NRF_ERROR_DATA_SIZE (12)",
    "android": "startAdvertising fails with ADVERTISE_FAILED_DATA_TOO_LARGE (1)",
  ]

  private func refusal(_ id: String, _ request: BuildRequest) throws -> BuildRefusal? {
    let stack = try #require(StackBuilder.named(id))
    do throws(BuildRefusal) {
      _ = try stack.built(request, version: stack.newest)
      return nil
    } catch {
      return error
    }
  }

  /// Random fields that are 1 to 40 bytes too long fail with the exact sizes, and those that fit do not fail.
  @Test(arguments: stacks) func sizes(_ id: String) throws {
    let stack = try #require(StackBuilder.named(id))
    let error = try #require(Self.errors[id])
    var random = SplitMix64(seed: 42)
    for surplus in -4...40 {
      for _ in 0..<8 {
        // Android adds Flags of 3 bytes. The others are asked for them.
        let count = Int.random(in: 1...4, using: &random)
        let uuids = (0..<count).map { _ in BluetoothUUID(UInt32.random(in: 0x1800...0x18FF, using: &random)) }
        let services = try ADValue.services16(uuids)
        let rest = 31 + surplus - 3 - (2 + 2 * count) - 2
        let octets: [UInt8] = [0x59, 0] + random.octets(rest - 2)
        let data = ADValue(type: .manufacturerData, value: octets.span)
        let flags = ADValue(type: .flags, value: [UInt8(0x06)].span)
        let fields = (id == "android" ? [] : [flags]) + [services, data]
        let request = BuildRequest(advertising: fields)
        let found = try refusal(id, request)
        guard surplus > 0 else {
          #expect(found == nil)
          continue
        }
        let needed = 31 + surplus
        #expect(found?.failure?.words == "\(error): the fields need \(needed) bytes, 31 available")
        guard let failure = found?.failure else { continue }
        let moves = rest + 2 <= 31
        let bytes = "\(surplus) byte\(surplus == 1 ? "" : "s")"
        let isKnown =
          if case .manufacturerData(let own) = data { KnownPayload.recognised(in: own) != nil } else { true }
        let isShortened = !isKnown && rest - 2 > surplus
        let order = isShortened ? "shorten the manufacturer data by \(bytes)" : "remove \(bytes)"
        let what = isShortened ? "it" : "the manufacturer data"
        let remedy = stack.remedy(for: failure, of: request, in: .advertising, version: stack.newest)
        #expect(remedy?.hasPrefix(order) == true)
        #expect(remedy?.contains(", or move \(what) to the scan response") == moves)
        #expect(stack.alwaysRefuses(request))
      }
    }
  }

  /// The name is what is moved first, and no service is.
  @Test(arguments: stacks) func theNameMoves(_ id: String) throws {
    let stack = try #require(StackBuilder.named(id))
    let long = ADValue.services128(["afd0ffa0-2a9e-41a9-b9db-115a0e511de4"])
    let tail = ADValue(type: .manufacturerData, value: [UInt8](repeating: 7, count: 8).span)
    let fields = [long, ADValue.name("lamp"), tail]
    let request = BuildRequest(advertising: fields)
    // The encoder of nRF5 shortens a name that does not fit.
    guard id != "nrf5" else {
      #expect(try refusal(id, request) == nil)
      return
    }
    let failure = try #require(try refusal(id, request)?.failure)
    let order = try #require(stack.remedy(for: failure, of: request, in: .advertising, version: stack.newest))
    #expect(order.contains(", or move the name to the scan response"))
    #expect(order.hasSuffix("; passive scanners, such as phones in the background, then miss it"))
    // Two services that are too long for both blocks cannot be moved.
    let services = BuildRequest(advertising: [
      long, try .services16(Array(repeating: "180f", count: 7)),
    ])
    guard let other = try refusal(id, services)?.failure else { return }
    #expect(
      stack.remedy(for: other, of: services, in: .advertising, version: stack.newest)?.contains("or move") == false)
  }

  /// A service is moved into the advertising data, and its data to the scan response.
  @Test func fieldsMoveToTheOtherBlock() throws {
    let stack = try #require(StackBuilder.named("android"))
    let service: BluetoothUUID = "afd0ffa0-2a9e-41a9-b9db-115a0e511de4"
    let tail = ADValue(type: .manufacturerData, value: [UInt8](repeating: 7, count: 14).span)
    var request = BuildRequest(advertising: [])
    request.scanResponse = [.services128([service]), tail]
    let failure = try #require(try refusal("android", request)?.failure)
    let order = try #require(stack.remedy(for: failure, of: request, in: .scanResponse, version: stack.newest))
    #expect(order == "shorten the manufacturer data by 3 bytes, or move service \(service) to the advertising data")
    let octets = (service.littleEndian(width: .bits128) ?? []) + [UInt8](repeating: 7, count: 11)
    let data = BuildRequest(advertising: [ADValue(type: ServiceData.type(width: .bits128), value: octets.span)])
    let other = try #require(try refusal("android", data)?.failure)
    let advice = try #require(stack.remedy(for: other, of: data, in: .advertising, version: stack.newest))
    #expect(
      advice
        == "shorten the data of service \(service) by 1 byte, or move it to the scan response (scanResponse of the same "
        + "call); passive scanners, such as phones in the background, then miss it")
  }

  // MARK: Parameters

  private func given(_ options: Set<String> = [], _ numbers: [String: Int64] = [:]) -> StackParameter.Given {
    var given = StackParameter.Given()
    given.options = options
    given.numbers = numbers
    return given
  }

  /// Each row of each table refuses what is just outside, and takes what is just inside.
  @Test func everyRow() throws {
    var rows = 0
    for stack in StackBuilder.all {
      for row in stack.parameters {
        rows += 1
        func fails(_ options: Set<String>, _ numbers: [String: Int64] = [:]) -> Bool {
          stack.failure(of: row.call, given(options, numbers)) != nil
        }
        switch row.rule {
        case .anything: #expect(!fails([row.name]) || row.name == "BT_LE_ADV_OPT_EXT_ADV", "\(row.name)")
        case .refused: #expect(fails([row.name]) && !fails([]))
        case .needs(let other):
          #expect(fails([row.name]))
          #expect(!fails([row.name, other]) || row.call == "bt_le_adv_start")
        case .not(let others):
          #expect(fails(Set(others + [row.name])))
          #expect(!fails(Set(others)) && !fails([row.name]))
        case .values(let values, let option, let isOn):
          let options: Set<String> = isOn ? Set([option].compactMap(\.self)) : []
          // Extended advertising is no matter of bt_le_adv_start.
          guard options.isEmpty || row.call != "bt_le_adv_start" else { continue }
          #expect(fails(options, [row.name: values.upperBound + 1]))
          if values.lowerBound > 0 { #expect(fails(options, [row.name: values.lowerBound - 1])) }
          #expect(!fails(options, [row.name: values.lowerBound]))
          if values.upperBound <= 0x4000 { #expect(!fails(options, [row.name: values.upperBound])) }
        case .decimal(let values, _):
          for (number, isRefused) in [
            (values.lowerBound - 1, true), (values.lowerBound, false), (values.upperBound, false),
            (values.upperBound + 1, true),
          ] {
            #expect(fails([], [row.name: number]) == isRefused)
          }
        case .atMost(let other):
          for least in stride(from: Int64(0x20), to: 0x4000, by: 997) {
            #expect(!fails([], [row.name: least, other: least]))
            #expect(fails([], [row.name: least, other: least - 1]))
          }
        }
        if row.rule != .anything { #expect(!row.error.isEmpty && row.remedy != nil, "\(row.name)") }
      }
    }
    #expect(rows > 60)
  }

  /// What always fails comes before what fails in some configurations.
  @Test func certainFailuresFirst() throws {
    let zephyr = try #require(StackBuilder.named("zephyr"))
    let both: Set<String> = ["BT_LE_ADV_OPT_EXT_ADV", "BT_LE_ADV_OPT_CODED"]
    let start = try #require(zephyr.failure(of: "bt_le_adv_start", given(both)))
    #expect(start.isCertain)
    #expect(
      start.failure.words == "bt_le_adv_start fails with -EINVAL (-22): BT_LE_ADV_OPT_EXT_ADV is not allowed there")
    #expect(zephyr.failure(of: "bt_le_ext_adv_create", given(both)) == nil)
    let coded = try #require(zephyr.failure(of: "bt_le_adv_start", given(["BT_LE_ADV_OPT_CODED"])))
    #expect(!coded.isCertain)
  }
}

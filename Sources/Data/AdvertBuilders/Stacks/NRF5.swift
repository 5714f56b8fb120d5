internal import AdvertisingData

/// Nordic's nRF5 SDK: `ble_advdata_t` for each block.
extension StackBuilder {
  static let nRF5 = StackBuilder(
    id: "nrf5", name: "the nRF5 SDK",
    summary: """
      Adds nothing. Sends the fields in an order of its own: appearance, Flags, TX power, incomplete, complete and solicited \
      services (16-bit before 128-bit), connection intervals, manufacturer data, service data, name. A full name is cut to \
      what is left. Anything else that does not fit makes the call return NRF_ERROR_DATA_SIZE, and nothing is set. Extended \
      advertising takes 238 bytes where others can connect, and else 255.
      """,
    versions: [
      Version(since: [17, 0], read: [17, 0], source: "nRF5 SDK 17, components/ble/common/ble_advdata.c")
    ],
    options: [],
    calls: [
      Call(fields: "advertising", call: "ble_advdata_t, ble_advdata_encode, or advdata of ble_advertising_init"),
      Call(fields: "scanResponse", call: "the same, or srdata of ble_advertising_init"),
      Call(fields: "name, shortName", call: "name_type, short_name_len, with sd_ble_gap_device_name_set"),
      Call(fields: "appearance", call: "include_appearance, with sd_ble_gap_appearance_set"),
      Call(fields: "pdu", call: "type of ble_gap_adv_properties_t"),
    ],
    pdus: [.advInd, .advScanInd, .advNonconnInd, .extendedConnectable, .extendedNonconnectable],
    takesScanResponse: true,
    control: ProgramControl(
      octetsCall: "sd_ble_gap_adv_set_configure", interval: .exact("interval of ble_gap_adv_params_t")),
    parameters: NRF5ParameterTable.rows,
    build: { building throws(BuildRefusal) in
      building.advertising = try NRF5Fields(.advertising, building).encoded(&building)
      building.scanResponse = try NRF5Fields(.scanResponse, building).encoded(&building)
    })
}

private struct NRF5Fields {
  private typealias Entry = (field: BuildRequest.Field, value: ADValue)
  private var entries: [Entry] = []

  /// The types in the order in which they are sent. The name is last.
  private static let order: [ADType] = [
    .appearance, .flags, .txPowerLevel, .incompleteServiceUUIDs16, .incompleteServiceUUIDs128, .completeServiceUUIDs16,
    .completeServiceUUIDs128, .solicitationUUIDs16, .solicitationUUIDs128, .peripheralConnectionIntervalRange,
    .manufacturerData, .serviceData16, .completeLocalName, .shortenedLocalName,
  ]
  private static let names: [ADType] = [.completeLocalName, .shortenedLocalName]

  init(_ side: Block, _ building: Building) throws(BuildRefusal) {
    for (field, value) in building.request.fields(of: side) {
      guard Self.order.contains(value.type) else {
        throw BuildRefusal(field, "ble_advdata_t has no field for \(value.requestWords)")
      }
      let isRepeated = entries.contains { entry in
        entry.value.type == value.type || Self.names.contains(value.type) && Self.names.contains(entry.value.type)
      }
      guard !isRepeated || value.type == .serviceData16 else {
        throw BuildRefusal(field, "ble_advdata_t has one field for \(value.requestWords)")
      }
      if case .connectionIntervalRange(let range) = value, !Self.isValid(range) {
        throw BuildRefusal(
          field,
          StackFailure(
            building.request.call ?? "ble_advdata_encode", "fails with NRF_ERROR_INVALID_PARAM (7)",
            .parameter(
              "connection intervals are 7.5 ms to 4 s, the first not above the second",
              remedy: "set intervals from 6 to 3200")))
      }
      if let obstacle = Self.obstacle(value) { throw BuildRefusal(field, obstacle) }
      entries.append((field, value))
    }
  }

  private static func obstacle(_ value: ADValue) -> String? {
    switch value {
    case .flags(let flags) where !flags.surplus.isEmpty || flags.rawValue == 0: "Flags of 0 mean that none are sent"
    case .serviceUUIDs(let list) where list.uuids.isEmpty || !list.rest.isEmpty: "a list without UUIDs is not sent"
    case .solicitationUUIDs(let list) where list.uuids.isEmpty || !list.rest.isEmpty: "a list without UUIDs is not sent"
    case .localName(let name) where name.octets.isEmpty: "a name has a length"
    case .malformed: "no field says octets that do not fit their type"
    default: nil
    }
  }

  private static func isValid(_ range: ConnectionIntervalRange) -> Bool {
    let unspecified = ConnectionIntervalRange.unspecified
    let isEachValid = [range.minimum, range.maximum].allSatisfy { (6...0xC80).contains($0) || $0 == unspecified }
    return isEachValid
      && (range.minimum == unspecified || range.maximum == unspecified || range.minimum <= range.maximum)
  }

  /// The length of the longest block, by BLE_GAP_ADV_SET_DATA_SIZE_MAX and the like of S140 7.
  private static func limit(of pdu: AdvertisingPDU) -> Int {
    pdu == .extendedConnectable ? 238 : pdu.isExtended ? 255 : BuiltBlock.legacyLimit
  }

  func encoded(_ building: inout Building) throws(BuildRefusal) -> BuiltBlock {
    var block = BuiltBlock()
    let limit = Self.limit(of: building.request.pdu)
    for type in Self.order {
      for (field, value) in entries where value.type == type {
        let room = min(block.room(of: limit) - 2, ADValue.maximumOctets)
        if value.octets.count <= room {
          block.append(type, value.octets, from: field)
          continue
        }
        guard type == .completeLocalName, room >= 0 else {
          let needed = entries.reduce(0) { $0 + $1.value.octets.count + 2 }
          throw BuildRefusal(
            field,
            StackFailure(
              building.request.call ?? "ble_advdata_encode", "fails with NRF_ERROR_DATA_SIZE (12)",
              .size(needed: needed, available: limit)))
        }
        block.append(.shortenedLocalName, Array(value.octets.prefix(room)), from: field)
        building.change(.shortened, field, "cuts the name to \(room) of \(value.octets.count) bytes")
      }
    }
    return block
  }
}

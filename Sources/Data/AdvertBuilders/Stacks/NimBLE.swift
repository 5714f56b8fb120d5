internal import AdvertisingData

/// Apache NimBLE, also in ESP-IDF: `struct ble_hs_adv_fields` for each block, in legacy and in extended advertising.
extension StackBuilder {
  static let nimBLE = StackBuilder(
    id: "nimble", name: "NimBLE",
    summary: """
      Adds nothing. Sends the fields in the order of their AD types, manufacturer data last. When not all of them fit, \
      `ble_gap_adv_set_fields` returns BLE_HS_EMSGSIZE and none of them is set. In extended advertising, \
      `ble_hs_adv_set_fields_mbuf` takes what fields hold, and an advertisement that is scannable has scan response data only.
      """,
    versions: [
      Version(
        since: [1, 0], read: [1, 10, 0], source: "mynewt-nimble 1.10.0, nimble/host/src/ble_hs_adv.c, ble_gap.c")
    ],
    options: [],
    calls: [
      Call(fields: "advertising", call: "struct ble_hs_adv_fields, ble_gap_adv_set_fields"),
      Call(fields: "scanResponse", call: "struct ble_hs_adv_fields, ble_gap_adv_rsp_set_fields"),
      Call(
        fields: "pdu",
        call:
          "conn_mode and disc_mode of struct ble_gap_adv_params; connectable and scannable of ble_gap_ext_adv_params"),
    ],
    pdus: [.advInd, .advScanInd, .advNonconnInd, .extendedConnectable, .extendedNonconnectable, .extendedScannable],
    takesScanResponse: true,
    control: ProgramControl(
      octetsCall: "ble_gap_adv_set_data, ble_gap_adv_rsp_set_data",
      interval: .exact("itvl_min, itvl_max of struct ble_gap_adv_params")),
    parameters: NimBLEParameterTable.rows,
    build: { building throws(BuildRefusal) in
      guard !building.request.pdu.isExtended else { return try NimBLEFieldSet.buildExtended(&building) }
      building.advertising = try NimBLEFieldSet.block(.advertising, of: building, call: "ble_gap_adv_set_fields")
      building.scanResponse = try NimBLEFieldSet.block(.scanResponse, of: building, call: "ble_gap_adv_rsp_set_fields")
    })
}

/// The fields of `struct ble_hs_adv_fields` that every version has, in the order in which the host sends them.
struct NimBLEFieldSet {
  /// One field with its octets, each with its source field in the request.
  struct Entry {
    var type: ADType
    var octets: [UInt8]
    var fields: [BuildRequest.Field?]
    var field: BuildRequest.Field? { fields.first ?? nil }
  }

  private var entries: [Entry] = []

  /// The types that have a field.
  static let types: [ADType] = [
    .flags, .incompleteServiceUUIDs16, .completeServiceUUIDs16, .incompleteServiceUUIDs32, .completeServiceUUIDs32,
    .incompleteServiceUUIDs128, .completeServiceUUIDs128, .shortenedLocalName, .completeLocalName, .txPowerLevel,
    .peripheralConnectionIntervalRange, .serviceData16, .publicTargetAddress, .appearance, .advertisingInterval,
    .serviceData32, .serviceData128, .uri, .manufacturerData,
  ]

  /// The number of used octets.
  var count: Int { entries.reduce(0) { $0 + $1.octets.count + 2 } }

  func contains(_ type: ADType) -> Bool { entries.contains { $0.type == type } }

  mutating func set(_ type: ADType, _ octets: [UInt8], from field: BuildRequest.Field?) {
    set(type, octets, pieces: octets.map { _ in field })
  }

  mutating func set(_ type: ADType, _ octets: [UInt8], pieces: [BuildRequest.Field?]) {
    entries.append(Entry(type: type, octets: octets, fields: pieces))
  }

  mutating func extend(_ type: ADType, by octets: [UInt8], from field: BuildRequest.Field) {
    guard let index = entries.firstIndex(where: { $0.type == type }) else { return set(type, octets, from: field) }
    entries[index].octets += octets
    entries[index].fields += octets.map { _ in field }
  }

  mutating func remove(_ type: ADType) -> Entry? {
    entries.firstIndex { $0.type == type }.map { entries.remove(at: $0) }
  }

  mutating func retype(_ type: ADType, as other: ADType) {
    if let index = entries.firstIndex(where: { $0.type == type }) { entries[index].type = other }
  }

  /// Returns the block in the order of the host.
  ///
  /// - Throws: when the fields do not fit: the call fails with an error.
  func encoded(
    _ call: String, _ error: String, limit: Int = BuiltBlock.legacyLimit
  ) throws(BuildRefusal) -> BuiltBlock {
    var block = BuiltBlock()
    for entry in entries.sorted(by: { $0.type.rawValue < $1.type.rawValue }) {
      guard entry.octets.count + 2 <= block.room(of: limit) else {
        throw BuildRefusal(entry.field, StackFailure(call, error, .size(needed: count, available: limit)))
      }
      guard entry.octets.count <= ADValue.maximumOctets else {
        throw BuildRefusal(entry.field, "a structure of more than \(ADValue.maximumOctets + 1) bytes is not read")
      }
      block.append(raw: [UInt8(entry.octets.count + 1), entry.type.rawValue], from: entry.field)
      for (octet, field) in zip(entry.octets, entry.fields) { block.append(raw: [octet], from: field) }
    }
    return block
  }

  /// Builds extended advertising: `ble_hs_adv_set_fields_mbuf`, `ble_gap_ext_adv_set_data`, `ble_gap_ext_adv_rsp_set_data`.
  static func buildExtended(_ building: inout Building) throws(BuildRefusal) {
    let isScannable = building.request.pdu == .extendedScannable
    let (side, other) = isScannable ? (Block.scanResponse, Block.advertising) : (.advertising, .scanResponse)
    if let first = building.request.fields(of: other).first {
      throw BuildRefusal(
        first.field,
        StackFailure(
          isScannable ? "ble_gap_ext_adv_set_data" : "ble_gap_ext_adv_rsp_set_data",
          "fails with BLE_HS_EINVAL (rc=3)", .extendedSides(isScannable)))
    }
    let built = try block(
      side, of: building, call: "ble_hs_adv_set_fields_mbuf", limit: building.request.pdu.payloadLimit)
    if isScannable { building.scanResponse = built } else { building.advertising = built }
  }

  /// Returns the block of the fields that a program sets itself.
  static func block(
    _ side: Block, of building: Building, call: String, limit: Int = BuiltBlock.legacyLimit
  ) throws(BuildRefusal) -> BuiltBlock {
    var fields = NimBLEFieldSet()
    for (field, value) in building.request.fields(of: side) {
      guard types.contains(value.type) else {
        throw BuildRefusal(field, "struct ble_hs_adv_fields has no field for \(value.requestWords)")
      }
      let others = others(than: value.type)
      guard !others.contains(where: { fields.contains($0) }) else {
        throw BuildRefusal(field, "struct ble_hs_adv_fields has one field for \(value.requestWords)")
      }
      if let reason = obstacle(value) { throw BuildRefusal(field, reason) }
      fields.set(value.type, value.octets, from: field)
    }
    return try fields.encoded(call, "fails with BLE_HS_EMSGSIZE (rc=4)", limit: limit)
  }

  /// Returns the types that share a field with a type.
  private static func others(than type: ADType) -> [ADType] {
    if let width = ServiceUUIDList.width(of: type) {
      return [true, false].map { ServiceUUIDList.type(width: width, isComplete: $0) }
    }
    return type == .shortenedLocalName || type == .completeLocalName
      ? [.shortenedLocalName, .completeLocalName] : [type]
  }

  /// Returns the reason why a field cannot express a value; `nil` when it can.
  private static func obstacle(_ value: ADValue) -> String? {
    switch value {
    case .flags(let flags) where !flags.surplus.isEmpty || flags.rawValue == 0: "Flags of 0 mean that none are sent"
    case .serviceUUIDs(let list) where !list.rest.isEmpty || list.uuids.isEmpty: "a list without UUIDs is not sent"
    case .localName(let name) where name.octets.isEmpty: "a name without octets is not sent"
    case .uri(let uri) where uri.octets.isEmpty: "a URI without octets is not sent"
    case .malformed: "no field says octets that do not fit their type"
    default: nil
    }
  }
}

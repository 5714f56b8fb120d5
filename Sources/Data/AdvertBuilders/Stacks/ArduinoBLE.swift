internal import AdvertisingData

/// ArduinoBLE of Arduino.
extension StackBuilder {
  static let arduinoBLE = StackBuilder(
    id: "arduinoble", name: "ArduinoBLE",
    summary: """
      Adds the Flags 0x06. Sends one service, in a list that says it is incomplete, and of several calls the last. The name \
      is in the scan response, and a name of more than 29 bytes is not sent. The order is Flags, service, manufacturer data, \
      service data, name. What did not fit when it was set is not sent; the call returns false.
      """,
    versions: [
      Version(
        since: [1, 2], read: [2, 0, 1],
        source: "ArduinoBLE 2.0.1, src/BLEAdvertisingData.cpp, src/local/BLELocalDevice.cpp, src/utility/GAP.cpp")
    ],
    options: [
      Option(
        word: "advertising-data", call: "BLEAdvertisingData and BLE.setAdvertisingData",
        summary: "the fields are those of the object; the Flags are added if it has none"),
      Option(
        word: "scan-response-data", call: "BLE.setScanResponseData without BLE.setAdvertisingData",
        summary: "the advertising data are those of calls on BLE"),
      Option(
        word: "raw-data", call: "setRawData of the BLEAdvertisingData that BLE.setAdvertisingData gets",
        summary: "the advertising data are the fields as they are, and nothing is added"),
      Option(
        word: "raw-scan-response", call: "setRawData of the BLEAdvertisingData that BLE.setScanResponseData gets",
        summary: "the scan response data are the fields as they are"),
    ],
    calls: [
      Call(
        fields: "services, services16, services128", call: "setAdvertisedService, setAdvertisedServiceUuid for each"),
      Call(fields: "name", call: "setLocalName"), Call(fields: "manufacturerData", call: "setManufacturerData"),
      Call(fields: "serviceData16", call: "setAdvertisedServiceData"),
      Call(fields: "flags", call: "setFlags of BLEAdvertisingData"),
      Call(fields: "scanResponse", call: "BLE.setScanResponseData, both blocks with BLEAdvertisingData"),
      Call(fields: "pdu", call: "setConnectable(false) for all but ADV_IND"),
    ],
    pdus: [.advInd, .advScanInd, .advNonconnInd], takesScanResponse: true,
    control: ProgramControl(
      octetsCall: "setRawData of BLEAdvertisingData", interval: .exact("BLE.setAdvertisingInterval")),
    parameters: ArduinoBLEParameterTable.rows,
    build: { building throws(BuildRefusal) in
      let isRaw = building.has("raw-data")
      let isCustom =
        isRaw || building.has("advertising-data")
        || building.request.scanResponse != nil && !building.has("scan-response-data")
      var advertising = ArduinoData()
      var response = ArduinoData()
      if !isCustom { advertising.set(.flags, [generalDiscoverableLEOnly], nil, nil, &building) }
      for side in [Block.advertising, .scanResponse]
      where !(side == .advertising ? isRaw : building.has("raw-scan-response")) {
        for (field, value) in building.request.fields(of: side) {
          if side == .scanResponse {
            try response.set(value, field, isCustom: true, &building)
          } else if !isCustom, value.type == .completeLocalName {
            let isSet = try response.set(value, field, isCustom: true, &building)
            if isSet {
              building.change(
                .moved, field, "puts the name into the scan response",
                remedy: "set it with setLocalName of a BLEAdvertisingData, and BLE.setAdvertisingData")
            }
          } else {
            try advertising.set(value, field, isCustom: isCustom, &building)
          }
        }
      }
      if isCustom, !advertising.has(.flags) {
        advertising.set(.flags, [generalDiscoverableLEOnly], nil, nil, &building)
      }
      building.advertising = isRaw ? try raw(.advertising, building) : advertising.encoded
      building.scanResponse =
        building.has("raw-scan-response") ? try raw(.scanResponse, building) : response.encoded
      if !building.request.pdu.isConnectable {
        building.pdu = building.scanResponse.octets.isEmpty ? .advNonconnInd : .advScanInd
      }
    })
}

/// Returns the octets that `setRawData` is given.
private func raw(_ side: Block, _ building: Building) throws(BuildRefusal) -> BuiltBlock {
  var block = BuiltBlock()
  for (field, value) in building.request.fields(of: side) {
    guard block.appendIfRoom(value.type, value.octets, from: field) else {
      throw BuildRefusal(field, "setRawData returns false: there is room for \(BuiltBlock.legacyLimit) bytes")
    }
  }
  return block
}

/// A `BLEAdvertisingData`: one value for each field, checked against the free room when it is set.
private struct ArduinoData {
  private var values: [(type: ADType, octets: [UInt8], field: BuildRequest.Field?, isEmpty: Bool)] = []
  private var room = BuiltBlock.legacyLimit

  /// The types in the order in which they are sent.
  private static let order: [ADType] = [
    .flags, .incompleteServiceUUIDs16, .incompleteServiceUUIDs128, .manufacturerData, .serviceData16,
    .completeLocalName,
  ]

  func has(_ type: ADType) -> Bool { values.contains { $0.type == type } }

  @discardableResult
  mutating func set(
    _ value: ADValue, _ field: BuildRequest.Field, isCustom: Bool, _ building: inout Building
  ) throws(BuildRefusal) -> Bool {
    switch value {
    case .flags(let flags) where flags.surplus.isEmpty:
      guard isCustom || flags.rawValue == generalDiscoverableLEOnly else {
        throw BuildRefusal(field, "BLE has no call for Flags: they are 0x06")
      }
      return isCustom ? set(.flags, [flags.rawValue], field, value, &building) : true
    case .localName(let name) where name.isComplete && !name.octets.isEmpty && !name.octets.contains(0):
      return set(.completeLocalName, name.octets, field, value, &building)
    case .serviceUUIDs(let list) where list.rest.isEmpty && list.width != .bits32:
      let type = ServiceUUIDList.type(width: list.width, isComplete: false)
      var isSet = true
      for (uuid, octets) in zip(list.uuids, list.items) {
        let one = ServiceUUIDList([uuid], width: list.width, isComplete: list.isComplete)
        if !set(type, octets, field, one.map { .serviceUUIDs($0) }, &building) { isSet = false }
      }
      return isSet
    case .manufacturerData(let data):
      return set(.manufacturerData, value.octets, field, value, isEmpty: data.data.isEmpty, &building)
    case .serviceData(let data) where data.width == .bits16:
      return set(.serviceData16, value.octets, field, value, isEmpty: data.data.isEmpty, &building)
    default: throw BuildRefusal(field, "BLEAdvertisingData has no call for \(value.requestWords)")
    }
  }

  /// Sets a value, which replaces an earlier value of the same field.
  ///
  /// - Parameter isEmpty: whether there are no octets after the company or the UUID. Then the field is not sent, and a
  ///   later call does not free its room.
  @discardableResult
  mutating func set(
    _ type: ADType, _ octets: [UInt8], _ field: BuildRequest.Field?, _ value: ADValue?, isEmpty: Bool = false,
    _ building: inout Building
  ) -> Bool {
    let earlier = values.firstIndex { Self.isSameField($0.type, type) }
    let free = room + (earlier.map { values[$0].isEmpty ? 0 : values[$0].octets.count + 2 } ?? 0)
    guard octets.count + 2 <= free else {
      building.change(
        .leftOut, field,
        "leaves \(value?.requestWords ?? "the Flags") out, because there is no room when it is set"
          + BuiltBlock.shortage(octets.count + 2, free))
      return false
    }
    room = free - octets.count - 2
    if let earlier {
      if let field = values[earlier].field, !values[earlier].isEmpty {
        building.change(
          .leftOut, field,
          "sends one \(ServiceUUIDList.width(of: type) == nil ? "value of each kind" : "service") "
            + "only: a later call takes the place of the earlier one")
      }
      values.remove(at: earlier)
    }
    if isEmpty { building.change(.leftOut, field, "sends no field without octets of its own") }
    values.append((type, octets, field, isEmpty))
    return true
  }

  private static func isSameField(_ one: ADType, _ other: ADType) -> Bool {
    one == other || ServiceUUIDList.width(of: one) != nil && ServiceUUIDList.width(of: other) != nil
  }

  var encoded: BuiltBlock {
    var block = BuiltBlock()
    for type in Self.order {
      for value in values where value.type == type && !value.isEmpty {
        block.append(type, value.octets, from: value.field)
      }
    }
    return block
  }
}

internal import AdvertisingData

/// adafruit_ble of CircuitPython: `ProvideServicesAdvertisement`, `SolicitServicesAdvertisement`, and an `Advertisement` as
/// scan response.
extension StackBuilder {
  static let adafruitBLE = StackBuilder(
    id: "adafruit-ble", name: "adafruit_ble",
    summary: """
      Sends the services of `ProvideServicesAdvertisement` first, in lists that say they are incomplete, then the Flags 0x06, \
      then the attributes in the order in which they are set. Without a scan response of the program, or with one that has no \
      fields, it sends one with the name and the TX power of the radio: a `BLERadio.name` of up to 26 bytes fits. With more \
      than 31 bytes in the scan response, `start_advertising` raises an error. More than 31 bytes of advertising data become \
      extended advertising, which is not known here.
      """,
    versions: [
      Version(
        since: [8, 0], read: [10, 1, 2],
        source: "Adafruit_CircuitPython_BLE 10.1.2, adafruit_ble/advertising/standard.py and adafruit_ble/__init__.py")
    ],
    options: [],
    calls: [
      Call(fields: "services, services16, services128", call: "ProvideServicesAdvertisement(…)"),
      Call(
        fields: "solicitation, solicitation16, solicitation128",
        call: "solicited_services.append of SolicitServicesAdvertisement()"),
      Call(fields: "name", call: "complete_name"), Call(fields: "shortName", call: "short_name"),
      Call(fields: "txPower", call: "tx_power"), Call(fields: "appearance", call: "appearance"),
      Call(
        fields: "scanResponse",
        call: "scan_response; without one, name and txPower stand for ble.name and ble.tx_power, and must be said"),
    ],
    pdus: [.advInd], takesScanResponse: true,
    control: ProgramControl(
      octetsCall: "_bleio.adapter.start_advertising(data, scan_response=)", interval: .exact("interval=")),
    parameters: CircuitPythonParameterTable.rows,
    build: { building throws(BuildRefusal) in
      // An Advertisement without attributes counts as none.
      guard !(building.request.scanResponse ?? []).isEmpty else {
        throw BuildRefusal(
          nil, "it sends a scan response with the name and the TX power of the radio: say them as scanResponse")
      }
      let values = building.request.fields(of: .advertising)
      if let solicited = values.first(where: { if case .solicitationUUIDs = $0.value { true } else { false } }),
        values.contains(where: { if case .serviceUUIDs = $0.value { true } else { false } })
      {
        throw BuildRefusal(solicited.field, "one Advertisement has its own services or services that it looks for")
      }
      for width in [BluetoothUUID.Width.bits16, .bits128] { appendServices(width, &building) }
      building.advertising.append(.flags, [generalDiscoverableLEOnly], from: nil)
      try appendAttributes(.advertising, &building.advertising, building)
      try appendAttributes(.scanResponse, &building.scanResponse, building)
      guard building.advertising.octets.count <= BuiltBlock.legacyLimit else {
        throw BuildRefusal(
          building.advertising.fields.last ?? BuildRequest.Field(.advertising, 0),
          "the block has \(building.advertising.octets.count) bytes, and what is sent of more than 31 is not known "
            + "here")
      }
      guard building.scanResponse.octets.count <= BuiltBlock.legacyLimit else {
        throw BuildRefusal(
          BuildRequest.Field(.scanResponse, 0),
          StackFailure(
            CircuitPythonParameterTable.call, "raises ValueError on boards with an nRF52",
            .size(needed: building.scanResponse.octets.count, available: BuiltBlock.legacyLimit)))
      }
    })

  private static func appendServices(_ width: BluetoothUUID.Width, _ building: inout Building) {
    let type = ServiceUUIDList.type(width: width, isComplete: false)
    var known: [BluetoothUUID] = []
    for (field, value) in building.request.fields(of: .advertising) {
      guard case .serviceUUIDs(let list) = value, list.width == width else { continue }
      for (uuid, octets) in zip(list.uuids, list.items) where !known.contains(uuid) {
        known.append(uuid)
        if let start = building.advertising.start(of: type) {
          building.advertising.extend(at: start, by: octets, from: field)
        } else {
          building.advertising.append(type, octets, from: field)
        }
      }
    }
  }

  /// Appends attributes from a dictionary by type: an attribute that is set again keeps its position.
  private static func appendAttributes(
    _ side: Block, _ block: inout BuiltBlock, _ building: Building
  ) throws(BuildRefusal) {
    var attributes: [(type: ADType, octets: [UInt8], field: BuildRequest.Field)] = []
    for (field, value) in building.request.fields(of: side) {
      switch value {
      case .serviceUUIDs(let list) where side == .advertising && list.width != .bits32 && list.rest.isEmpty: continue
      case .flags(let flags)
      where side == .advertising && flags.surplus.isEmpty && flags.rawValue == generalDiscoverableLEOnly:
        continue
      case .solicitationUUIDs(let list) where side == .advertising && list.width != .bits32 && list.rest.isEmpty:
        // All of one width are in one structure, which keeps its position.
        if let index = attributes.firstIndex(where: { $0.type == value.type }) {
          attributes[index].octets += value.octets
        } else {
          attributes.append((value.type, value.octets, field))
        }
      case .localName, .txPowerLevel, .appearance:
        if let index = attributes.firstIndex(where: { $0.type == value.type }) {
          attributes[index] = (value.type, value.octets, field)
        } else {
          attributes.append((value.type, value.octets, field))
        }
      default: throw BuildRefusal(field, "an Advertisement has no attribute for \(value.requestWords) as asked")
      }
    }
    for attribute in attributes { block.append(attribute.type, attribute.octets, from: attribute.field) }
  }
}

internal import AdvertisingData

/// aioble of MicroPython.
extension StackBuilder {
  package static let aioble = StackBuilder(
    id: "aioble", name: "aioble",
    summary: """
      Adds the Flags 0x06. The order is Flags, 16-bit, 32-bit and 128-bit services, name, appearance, manufacturer data. What \
      would make the advertising data more than 30 bytes goes into the scan response. What would make that more than 30 bytes \
      raises ValueError.
      """,
    versions: [
      Version(
        since: [1, 23], read: [1, 28],
        source: "micropython-lib 1.28, micropython/bluetooth/aioble/aioble/peripheral.py")
    ],
    options: [],
    calls: [
      Call(fields: "name", call: "name="),
      Call(fields: "services, services16, services32, services128", call: "services="),
      Call(fields: "appearance", call: "appearance="), Call(fields: "manufacturerData", call: "manufacturer="),
      Call(fields: "flags", call: "limited_disc=, br_edr="),
      Call(fields: "pdu", call: "connectable=False for ADV_SCAN_IND"),
    ],
    pdus: [.advInd, .advScanInd], takesScanResponse: false,
    control: ProgramControl(octetsCall: "adv_data=, resp_data=", interval: .exact("interval_us")),
    parameters: MicroPythonParameterTable.rows,
    build: { building throws(BuildRefusal) in
      var fields = building.request.fields(of: .advertising)
      var flags: (octet: UInt8, field: BuildRequest.Field?) = (generalDiscoverableLEOnly, nil)
      for (field, value) in fields {
        guard case .flags(let asked) = value else { continue }
        // Flags are general or limited, with or without BR/EDR.
        guard flags.field == nil, asked.surplus.isEmpty, [0x05, 0x06, 0x19, 0x1A].contains(asked.rawValue) else {
          throw BuildRefusal(field, "advertise() makes the Flags 0x05, 0x06, 0x19 or 0x1a")
        }
        flags = (asked.rawValue, field)
      }
      place(.flags, [flags.octet], from: [flags.field], nil, &building)
      fields.removeAll { $0.value.type == .flags }
      for width in [BluetoothUUID.Width.bits16, .bits32, .bits128] {
        try placeServices(width, fields, &building)
      }
      fields.removeAll { if case .serviceUUIDs(let list) = $0.value { list.isComplete } else { false } }
      for type in [ADType.completeLocalName, .appearance, .manufacturerData] {
        let asked = fields.filter { $0.value.type == type }
        guard let first = asked.first else { continue }
        if asked.count > 1 { throw BuildRefusal(asked[1].field, "advertise() takes \(first.value.requestWords) once") }
        let isEmpty = type == .appearance ? first.value.octets == [0, 0] : first.value.octets.isEmpty
        if isEmpty {
          building.change(.leftOut, first.field, "takes \(first.value.requestWords) of nothing for none")
        } else if !place(type, first.value.octets, from: [first.field], first.value, &building) {
          throw BuildRefusal(
            first.field,
            StackFailure(
              "advertise()", "raises ValueError",
              .parameter("neither block has room left for \(first.value.requestWords)", remedy: nil)))
        }
        fields.removeAll { $0.value.type == type }
      }
      if let other = fields.first {
        throw BuildRefusal(other.field, "advertise() has no argument for \(other.value.requestWords)")
      }
    })

  private static func placeServices(
    _ width: BluetoothUUID.Width, _ fields: [(field: BuildRequest.Field, value: ADValue)], _ building: inout Building
  ) throws(BuildRefusal) {
    var octets: [UInt8] = []
    var sources: [BuildRequest.Field?] = []
    var uuids: [BluetoothUUID] = []
    for (field, value) in fields {
      guard case .serviceUUIDs(let list) = value, list.isComplete, list.width == width else { continue }
      uuids += list.uuids
      for item in list.items {
        octets += item
        sources += item.map { _ in field }
      }
    }
    guard !octets.isEmpty, let field = sources.first ?? nil else { return }
    let value = ServiceUUIDList(uuids, width: width, isComplete: true).map { ADValue.serviceUUIDs($0) }
    let type = ServiceUUIDList.type(width: width, isComplete: true)
    if !place(type, octets, from: sources, value, &building) {
      throw BuildRefusal(
        field,
        StackFailure(
          "advertise()", "raises ValueError",
          .parameter("neither block has room for the services", remedy: nil)))
    }
  }

  /// Places a structure. A block gets at most one octet less than its capacity.
  @discardableResult
  private static func place(
    _ type: ADType, _ octets: [UInt8], from sources: [BuildRequest.Field?], _ value: ADValue?,
    _ building: inout Building
  ) -> Bool {
    let most = BuiltBlock.legacyLimit - 1
    let size = octets.count + 2
    if building.advertising.octets.count + size <= most {
      append(type, octets, from: sources, to: &building.advertising)
      return true
    }
    guard building.scanResponse.octets.count + size <= most else { return false }
    append(type, octets, from: sources, to: &building.scanResponse)
    building.change(
      .moved, sources.first ?? nil,
      "puts \(value?.requestWords ?? "the Flags") into the scan response, because the advertising data would have more than 30 bytes",
      remedy: "shorten the name, or pass adv_data and resp_data")
    return true
  }

  private static func append(
    _ type: ADType, _ octets: [UInt8], from sources: [BuildRequest.Field?], to block: inout BuiltBlock
  ) {
    block.append(raw: [UInt8(octets.count + 1), type.rawValue], from: sources.first ?? nil)
    for (index, octet) in octets.enumerated() {
      block.append(raw: [octet], from: index < sources.count ? sources[index] : sources.first ?? nil)
    }
  }
}

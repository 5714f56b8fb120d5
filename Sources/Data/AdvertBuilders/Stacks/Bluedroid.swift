package import AdvertisingData

/// The Bluedroid host of ESP-IDF: `esp_ble_adv_data_t` for each block.
extension StackBuilder {
  static let bluedroid = StackBuilder(
    id: "bluedroid", name: "Bluedroid",
    summary: """
      Adds nothing. Sends the fields in an order of its own: Flags, appearance, name, manufacturer data, TX power, 16-bit \
      services, 32-bit services, one 128-bit service, connection intervals, service data. What does not fit is cut (name, \
      manufacturer data, lists of short UUIDs) or left out, and the call succeeds. UUIDs on the Bluetooth base are sent short.
      """,
    versions: [
      Version(
        since: [5, 0], read: [5, 0],
        source:
          "ESP-IDF 5.0, components/bt/host/bluedroid, stack/btm/btm_ble_gap.c and btc/profile/std/gap/btc_gap_ble.c")
    ],
    options: [],
    calls: [
      Call(fields: "advertising", call: "esp_ble_adv_data_t, esp_ble_gap_config_adv_data"),
      Call(fields: "scanResponse", call: "the same with set_scan_rsp"),
      Call(fields: "name", call: "include_name, with the name of esp_ble_gap_set_device_name"),
      Call(fields: "txPower", call: "include_txpower, with the power of the controller"),
      Call(fields: "pdu", call: "adv_type of esp_ble_adv_params_t"),
    ],
    pdus: [.advInd, .advScanInd, .advNonconnInd], takesScanResponse: true,
    control: ProgramControl(
      octetsCall: "esp_ble_gap_config_adv_data_raw, esp_ble_gap_config_scan_rsp_data_raw",
      interval: .exact("adv_int_min, adv_int_max of esp_ble_adv_params_t")),
    parameters: BluedroidParameterTable.rows,
    build: { building throws(BuildRefusal) in
      for side in [Block.advertising, .scanResponse] {
        var fields = BluedroidFieldSet()
        for (field, value) in building.request.fields(of: side) { try fields.set(value, from: field, &building) }
        let block = fields.encoded(&building)
        if side == .advertising { building.advertising = block } else { building.scanResponse = block }
      }
    })
}

/// The fields of `esp_ble_adv_data_t`, and the octets that the host makes of them.
package struct BluedroidFieldSet {
  /// The field of a request; `nil` for a field that was not requested, whose changes are not reported.
  package typealias Source = BuildRequest.Field?

  package var flags: (octet: UInt8, field: Source)?
  package var appearance: (octets: [UInt8], field: Source)?
  package var name: (octets: [UInt8], field: Source)?
  package var manufacturerData: (octets: [UInt8], field: Source)?
  /// The octet is `nil` for the power of the controller, which is not known.
  package var txPower: (octet: UInt8?, field: Source)?
  package var services: [(uuid: BluetoothUUID, field: Source)] = []
  package var intervals: (least: UInt16, most: UInt16, field: Source)?
  /// The service data; `words` name the service in a sentence.
  package var serviceData: (octets: [UInt8], words: String, field: Source)?

  package init() {}

  /// Returns the octets that the host sends for these fields, and the fields that it cuts or leaves out: each as the
  /// rest of a sentence that begins with the name of the host.
  package func sent() -> (octets: [UInt8], changes: [String]) {
    var building = Building(BuildRequest(advertising: []), generation: 0)
    let block = encoded(&building)
    return (block.octets, building.changes.map { $0.words })
  }

  mutating func set(_ value: ADValue, from field: BuildRequest.Field, _ building: inout Building) throws(BuildRefusal) {
    switch value {
    case .flags(let value) where value.surplus.isEmpty && value.rawValue != 0 && flags == nil:
      flags = (value.rawValue, field)
    case .appearance(let value) where value.octets.count == 2 && value.rawValue != 0 && appearance == nil:
      appearance = (value.octets, field)
    case .localName(let value) where value.isComplete && Self.isName(value.octets) && name == nil:
      name = (value.octets, field)
    case .manufacturerData(let value) where manufacturerData == nil: manufacturerData = (value.octets, field)
    case .txPowerLevel(let value) where value.octets.count == 1 && txPower == nil:
      txPower = (value.octets.first, field)
    case .serviceUUIDs(let list) where list.isComplete && list.rest.isEmpty:
      services += list.uuids.map { ($0, field) }
    case .connectionIntervalRange(let range) where intervals == nil:
      intervals = (range.minimum, range.maximum, field)
    case .serviceData(let data) where data.width == .bits16 && serviceData == nil:
      serviceData = (data.octets, value.requestWords, field)
    default: throw BuildRefusal(field, "esp_ble_adv_data_t does not say \(value.requestWords) as asked")
    }
  }

  /// Whether the host accepts octets as a string of C.
  private static func isName(_ octets: [UInt8]) -> Bool {
    !octets.isEmpty && octets.count <= 64 && !octets.contains(0)
  }

  /// Returns the block in the order of the host.
  ///
  /// - Parameter elsewhere: the other block, when the program sets the same fields there too: a field that does not fit
  ///   counts as moved if the other block has it.
  func encoded(_ building: inout Building, elsewhere: BuiltBlock = BuiltBlock()) -> BuiltBlock {
    var block = BuiltBlock()
    for (uuid, field) in services where field != nil && Self.width(of: uuid) == nil {
      building.change(.leftOut, field, "takes the UUID \(uuid) for none, and leaves it out without an error")
    }
    if let flags { block.append(.flags, [flags.octet], from: flags.field) }
    if let appearance {
      let fits = block.appendIfRoom(.appearance, appearance.octets, from: appearance.field)
      if !fits { leaveOut("the appearance", appearance.field, false, block.shortage(4), &building) }
    }
    if let name { append(.completeLocalName, .shortenedLocalName, name, "the name", &block, &building) }
    if let manufacturerData {
      append(.manufacturerData, .manufacturerData, manufacturerData, "the manufacturer data", &block, &building)
    }
    if let txPower {
      if block.appendIfRoom(.txPowerLevel, [txPower.octet ?? 0], from: txPower.field) {
        if txPower.octet == nil { block.markLastUnknown() }
      } else {
        leaveOut("the TX power", txPower.field, false, block.shortage(3), &building)
      }
    }
    for width in [BluetoothUUID.Width.bits16, .bits32] { appendServices(width, elsewhere, &block, &building) }
    appendLongServices(elsewhere, &block, &building)
    if let intervals, intervals.least > 0, intervals.least <= intervals.most {
      let octets = [intervals.least, intervals.most].flatMap {
        [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
      }
      if !block.appendIfRoom(.peripheralConnectionIntervalRange, octets, from: intervals.field) {
        let isElsewhere = elsewhere.start(of: .peripheralConnectionIntervalRange) != nil
        leaveOut("the connection intervals", intervals.field, isElsewhere, block.shortage(6), &building)
      }
    } else if let intervals {
      building.change(.leftOut, intervals.field, "takes connection intervals in no order for none")
    }
    if let serviceData, !block.appendIfRoom(.serviceData16, serviceData.octets, from: serviceData.field) {
      leaveOut(
        serviceData.words, serviceData.field, false, block.shortage(serviceData.octets.count + 2), &building)
    }
    return block
  }

  private func append(
    _ type: ADType, _ cutType: ADType, _ value: (octets: [UInt8], field: Source), _ words: String,
    _ block: inout BuiltBlock, _ building: inout Building
  ) {
    guard block.room() > 2 else {
      return leaveOut(words, value.field, false, block.shortage(value.octets.count + 2), &building)
    }
    let kept = Array(value.octets.prefix(block.room() - 2))
    block.append(kept.count < value.octets.count ? cutType : type, kept, from: value.field)
    if kept.count < value.octets.count {
      building.change(
        .shortened, value.field, "cuts \(words) to \(kept.count) of \(value.octets.count) bytes, without an error")
    }
  }

  private func appendServices(
    _ width: BluetoothUUID.Width, _ elsewhere: BuiltBlock, _ block: inout BuiltBlock, _ building: inout Building
  ) {
    let asked = services.filter { Self.width(of: $0.uuid) == width }
    guard !asked.isEmpty else { return }
    let kept = block.room() > 2 ? (block.room() - 2) / width.octets : 0
    let shortage = block.shortage(asked.count * width.octets + 2)
    for (uuid, field) in asked.dropFirst(kept) { leaveOut(uuid, field, elsewhere, shortage, &building) }
    guard block.room() > 2 else { return }
    let isComplete = asked.count <= kept
    let sent = asked.prefix(kept)
    let type = ServiceUUIDList.type(width: width, isComplete: isComplete)
    block.append(type, [], from: asked.first?.field ?? nil)
    let start = block.octets.count - 2
    for (uuid, field) in sent { block.extend(at: start, by: Self.short(uuid, width), from: field) }
  }

  /// The Bluetooth base, least significant octet first, without the four octets that a short UUID puts into it.
  private static let base: [UInt8] = [0xFB, 0x34, 0x9B, 0x5F, 0x80, 0, 0, 0x80, 0, 0x10, 0, 0]

  /// Returns the width in which the host sends a UUID. The host counts the octets, of 14, that equal those of the
  /// Bluetooth base: 14 mean a UUID of 16 bits, 12 mean 32 bits. So a UUID of 32 bits with a zero in one of the upper
  /// octets is sent with 128 bits.
  private static func width(of uuid: BluetoothUUID) -> BluetoothUUID.Width? {
    let octets = uuid.littleEndian(width: .bits128) ?? []
    let counted = octets.indices.filter { $0 != 12 && $0 != 13 }
    guard counted.contains(where: { octets[$0] != 0 }) else { return nil }
    switch counted.count(where: { octets[$0] == ($0 < base.count ? base[$0] : 0) }) {
    case 14: return .bits16
    case 12: return .bits32
    default: return .bits128
    }
  }

  private static func short(_ uuid: BluetoothUUID, _ width: BluetoothUUID.Width) -> [UInt8] {
    Array((uuid.littleEndian(width: .bits128) ?? []).dropFirst(12).prefix(width.octets))
  }

  private func appendLongServices(
    _ elsewhere: BuiltBlock, _ block: inout BuiltBlock, _ building: inout Building
  ) {
    let asked = services.filter { Self.width(of: $0.uuid) == .bits128 }
    guard let first = asked.first else { return }
    for (uuid, field) in asked.dropFirst() {
      building.change(
        .leftOut, field, "leaves service \(uuid) out, because it sends one 128-bit service only",
        remedy: "send bytes with esp_ble_gap_config_adv_data_raw")
    }
    let type = ServiceUUIDList.type(width: .bits128, isComplete: true)
    if !block.appendIfRoom(type, first.uuid.littleEndian(width: .bits128) ?? [], from: first.field) {
      leaveOut(first.uuid, first.field, elsewhere, block.shortage(18), &building)
    }
  }

  private func leaveOut(
    _ uuid: BluetoothUUID, _ field: Source, _ elsewhere: BuiltBlock, _ shortage: String, _ building: inout Building
  ) {
    let isElsewhere = Payload(elsewhere.octets).decoded.elements.contains { element in
      if case .serviceUUIDs(let list) = element.value { list.uuids.contains(uuid) } else { false }
    }
    leaveOut("service \(uuid)", field, isElsewhere, shortage, &building)
  }

  /// Reports a field that is left out, but only if it was requested.
  private func leaveOut(
    _ words: String, _ field: Source, _ isElsewhere: Bool, _ shortage: String, _ building: inout Building
  ) {
    guard field != nil else { return }
    if isElsewhere {
      building.change(
        .moved, field, "has \(words) in the scan response only, because the advertising data have no room left")
    } else {
      building.change(
        .leftOut, field, "leaves \(words) out without an error, because the block has no room left\(shortage)",
        remedy: "remove another field of the block, or send bytes with esp_ble_gap_config_adv_data_raw")
    }
  }
}

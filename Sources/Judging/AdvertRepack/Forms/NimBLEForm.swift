internal import AdvertisingData

extension SourceForm {
  /// `struct ble_hs_adv_fields` of NimBLE, or bytes for data that it cannot express exactly.
  static let nimBLE = SourceForm(
    id: "nimble", summary: "NimBLE's struct ble_hs_adv_fields", language: .c,
    prologue: ["#include \"host/ble_gap.h\"", "#include \"host/ble_hs_adv.h\""]
  ) { entry in
    var lines = block(
      entry.advertising, entry, fields: "adv_fields", data: "adv_data", setFields: "ble_gap_adv_set_fields",
      setData: "ble_gap_adv_set_data")
    lines += block(
      entry.scanResponse, entry, fields: "rsp_fields", data: "rsp_data", setFields: "ble_gap_adv_rsp_set_fields",
      setData: "ble_gap_adv_rsp_set_data")
    let type = addressType(of: entry)
    guard !entry.pdu.isExtended else { return lines + extendedParameters(entry, addressType: type) }
    if let type {
      lines += ["/* For ble_gap_adv_start. */", "static const uint8_t \(entry.named("own_addr_type")) = \(type);"]
    }
    let modes = modes(of: entry.pdu)
    let units = entry.intervalUnits
    return lines + [
      units == nil
        ? "/* An interval of 0 is NimBLE's default. */" : "/* The interval is \(entry.interval?.words ?? ""). */",
      "static const struct ble_gap_adv_params \(entry.named("adv_params")) = {",
      "    .conn_mode = BLE_GAP_CONN_MODE_\(modes.connection),",
      "    .disc_mode = BLE_GAP_DISC_MODE_\(modes.discovery),",
    ] + intervalMembers(units) + ["};"]
  }

  private static func extendedParameters(_ entry: NumberedEntry, addressType: String?) -> [String] {
    let parameters = entry.named("adv_params")
    let pdu = entry.pdu
    return [
      "static const struct ble_gap_ext_adv_params \(parameters) = {",
      "    .connectable = \(pdu.isConnectable ? 1 : 0),", "    .scannable = \(pdu.isScannable ? 1 : 0),",
    ] + (addressType.map { ["    .own_addr_type = \($0),"] } ?? []) + [
      "    .primary_phy = BLE_HCI_LE_PHY_1M,", "    .secondary_phy = BLE_HCI_LE_PHY_1M,",
    ] + intervalMembers(entry.intervalUnits) + [
      "};", "/* ble_gap_ext_adv_configure(0, &\(parameters), NULL, NULL, NULL); */",
    ]
  }

  private static func intervalMembers(_ units: String?) -> [String] {
    units.map { ["    .itvl_min = \($0),", "    .itvl_max = \($0),"] } ?? []
  }

  /// Returns the host's constant for the kind of address.
  private static func addressType(of entry: NumberedEntry) -> String? {
    switch entry.addressKind {
    case .public, .publicIdentity: "BLE_OWN_ADDR_PUBLIC"
    case .randomStatic, .randomNonResolvable, .randomIdentity: "BLE_OWN_ADDR_RANDOM"
    case .randomResolvable: "BLE_OWN_ADDR_RPA_PUBLIC_DEFAULT"
    default: nil
    }
  }

  private static func block(
    _ payload: Payload, _ entry: NumberedEntry, fields: String, data: String, setFields: String, setData: String
  ) -> [String] {
    guard !payload.isEmpty else { return [] }
    let name = entry.named(data)
    let bytes = CArray.lines(payload, named: name, limit: entry.pdu.payloadLimit, qualifiers: "static const")
    if entry.pdu.isExtended {
      return ["/* ble_gap_ext_adv_\(data.hasPrefix("rsp") ? "rsp_" : "")set_data takes an mbuf of these bytes. */"]
        + bytes
    }
    let nimBLE = NimBLEFields(payload, keepsOrder: entry.keepsOrder)
    if let obstacle = nimBLE.obstacle {
      return ["/* As bytes: \(SourceText.harmless(obstacle)). \(setData)(\(name), sizeof \(name)); */"] + bytes
    }
    let variable = entry.named(fields)
    let order = entry.keepsOrder ? "" : "NimBLE orders the structures itself. "
    return ["/* \(order)\(setFields)(&\(variable)); */", "static const struct ble_hs_adv_fields \(variable) = {"]
      + nimBLE.members.map { "    " + $0 } + ["};"]
  }

  /// A scannable advertisement without connections is discoverable.
  private static func modes(of pdu: AdvertisingPDU) -> (connection: String, discovery: String) {
    if pdu == .advDirectInd { return ("DIR", "NON") }
    return (pdu.isConnectable ? "UND" : "NON", pdu.isScannable ? "GEN" : "NON")
  }
}

/// The fields that express a payload.
///
/// Source: mynewt-nimble, nimble/host/src/ble_hs_adv.c, for the order in which the host sends them.
private struct NimBLEFields {
  private(set) var members: [String] = []
  /// The reason why no fields express the payload; `nil` when they do.
  private(set) var obstacle: String?

  init(_ payload: Payload, keepsOrder: Bool) {
    let decoded = payload.decoded
    obstacle = decoded.partialStructure
    if payload.count > AdvertisingPDU.advInd.payloadLimit { obstacle = "more than fields have room for" }
    var seen: Set<String> = []
    var lastPlace = 0
    for element in decoded.elements where obstacle == nil {
      let count = members.count
      guard let field = add(element) else {
        obstacle = "no field says \(element.type.words)" + (element.remark.map { " (\($0))" } ?? "")
        break
      }
      guard seen.insert(field).inserted else {
        obstacle = "there is one field for \(element.type.words)"
        break
      }
      // The comment of a structure goes with the first of its members.
      if let remark = element.remark { members[count] += " /* \(SourceText.harmless(remark)) */" }
      if keepsOrder, Self.place(of: element.type) < lastPlace {
        obstacle = "NimBLE would send \(element.type.words) earlier"
      }
      lastPlace = Self.place(of: element.type)
    }
  }

  /// Returns the place that the host gives a structure: in the order of the types; two types of one field have the same
  /// place.
  private static func place(of type: ADType) -> Int { Int(type.rawValue) }

  private static let flagWords: [(Flags, String)] = [
    (.limitedDiscoverable, "BLE_HS_ADV_F_DISC_LTD"), (.generalDiscoverable, "BLE_HS_ADV_F_DISC_GEN"),
    (.brEDRNotSupported, "BLE_HS_ADV_F_BREDR_UNSUP"),
  ]

  /// Adds a structure; returns the name of its field, `nil` when it has none.
  private mutating func add(_ element: DecodedPayload.Element) -> String? {
    let octets = element.value.octets
    switch element.value {
    case .flags(let flags) where flags.surplus.isEmpty && flags.rawValue != 0:
      members.append(".flags = \(FlagWords.c(flags, Self.flagWords)),")
      return "flags"
    case .serviceUUIDs(let list) where !list.uuids.isEmpty && list.rest.isEmpty: return add(list)
    case .localName(let name) where !name.octets.isEmpty:
      members += [
        ".name = (const uint8_t *)\(SourceText.literal(octets)),", ".name_len = \(octets.count),",
        ".name_is_complete = \(name.isComplete ? 1 : 0),",
      ]
      return "name"
    case .txPowerLevel(let level) where level.dBm != .min:
      members += [".tx_pwr_lvl = \(level.dBm),", ".tx_pwr_lvl_is_present = 1,"]
      return "tx_pwr_lvl"
    case .connectionIntervalRange: return bytes("slave_itvl_range", octets)
    case .serviceData(let data): return bytes("svc_data_uuid\(data.width.rawValue)", octets, hasLength: true)
    case .targetAddresses where element.type == .publicTargetAddress:
      _ = bytes("public_tgt_addr", octets)
      members.append(".num_public_tgt_addrs = \(octets.count / 6),")
      return "public_tgt_addr"
    case .appearance(let appearance) where appearance.octets.count == 2:
      members += [".appearance = 0x\(HexText.compact(octets.reversed())),", ".appearance_is_present = 1,"]
      return "appearance"
    case .advertisingInterval(let interval) where interval.width == .bits16:
      members += [".adv_itvl = \(interval.units),", ".adv_itvl_is_present = 1,"]
      return "adv_itvl"
    case .uri: return bytes("uri", octets, hasLength: true)
    case .manufacturerData: return bytes("mfg_data", octets, hasLength: true)
    default: return nil
    }
  }

  private mutating func add(_ list: ServiceUUIDList) -> String {
    let field = "uuids\(list.width.rawValue)"
    let values = list.uuids.map { uuid -> String in
      let octets = uuid.littleEndian(width: list.width) ?? []
      let numbers = list.width == .bits128 ? CArray.list(octets) : "0x" + HexText.compact(octets.reversed())
      let remark = list.width == .bits128 && uuid.assignedName == nil ? " /* \(uuid) */" : ""
      return "BLE_UUID\(list.width.rawValue)_INIT(\(numbers))\(remark)"
    }
    members += lines(".\(field) = (const ble_uuid\(list.width.rawValue)_t[]) {", values, perLine: 1)
    members += [".num_\(field) = \(list.uuids.count),", ".\(field)_is_complete = \(list.isComplete ? 1 : 0),"]
    return field
  }

  private mutating func bytes(_ field: String, _ octets: [UInt8], hasLength: Bool = false) -> String {
    members += lines(".\(field) = (const uint8_t[]) {", octets.map { "0x" + HexText.compact([$0]) }, perLine: 12)
    if hasLength { members.append(".\(field)_len = \(octets.count),") }
    return field
  }

  /// Returns a list between braces, on one line when it is short.
  private func lines(_ start: String, _ items: [String], perLine count: Int) -> [String] {
    if items.count <= count, items.joined().count < 48 { return ["\(start) \(items.joined(separator: ", ")) },"] }
    return [start]
      + stride(from: 0, to: items.count, by: count).map {
        "    " + items[$0..<min($0 + count, items.count)].joined(separator: ", ") + ","
      } + ["},"]
  }
}

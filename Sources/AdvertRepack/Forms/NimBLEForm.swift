internal import AdvertisingData

extension SourceForm {
  /// `struct ble_hs_adv_fields` of NimBLE, or bytes for what it has no field for.
  static let nimBLE = SourceForm(
    id: "nimble", summary: "NimBLE's struct ble_hs_adv_fields",
    prologue: ["#include \"host/ble_gap.h\"", "#include \"host/ble_hs_adv.h\""]
  ) { plan in
    var lines = ["/* \(plan.heading) */"]
    lines += block(
      plan.plan.advertising, plan, fields: "adv_fields", data: "adv_data", setFields: "ble_gap_adv_set_fields",
      setData: "ble_gap_adv_set_data")
    lines += block(
      plan.plan.scanResponse ?? Payload(), plan, fields: "rsp_fields", data: "rsp_data",
      setFields: "ble_gap_adv_rsp_set_fields", setData: "ble_gap_adv_rsp_set_data")
    guard !plan.plan.pdu.isExtended else {
      return lines + ["/* Extended advertising: ble_gap_ext_adv_set_data takes an mbuf of these bytes. */"]
    }
    if let type = addressType(of: plan) {
      lines += [
        "/* For ble_gap_adv_start. */", "static const uint8_t \(plan.named("own_addr_type")) = \(type);",
      ]
    }
    let modes = modes(of: plan.plan.pdu)
    let units = plan.interval?.units
    return lines + [
      units == nil
        ? "/* An interval of 0 is NimBLE's default. */" : "/* The interval is \(plan.interval?.words ?? ""). */",
      "static const struct ble_gap_adv_params \(plan.named("adv_params")) = {",
      "    .conn_mode = BLE_GAP_CONN_MODE_\(modes.connection),",
      "    .disc_mode = BLE_GAP_DISC_MODE_\(modes.discovery),",
    ] + (units.map { ["    .itvl_min = \($0),", "    .itvl_max = \($0),"] } ?? []) + ["};"]
  }

  /// How the host is told the kind of address that is declared.
  private static func addressType(of plan: NumberedPlan) -> String? {
    switch plan.addressKind {
    case .public, .publicIdentity: "BLE_OWN_ADDR_PUBLIC"
    case .randomStatic, .randomNonResolvable, .randomIdentity: "BLE_OWN_ADDR_RANDOM"
    case .randomResolvable: "BLE_OWN_ADDR_RPA_PUBLIC_DEFAULT"
    default: nil
    }
  }

  private static func block(
    _ payload: Payload, _ plan: NumberedPlan, fields: String, data: String, setFields: String, setData: String
  ) -> [String] {
    guard !payload.isEmpty else { return [] }
    if !plan.plan.pdu.isExtended, let nimBLE = NimBLEFields(payload, prefix: plan.named(fields)) {
      return ["/* NimBLE orders the structures itself. \(setFields)(&\(plan.named(fields))); */"] + nimBLE.lines
    }
    let name = plan.named(data)
    return ["/* Not all of this has a field of its own. \(setData)(\(name), sizeof \(name)); */"]
      + CArray.lines(payload, named: name, limit: plan.plan.pdu.payloadLimit, qualifiers: "static const")
  }

  /// A scannable advertisement without connections is one that can be discovered.
  private static func modes(of pdu: AdvertisingPDU) -> (connection: String, discovery: String) {
    if pdu == .advDirectInd { return ("DIR", "NON") }
    return (pdu.isConnectable ? "UND" : "NON", pdu.isScannable ? "GEN" : "NON")
  }
}

/// The fields that stand for a payload.
private struct NimBLEFields {
  private let prefix: String
  private var declarations: [String] = []
  private var members: [String] = []

  /// `nil` when no field can stand for one of its structures.
  init?(_ payload: Payload, prefix: String) {
    self.prefix = prefix
    var seen: Set<String> = []
    for element in payload.decoded.elements {
      guard let field = add(element), seen.insert(field).inserted else { return nil }
    }
  }

  var lines: [String] {
    declarations + ["static const struct ble_hs_adv_fields \(prefix) = {"] + members.map { "    " + $0 } + ["};"]
  }

  /// Adds a structure; returns the name of its field, `nil` when it has none.
  private mutating func add(_ element: DecodedPayload.Element) -> String? {
    let octets = element.value.octets
    switch element.value {
    case .flags(let flags) where flags.surplus.isEmpty && flags.rawValue != 0:
      members.append(".flags = 0x\(HexText.compact(octets)),")
      return "flags"
    case .serviceUUIDs(let list) where !list.uuids.isEmpty && list.rest.isEmpty: return add(list)
    case .localName(let name) where !name.octets.isEmpty:
      array("name", octets)
      members += [".name = \(prefix)_name,", ".name_len = sizeof \(prefix)_name,"]
      members.append(".name_is_complete = \(name.isComplete ? 1 : 0),")
      return "name"
    case .txPowerLevel(let level) where level.dBm != .min:
      members += [".tx_pwr_lvl = \(level.dBm),", ".tx_pwr_lvl_is_present = 1,"]
      return "tx_pwr_lvl"
    case .connectionIntervalRange: return bytes("slave_itvl_range", octets, length: nil)
    case .serviceData(let data): return bytes("svc_data_uuid\(data.width.rawValue)", octets, length: "len")
    case .targetAddresses where element.type == .publicTargetAddress:
      members.append(".num_public_tgt_addrs = \(octets.count / 6),")
      return bytes("public_tgt_addr", octets, length: nil)
    case .appearance(let appearance):
      members += [".appearance = 0x\(HexText.compact(octets.reversed())),", ".appearance_is_present = 1,"]
      return appearance.octets.isEmpty ? nil : "appearance"
    case .advertisingInterval(let interval) where interval.width == .bits16:
      members += [".adv_itvl = \(interval.units),", ".adv_itvl_is_present = 1,"]
      return "adv_itvl"
    case .uri: return bytes("uri", octets, length: "len")
    case .manufacturerData: return bytes("mfg_data", octets, length: "len")
    default: return nil
    }
  }

  private mutating func add(_ list: ServiceUUIDList) -> String {
    let field = "uuids\(list.width.rawValue)"
    let type = "ble_uuid\(list.width.rawValue)_t"
    let values = list.uuids.map { uuid -> String in
      let octets = uuid.littleEndian(width: list.width) ?? []
      return list.width == .bits128
        ? "    BLE_UUID128_INIT(\(CArray.list(octets))),"
        : "    BLE_UUID\(list.width.rawValue)_INIT(0x\(HexText.compact(octets.reversed()))),"
    }
    declarations += ["static const \(type) \(prefix)_\(field)[] = {"] + values + ["};"]
    members += [
      ".\(field) = \(prefix)_\(field),", ".num_\(field) = \(list.uuids.count),",
      ".\(field)_is_complete = \(list.isComplete ? 1 : 0),",
    ]
    return field
  }

  private mutating func bytes(_ field: String, _ octets: [UInt8], length: String?) -> String {
    array(field, octets)
    members.append(".\(field) = \(prefix)_\(field),")
    if let length { members.append(".\(field)_\(length) = sizeof \(prefix)_\(field),") }
    return field
  }

  private mutating func array(_ field: String, _ octets: [UInt8]) {
    declarations.append("static const uint8_t \(prefix)_\(field)[] = { \(CArray.list(octets)) };")
  }
}

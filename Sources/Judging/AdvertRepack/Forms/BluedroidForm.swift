internal import AdvertisingData

extension SourceForm {
  /// `esp_ble_adv_data_t` of ESP-IDF, or bytes for data that it cannot express exactly.
  static let bluedroid = SourceForm(
    id: "bluedroid", summary: "ESP-IDF's esp_ble_adv_data_t", language: .c,
    prologue: ["#include \"esp_gap_ble_api.h\""]
  ) { entry in
    var lines: [String] = []
    var calls: [String] = []
    var deviceName: [UInt8]?
    for (payload, prefix, kind) in [(entry.advertising, "adv", "adv"), (entry.scanResponse, "scan_rsp", "scan_rsp")]
    where !payload.isEmpty {
      let prefix = entry.named(prefix)
      var fields = BluedroidFields(payload, prefix: prefix, keepsOrder: entry.keepsOrder)
      if entry.pdu.isExtended { fields.obstacle = "extended advertising takes bytes" }
      if let name = fields.name, let deviceName, name != deviceName { fields.obstacle = "a device has one name" }
      guard fields.obstacle == nil else {
        let raw = BluedroidRawData(payload, entry, named: "raw_\(kind)_data", kind: kind)
        lines += ["/* As bytes: \(SourceText.harmless(fields.obstacle ?? "")). */"] + raw.lines
        calls += raw.calls
        continue
      }
      if let name = fields.name, deviceName == nil {
        deviceName = name
        calls.append("/* esp_ble_gap_set_device_name(\(SourceText.literal(name))); */")
      }
      lines += fields.lines(isScanResponse: kind == "scan_rsp")
      calls.append("/* esp_ble_gap_config_adv_data(&\(prefix)_data); */")
    }
    return lines + BluedroidParameters.lines(entry) + calls
  }
}

/// The fields that express a payload.
///
/// Source: ESP-IDF, components/bt/host/bluedroid, stack/btm/btm_ble_gap.c for the structures that the host makes from
/// them, and their order.
private struct BluedroidFields {
  /// The reason why no fields express the payload; `nil` when they do.
  var obstacle: String?
  /// The device's name, when the payload has it.
  private(set) var name: [UInt8]?
  private let prefix: String
  private var arrays: [String] = []
  private var members: [String] = []
  private var services: [(octets: [UInt8], remark: String?)] = []

  /// The longest name that the host takes.
  private static let longestName = 31

  init(_ payload: Payload, prefix: String, keepsOrder: Bool) {
    self.prefix = prefix
    let decoded = payload.decoded
    obstacle = decoded.partialStructure
    if payload.count > AdvertisingPDU.advInd.payloadLimit { obstacle = "more than fields have room for" }
    var lastPlace = -1
    var seen: Set<ADType> = []
    for element in decoded.elements where obstacle == nil {
      guard let place = Self.order.firstIndex(of: element.type), add(element) else {
        obstacle = "no field says \(element.type.words)" + (element.remark.map { " (\($0))" } ?? "")
        break
      }
      if !seen.insert(element.type).inserted { obstacle = "there is one field for \(element.type.words)" }
      if keepsOrder, place < lastPlace { obstacle = "Bluedroid would send \(element.type.words) earlier" }
      lastPlace = place
    }
  }

  /// The order of the host's structures.
  private static let order: [ADType] = [
    .flags, .appearance, .completeLocalName, .manufacturerData, .completeServiceUUIDs16, .completeServiceUUIDs32,
    .completeServiceUUIDs128, .peripheralConnectionIntervalRange, .serviceData16,
  ]

  private static let flagWords: [(Flags, String)] = [
    (.limitedDiscoverable, "ESP_BLE_ADV_FLAG_LIMIT_DISC"), (.generalDiscoverable, "ESP_BLE_ADV_FLAG_GEN_DISC"),
    (.brEDRNotSupported, "ESP_BLE_ADV_FLAG_BREDR_NOT_SPT"),
    (.simultaneousController, "ESP_BLE_ADV_FLAG_DMT_CONTROLLER_SPT"),
    (.simultaneousHost, "ESP_BLE_ADV_FLAG_DMT_HOST_SPT"),
  ]

  /// Returns the structure and the arrays it points to.
  func lines(isScanResponse: Bool) -> [String] {
    var lines = arrays
    if !services.isEmpty {
      lines.append("static uint8_t \(prefix)_service_uuids[] = {")
      for (octets, remark) in services {
        let comment = remark.map { " /* \(SourceText.harmless($0)) */" } ?? ""
        lines.append("    \(CArray.list(octets)),\(comment)")
      }
      lines.append("};")
    }
    lines += ["static esp_ble_adv_data_t \(prefix)_data = {", "    .set_scan_rsp = \(isScanResponse),"]
    lines += (["include_name = \(name != nil),", "include_txpower = false,"] + members).map { "    ." + $0 }
    if !services.isEmpty {
      lines += [
        "    .service_uuid_len = sizeof \(prefix)_service_uuids,", "    .p_service_uuid = \(prefix)_service_uuids,",
      ]
    }
    return lines + ["};"]
  }

  /// Returns `false` when no field expresses the element exactly.
  private mutating func add(_ element: DecodedPayload.Element) -> Bool {
    let octets = element.value.octets
    switch element.value {
    case .flags(let flags) where flags.surplus.isEmpty && flags.rawValue != 0:
      members.append("flag = \(FlagWords.c(flags, Self.flagWords)),")
    case .appearance(let appearance) where octets.count == 2 && appearance.rawValue != 0:
      let remark = element.remark.map { " /* \(SourceText.harmless($0)) */" } ?? ""
      members.append("appearance = 0x\(HexText.compact(octets.reversed())),\(remark)")
    // A string of C ends at a zero.
    case .localName where !octets.isEmpty && !octets.contains(0) && octets.count <= Self.longestName: name = octets
    case .manufacturerData: bytes("manufacturer", "manufacturer_data", octets, element.remark)
    case .serviceUUIDs(let list) where list.rest.isEmpty && !list.uuids.isEmpty:
      // The host sends UUIDs on the Bluetooth base in the shortest form, and only one of the others.
      guard list.uuids.allSatisfy({ $0.shortestWidth == list.width }), list.width != .bits128 || list.uuids.count == 1
      else { return false }
      for uuid in list.uuids {
        services.append((uuid.littleEndian(width: .bits128) ?? [], uuid.assignedName ?? "\(uuid)"))
      }
    case .connectionIntervalRange(let range)
    where octets.count == 4 && range.minimum > 0 && range.minimum <= range.maximum:
      members += ["min_interval = \(range.minimum),", "max_interval = \(range.maximum),"]
    case .serviceData: bytes("service_data", "service_data", octets, element.remark)
    default: return false
    }
    return true
  }

  private mutating func bytes(_ length: String, _ pointer: String, _ octets: [UInt8], _ remark: String?) {
    let comment = remark.map { " /* \(SourceText.harmless($0)) */" } ?? ""
    arrays.append("static uint8_t \(prefix)_\(pointer)[] = { \(CArray.list(octets)) };\(comment)")
    members += ["\(length)_len = sizeof \(prefix)_\(pointer),", "p_\(pointer) = \(prefix)_\(pointer),"]
  }
}

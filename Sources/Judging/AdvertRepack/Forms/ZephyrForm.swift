internal import AdvertisingData

extension SourceForm {
  /// `struct bt_data` and the advertising parameters of Zephyr.
  static let zephyr = SourceForm(
    id: "zephyr", summary: "Zephyr's struct bt_data", language: .c,
    // The folder has the name of the project since Zephyr 3.1.
    prologue: [
      "#if __has_include(<zephyr/bluetooth/bluetooth.h>)", "#include <zephyr/bluetooth/bluetooth.h>",
      "#include <zephyr/bluetooth/uuid.h>", "#else", "#include <bluetooth/bluetooth.h>", "#include <bluetooth/uuid.h>",
      "#endif",
    ]
  ) { entry in
    let parameters = entry.named("adv_param")
    let units = entry.intervalUnits
    let advertising = ZephyrArray(entry.advertising, named: entry.named("ad"), limit: entry.pdu.payloadLimit)
    let response = ZephyrArray(entry.scanResponse, named: entry.named("sd"), limit: entry.pdu.payloadLimit)
    var lines = advertising.lines + response.lines
    lines += [
      "/* BT_LE_ADV_OPT_CONN is BT_LE_ADV_OPT_CONNECTABLE before Zephyr 4.0; the interval is \(entry.intervalWords). */",
      "static const struct bt_le_adv_param *const \(parameters) =",
      "\tBT_LE_ADV_PARAM(\(options(for: entry)),",
      "\t\t\t\(units ?? "BT_GAP_ADV_FAST_INT_MIN_2"), \(units ?? "BT_GAP_ADV_FAST_INT_MAX_2"), NULL);",
    ]
    if let hint = addressHint(entry) { lines.append("/* \(hint) */") }
    for (array, command) in [(advertising, "LE Set Advertising Data"), (response, "LE Set Scan Response Data")]
    where array.isBytes {
      lines.append("/* Only the HCI command \(command) takes the bytes of \(array.name). */")
    }
    let arguments = "\(advertising.arguments), \(response.arguments)"
    lines.append(
      entry.pdu.isExtended
        ? "/* bt_le_ext_adv_create(\(parameters), NULL, &set); bt_le_ext_adv_set_data(set, \(arguments)); */"
        : "/* bt_le_adv_start(\(parameters), \(arguments)); */")
    return lines
  }

  private static func addressHint(_ entry: NumberedEntry) -> String? {
    switch entry.addressKind {
    case .public, .publicIdentity: "The identity must have a public address."
    case .randomStatic, .randomIdentity: "The identity must have a random static address, as bt_id_create makes one."
    case .randomResolvable: "CONFIG_BT_PRIVACY makes the address a resolvable one."
    default: nil
    }
  }

  private static func options(for entry: NumberedEntry) -> String {
    let pdu = entry.pdu
    var options: [String] = []
    if pdu.isExtended { options.append("BT_LE_ADV_OPT_EXT_ADV") }
    if pdu.isConnectable {
      options.append("BT_LE_ADV_OPT_CONN")
    } else if pdu.isScannable {
      options.append("BT_LE_ADV_OPT_SCANNABLE")
    }
    switch entry.addressKind {
    case .public, .publicIdentity, .randomStatic, .randomIdentity: options.append("BT_LE_ADV_OPT_USE_IDENTITY")
    case .randomNonResolvable: options.append("BT_LE_ADV_OPT_USE_NRPA")
    default: break
    }
    return options.isEmpty ? "BT_LE_ADV_OPT_NONE" : options.joined(separator: " | ")
  }
}

/// A payload as an array of `struct bt_data`, or as bytes when it is not a sequence of whole AD structures.
private struct ZephyrArray {
  let name: String
  let lines: [String]
  /// Whether the element is bytes, which no function takes.
  let isBytes: Bool
  /// The arguments of the call that takes the array, or that needs none.
  let arguments: String

  init(_ payload: Payload, named name: String, limit: Int) {
    self.name = name
    let decoded = payload.decoded
    let reason = decoded.partialStructure
    isBytes = reason != nil
    arguments = payload.isEmpty || isBytes ? "NULL, 0" : "\(name), ARRAY_SIZE(\(name))"
    if payload.isEmpty {
      lines = []
    } else if let reason {
      lines =
        ["/* As bytes, because struct bt_data cannot say it: \(reason). */"]
        + CArray.lines(payload, named: name, limit: limit, qualifiers: "static const")
    } else {
      lines = ["static const struct bt_data \(name)[] = {"] + decoded.elements.flatMap(Self.lines) + ["};"]
    }
  }

  private static func lines(of element: DecodedPayload.Element) -> [String] {
    let type = names[element.type].map { "BT_DATA_" + $0 } ?? "0x" + HexText.compact([element.type.rawValue])
    let octets = element.value.octets
    // A comment names a type that has no constant.
    let words = [names[element.type] == nil ? element.type.words : nil, element.remark].compactMap { $0 }
    let remark = words.isEmpty ? "" : " /* \(SourceText.harmless(words.joined(separator: ", "))) */"
    switch element.value {
    case _ where octets.isEmpty: return ["\tBT_DATA(\(type), NULL, 0),\(remark)"]
    case .localName:
      return ["\tBT_DATA(\(type), \(SourceText.literal(octets)), \(octets.count)),\(remark)"]
    case .flags(let flags) where flags.surplus.isEmpty && flags.rawValue != 0:
      return bytes(type, [FlagWords.c(flags, flagWords)], remark)
    case .serviceUUIDs(let list) where list.rest.isEmpty:
      return bytes(type, list.uuids.compactMap { encoded($0, list.width) }, remark)
    case .solicitationUUIDs(let list) where list.rest.isEmpty:
      return bytes(type, list.uuids.compactMap { encoded($0, list.width) }, remark)
    case .serviceData(let data):
      let uuid = encoded(data.uuid, data.width).map { [$0] } ?? []
      return bytes(type, uuid + data.data.map { "0x" + HexText.compact([$0]) }, remark)
    default: return bytes(type, octets.map { "0x" + HexText.compact([$0]) }, remark)
    }
  }

  /// The width of Zephyr's lines.
  private static let maximumColumns = 100
  /// The indentation after the parenthesis of `BT_DATA_BYTES(`, in columns and as text.
  private static let indentation = 22
  private static let indent = "\t\t      "

  /// Returns bytes on one line, or on several with equal indentation.
  private static func bytes(_ type: String, _ items: [String], _ remark: String) -> [String] {
    let start = "\tBT_DATA_BYTES(\(type), "
    let one = items.joined(separator: ", ")
    // A tab is as wide as eight characters.
    guard start.count + 7 + one.count + 2 > maximumColumns, items.count > 1 else {
      return ["\(start)\(one)),\(remark)"]
    }
    var lines = ["\tBT_DATA_BYTES(\(type),"]
    var row = ""
    for item in items {
      if !row.isEmpty, indentation + row.count + item.count + 2 > maximumColumns {
        lines.append(indent + row)
        row = ""
      }
      row += (row.isEmpty ? "" : " ") + item + ","
    }
    lines.append(indent + row)
    lines[lines.count - 1] = lines[lines.count - 1].dropLast() + "),\(remark)"
    return lines
  }

  private static func encoded(_ uuid: BluetoothUUID, _ width: BluetoothUUID.Width) -> String? {
    guard let octets = uuid.littleEndian(width: width)?.reversed().map({ $0 }) else { return nil }
    let digits = HexText.compact(octets)
    guard width == .bits128 else { return "BT_UUID_\(width.rawValue)_ENCODE(0x\(digits))" }
    var parts: [String] = []
    var rest = digits[...]
    for count in [8, 4, 4, 4, 12] {
      parts.append("0x" + rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return "BT_UUID_128_ENCODE(\(parts.joined(separator: ", ")))"
  }

  private static let flagWords: [(Flags, String)] = [
    (.limitedDiscoverable, "BT_LE_AD_LIMITED"), (.generalDiscoverable, "BT_LE_AD_GENERAL"),
    (.brEDRNotSupported, "BT_LE_AD_NO_BREDR"),
  ]

  /// Names of AD types in `zephyr/bluetooth/gap.h`, without their prefix.
  private static let names: [ADType: String] = [
    .flags: "FLAGS", .incompleteServiceUUIDs16: "UUID16_SOME", .completeServiceUUIDs16: "UUID16_ALL",
    .incompleteServiceUUIDs32: "UUID32_SOME", .completeServiceUUIDs32: "UUID32_ALL",
    .incompleteServiceUUIDs128: "UUID128_SOME", .completeServiceUUIDs128: "UUID128_ALL",
    .shortenedLocalName: "NAME_SHORTENED", .completeLocalName: "NAME_COMPLETE", .txPowerLevel: "TX_POWER",
    .solicitationUUIDs16: "SOLICIT16", .solicitationUUIDs128: "SOLICIT128", .serviceData16: "SVC_DATA16",
    .appearance: "GAP_APPEARANCE", .solicitationUUIDs32: "SOLICIT32", .serviceData32: "SVC_DATA32",
    .serviceData128: "SVC_DATA128", .uri: "URI", .manufacturerData: "MANUFACTURER_DATA",
  ]
}

/// Flags by a stack's names.
enum FlagWords {
  /// Returns `A | B`, in parentheses when there are several; bits without a name as a number.
  static func c(_ flags: Flags, _ words: [(Flags, String)]) -> String {
    let named = words.filter { !flags.isDisjoint(with: $0.0) }
    let rest = named.reduce(flags.rawValue) { $0 & ~$1.0.rawValue }
    let parts = named.map { $0.1 } + (rest == 0 ? [] : ["0x" + HexText.compact([rest])])
    return parts.count > 1 ? "(\(parts.joined(separator: " | ")))" : parts.first ?? "0x00"
  }
}

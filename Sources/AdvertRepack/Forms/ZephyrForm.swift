internal import AdvertisingData

extension SourceForm {
  /// `struct bt_data` and the advertising parameters of Zephyr.
  static let zephyr = SourceForm(
    id: "zephyr", summary: "Zephyr's struct bt_data", prologue: ["#include <zephyr/bluetooth/bluetooth.h>"]
  ) { plan in
    let advertising = plan.named("ad")
    let response = plan.named("sd")
    let parameters = plan.named("adv_param")
    let hasAdvertising = !plan.plan.advertising.isEmpty
    let hasResponse = !(plan.plan.scanResponse ?? Payload()).isEmpty
    let units = plan.interval?.units
    let intervalWords = units == nil ? "100 to 150 ms" : plan.interval?.words ?? ""
    var lines = ["/* \(plan.heading) */"]
    lines += array(of: plan.plan.advertising, named: advertising)
    lines += array(of: plan.plan.scanResponse ?? Payload(), named: response)
    lines += [
      "/* BT_LE_ADV_OPT_CONN is BT_LE_ADV_OPT_CONNECTABLE before Zephyr 4.0; the interval is \(intervalWords). */",
      "static const struct bt_le_adv_param *\(parameters) =",
      "\tBT_LE_ADV_PARAM(\(options(for: plan)),",
      "\t\t\t\(units ?? "BT_GAP_ADV_FAST_INT_MIN_2"), \(units ?? "BT_GAP_ADV_FAST_INT_MAX_2"), NULL);",
    ]
    if let hint = addressHint(plan) { lines.append("/* \(hint) */") }
    let advertisingArguments = hasAdvertising ? "\(advertising), ARRAY_SIZE(\(advertising))" : "NULL, 0"
    let responseArguments = hasResponse ? "\(response), ARRAY_SIZE(\(response))" : "NULL, 0"
    lines.append(
      plan.plan.pdu.isExtended
        ? "/* bt_le_ext_adv_create(\(parameters), NULL, &set); bt_le_ext_adv_set_data(set, \(advertisingArguments), \(responseArguments)); */"
        : "/* bt_le_adv_start(\(parameters), \(advertisingArguments), \(responseArguments)); */")
    return lines
  }

  private static func array(of payload: Payload, named name: String) -> [String] {
    guard !payload.isEmpty else { return [] }
    return ["static const struct bt_data \(name)[] = {"]
      + payload.decoded.elements.map { element in
        let type = zephyrNames[element.type].map { "BT_DATA_" + $0 } ?? "0x" + HexText.compact([element.type.rawValue])
        let octets = element.value.octets
        return octets.isEmpty
          ? "\tBT_DATA(\(type), NULL, 0)," : "\tBT_DATA_BYTES(\(type), \(CArray.list(octets))),"
      } + ["};"]
  }

  private static func addressHint(_ plan: NumberedPlan) -> String? {
    switch plan.addressKind {
    case .public, .publicIdentity: "The identity must have a public address."
    case .randomStatic, .randomIdentity: "The identity must have a random static address, as bt_id_create makes one."
    case .randomResolvable: "CONFIG_BT_PRIVACY makes the address a resolvable one."
    default: nil
    }
  }

  private static func options(for plan: NumberedPlan) -> String {
    let pdu = plan.plan.pdu
    var options: [String] = []
    if pdu.isExtended { options.append("BT_LE_ADV_OPT_EXT_ADV") }
    if pdu.isConnectable {
      options.append("BT_LE_ADV_OPT_CONN")
    } else if pdu.isScannable {
      options.append("BT_LE_ADV_OPT_SCANNABLE")
    }
    switch plan.addressKind {
    case .public, .publicIdentity, .randomStatic, .randomIdentity: options.append("BT_LE_ADV_OPT_USE_IDENTITY")
    case .randomNonResolvable: options.append("BT_LE_ADV_OPT_USE_NRPA")
    default: break
    }
    return options.isEmpty ? "BT_LE_ADV_OPT_NONE" : options.joined(separator: " | ")
  }

  /// Names of AD types in `zephyr/bluetooth/gap.h`, without their prefix.
  private static let zephyrNames: [ADType: String] = [
    .flags: "FLAGS", .incompleteServiceUUIDs16: "UUID16_SOME", .completeServiceUUIDs16: "UUID16_ALL",
    .incompleteServiceUUIDs32: "UUID32_SOME", .completeServiceUUIDs32: "UUID32_ALL",
    .incompleteServiceUUIDs128: "UUID128_SOME", .completeServiceUUIDs128: "UUID128_ALL",
    .shortenedLocalName: "NAME_SHORTENED", .completeLocalName: "NAME_COMPLETE", .txPowerLevel: "TX_POWER",
    .solicitationUUIDs16: "SOLICIT16", .solicitationUUIDs128: "SOLICIT128", .serviceData16: "SVC_DATA16",
    .appearance: "GAP_APPEARANCE", .solicitationUUIDs32: "SOLICIT32", .serviceData32: "SVC_DATA32",
    .serviceData128: "SVC_DATA128", .uri: "URI", .manufacturerData: "MANUFACTURER_DATA",
  ]
}

internal import AdvertisingData

extension SourceForm {
  /// Raw data for the Bluedroid host of ESP-IDF.
  static let espIDF = SourceForm(
    id: "esp-idf", summary: "ESP-IDF raw advertising data", prologue: ["#include \"esp_gap_ble_api.h\""]
  ) { plan in
    let pdu = plan.plan.pdu
    let advertising = plan.named("raw_adv_data")
    let response = plan.named("raw_scan_rsp_data")
    let data = plan.plan.scanResponse ?? Payload()
    // The functions take pointers to what is not const.
    var lines = ["/* \(plan.heading) */"]
    lines += CArray.lines(plan.plan.advertising, named: advertising, limit: pdu.payloadLimit, qualifiers: "static")
    lines += CArray.lines(data, named: response, limit: pdu.payloadLimit, qualifiers: "static")
    if let type = advertisingType(of: pdu) {
      let units = plan.interval?.units
      lines += [
        "/* The interval is \(units == nil ? "100 to 150 ms" : plan.interval?.words ?? "").\(addressHint(plan)) */",
        "static esp_ble_adv_params_t \(plan.named("adv_params")) = {",
        "    .adv_int_min = \(units ?? "0x00a0"),", "    .adv_int_max = \(units ?? "0x00f0"),",
        "    .adv_type = \(type),", "    .own_addr_type = \(addressType(of: plan)),",
        "    .channel_map = ADV_CHNL_ALL,",
        "    .adv_filter_policy = ADV_FILTER_ALLOW_SCAN_ANY_CON_ANY,", "};",
      ]
    }
    let function = pdu.isExtended ? "ext_" : ""
    let instance = pdu.isExtended ? "0, " : ""
    for (payload, name, what) in [(plan.plan.advertising, advertising, "adv"), (data, response, "scan_rsp")]
    where !payload.isEmpty {
      let arguments = pdu.isExtended ? "\(instance)sizeof \(name), \(name)" : "\(name), sizeof \(name)"
      lines.append("/* esp_ble_gap_config_\(function)\(what)_data_raw(\(arguments)); */")
    }
    return lines
  }

  private static func addressType(of plan: NumberedPlan) -> String {
    switch plan.addressKind {
    case .randomStatic, .randomNonResolvable, .randomIdentity: "BLE_ADDR_TYPE_RANDOM"
    case .randomResolvable: "BLE_ADDR_TYPE_RPA_PUBLIC"
    default: "BLE_ADDR_TYPE_PUBLIC"
    }
  }

  private static func addressHint(_ plan: NumberedPlan) -> String {
    switch plan.addressKind {
    case .randomStatic, .randomNonResolvable, .randomIdentity: " esp_ble_gap_set_rand_addr sets the address."
    case .randomResolvable: " esp_ble_gap_config_local_privacy makes the address."
    default: ""
    }
  }

  private static func advertisingType(of pdu: AdvertisingPDU) -> String? {
    switch pdu {
    case .advInd: "ADV_TYPE_IND"
    case .advScanInd: "ADV_TYPE_SCAN_IND"
    case .advNonconnInd: "ADV_TYPE_NONCONN_IND"
    case .advDirectInd: "ADV_TYPE_DIRECT_IND_LOW"
    case .extendedConnectable, .extendedScannable, .extendedNonconnectable: nil
    }
  }
}

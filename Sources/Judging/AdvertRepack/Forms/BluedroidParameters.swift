internal import AdvertisingData

/// `esp_ble_adv_params_t` of ESP-IDF, and that of its extended advertising.
enum BluedroidParameters {
  static func lines(_ entry: NumberedEntry) -> [String] {
    let units = entry.intervalUnits
    let comment = "/* The interval is \(entry.intervalWords).\(addressHint(entry)) */"
    let (least, most) = (units ?? "0x00a0", units ?? "0x00f0")
    guard let type = advertisingType(of: entry.pdu) else {
      return [
        comment, "static esp_ble_gap_ext_adv_params_t \(entry.named("ext_adv_params")) = {",
        "    .type = \(extendedType(of: entry.pdu)),", "    .interval_min = \(least),", "    .interval_max = \(most),",
        "    .channel_map = ADV_CHNL_ALL,", "    .own_addr_type = \(addressType(of: entry)),",
        "    .filter_policy = ADV_FILTER_ALLOW_SCAN_ANY_CON_ANY,", "    .tx_power = EXT_ADV_TX_PWR_NO_PREFERENCE,",
        "    .primary_phy = ESP_BLE_GAP_PHY_1M,", "    .secondary_phy = ESP_BLE_GAP_PHY_1M,", "};",
      ]
    }
    return [
      comment, "static esp_ble_adv_params_t \(entry.named("adv_params")) = {", "    .adv_int_min = \(least),",
      "    .adv_int_max = \(most),", "    .adv_type = \(type),", "    .own_addr_type = \(addressType(of: entry)),",
      "    .channel_map = ADV_CHNL_ALL,", "    .adv_filter_policy = ADV_FILTER_ALLOW_SCAN_ANY_CON_ANY,", "};",
    ]
  }

  private static func addressType(of entry: NumberedEntry) -> String {
    switch entry.addressKind {
    case .randomStatic, .randomNonResolvable, .randomIdentity: "BLE_ADDR_TYPE_RANDOM"
    case .randomResolvable: "BLE_ADDR_TYPE_RPA_PUBLIC"
    default: "BLE_ADDR_TYPE_PUBLIC"
    }
  }

  private static func addressHint(_ entry: NumberedEntry) -> String {
    switch entry.addressKind {
    case .randomStatic, .randomNonResolvable, .randomIdentity: " esp_ble_gap_set_rand_addr sets the address."
    case .randomResolvable: " esp_ble_gap_config_local_privacy makes the address."
    default: ""
    }
  }

  static func advertisingType(of pdu: AdvertisingPDU) -> String? {
    switch pdu {
    case .advInd: "ADV_TYPE_IND"
    case .advScanInd: "ADV_TYPE_SCAN_IND"
    case .advNonconnInd: "ADV_TYPE_NONCONN_IND"
    case .advDirectInd: "ADV_TYPE_DIRECT_IND_LOW"
    case .extendedConnectable, .extendedScannable, .extendedNonconnectable: nil
    }
  }

  private static func extendedType(of pdu: AdvertisingPDU) -> String {
    switch pdu {
    case .extendedConnectable: "ESP_BLE_GAP_SET_EXT_ADV_PROP_CONNECTABLE"
    case .extendedScannable: "ESP_BLE_GAP_SET_EXT_ADV_PROP_SCANNABLE"
    default: "ESP_BLE_GAP_SET_EXT_ADV_PROP_NONCONN_NONSCANNABLE_UNDIRECTED"
    }
  }
}

internal import AdvertisingData

extension SourceForm {
  /// `ble_gap_adv_data_t` of Nordic's nRF5 SDK, with bytes: `ble_advdata_encode` has an order of its own.
  static let nRF5 = SourceForm(
    id: "nrf5", summary: "the nRF5 SDK's ble_gap_adv_data_t", language: .c, prologue: ["#include \"ble_gap.h\""]
  ) { entry in
    let blocks = [
      (entry.advertising, entry.named("adv_data"), "adv_data"),
      (entry.scanResponse, entry.named("scan_rsp_data"), "scan_rsp_data"),
    ]
    let (data, parameters, handle) = (entry.named("gap_adv_data"), entry.named("adv_params"), entry.named("adv_handle"))
    let limit = entry.pdu.payloadLimit
    var lines = ["/* The SoftDevice reads the arrays as long as it advertises. */"]
    for (payload, name, _) in blocks {
      lines += CArray.lines(payload, named: name, limit: limit, qualifiers: "static")
    }
    lines.append("static const ble_gap_adv_data_t \(data) = {")
    for (payload, name, member) in blocks where !payload.isEmpty {
      lines.append("    .\(member) = { .p_data = \(name), .len = sizeof \(name) },")
    }
    return lines + [
      "};", "/* The interval is \(entry.intervalUnits == nil ? "100 ms" : entry.intervalWords). */",
      "static const ble_gap_adv_params_t \(parameters) = {", "    .properties = { .type = \(type(of: entry.pdu)) },",
      "    .interval = \(entry.intervalUnits ?? "0x00a0"),", "    .primary_phy = BLE_GAP_PHY_1MBPS,",
      "    .secondary_phy = BLE_GAP_PHY_1MBPS,", "};",
      "static uint8_t \(handle) = BLE_GAP_ADV_SET_HANDLE_NOT_SET;",
      "/* sd_ble_gap_adv_set_configure(&\(handle), &\(data), &\(parameters)); */",
    ]
  }

  private static func type(of pdu: AdvertisingPDU) -> String {
    switch pdu {
    case .advInd: "BLE_GAP_ADV_TYPE_CONNECTABLE_SCANNABLE_UNDIRECTED"
    case .advDirectInd: "BLE_GAP_ADV_TYPE_CONNECTABLE_NONSCANNABLE_DIRECTED"
    case .advScanInd: "BLE_GAP_ADV_TYPE_NONCONNECTABLE_SCANNABLE_UNDIRECTED"
    case .advNonconnInd: "BLE_GAP_ADV_TYPE_NONCONNECTABLE_NONSCANNABLE_UNDIRECTED"
    case .extendedConnectable: "BLE_GAP_ADV_TYPE_EXTENDED_CONNECTABLE_NONSCANNABLE_UNDIRECTED"
    case .extendedScannable: "BLE_GAP_ADV_TYPE_EXTENDED_NONCONNECTABLE_SCANNABLE_UNDIRECTED"
    case .extendedNonconnectable: "BLE_GAP_ADV_TYPE_EXTENDED_NONCONNECTABLE_NONSCANNABLE_UNDIRECTED"
    }
  }
}

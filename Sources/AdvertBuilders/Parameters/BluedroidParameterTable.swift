/// The parameters of `esp_ble_adv_params_t`, as `BTM_BleSetAdvParamsAll` checks them.
///
/// Source: ESP-IDF, components/bt/host/bluedroid/stack/btm/btm_ble_gap.c, since 3.0; for the order of the intervals, Core
/// Vol 4 Part E 7.8.5.
package enum BluedroidParameterTable {
  package static let call = "esp_ble_gap_start_advertising"

  private static let invalid = "fails: ESP_GAP_BLE_ADV_START_COMPLETE_EVT has another status than success"
  private static let remedy = "set 0x20 (20 ms) to 0x4000 (10.24 s)"

  static let rows: [StackParameter] = [
    StackParameter(call, "adv_int_min", .values(0x20...0x4000), error: invalid, remedy: remedy),
    StackParameter(call, "adv_int_max", .values(0x20...0x4000), error: invalid, remedy: remedy),
    StackParameter(
      call, "adv_int_min", .atMost("adv_int_max"), error: invalid, condition: "which controllers check",
      remedy: "set adv_int_min to adv_int_max or less"),
  ]
}

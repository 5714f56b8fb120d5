/// The parameters of `esp_ble_adv_params_t`, as `BTM_BleSetAdvParamsAll` checks them.
///
/// Source: ESP-IDF, components/bt/host/bluedroid/stack/btm/btm_ble_gap.c, since 3.0; for the order of the intervals, Core
/// Vol 4 Part E 7.8.5.
package enum BluedroidParameterTable {
  package static let call = "esp_ble_gap_start_advertising"

  static let invalid = "fails: ESP_GAP_BLE_ADV_START_COMPLETE_EVT has another status than success"

  static let rows = StackParameter.intervals(call, "adv_int_min", "adv_int_max", error: invalid, condition: nil)
}

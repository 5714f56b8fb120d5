/// The parameters of the nRF5 SDK and the SoftDevice.
///
/// Source: nRF5 SDK 17.0.2, components/ble/ble_advertising/ble_advertising.c; ble_gap.h of S132 6.1.1 and S140 7.3.0.
package enum NRF5ParameterTable {
  package static let initialization = "ble_advertising_init"
  package static let start = "ble_advertising_start"
  package static let configuration = "sd_ble_gap_adv_set_configure"
  package static let highDuty = "ble_adv_directed_high_duty_enabled"
  package static let extended = "ble_adv_extended_enabled"

  private static let invalid = "fails with NRF_ERROR_INVALID_PARAM (7)"

  static let rows = [
    StackParameter(
      initialization, highDuty, .not(with: [extended]), error: invalid, remedy: "set one of the two to false"),
    StackParameter.interval(
      start, "ble_adv_fast_interval", error: invalid, condition: StackParameter.softDeviceChecks),
    StackParameter.interval(configuration, "interval", error: invalid, condition: StackParameter.softDeviceChecks),
  ]
}

/// The parameters of `struct ble_gap_adv_params`, as `ble_gap_adv_validate` checks them. The host hands the intervals on
/// without a check, and controllers refuse those that the specification does not allow.
///
/// Source: mynewt-nimble, nimble/host/src/ble_gap.c, the revision 1e8ed602; for intervals, Core Vol 4 Part E 7.8.5.
package enum NimBLEParameterTable {
  package static let call = "ble_gap_adv_start"
  /// The value of `conn_mode` that directed advertising has.
  package static let directed = "BLE_GAP_CONN_MODE_DIR"

  private static let invalid = "fails with BLE_HS_EINVAL (rc=3)"
  /// The error of intervals that the controller refuses.
  static let refused = "fails with the controller's error 0x12 (rc=530)"

  static let rows: [StackParameter] =
    [
      StackParameter(call, "high_duty_cycle", .needs(directed), error: invalid, remedy: "leave out high_duty_cycle"),
      StackParameter(
        call, "disc_mode", .values(0...2), error: invalid,
        remedy: "set BLE_GAP_DISC_MODE_NON, BLE_GAP_DISC_MODE_LTD or BLE_GAP_DISC_MODE_GEN"),
    ] + StackParameter.intervals(call, "itvl_min", "itvl_max", error: refused)
}

/// The parameters of `struct bt_le_adv_param`, as `valid_adv_param` and `valid_adv_ext_param` check them.
///
/// Source: Zephyr, subsys/bluetooth/host/adv.c, the revision 000e923b and versions since 3.0; before 2026, extended
/// advertising has the longest interval of legacy advertising.
enum ZephyrParameterTable {
  private static let invalid = "fails with -EINVAL (-22)"
  private static let extended = "BT_LE_ADV_OPT_EXT_ADV"
  private static let calls = ["bt_le_adv_start", "bt_le_ext_adv_create"]

  /// Options that the host takes in every call.
  private static let free = [
    "BT_LE_ADV_OPT_NONE", "BT_LE_ADV_OPT_CONN", "BT_LE_ADV_OPT_CONNECTABLE", "BT_LE_ADV_OPT_USE_NAME",
    "BT_LE_ADV_OPT_SCANNABLE", "BT_LE_ADV_OPT_FORCE_NAME_IN_AD", "BT_LE_ADV_OPT_ONE_TIME",
    "BT_LE_ADV_OPT_USE_IDENTITY", "BT_LE_ADV_OPT_FILTER_CONN", "BT_LE_ADV_OPT_FILTER_SCAN_REQ",
    "BT_LE_ADV_OPT_NOTIFY_SCAN_REQ", "BT_LE_ADV_OPT_DISABLE_CHAN_38", "BT_LE_ADV_OPT_DISABLE_CHAN_39",
    "BT_LE_ADV_OPT_USE_NRPA", "BT_LE_ADV_OPT_REQUIRE_S8_CODING", "BT_LE_ADV_OPT_REQUIRE_S2_CODING",
  ]

  /// Options that need extended advertising. A host without it ignores them.
  private static let ofExtended = [
    "BT_LE_ADV_OPT_CODED", "BT_LE_ADV_OPT_NO_2M", "BT_LE_ADV_OPT_ANONYMOUS", "BT_LE_ADV_OPT_USE_TX_POWER",
  ]

  static let rows: [StackParameter] =
    [
      StackParameter(
        "bt_le_adv_start", extended, .refused, error: invalid,
        remedy: "use bt_le_ext_adv_create, bt_le_ext_adv_set_data and bt_le_ext_adv_start"),
      StackParameter("bt_le_ext_adv_create", extended, .anything),
    ] + calls.flatMap(rows)

  private static func rows(of call: String) -> [StackParameter] {
    let isStart = call == "bt_le_adv_start"
    return free.map { StackParameter(call, $0, .anything) }
      + ofExtended.map {
        StackParameter(
          call, $0, .needs(extended), error: invalid,
          condition: isStart
            ? "if CONFIG_BT_EXT_ADV is set and the controller has extended advertising"
            : "if the controller has extended advertising",
          remedy: isStart
            ? "use bt_le_ext_adv_create with BT_LE_ADV_OPT_EXT_ADV, or remove \($0)"
            : "add \(extended), or remove \($0)")
      } + [
        StackParameter(
          call, "BT_LE_ADV_OPT_DISABLE_CHAN_37",
          .not(with: ["BT_LE_ADV_OPT_DISABLE_CHAN_38", "BT_LE_ADV_OPT_DISABLE_CHAN_39"]), error: invalid,
          remedy: "leave one channel on"),
        StackParameter(
          call, "interval_min", .atMost("interval_max"), error: invalid,
          remedy: "set interval_min to interval_max or less"),
        StackParameter(
          call, "interval_min", .values(0x20...0xFF_FFFF), error: invalid, remedy: "set 0x20 (20 ms) or more"),
        StackParameter(
          call, "interval_max", .values(0...0x4000, option: extended, isOn: false), error: invalid,
          remedy: "set 0x4000 (10.24 s) or less"),
        StackParameter(
          call, "interval_max", .values(0...0xFF_FFFF, option: extended), error: invalid,
          remedy: "set 0xffffff or less"),
        StackParameter(
          call, "interval_max", .values(0...0x4000, option: extended), error: invalid,
          condition: "if the host is older than the pull requests 107880 and 115056 of 2026",
          remedy: "set 0x4000 (10.24 s) or less"),
      ]
  }
}

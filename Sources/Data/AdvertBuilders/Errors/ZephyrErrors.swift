extension ErrorTable {
  /// The errors of Zephyr's host, by function. Its current C libraries number some of them differently from the minimal
  /// library of 2.5.
  static let zephyr = ErrorTable(
    "Zephyr", "Zephyr 000e923 (2026) and 2.5.0",
    marks: ["bt_le_", "bt_adv", "bt_hci_core", "bt_scan", "bt_enable", "<err>", "<wrn>"],
    labels: ["err", "error", "ret", "rc", "failed", "returned", "returns", "return"],
    [
      ReportedError(
        "-EINVAL", -22, of: ["bt_le_adv_start"], texts: ["Too big advertising data"],
        means:
          "data over 31 bytes (log: Too big advertising data), or a parameter is wrong: EXT_ADV; "
          + "with CONFIG_BT_EXT_ADV also CODED, NO_2M, ANONYMOUS, USE_TX_POWER; interval; all channels off; peer",
        do:
          "shorten a field (the host cuts only a complete name); for EXT_ADV and its options call bt_le_ext_adv_create",
        in: ZephyrSources.advertising),
      ReportedError(
        "-EINVAL", -22, of: ["bt_le_ext_adv_create", "bt_le_ext_adv_update_param"],
        means:
          "a parameter is wrong: the interval, the identity, or an option of extended advertising without BT_LE_ADV_OPT_EXT_ADV; "
          + "an update also fails while the set advertises",
        do: "set BT_LE_ADV_OPT_EXT_ADV with CODED, NO_2M, ANONYMOUS or USE_TX_POWER; stop the set before an update",
        in: ZephyrSources.advertising),
      ReportedError(
        "-EINVAL", -22, of: ["bt_le_ext_adv_set_data", "bt_le_adv_update_data"],
        means:
          "the data does not fit: 31 bytes in a legacy set (log: Too big advertising data), or the controller refuses the command",
        do: "shorten a field, or create the set with BT_LE_ADV_OPT_EXT_ADV", in: ZephyrSources.advertising),
      ReportedError(
        "-EINVAL", -22, of: ["bt_le_ext_adv_start"],
        means: "the set is missing, its peer is connected, or the controller refuses the parameters (0x12)",
        do: "look for \"opcode 0x2039 status\" in the log", in: ZephyrSources.advertising),
      ReportedError(
        "-EINVAL", -22, of: ["bt_le_per_adv_set_param", "bt_le_per_adv_set_data"],
        means:
          "the set is scannable, connectable or legacy, the interval is wrong, or data was set before the parameters",
        do: "create a set with BT_LE_ADV_OPT_EXT_ADV only, and set the parameters first", in: ZephyrSources.advertising),
      ReportedError(
        "-EINVAL", -22, of: ["bt_le_scan_start"],
        means: "a scan parameter is wrong: type, interval, window, or a window longer than the interval",
        do: "use BT_LE_SCAN_ACTIVE or BT_LE_SCAN_PASSIVE, and a window at most as long as the interval",
        in: ZephyrSources.scanning),
      ReportedError(
        "-EALREADY", -120, -69, of: ["bt_le_adv_start", "bt_le_ext_adv_start"],
        means: "it advertises already; after a connection, an older host restarts advertising by itself",
        do: "call bt_le_adv_stop first; use bt_le_adv_update_data to change data", in: ZephyrSources.advertising),
      ReportedError(
        "-EALREADY", -120, -69, of: ["bt_le_scan_start", "bt_le_scan_stop"],
        means: "the scan already runs, or already stopped", do: "call bt_le_scan_stop before starting it again",
        in: ZephyrSources.scanning),
      ReportedError(
        "-EAGAIN", -11, of: ["bt_le_adv_start", "bt_le_ext_adv_create", "bt_le_scan_start"],
        means: "the host is not ready", do: "call bt_enable first, and wait for its callback; load the settings",
        in: ZephyrSources.advertising),
      ReportedError(
        "-EAGAIN", -11, of: ["bt_le_ext_adv_set_data"],
        means: "more than 251 bytes cannot be set while the set advertises",
        do: "stop the set, set the data, start it again",
        in: ZephyrSources.advertising),
      ReportedError(
        "-EAGAIN", -11, of: ["bt_le_adv_update_data"], means: "it does not advertise", do: "call bt_le_adv_start first",
        in: ZephyrSources.advertising),
      ReportedError(
        "-ENOMEM", -12, of: ["bt_le_adv_start", "bt_le_ext_adv_start"],
        means: "no connection or no advertising set is free, so connectable advertising cannot start",
        do:
          "raise CONFIG_BT_MAX_CONN or CONFIG_BT_EXT_ADV_MAX_ADV_SET; start from the recycled callback after a disconnect",
        in: ZephyrSources.advertising),
      ReportedError(
        "-ENOMEM", -12, of: ["bt_le_ext_adv_create"], means: "no advertising set is free",
        do: "raise CONFIG_BT_EXT_ADV_MAX_ADV_SET, or delete a set", in: ZephyrSources.advertising),
      ReportedError(
        "-ENOTSUP", -134, -35, of: ["bt_le_ext_adv_set_data"],
        means:
          "extended advertising has one block: a scannable set takes no advertising data, any other no scan response",
        do: "pass the data as scan response for a scannable set, else as advertising data",
        in: ZephyrSources.advertising),
      ReportedError(
        "-ENOTSUP", -134, -35, of: ["bt_le_ext_adv_delete", "bt_le_per_adv_set_param", "bt_le_per_adv_set_data"],
        means: "the controller lacks extended or periodic advertising",
        do: "enable it in the controller (CONFIG_BT_CTLR_ADV_EXT, CONFIG_BT_CTLR_ADV_PERIODIC)",
        in: ZephyrSources.advertising),
      ReportedError(
        "-ENOTSUP", -134, -35, of: ["bt_le_scan_start"], means: "a scan with a timeout needs extended advertising",
        do: "set timeout to 0, or CONFIG_BT_EXT_ADV=y", in: ZephyrSources.scanning),
      ReportedError(
        "-EDOM", -33, of: ["bt_le_ext_adv_set_data", "bt_le_adv_start"],
        texts: ["adv or scan rsp data too large"],
        means: "the data is longer than the controller takes (LE Read Maximum Advertising Data Length)",
        do: "shorten the data, or raise the controller's limit (CONFIG_BT_CTLR_ADV_DATA_LEN_MAX)",
        in: ZephyrSources.advertising),
      ReportedError(
        "-ENOBUFS", -105, -55, means: "no HCI command buffer is free", do: "raise CONFIG_BT_BUF_CMD_TX_COUNT",
        in: ZephyrSources.advertising),
      ReportedError(
        "-EIO", -5, texts: ["Failed to start advertiser"], means: "the controller refused the command",
        do: "look for \"opcode 0x… status 0x…\" in the log before it: the status is the cause", in: ZephyrSources.core),
      ReportedError(
        "-EACCES", -13, means: "the controller refused the command in its present state (0x0c, Command Disallowed)",
        do: "stop advertising or scanning before changing it; do not mix legacy and extended commands",
        in: ZephyrSources.core),
      ReportedError(
        "-ECONNREFUSED", -111, -61,
        means: "the controller has no connection left for connectable advertising (0x09, Connection Limit Exceeded)",
        do: "raise CONFIG_BT_MAX_CONN, disconnect one, or advertise as non-connectable", in: ZephyrSources.core),
      ReportedError(
        "", texts: ["bt_data: malformed advertising data", "bt_hci_core: Malformed data"],
        means:
          "bt_data_parse stopped: a length in the data reaches behind their end; it also uses its buffer up, so a second call "
          + "finds nothing whole",
        do:
          "parse it once, or between net_buf_simple_save and net_buf_simple_restore; advert decode shows what was sent",
        in: "subsys/bluetooth/host/data.c (1714a88); zephyrproject-rtos/zephyr #43465, #47676"),
      ReportedError(
        "", texts: ["No valid legacy adv to stop"], means: "bt_le_adv_stop was called without advertising",
        do: "ignore it",
        in: ZephyrSources.advertising),
    ])
}

private enum ZephyrSources {
  static let advertising = "subsys/bluetooth/host/adv.c"
  static let scanning = "subsys/bluetooth/host/scan.c"
  static let core = "subsys/bluetooth/host/hci_core.c"
}

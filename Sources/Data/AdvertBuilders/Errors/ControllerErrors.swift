extension ErrorTable {
  private static let names = "monitor/packet.c"
  private static let zephyrController = "monitor/packet.c; Zephyr 2.5, ull_adv.c, ull_adv_aux.c, hci.c"

  /// The commands that start advertising. The first edition of the specification has the third name.
  private static let enabling = [
    "LE Set Advertising Enable", "LE Set Extended Advertising Enable", "LE Set Advertise Enable",
  ]

  /// The commands of a controller that has extended advertising, which for Zephyr is an option of its build.
  private static let extended = [
    "LE Set Advertising Set Random Address", "LE Set Extended Advertising Parameters",
    "LE Set Extended Advertising Data", "LE Set Extended Scan Response Data", "LE Set Extended Advertising Enable",
    "LE Read Maximum Advertising Data Length", "LE Read Number of Supported Advertising Sets",
    "LE Remove Advertising Set", "LE Clear Advertising Sets",
    "LE Set Extended Scan Parameters", "LE Set Extended Scan Enable",
  ]
  private static let periodic = [
    "LE Set Periodic Advertising Parameters", "LE Set Periodic Advertising Data", "LE Set Periodic Advertising Enable",
  ]

  /// The status values of controllers, for the commands that advertise and scan.
  ///
  /// The causes are those of Core Vol 4 Part E 7.8, as far as a controller's source has them.
  package static let controller = ErrorTable(
    "Controller (HCI status)", "BlueZ 5.87 (690c16d)", marks: ["hci0", "hci1", "opcode 0x", "bt_hci_err", "le set "],
    labels: ["status", "reason", "error"], isHex: true,
    [
      ReportedError(
        "Unknown HCI Command", 0x01, of: extended, means: "the controller lacks extended advertising",
        do: "set CONFIG_BT_CTLR_ADV_EXT=y in a controller of Zephyr; else use legacy commands, or another controller",
        in: "Zephyr, Kconfig: BT_CTLR_ADV_EXT; github.com/zephyrproject-rtos/zephyr, 32866"),
      ReportedError(
        "Unknown HCI Command", 0x01, of: periodic, means: "the controller lacks periodic advertising",
        do: "set CONFIG_BT_CTLR_ADV_PERIODIC=y in a controller of Zephyr; else use another controller",
        in: "Zephyr, Kconfig: BT_CTLR_ADV_PERIODIC"),
      ReportedError(
        "Unknown HCI Command", 0x01, texts: ["BT_HCI_ERR_UNKNOWN_CMD"],
        means: "the controller lacks the command, such as extended advertising before Bluetooth 5",
        do: "use legacy commands, or another controller", in: zephyrController),
      ReportedError("Hardware Failure", 0x03, means: "the controller failed", do: "reset it", in: zephyrController),
      ReportedError(
        "Memory Capacity Exceeded", 0x07, texts: ["BT_HCI_ERR_MEM_CAPACITY_EXCEEDED"],
        means: "the data is longer than the controller stores, or no advertising set is left",
        do: "shorten the data to LE Read Maximum Advertising Data Length, or remove another set", in: zephyrController),
      ReportedError(
        "Connection Limit Exceeded", 0x09, texts: ["BT_HCI_ERR_CONN_LIMIT_EXCEEDED"],
        means: "no connection is left for connectable advertising",
        do: "disconnect one, or advertise as non-connectable",
        in: "monitor/packet.c; Zephyr, hci_core.c"),
      ReportedError(
        "ACL Connection Already Exists", 0x0B, means: "the peer of directed advertising is connected already",
        do: "advertise undirected", in: names),
      ReportedError(
        "Command Disallowed", 0x0C, of: ["LE Set Advertising Parameters", "LE Set Extended Advertising Parameters"],
        means:
          "advertising runs, and its parameters cannot change meanwhile; or legacy and extended commands are mixed",
        do: "disable advertising first; reset before the other kind of commands", in: "Core Vol 4 Part E 7.8.5, 7.8.53"),
      ReportedError(
        "Command Disallowed", 0x0C, of: ["LE Set Scan Parameters", "LE Set Extended Scan Parameters"],
        means:
          "a scan runs, and its parameters cannot change meanwhile; or legacy and extended commands are mixed",
        do: "disable the scan first; reset before the other kind of commands", in: "Core Vol 4 Part E 7.8.10, 7.8.64"),
      ReportedError(
        "Command Disallowed", 0x0C, of: ["LE Set Random Address"],
        means: "advertising or scanning runs, and the address cannot change meanwhile",
        do: "disable advertising and scanning first", in: "Core Vol 4 Part E 7.8.4"),
      ReportedError(
        "Command Disallowed", 0x0C, texts: ["BT_HCI_ERR_CMD_DISALLOWED"],
        means:
          "the command does not fit the controller's state: advertising or scanning runs already, or legacy and extended "
          + "commands are mixed",
        do: "disable advertising or scanning before changing it; reset before the other kind of commands",
        in: zephyrController),
      ReportedError(
        "Connection Rejected due to Limited Resources", 0x0D, of: enabling,
        means: "no connection of the peripheral role is free, so connectable advertising cannot start",
        do:
          "raise CONFIG_BT_MAX_CONN and the controller's peripherals (CONFIG_BT_CTLR_SDC_PERIPHERAL_COUNT), or be non-connectable",
        in: "sdk-nrf, subsys/bluetooth/controller/Kconfig; devzone.nordicsemi.com 109606"),
      ReportedError(
        "Connection Rejected due to Limited Resources", 0x0D, texts: ["BT_HCI_ERR_INSUFFICIENT_RESOURCES"],
        means: "the controller lacks memory or time for it", do: "use fewer or shorter advertisements",
        in: zephyrController),
      ReportedError(
        "Unsupported Feature or Parameter Value", 0x11, texts: ["BT_HCI_ERR_UNSUPP_FEATURE_PARAM_VAL"],
        means: "the controller lacks a feature that a parameter asks for, such as a PHY",
        do: "use 1M PHY and an ordinary advertising type", in: zephyrController),
      ReportedError(
        "Invalid HCI Command Parameters", 0x12, texts: ["BT_HCI_ERR_INVALID_PARAM"],
        means:
          "a parameter is wrong: the interval, the length of the data, the handle, or a random address that was not set",
        do:
          "check minimum and maximum interval, the length (31 bytes for legacy PDUs), and set the random address first",
        in: zephyrController),
      ReportedError(
        "Invalid HCI Command Parameters", 0x12, of: enabling,
        means: "the random address of the advertising was not set, or the handle or the duration is wrong",
        do: "set the random address before enabling, and check handle and duration",
        in: "Core Vol 4 Part E 7.8.9, 7.8.56"),
      ReportedError(
        "Unspecified Error", 0x1F, texts: ["BT_HCI_ERR_UNSPECIFIED"], means: "the controller gives no cause",
        do: "try other parameters", in: zephyrController),
      ReportedError("Controller Busy", 0x3A, means: "the controller cannot do it now", do: "try again", in: names),
      ReportedError(
        "Advertising Timeout", 0x3C, texts: ["BT_HCI_ERR_ADV_TIMEOUT"],
        means: "the duration is over: advertising ended as it was asked to", do: "enable it again, or with duration 0",
        in: zephyrController),
      ReportedError(
        "Unknown Advertising Identifier", 0x42, texts: ["BT_HCI_ERR_UNKNOWN_ADV_IDENTIFIER"],
        means: "no advertising set has this handle", do: "set the parameters of the set first", in: zephyrController),
      ReportedError(
        "Limit Reached", 0x43, texts: ["BT_HCI_ERR_LIMIT_REACHED"],
        means: "the number of advertising events is reached: advertising ended as it was asked to",
        do: "enable it again, or with 0 events", in: zephyrController),
      ReportedError("Operation Cancelled by Host", 0x44, means: "the host cancelled it", do: "nothing", in: names),
      ReportedError(
        "Packet Too Long", 0x45, texts: ["BT_HCI_ERR_PACKET_TOO_LONG"],
        means: "the data does not fit the packets of the set", do: "shorten the data", in: zephyrController),
    ])
}

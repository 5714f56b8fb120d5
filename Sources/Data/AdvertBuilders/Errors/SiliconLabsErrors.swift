extension ErrorTable {
  private static let statusHeader = "platform/common/inc/sl_status.h"

  /// The status values of Silicon Labs' Bluetooth stack. Those of the controller are 0x1000 and its status.
  static let siliconLabs = ErrorTable(
    "Silicon Labs (sl_status_t)", "Gecko SDK (124fa19)", marks: ["sl_bt_", "sl_status", "app_assert"],
    labels: ["status", "sc", "e", "error", "err", "result", "ret", "code"], isHex: true, statusBase: 0x1000,
    needsMark: true,
    [
      ReportedError(
        "SL_STATUS_FAIL", 0x01, means: "the operation failed without a cause", do: "read the log before it",
        in: statusHeader),
      ReportedError(
        "SL_STATUS_INVALID_STATE", 0x02, means: "the call is not allowed in this state",
        do: "check the order of the calls: create the set, set its data, start it", in: statusHeader),
      ReportedError(
        "SL_STATUS_NOT_READY", 0x03, means: "the stack is not ready", do: "wait for the event that it has booted",
        in: statusHeader),
      ReportedError("SL_STATUS_BUSY", 0x04, means: "it is busy", do: "call again later", in: statusHeader),
      ReportedError(
        "SL_STATUS_NOT_AVAILABLE", 0x0E, means: "the configuration of the software lacks the feature",
        do: "add its component to the project", in: statusHeader),
      ReportedError(
        "SL_STATUS_NOT_SUPPORTED", 0x0F, means: "the feature is not supported", do: "check the chip and the components",
        in: statusHeader),
      ReportedError(
        "SL_STATUS_NOT_INITIALIZED", 0x11, means: "the stack is not initialized", do: "initialize it first",
        in: statusHeader),
      ReportedError(
        "SL_STATUS_NO_MORE_RESOURCE", 0x1A, means: "no resource is left, such as an advertising set",
        do: "raise the number of sets in the configuration, or delete one", in: statusHeader),
      ReportedError(
        "SL_STATUS_INVALID_PARAMETER", 0x21, means: "an argument is wrong",
        do: "check the length of the data, the interval and the type of the address", in: statusHeader),
      ReportedError(
        "SL_STATUS_INVALID_HANDLE", 0x25, means: "the handle is wrong, such as that of an advertising set",
        do: "create the set first, and keep its handle", in: statusHeader),
      ReportedError(
        "SL_STATUS_INVALID_TYPE", 0x26, means: "the type does not fit the operation", do: "check the type",
        in: statusHeader),
      ReportedError(
        "SL_STATUS_BT_CTRL_MEMORY_CAPACITY_EXCEEDED", 0x1007, means: "the controller has no memory left",
        do: "shorten the data, or use fewer sets", in: statusHeader),
      ReportedError(
        "SL_STATUS_BT_CTRL_CONNECTION_LIMIT_EXCEEDED", 0x1009, means: "no connection is left",
        do: "disconnect one, or advertise as non-connectable", in: statusHeader),
      ReportedError(
        "SL_STATUS_BT_CTRL_COMMAND_DISALLOWED", 0x100C, means: "the command does not fit the controller's state",
        do: "stop advertising or scanning before changing it", in: statusHeader),
      ReportedError(
        "SL_STATUS_BT_CTRL_UNSUPPORTED_FEATURE_OR_PARAMETER_VALUE", 0x1011,
        means: "the controller lacks a feature that a parameter asks for, such as a PHY",
        do: "use 1M PHY and an ordinary advertising type", in: statusHeader),
      ReportedError(
        "SL_STATUS_BT_CTRL_INVALID_COMMAND_PARAMETERS", 0x1012, means: "a parameter of the command is wrong",
        do: "check minimum and maximum interval, and the length (31 bytes for legacy PDUs)", in: statusHeader),
    ])
}

extension ErrorTable {
  private static let common = "ble/blecommon.h"
  private static let gap = "ble/blecommon.h; TARGET_NRF5x, source/nRF5xGap.cpp"

  /// The errors of Mbed's Bluetooth library.
  static let mbed = ErrorTable(
    "Mbed (ble_error_t)", "Mbed OS 5 (4758ddd2)", marks: ["mbed-os", "mbed os", "ble_error_t"], labels: ["error"],
    needsMark: true,
    [
      ReportedError(
        "BLE_ERROR_BUFFER_OVERFLOW", 1, means: "the fields need more than 31 bytes; what did not fit was not set",
        do: "shorten the name, or move a field to the scan response", in: gap),
      ReportedError(
        "BLE_ERROR_NOT_IMPLEMENTED", 2, means: "the target does not do it; of nRF5x, directed advertising",
        do: "use another advertising type", in: gap),
      ReportedError(
        "BLE_ERROR_PARAM_OUT_OF_RANGE", 3,
        means:
          "the interval or the timeout is out of range for the type; of nRF5x also any parameter or data that the SoftDevice "
          + "refuses",
        do: "set 20 ms to 10.24 s, at least 100 ms for non-connectable types; check the data with advert decode",
        in: gap),
      ReportedError(
        "BLE_ERROR_INVALID_PARAM", 4, means: "a parameter is wrong", do: "check the parameters of the call", in: common),
      ReportedError("BLE_STACK_BUSY", 5, means: "the stack is busy", do: "call again later", in: common),
      ReportedError(
        "BLE_ERROR_INVALID_STATE", 6, means: "the call is not allowed in this state",
        do: "check the order of the calls: set the data, then start", in: common),
      ReportedError("BLE_ERROR_NO_MEM", 7, means: "no memory is left", do: "free memory", in: common),
      ReportedError(
        "BLE_ERROR_OPERATION_NOT_PERMITTED", 8, means: "the operation is not allowed",
        do: "check the order of the calls", in: common),
      ReportedError(
        "BLE_ERROR_INITIALIZATION_INCOMPLETE", 9, means: "the library is not initialized",
        do: "start advertising in the callback of BLE::init", in: common),
      ReportedError(
        "BLE_ERROR_ALREADY_INITIALIZED", 10, means: "it was initialized already", do: "call BLE::init once", in: common),
      ReportedError(
        "BLE_ERROR_UNSPECIFIED", 11, means: "an unknown failure", do: "read the log before it", in: common),
      ReportedError(
        "BLE_ERROR_INTERNAL_STACK_FAILURE", 12, means: "the stack of the target failed",
        do: "read its own error in the log before it", in: common),
    ])
}

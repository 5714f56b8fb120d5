extension ErrorTable {
  private static let configure = [
    "sd_ble_gap_adv_set_configure", "sd_ble_gap_adv_data_set", "ble_advertising_init", "ble_advdata_encode",
    "ble_advdata_set",
  ]
  private static let start = ["sd_ble_gap_adv_start", "ble_advertising_start"]
  private static let scan = ["sd_ble_gap_scan_start", "nrf_ble_scan_start"]
  private static let codes = "s140_nrf52_6.1.1_API/include/nrf_error.h"
  private static let gap = "s140_nrf52_6.1.1_API/include/ble_gap.h"
  private static let stackCodes = "s140_nrf52_6.1.1_API/include/ble_err.h, ble_gap.h"

  /// The errors of Nordic's SoftDevice.
  static let softDevice = ErrorTable(
    "SoftDevice (nRF5)", "SoftDevice s140 6.1.1, in Adafruit_nRF52_Arduino 1.7.0",
    marks: [
      "sd_ble_", "nrf_error", "softdevice", "soft device error", "app_error", "err_code", "ble_advertising",
      "ble_advdata", "nrf_adv_conn", "verify failed",
      // MicroPython's ubluepy passes its errors on: ports/nrf/drivers/bluetooth/ble_drv.c.
      "can not apply advert", "can not start advert", "can not stop advert",
    ],
    labels: ["error", "err", "err_code", "code", "ret"], isHex: true,
    rustPrefixes: [("NRF_ERROR_", ""), ("BLE_ERROR_", "Ble")],
    [
      ReportedError(
        "NRF_ERROR_DATA_SIZE", 12, of: configure,
        means: "ble_advdata_encode: the fields need more than 31 bytes, and the name cannot be cut further",
        do: "shorten the name or move UUIDs to the scan response (srdata)", in: codes),
      ReportedError("NRF_ERROR_DATA_SIZE", 12, means: "the data has a wrong size", do: "shorten the data", in: codes),
      ReportedError(
        "NRF_ERROR_INVALID_LENGTH", 9, of: configure + scan,
        means:
          "the data is longer than 31 bytes, or a length byte in it reaches beyond its end; of a scan, the buffer for reports is "
          + "too short",
        do:
          "check the bytes with advert decode: at most 31, each structure begins with its length; scan: see ble_gap.h",
        in: gap),
      ReportedError("NRF_ERROR_INVALID_LENGTH", 9, means: "a length is wrong", do: "check the length", in: codes),
      ReportedError(
        "NRF_ERROR_INVALID_DATA", 11, of: configure, means: "an AD type is not allowed or malformed",
        do: "check the AD structures with advert decode", in: gap),
      ReportedError(
        "NRF_ERROR_INVALID_FLAGS", 10, of: configure, means: "the Flags do not fit the advertising type",
        do: "use BLE_GAP_ADV_FLAGS_LE_ONLY_GENERAL_DISC_MODE, or no Flags for non-connectable types", in: gap),
      ReportedError(
        "NRF_ERROR_INVALID_PARAM", 7, of: configure + start,
        means:
          "a parameter is wrong: interval, type, duration, a Coded PHY with a legacy type, or a whitelist that was not set",
        do: "check ble_gap_adv_params_t: a limited mode needs a duration, a Coded PHY an extended type", in: gap),
      ReportedError(
        "NRF_ERROR_INVALID_PARAM", 7, of: scan, means: "a scan parameter is wrong",
        do: "check ble_gap_scan_params_t: the window is at most as long as the interval", in: gap),
      ReportedError("NRF_ERROR_INVALID_PARAM", 7, means: "a parameter is wrong", do: "check the parameters", in: codes),
      ReportedError(
        "NRF_ERROR_INVALID_STATE", 8, of: configure,
        means: "it advertises: parameters cannot change, and data only in another buffer",
        do: "stop first, or pass a second buffer for new data", in: gap),
      ReportedError(
        "NRF_ERROR_INVALID_STATE", 8, of: start, means: "the set is not configured, or it advertises already",
        do: "configure it first; ignore the error if it advertises", in: gap),
      ReportedError(
        "NRF_ERROR_INVALID_STATE", 8, of: scan, means: "a scan already runs, or there is none to continue",
        do: "pass parameters to start, and NULL only to continue after a report", in: gap),
      ReportedError(
        "NRF_ERROR_INVALID_STATE", 8, means: "the call is not allowed in this state",
        do: "check the order of the calls",
        in: codes),
      ReportedError(
        "NRF_ERROR_NO_MEM", 4, of: configure, means: "there is no other advertising set",
        do: "keep the handle of the first call, and pass it again", in: gap),
      ReportedError(
        "NRF_ERROR_NO_MEM", 4, means: "no memory is left; of sd_ble_enable, the RAM of the application begins too low",
        do: "raise the start of RAM in the linker script", in: codes),
      ReportedError(
        "NRF_ERROR_CONN_COUNT", 18, of: start,
        means: "all connections are in use, so connectable advertising cannot start",
        do: "raise the number of peripheral links, or disconnect one", in: gap),
      ReportedError(
        "NRF_ERROR_RESOURCES", 19, of: start + scan,
        means: "no role is left, or the event length of the connection is too short for the PHY",
        do: "stop another role, or raise the event length (sd_ble_cfg_set)", in: gap),
      ReportedError(
        "NRF_ERROR_NOT_SUPPORTED", 6, of: configure + scan,
        means: "the SoftDevice does not support the length of the data or the type",
        do: "use at most 31 bytes, or extended types of a SoftDevice that has them", in: gap),
      ReportedError(
        "NRF_ERROR_NOT_FOUND", 5, of: start, means: "there is no such connection configuration",
        do: "pass the tag of sd_ble_cfg_set, or BLE_CONN_CFG_TAG_DEFAULT", in: gap),
      ReportedError(
        "NRF_ERROR_INVALID_ADDR", 16, means: "a pointer is wrong: buffers of advertising data have to stay in RAM",
        do: "make the buffers static", in: gap),
      ReportedError("NRF_ERROR_NULL", 14, means: "a pointer is missing", do: "check the arguments", in: codes),
      ReportedError("NRF_ERROR_BUSY", 17, means: "another operation runs", do: "wait, then call again", in: codes),
      ReportedError("NRF_ERROR_TIMEOUT", 13, means: "the operation timed out", do: "call again", in: codes),
      ReportedError(
        "NRF_ERROR_FORBIDDEN", 15, means: "the operation is not allowed", do: "check the order of the calls", in: codes),
      ReportedError("NRF_ERROR_INTERNAL", 3, means: "an internal error", do: "read the log before it", in: codes),
      ReportedError(
        "NRF_ERROR_SOFTDEVICE_NOT_ENABLED", 2, means: "the SoftDevice is not enabled",
        do: "call nrf_sdh_enable_request first (Bluefruit.begin)", in: codes),
      ReportedError(
        "NRF_ERROR_SVC_HANDLER_MISSING", 1,
        means: "no SoftDevice is flashed, or another one than the program was built for",
        do: "flash the SoftDevice", in: codes),
      ReportedError(
        "BLE_ERROR_NOT_ENABLED", 0x3001, means: "the Bluetooth stack is not enabled",
        do: "call nrf_sdh_ble_enable first",
        in: stackCodes),
      ReportedError(
        "BLE_ERROR_INVALID_ADV_HANDLE", 0x3004, means: "no advertising set has this handle",
        do: "begin with BLE_GAP_ADV_SET_HANDLE_NOT_SET, and keep what it becomes", in: stackCodes),
      ReportedError(
        "BLE_ERROR_INVALID_ROLE", 0x3005, means: "the role is not configured", do: "raise its number in sd_ble_cfg_set",
        in: stackCodes),
      ReportedError(
        "BLE_ERROR_GAP_UUID_LIST_MISMATCH", 0x3200, means: "a list of UUIDs has a part of one", do: "check its length",
        in: stackCodes),
      ReportedError(
        "BLE_ERROR_GAP_DISCOVERABLE_WITH_WHITELIST", 0x3201,
        means: "discoverable Flags and a whitelist exclude each other",
        do: "use BLE_GAP_ADV_FLAG_BR_EDR_NOT_SUPPORTED alone with a whitelist", in: stackCodes),
      ReportedError(
        "BLE_ERROR_GAP_INVALID_BLE_ADDR", 0x3202, means: "an address does not fit its type",
        do: "set the two highest bits of a random static address", in: stackCodes),
      ReportedError(
        "BLE_ERROR_GAP_WHITELIST_IN_USE", 0x3203, means: "the whitelist is in use",
        do: "stop advertising and scanning first",
        in: stackCodes),
      ReportedError(
        "BLE_ERROR_GAP_DEVICE_IDENTITIES_IN_USE", 0x3204,
        means: "the list of bonded devices is in use, so it cannot change",
        do: "stop advertising and scanning first", in: stackCodes),
      ReportedError(
        "BLE_ERROR_GAP_DEVICE_IDENTITIES_DUPLICATE", 0x3205,
        means: "the list of bonded devices has a device twice; advertising data are not concerned",
        do: "erase the bonding information of the device, then pair again", in: stackCodes),
    ])
}

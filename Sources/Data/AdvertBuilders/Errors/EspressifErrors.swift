extension ErrorTable {
  private static let espressifMarks = [
    "esp_ble_", "esp_gap_ble", "esp_err", "esp_error", "bt_btm", "bt_appl", "bt_gatt", "bluedroid", "bleadvertising",
    "blescan", "esp_gap_",
  ]
  private static let espressifLabels = [
    "rc", "ret", "err", "error", "status", "code", "errrc", "failed", "returned", "returns", "return",
  ]
  private static let espressifStatusFunctions = [
    "ESP_GAP_BLE_ADV_START_COMPLETE_EVT", "ESP_GAP_BLE_ADV_DATA_SET_COMPLETE_EVT",
    "ESP_GAP_BLE_ADV_DATA_RAW_SET_COMPLETE_EVT", "ESP_GAP_BLE_SCAN_RSP_DATA_SET_COMPLETE_EVT",
    "ESP_GAP_BLE_SCAN_RSP_DATA_RAW_SET_COMPLETE_EVT", "ESP_GAP_BLE_SCAN_START_COMPLETE_EVT",
    "ESP_GAP_BLE_SCAN_PARAM_SET_COMPLETE_EVT",
  ]
  private static let errorFile = "components/esp_common/include/esp_err.h"
  private static let gapFile = "components/bt/host/bluedroid/api/esp_gap_ble_api.c"
  private static let statusFile = "components/bt/host/bluedroid/api/include/api/esp_bt_defs.h"

  /// The return values of ESP-IDF's functions for Bluedroid.
  static let espressif = ErrorTable(
    "ESP-IDF (esp_err_t)", "ESP-IDF 0182e53 and 043dae2 (4.4 to 5)", marks: espressifMarks, labels: espressifLabels,
    isHex: true,
    [
      ReportedError(
        "ESP_ERR_INVALID_ARG", 0x102,
        of: ["esp_ble_gap_config_adv_data_raw", "esp_ble_gap_config_scan_rsp_data_raw"],
        means: "the data is empty or longer than 31 bytes, so it was not set",
        do: "shorten it to 31 bytes, or move a field to the other block", in: gapFile),
      ReportedError(
        "ESP_ERR_INVALID_ARG", 0x102, of: ["esp_ble_gap_config_adv_data"],
        means: "service_uuid_len is no multiple of 16: each UUID has 16 bytes in this structure",
        do: "write 16-bit UUIDs on the Bluetooth base, least significant byte first", in: gapFile),
      ReportedError(
        "ESP_ERR_INVALID_ARG", 0x102, means: "an argument is wrong", do: "name the function to get its conditions",
        in: errorFile),
      ReportedError(
        "ESP_ERR_INVALID_STATE", 0x103, means: "Bluedroid is not enabled, or the call comes in a wrong state",
        do: "call esp_bluedroid_init and esp_bluedroid_enable first", in: gapFile),
      ReportedError(
        "ESP_FAIL", -1, means: "the request could not be passed to the Bluetooth task",
        do: "check memory and the log before it",
        in: gapFile),
      ReportedError("ESP_ERR_NO_MEM", 0x101, means: "no memory is left", do: "free memory", in: errorFile),
      ReportedError("ESP_ERR_INVALID_SIZE", 0x104, means: "a size is wrong", do: "check the length", in: errorFile),
      ReportedError(
        "ESP_ERR_NOT_FOUND", 0x105, means: "there is no such thing", do: "check the argument", in: errorFile),
      ReportedError(
        "ESP_ERR_NOT_SUPPORTED", 0x106, means: "the build or the chip lacks it",
        do: "enable it in menuconfig; the first ESP32 has no extended advertising", in: errorFile),
      ReportedError("ESP_ERR_TIMEOUT", 0x107, means: "the operation timed out", do: "call again", in: errorFile),
    ])

  /// The status values in the events of ESP-IDF's GAP, and log lines of Bluedroid.
  static let espressifStatus = ErrorTable(
    "ESP-IDF (GAP status)", "ESP-IDF 0010bdf (5)", marks: espressifMarks, labels: ["status", "err", "error", "code"],
    isHex: true,
    statusBase: 0x100,
    [
      ReportedError(
        "", texts: ["Partial data write into ADV", "data exceed max adv packet length"],
        means: "the fields need more than 31 bytes; what did not fit was cut or left out, and the call still succeeds",
        do: "shorten the name, or move a field to the scan response (set_scan_rsp)",
        in: "components/bt/host/bluedroid/stack/btm/btm_ble_gap.c"),
      ReportedError(
        "", texts: ["fail to start ble adv"],
        means:
          "before ESP-IDF 4.0: it did not start: it advertises already, the random address is not set, or an interval is "
          + "out of range",
        do: "start it once after each disconnection; set the random address first, and intervals from 0x20 to 0x4000",
        in: "bta/dm/bta_dm_act.c and stack/btm/btm_ble_gap.c of 3.2"),
      ReportedError(
        "", texts: ["fail to set ble adv params"],
        means: "the host or the controller refused the parameters, so it does not advertise",
        do: "set 0x20 to 0x4000 as intervals; read the line before it, which has the status of the controller",
        in: "bta/dm/bta_dm_act.c, stack/btm/btm_ble_gap.c (102122904ad)"),
      ReportedError(
        "", texts: ["Invalid advertisting interval parameters"],
        means: "Bluedroid found adv_int_min or adv_int_max out of 0x20 to 0x4000, or the minimum above the maximum",
        do: "set both in this range; if they are, update ESP-IDF: 4.4-dev refused sound ones (espressif/esp-idf #7104)",
        in: "btc/profile/std/gap/btc_gap_ble.c (102122904ad)"),
      ReportedError(
        "",
        texts: [
          "Invalid advertisting type parameters", "Invalid advertisting channel map parameters",
          "Invalid advertisting peer address type parameters",
        ],
        means: "a value of esp_ble_adv_params_t is out of range, so it does not advertise",
        do: "set adv_type, channel_map (ADV_CHNL_ALL), adv_filter_policy and peer_addr_type",
        in: "btc/profile/std/gap/btc_gap_ble.c (102122904ad)"),
      ReportedError(
        "ESP_BT_STATUS_FAIL", 1, means: "the operation failed", do: "read the log before it", in: statusFile),
      ReportedError(
        "ESP_BT_STATUS_NOT_READY", 2, means: "the stack is not ready", do: "enable Bluedroid first", in: statusFile),
      ReportedError("ESP_BT_STATUS_NOMEM", 3, means: "no memory is left", do: "free memory", in: statusFile),
      ReportedError(
        "ESP_BT_STATUS_BUSY", 4, means: "another operation is not finished",
        do: "wait for its event before the next call", in: statusFile),
      ReportedError("ESP_BT_STATUS_DONE", 5, means: "it was done already", do: "ignore it", in: statusFile),
      ReportedError(
        "ESP_BT_STATUS_UNSUPPORTED", 6, means: "the build or the controller lacks it",
        do: "check the chip and menuconfig",
        in: statusFile),
      ReportedError(
        "ESP_BT_STATUS_PARM_INVALID", 7, means: "a parameter is wrong", do: "check intervals, types and lengths",
        in: statusFile),
      ReportedError(
        "ESP_BT_STATUS_UNHANDLED", 8, means: "the request was not handled", do: "read the log before it", in: statusFile
      ),
      ReportedError(
        "ESP_BT_STATUS_INVALID_STATIC_RAND_ADDR", 12, means: "the random address is no static address",
        do: "set the two highest bits of the address", in: statusFile),
      ReportedError("ESP_BT_STATUS_PENDING", 13, means: "it is not finished", do: "wait for the event", in: statusFile),
      ReportedError(
        "ESP_BT_STATUS_PARAM_OUT_OF_RANGE", 15, means: "a parameter is out of range", do: "check intervals and lengths",
        in: statusFile),
      ReportedError("ESP_BT_STATUS_TIMEOUT", 16, means: "the operation timed out", do: "call again", in: statusFile),
      ReportedError(
        "ESP_BT_STATUS_MEMORY_FULL", 20, means: "the controller has no memory left", do: "use less data or fewer sets",
        in: statusFile),
      ReportedError(
        "ESP_BT_STATUS_EIR_TOO_LARGE", 21, means: "the data is too long", do: "shorten the data", in: statusFile),
    ], functions: espressifStatusFunctions)
}

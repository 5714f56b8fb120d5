extension ErrorTable {
  /// The return codes of NimBLE's host.
  static let nimble = ErrorTable(
    "NimBLE", "mynewt-nimble 1.10.0 (1e8ed60)",
    marks: ["ble_gap_", "ble_hs_", "ble_err_", "nimble"],
    labels: ["rc", "ret", "err", "error", "reason", "status", "result", "returned", "returns", "return"],
    statusBase: 0x200, hasOrdinaryTexts: true,
    [
      ReportedError(
        "BLE_HS_EMSGSIZE", 4, of: NimBLEErrorCalls.setFields, texts: ["Buffer too small"],
        means: "the fields need more than 31 bytes, so no advertising data was set",
        do: "shorten the name, or move a field to ble_gap_adv_rsp_set_fields", in: NimBLESources.fields),
      ReportedError(
        "BLE_HS_EMSGSIZE", 4, texts: ["The provided buffer is too small"],
        means: "a buffer is too short for the data; where advertising data is set, the fields need more than 31 bytes",
        do: "shorten the data; one block of legacy advertising has 31 bytes",
        in: NimBLESources.codes + NimBLESources.rust),
      ReportedError(
        "BLE_HS_EINVAL", 3, of: NimBLEErrorCalls.setFields,
        means:
          "esp-nimble 6edb8c6 (2026) refuses every list of 128-bit UUIDs; 1.10.0 returns it for no field, and "
          + "BLE_HS_EMSGSIZE for too many bytes",
        do: "take a version without that check (espressif/esp-nimble #129)",
        in: NimBLESources.fields + "; espressif/esp-nimble #129"),
      ReportedError(
        "", texts: ["exceeds maximum configured HCI event buffer size"],
        means:
          "an event of the controller, such as a report of extended advertising, is longer than the host's buffer and is "
          + "dropped; most ports then reset the host",
        do: "raise the size: CONFIG_BT_NIMBLE_TRANSPORT_EVT_SIZE=257 (BLE_TRANSPORT_EVT_SIZE)",
        in: "ESP-IDF 102122904ad, esp_nimble_hci.c, Kconfig.in; h2zero/NimBLE-Arduino #910"),
      ReportedError(
        "BLE_HS_EINVAL", 3, of: NimBLEErrorCalls.setData,
        means: "the data has more than 31 bytes, so it was not set",
        do: "shorten it to 31 bytes, or move a field to the other block", in: NimBLESources.gap),
      ReportedError(
        "BLE_HS_EINVAL", 3, of: ["ble_gap_adv_start"],
        means:
          "a parameter is wrong: address type, discovery or connection mode, a directed mode without peer, or the duration",
        do: "take the address type of ble_hs_id_infer_auto, and check conn_mode, disc_mode and the duration",
        in: NimBLESources.gap),
      ReportedError(
        "BLE_HS_EINVAL", 3, of: ["ble_gap_ext_adv_configure"],
        means: "the parameters exclude each other, such as connectable and scannable without legacy_pdu",
        do: "for extended PDUs choose connectable or scannable; set legacy_pdu for both", in: NimBLESources.gap),
      ReportedError(
        "BLE_HS_EINVAL", 3, of: ["ble_gap_ext_adv_set_data"],
        means:
          "the set is not configured, or it is scannable, or the data is too long: 31 bytes with legacy_pdu, else 251 while "
          + "advertising",
        do:
          "configure the set first; put the data of a scannable set into the scan response; set long data before starting",
        in: NimBLESources.gap),
      ReportedError(
        "BLE_HS_EINVAL", 3, of: ["ble_gap_ext_adv_rsp_set_data"],
        means:
          "the set is not configured, or it is not scannable, or the data is too long: 31 bytes with legacy_pdu, else 251 "
          + "while advertising",
        do: "configure the set as scannable first; set long data before starting", in: NimBLESources.gap),
      ReportedError(
        "BLE_HS_EINVAL", 3, of: ["ble_gap_ext_adv_start"],
        means: "the set does not exist or is not configured, it has no address, or the duration is wrong",
        do: "call ble_gap_ext_adv_configure first, and ble_gap_ext_adv_set_addr for a random address",
        in: NimBLESources.gap),
      ReportedError(
        "BLE_HS_EINVAL", 3, of: NimBLEErrorCalls.scan,
        means: "the scan interval or window is out of range, or the window is longer than the interval",
        do: "set both from 4 to 16384 units of 0.625 ms, the window at most as long as the interval",
        in: NimBLESources.gap),
      ReportedError(
        "BLE_HS_EINVAL", 3, texts: ["One or more arguments are invalid"], means: "a parameter of the call is wrong",
        do: "check the parameters of the function that returned it; of data, more than 31 bytes is the usual cause",
        in: NimBLESources.codes),
      ReportedError(
        "BLE_HS_EALREADY", 2, of: ["ble_gap_adv_start", "ble_gap_ext_adv_start"],
        means: "it already advertises, so the call changed nothing",
        do: "stop advertising first; the data alone can change meanwhile", in: NimBLESources.gap),
      ReportedError(
        "BLE_HS_EALREADY", 2, of: NimBLEErrorCalls.scan, means: "a scan already runs, so the call changed nothing",
        do: "call ble_gap_disc_cancel first", in: NimBLESources.gap),
      ReportedError(
        "BLE_HS_EALREADY", 2, of: ["ble_gap_adv_stop", "ble_gap_ext_adv_stop", "ble_gap_disc_cancel"],
        means: "it had stopped already", do: "ignore it", in: NimBLESources.gap),
      ReportedError(
        "BLE_HS_EALREADY", 2, texts: ["Operation already in progress or complete"],
        means: "the operation already runs or has already ended", do: "stop it before starting it again",
        in: NimBLESources.codes),
      ReportedError(
        "BLE_HS_ENOMEM", 6, of: ["ble_gap_adv_start", "ble_gap_ext_adv_configure"],
        means: "all connections are in use, so it cannot advertise as connectable",
        do: "raise the number of connections, disconnect one, or advertise as non-connectable", in: NimBLESources.gap),
      ReportedError(
        "BLE_HS_ENOMEM", 6, texts: ["Not enough memory", "Operation failed due to resource exhaustion"],
        means: "no memory is left for the operation",
        do: "free memory or raise the number of mbufs (MSYS blocks)", in: NimBLESources.codes),
      ReportedError(
        "BLE_HS_ENOTSUP", 8, of: NimBLEErrorCalls.legacy, texts: ["Operation disabled at compile time"],
        means:
          "the build has extended advertising, where the legacy calls only return this (NimBLE before 1.8, esp-nimble 1.6 and "
          + "before); or it lacks the role",
        do:
          "call ble_gap_ext_adv_*, or switch extended advertising off (CONFIG_BT_NIMBLE_EXT_ADV=n); else enable the role",
        in: "nimble/host/src/ble_gap.c of 1.2.0, 1.7.0 and 1.8.0; esp-nimble 1.6.0-idf (32b2124f), the same file"),
      ReportedError(
        "BLE_HS_ENOTSUP", 8, texts: ["Operation disabled at compile time"],
        means: "the build lacks the role: broadcaster or peripheral to advertise, observer or central to scan",
        do: "enable the role in the configuration of NimBLE", in: NimBLESources.gap),
      ReportedError(
        "BLE_HS_EBUSY", 15, of: ["ble_gap_ext_adv_configure", "ble_gap_ext_adv_remove", "ble_gap_ext_adv_clear"],
        means: "the set is advertising", do: "call ble_gap_ext_adv_stop first", in: NimBLESources.gap),
      ReportedError(
        "BLE_HS_EBUSY", 15, of: NimBLEErrorCalls.scan,
        means: "a connection is being made, and the controller cannot scan meanwhile",
        do: "wait for the connection or cancel it, then start the scan", in: NimBLESources.gap),
      ReportedError(
        "BLE_HS_EBUSY", 15, texts: ["Operation cannot be performed until procedure completes"],
        means: "another operation has to end first", do: "wait, then call again",
        in: NimBLESources.codes),
      ReportedError(
        "BLE_HS_EAGAIN", 1, texts: ["Temporary failure; try again"], means: "the operation failed for the moment",
        do: "call again later", in: NimBLESources.codes),
      ReportedError(
        "BLE_HS_ENOENT", 5, texts: ["No matching entry found"], means: "there is no such entry",
        do: "check the argument",
        in: NimBLESources.codes),
      ReportedError(
        "BLE_HS_ENOTCONN", 7, texts: ["No open connection with handle"],
        means: "the connection is gone; advertising is not concerned", do: "check the connection handle",
        in: NimBLESources.codes),
      ReportedError(
        "BLE_HS_ECONTROLLER", 12, texts: ["Controller error"], means: "the controller's answer was not understood",
        do: "check that host and controller fit each other", in: NimBLESources.controller),
      ReportedError(
        "BLE_HS_ETIMEOUT_HCI", 19, texts: ["HCI request timed out"], means: "the controller did not answer a command",
        do: "check that the controller runs, and its transport", in: NimBLESources.controller),
      ReportedError(
        "BLE_HS_ENOADDR", 21, texts: ["No identity address"],
        means: "there is no address of the type that was asked for, so nothing is advertised",
        do: "call ble_hs_util_ensure_addr, and take the type of ble_hs_id_infer_auto", in: NimBLESources.address),
      ReportedError(
        "BLE_HS_ENOTSYNCED", 22,
        texts: ["Host not synced with controller", "Attempt to use the host before it is synced"],
        means: "host and controller are not ready yet", do: "start advertising or scanning in sync_cb or after it",
        in: NimBLESources.codes),
      ReportedError(
        "BLE_HS_EPREEMPTED", 29, texts: ["Host preempted"],
        means: "the host stopped advertising and scanning to change its list of resolved addresses",
        do: "start again a little later", in: NimBLESources.gap),
      ReportedError(
        "BLE_HS_EDISABLED", 30, texts: ["Host disabled"], means: "the host is not running",
        do: "start it (nimble_port_run) and wait for sync_cb", in: NimBLESources.gap),
      ReportedError(
        "BLE_HS_EBADDATA", 10, means: "data that was received is malformed",
        do: "check the advertising data of the sender",
        in: NimBLESources.fields),
      ReportedError(
        "BLE_HS_EAPP", 9, means: "a callback of the application failed", do: "check the callback",
        in: NimBLESources.codes
      ),
      ReportedError(
        "BLE_HS_EOS", 11, texts: ["OS error"], means: "the operating system failed", do: "check memory and tasks",
        in: NimBLESources.codes),
      ReportedError(
        "BLE_HS_ETIMEOUT", 13, texts: ["Operation timed out"],
        means: "the time was over; for advertising and scanning with a duration, this is the normal end",
        do: "start again, or pass BLE_HS_FOREVER", in: NimBLESources.codes),
      ReportedError(
        "BLE_HS_EDONE", 14, means: "the operation ended as it should", do: "nothing", in: NimBLESources.codes),
      ReportedError(
        "BLE_HS_EREJECT", 16, means: "the peer rejected the request; advertising is not concerned",
        do: "check the peer",
        in: NimBLESources.codes),
      ReportedError(
        "BLE_HS_EUNKNOWN", 17, means: "an unknown failure", do: "check the log before it", in: NimBLESources.codes),
      ReportedError(
        "BLE_ERR_INV_HCI_CMD_PARMS", 18, of: NimBLEErrorCalls.setData,
        means: "until March 2024: the data has more than 31 bytes, so it was not set",
        do: "shorten it to 31 bytes, or move a field to the other block", in: NimBLESources.commands),
      ReportedError(
        "BLE_ERR_INV_HCI_CMD_PARMS",
        means: "the controller refuses a parameter, such as the interval, the address type or the filter policy",
        do: "check the parameters of the call; of data, more than 31 bytes is the usual cause",
        in: NimBLESources.controller),
      ReportedError(
        "BLE_HS_EROLE or BLE_ERR_INV_HCI_CMD_PARMS", 18, of: ["set_raw_data"],
        texts: ["Operation requires different role"],
        means: "18 is two errors: when data is set, it has more than 31 bytes; elsewhere another role is needed",
        do: "shorten the data to 31 bytes", in: NimBLESources.commands),
      ReportedError(
        "BLE_HS_EROLE or BLE_ERR_INV_HCI_CMD_PARMS", 18, of: NimBLEErrorCalls.start,
        means:
          "18 is two errors, and the other one is of encryption: a parameter of the advertising is wrong, such as the "
          + "interval, the address type or the filter policy",
        do: "check the parameters of the call",
        in: NimBLESources.gap),
      ReportedError(
        "BLE_HS_EROLE or BLE_ERR_INV_HCI_CMD_PARMS", 18,
        means:
          "18 is two errors: encryption that the wrong side asks for, or a wrong parameter of a scan, a connection or the PHYs",
        do: "check the parameters of the call, and the side that calls it",
        in: NimBLESources.gap),
      ReportedError(
        "BLE_HS_EROLE", means: "the operation needs another role; only encryption reports it",
        do: "check which side of the connection calls it", in: NimBLESources.gap),
      ReportedError(
        "BLE_HS_ENOMEM_EVT", 20, means: "the controller lacks memory for an event", do: "free memory",
        in: NimBLESources.codes),
      ReportedError(
        "BLE_HS_ESTALLED", 31, means: "a channel of a connection is stalled; advertising is not concerned",
        do: "wait for the channel", in: NimBLESources.codes),
    ])

  /// The log lines of NimBLE-Arduino and esp-nimble-cpp.
  static let nimbleArduino = ErrorTable(
    "NimBLE-Arduino", "NimBLE-Arduino 2.5.1 and 1.4.3",
    marks: ["nimbleadvert", "nimbleext", "nimblescan", "nimbledevice"],
    labels: [], hasOrdinaryTexts: true,
    [
      ReportedError(
        "", texts: ["Cannot add UUID, data length exceeded!"],
        means:
          "a service UUID does not fit in the 31 bytes of its block; setting it in NimBLEAdvertising then tries the scan response",
        do: "call enableScanResponse(true) first, shorten the name, or use a 16-bit UUID",
        in: "src/NimBLEAdvertisementData.cpp"),
      ReportedError(
        "", texts: ["Advertisement data length exceeded"],
        means: "version 1: the field does not fit in the 31 bytes of its block and was left out",
        do: "shorten the name, or set the field in the scan response", in: "src/NimBLEAdvertising.cpp 1.4.3"),
      ReportedError(
        "", texts: ["Data length exceeded"],
        means: "a field does not fit in the 31 bytes of its block and was left out",
        do:
          "shorten the name, or use the scan response (enableScanResponse(true) first); a setter that is called again "
          + "adds a second field",
        in: "src/NimBLEAdvertisementData.cpp"),
      ReportedError(
        "", texts: ["Cannot add UUID, invalid size!", "Cannot set services, invalid size!"],
        means: "the UUID has no size of 16, 32 or 128 bits", do: "check the text of the UUID",
        in: "src/NimBLEAdvertisementData.cpp"),
      ReportedError(
        "", texts: ["MFG data too long", "Manufacturer data too long!"],
        means: "the manufacturer data is too long for its block and was left out", do: "shorten it",
        in: "src/NimBLEAdvertisementData.cpp, NimBLEExtAdvertising.cpp"),
      ReportedError(
        "", texts: ["Service Data too long", "Service data too long!"],
        means: "the service data is too long for its block and was left out",
        do: "shorten it, or set it in the other block", in: "src/NimBLEAdvertisementData.cpp, NimBLEExtAdvertising.cpp"),
      ReportedError(
        "", texts: ["URI too long"], means: "the URI is too long for its block and was left out", do: "shorten it",
        in: "src/NimBLEAdvertisementData.cpp"),
      ReportedError(
        "", texts: ["Name too long - truncating"],
        means:
          "the name was cut to fit and is sent as a Shortened Local Name; apps that compare the full name miss the device",
        do: "shorten the name, or set it in the scan response", in: "src/NimBLEAdvertisementData.cpp"),
      ReportedError(
        "", texts: ["Name too long!"], means: "the name is too long for its block and was left out",
        do: "shorten the name",
        in: "src/NimBLEExtAdvertising.cpp"),
      ReportedError(
        "", texts: ["Too many services - truncating"], means: "not all services fit; the list was cut",
        do: "advertise fewer services, or set some in the scan response", in: "src/NimBLEAdvertisementData.cpp"),
      ReportedError(
        "", texts: ["Advertisement data too long", "Scan data too long"],
        means: "version 1: the fields need more than 31 bytes, so advertising did not start",
        do: "shorten the name, or move a field to the other block", in: "src/NimBLEAdvertising.cpp 1.4.3"),
      ReportedError(
        "", texts: ["Unable to advertise - Duration too long"],
        means: "version 1: ble_gap_adv_start returned BLE_HS_EINVAL: the duration or another parameter is wrong",
        do: "check the duration, the advertising type and the peer", in: "src/NimBLEAdvertising.cpp 1.4.3"),
      ReportedError(
        "", texts: ["Unable to advertise - busy"], means: "version 1: the controller is busy with a connection",
        do: "wait, then start again", in: "src/NimBLEAdvertising.cpp 1.4.3"),
      ReportedError(
        "", texts: ["Unable to advertise - Value Error"],
        means: "version 1: a parameter of the advertising set is wrong",
        do: "check the parameters of the set", in: "src/NimBLEExtAdvertising.cpp 1.4.3"),
      ReportedError(
        "", texts: ["Max connections reached - not advertising"],
        means: "all connections are in use, so it does not advertise",
        do: "disconnect one, or raise the number of connections",
        in: "src/NimBLEAdvertising.cpp 1.4.3"),
      ReportedError(
        "", texts: ["Host not synced!", "Host reset, wait for sync."], means: "host and controller are not ready yet",
        do: "call NimBLEDevice::init first, and start again after the reset", in: "src/NimBLEAdvertising.cpp"),
      ReportedError(
        "", texts: ["Unable to scan - connection in progress"],
        means: "a connection is being made, and the controller cannot scan meanwhile",
        do: "wait for it, then start the scan",
        in: "src/NimBLEScan.cpp"),
      ReportedError(
        "", texts: ["Scan already in progress"], means: "a scan already runs", do: "stop it first",
        in: "src/NimBLEScan.cpp"),
    ])
}

/// The functions of NimBLE that share conditions.
private enum NimBLEErrorCalls {
  static let setFields = ["ble_gap_adv_set_fields", "ble_gap_adv_rsp_set_fields", "ble_hs_adv_set_fields"]
  /// The functions of legacy advertising.
  static let legacy = [
    "ble_gap_adv_start", "ble_gap_adv_stop", "ble_gap_adv_set_fields", "ble_gap_adv_rsp_set_fields",
    "ble_gap_adv_set_data", "ble_gap_adv_rsp_set_data",
  ]
  static let setData = ["ble_gap_adv_set_data", "ble_gap_adv_rsp_set_data"]
  /// The functions that get the parameters of advertising.
  static let start = ["ble_gap_adv_start", "ble_gap_ext_adv_configure", "ble_gap_ext_adv_start"]
  static let scan = ["ble_gap_disc", "ble_gap_ext_disc"]
}

private enum NimBLESources {
  static let codes = "nimble/host/include/host/ble_hs.h"
  static let gap = "nimble/host/src/ble_gap.c"
  static let fields = "nimble/host/src/ble_hs_adv.c"
  static let controller = "nimble/host/src/ble_hs_hci.c"
  static let commands = "nimble/host/src/ble_hs_hci_cmd.c of version 1.6.0"
  static let address = "nimble/host/src/ble_hs_id.c"
  static let rust = "; esp32-nimble 0.12 (aa67d0b), src/ble_error.rs"
}

extension ErrorTable {
  private static let nimbleBinding = "extmod/nimble/modbluetooth_nimble.c"

  /// The errors of MicroPython's bluetooth module.
  static let microPython = ErrorTable(
    "MicroPython (bluetooth)", "MicroPython 1.29 preview (1c3c201)",
    // CPython has words in the place of the name.
    marks: ["gap_advertise", "gap_scan", "] einval", "] eio", "] enodev", "] ealready", "] enomem", "] ebusy"],
    labels: ["oserror", "errno"], statusBase: -0x200, hasErrnos: true,
    [
      ReportedError(
        "EINVAL", 22, of: ["gap_advertise"],
        means: "adv_data or resp_data is longer than 31 bytes, or the interval is wrong",
        do: "shorten the name, or pass a part as resp_data", in: nimbleBinding),
      ReportedError(
        "EINVAL", 22, means: "an argument is wrong; of gap_advertise, data longer than 31 bytes is the usual cause",
        do: "shorten the name, or pass a part as resp_data", in: nimbleBinding),
      ReportedError(
        "", -18,
        means: "the controller refused a parameter (0x12); of gap_advertise on ESP32, data longer than 31 bytes",
        do: "shorten the name, or pass a part as resp_data",
        in: nimbleBinding + "; github.com/micropython/micropython/issues/7130"),
      ReportedError(
        "EIO", 5,
        means:
          "Bluetooth failed; before 1.14, also any error without a number of its own, such as data that is too long",
        do: "check that adv_data has at most 31 bytes", in: nimbleBinding),
      ReportedError(
        "ENODEV", 19, means: "Bluetooth is not active", do: "call ble.active(True) first", in: nimbleBinding),
      ReportedError(
        "EALREADY", 114, 120, means: "it advertises or scans already",
        do: "call gap_advertise(None) or gap_scan(None) first",
        in: nimbleBinding),
      ReportedError(
        "ENOMEM", 12, means: "no memory or no connection is left", do: "disconnect, or free memory", in: nimbleBinding),
      ReportedError(
        "EBUSY", 16, means: "another operation runs, such as a connection", do: "wait, then call again",
        in: nimbleBinding),
      ReportedError(
        "EOPNOTSUPP", 95, means: "the build lacks it", do: "use a build with this role", in: nimbleBinding),
      ReportedError(
        "", texts: ["Can not fit data into the advertisment", "Can not fit data into the advertisement"],
        means: "ubluepy on nRF: the data have more than 31 bytes with the name and the services",
        do: "shorten the name or the data", in: "ports/nrf/drivers/bluetooth/ble_drv.c"),
      ReportedError("ETIMEDOUT", 110, 116, means: "the operation timed out", do: "call again", in: nimbleBinding),
    ])

  /// The errors of CircuitPython's `_bleio`.
  static let circuitPython = ErrorTable(
    "CircuitPython (_bleio)", "CircuitPython before 9", marks: [], labels: [],
    [
      ReportedError(
        "", texts: ["Prefix buffer must be on the heap"],
        means: "the prefixes of start_scan are in flash, such as a constant of a frozen module, and not in memory",
        do: "pass bytes that are made at run time, such as bytes(bytearray(prefixes))",
        in: "shared-bindings/_bleio/Adapter.c; adafruit/Adafruit_CircuitPython_BLE #141"),
      ReportedError(
        "", texts: ["Invalid BLE parameter"],
        means:
          "the stack refused a parameter; of start_advertising, often the data, the interval, or no timeout on ESP32",
        do:
          "check that the data have at most 31 bytes and the interval is 20 ms to 10.24 s; on ESP32, try a timeout of 60 s",
        in: "ports/nordic and ports/espressif, common-hal/_bleio/__init__.c"),
    ])

  /// The errors of node-ble-host.
  static let nodeBLEHost = ErrorTable(
    "node-ble-host", "node-ble-host 1.0.3", marks: [], labels: [],
    [
      ReportedError(
        "", texts: ["This item does not fit, needs"],
        means:
          "AdvertisingDataBuilder: the item does not fit into the rest of the 31 bytes, whose numbers the line has",
        do: "shorten it, or put it into a second builder for the scan response", in: "lib/advertising-data-builder.js")
    ])

  private static let blinkBluetooth = "third_party/blink/renderer/modules/bluetooth/bluetooth.cc"
  private static let blinkErrors = "third_party/blink/renderer/modules/bluetooth/bluetooth_error.cc"

  /// The errors of Web Bluetooth in Chromium.
  static let webBluetooth = ErrorTable(
    "Web Bluetooth (Chromium)", "Chromium of 2026", marks: ["requestdevice", "requestlescan"], labels: [],
    [
      ReportedError(
        "",
        texts: ["Must be handling a user gesture to show a permission request"],
        means: "requestDevice was not called in the handler of a click or a key",
        do: "call it in the handler, before any await",
        in: blinkBluetooth),
      ReportedError(
        "", texts: ["Either 'filters' should be present or 'acceptAllDevices' should be true"],
        means: "the options have neither filters nor acceptAllDevices, or both", do: "give one of them",
        in: blinkBluetooth),
      ReportedError(
        "",
        texts: [
          "A filter must restrict the devices in some way", "'filters' member must be non-empty to find any devices",
        ],
        means: "a filter, or the list of filters, is empty",
        do: "give each filter a service, a name or manufacturer data",
        in: blinkBluetooth),
      ReportedError(
        "", texts: ["a filter containing a blocklisted UUID"],
        means: "pages must not ask for this service or these manufacturer data, such as HID (1812) or an iBeacon",
        do: "filter for another service or the name of the device", in: blinkErrors),
      ReportedError(
        "", texts: ["Origin is not allowed to access any service", "Origin is not allowed to access the service"],
        means: "the page did not name the service in requestDevice; what is advertised is not concerned",
        do: "add the service to filters or to optionalServices", in: blinkErrors),
      ReportedError(
        "", texts: ["User cancelled the requestDevice() chooser"],
        means: "the chooser was closed; its list is empty where no device passes the filters",
        do: "compare the filters with what the device advertises: advert reach LOG --app FILE", in: blinkErrors),
      ReportedError(
        "", texts: ["Bluetooth adapter not available"],
        means: "the computer has no adapter that the browser can use, or it is off", do: "switch Bluetooth on",
        in: blinkErrors),
    ])

  /// The log lines of ArduinoBLE and its examples. The library itself prints nothing when data does not fit.
  static let arduinoBLE = ErrorTable(
    "ArduinoBLE", "ArduinoBLE 2.0.1", marks: [], labels: [],
    [
      ReportedError(
        "", texts: ["starting Bluetooth® Low Energy module failed", "starting BLE failed"],
        means: "BLE.begin() returned 0: the radio module did not answer, so nothing is advertised",
        do: "update the firmware of the module, and choose the right board",
        in: "examples; src/local/BLELocalDevice.cpp"),
      ReportedError(
        "", texts: ["The initialization of the Bluetooth® Low Energy module failed"],
        means: "the radio module did not answer the reset", do: "update the NINA firmware to 3.0.0 or later",
        in: "src/local/BLELocalDevice.cpp"),
    ])

  private static let appleHeader = "CoreBluetooth.framework/Headers/CBError.h"

  /// The errors of Core Bluetooth.
  static let coreBluetooth = ErrorTable(
    "Core Bluetooth", "SDK of macOS 11.3",
    marks: ["cberror", "peripheralmanagerdidstartadvertising", "corebluetooth", "platformexception("],
    labels: ["code"],
    [
      ReportedError(
        "CBErrorUnknown", 0, means: "Core Bluetooth gives no cause", do: "wait for the state poweredOn before the call",
        in: appleHeader),
      ReportedError(
        "", texts: ["can only accept this command while in the powered on state"],
        means:
          "the call came before Bluetooth was ready, and Core Bluetooth dropped it: nothing is scanned or advertised",
        do: "call it when the delegate has reported poweredOn", in: "CoreBluetooth, log line of macOS and iOS"),
      ReportedError(
        "CBErrorInvalidParameters", 1, texts: ["One or more parameters were invalid"], means: "a parameter is wrong",
        do: "pass only CBAdvertisementDataLocalNameKey and CBAdvertisementDataServiceUUIDsKey to startAdvertising",
        in: appleHeader),
      ReportedError(
        "CBErrorOutOfSpace", 4, means: "the system has no room for it", do: "advertise fewer services", in: appleHeader),
      ReportedError(
        "CBErrorOperationCancelled", 5, means: "the operation was cancelled", do: "start it again", in: appleHeader),
      ReportedError(
        "CBErrorUUIDNotAllowed", 8, texts: ["the specified UUID is not allowed for the operation"],
        means: "the system reserves this UUID, so apps cannot publish or advertise it",
        do: "use an own 128-bit UUID", in: appleHeader),
      ReportedError(
        "CBErrorAlreadyAdvertising", 9, means: "the app advertises already", do: "call stopAdvertising first",
        in: appleHeader),
      ReportedError(
        "CBErrorOperationNotSupported", 13, means: "the system does not support it", do: "check the device",
        in: appleHeader),
      ReportedError(
        "CBErrorInvalidHandle", 2, means: "the attribute is unknown; advertising is not concerned",
        do: "discover again",
        in: appleHeader),
      ReportedError(
        "CBErrorNotConnected", 3, means: "the peripheral is not connected; advertising is not concerned",
        do: "connect first",
        in: appleHeader),
      ReportedError(
        "CBErrorConnectionTimeout", 6, means: "the connection timed out: the peripheral did not answer",
        do: "check that it still advertises as connectable and is near", in: appleHeader),
      ReportedError(
        "CBErrorPeripheralDisconnected", 7, means: "the peripheral ended the connection", do: "check the peripheral",
        in: appleHeader),
      ReportedError(
        "CBErrorConnectionFailed", 10, means: "the connection failed",
        do: "check that it still advertises as connectable",
        in: appleHeader),
      ReportedError(
        "CBErrorConnectionLimitReached", 11, means: "too many connections", do: "disconnect another", in: appleHeader),
    ])
}

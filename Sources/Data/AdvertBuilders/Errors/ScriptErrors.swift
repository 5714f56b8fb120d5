extension ErrorTable {
  private static let nimbleBinding = "extmod/nimble/modbluetooth_nimble.c"

  /// The errors of MicroPython's bluetooth module.
  static let microPython = ErrorTable(
    "MicroPython (bluetooth)", "MicroPython 1.29 preview (1c3c201)",
    // CPython has words in the place of the name.
    marks: ["gap_advertise", "gap_scan", "] einval", "] eio", "] enodev", "] ealready", "] enomem", "] ebusy"],
    labels: ["oserror", "errno"], statusBase: -0x200,
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
        in: "shared-bindings/_bleio/Adapter.c; adafruit/Adafruit_CircuitPython_BLE #141")
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
        "CBErrorInvalidParameters", 1, texts: ["One or more parameters were invalid"], means: "a parameter is wrong",
        do: "pass only CBAdvertisementDataLocalNameKey and CBAdvertisementDataServiceUUIDsKey to startAdvertising",
        in: appleHeader),
      ReportedError(
        "CBErrorOutOfSpace", 4, means: "the system has no room for it", do: "advertise fewer services", in: appleHeader),
      ReportedError(
        "CBErrorOperationCancelled", 5, means: "the operation was cancelled", do: "start it again", in: appleHeader),
      ReportedError(
        "CBErrorUUIDNotAllowed", 8, means: "the system reserves this UUID, so apps cannot publish or advertise it",
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

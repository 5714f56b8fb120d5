/// The interval of `gap_advertise`, and of aioble, which calls it. NimBLE hands it to the controller without a check.
///
/// Source: MicroPython 1c3c2011, extmod/modbluetooth.c and extmod/nimble/modbluetooth_nimble.c; micropython-lib 1.28,
/// micropython/bluetooth/aioble/aioble/peripheral.py.
package enum MicroPythonParameterTable {
  package static let gapAdvertise = "gap_advertise"
  package static let advertise = "advertise"

  /// The error of more than 31 bytes.
  package static let tooLong = "raises OSError (-18 on ESP32, else 22 or 5)"

  static let rows = [gapAdvertise, advertise].map {
    StackParameter(
      $0, "interval_us", .values(20_000...10_240_000), error: "raises OSError(-530)",
      condition: "on ports with NimBLE, if the controller checks it",
      remedy: "set 20000 (20 ms) to 10240000 (10.24 s)")
  }
}

/// The parameters of `start_advertising`, which adafruit_ble hands to `_bleio`.
///
/// Source: CircuitPython cd3da4a5, shared-bindings/_bleio/Adapter.c; the interval since 2019, the timeout since 10.2.
package enum CircuitPythonParameterTable {
  package static let call = "start_advertising"
  /// The decimal places of ``StackParameter/Given/numbers`` for `interval`. CircuitPython's numbers have fewer bits than
  /// others, so that more places would say nothing.
  package static let places = 5

  static let rows = [
    StackParameter(
      call, "interval", .decimal(2_000...1_024_000, places: places),
      error: "raises ValueError \"interval must be in range 0.02-10.24\"", remedy: "set 0.02 to 10.24 seconds"),
    StackParameter(
      call, "timeout", .values(0...Int64(Int32.max)), error: "raises ValueError",
      condition: "from CircuitPython 10.2 on",
      remedy: "set 0 seconds, which means no timeout, or more"),
  ]
}

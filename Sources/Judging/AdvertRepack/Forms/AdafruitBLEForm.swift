internal import AdvertisingData

extension SourceForm {
  /// A call of CircuitPython's `_bleio`, on which adafruit_ble is built, with bytes: `Advertisement` makes lists that say
  /// they are incomplete.
  static let adafruitBLE = SourceForm(
    id: "adafruit-ble", summary: "CircuitPython's _bleio.adapter.start_advertising", language: .python,
    prologue: ["import _bleio"]
  ) { entry in
    guard PythonText.canHold(entry) else {
      return ["# \(PythonText.tooLong)"] + HexForm.lines(of: entry, comment: "# ")
    }
    let interval = DeclaredInterval(entry.interval?.microseconds ?? 100_000)
    return ["_bleio.adapter.start_advertising("]
      + PythonText.bytes(entry.advertising, before: "    ", after: ",")
      + PythonText.bytes(entry.scanResponse, before: "    scan_response=", after: ",")
      + ["    interval=\(interval.seconds),", ")"]
  }
}

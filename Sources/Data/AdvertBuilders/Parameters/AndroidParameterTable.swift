/// The parameters of `AdvertisingSetParameters.Builder`, whose setters and `build()` throw for some.
///
/// Source: AOSP, android/bluetooth/le/AdvertisingSetParameters.java, since Android 8.
package enum AndroidParameterTable {
  /// The object that checks the parameters.
  package static let call = "AdvertisingSetParameters.Builder"
  /// The combination of switches that legacy advertising refuses.
  package static let unscannable = "setConnectable(true) without setScannable(true) in legacy mode"
  /// The combination of switches that extended advertising refuses.
  package static let scannable = "setConnectable(true) with setScannable(true) outside of legacy mode"

  private static let state = "throws IllegalStateException"
  private static let argument = "throws IllegalArgumentException"

  static let rows: [StackParameter] = [
    StackParameter(call, unscannable, .refused, error: state, remedy: "add setScannable(true)"),
    StackParameter(
      call, scannable, .refused, error: state, remedy: "add setLegacyMode(true), or remove one of the two"),
    StackParameter(
      call, "setInterval", .values(160...16_777_215), error: argument, remedy: "set 160 (100 ms) to 16777215"),
    StackParameter(call, "setTxPowerLevel", .values(-127...1), error: argument, remedy: "set -127 to 1 dBm"),
    StackParameter(call, "setLegacyMode", .anything), StackParameter(call, "setDiscoverable", .anything),
  ]
}

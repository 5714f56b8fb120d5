/// The calls that set the advertising parameters of Telink's controller. Its data are in ``Stack/arguments``.
///
/// Source: Telink's BLE SDK for TLSR9, `stack/ble/controller/ll/adv/leg_adv.h`, and that for B85.
enum TelinkCalls: StackFunctions {
  static let stack = "telink"

  static let functions: [AnsweredFunction] = ["bls_ll_", "blc_ll_"].flatMap { beginning in
    [
      function(beginning + "setAdvParam") { arguments, host, _ in
        host.configure(arguments.legacyParameters)
        return .result(0)
      },
      function(beginning + "setAdvEnable") { arguments, host, _ in
        if arguments.octet(0) == 0 { host.stop() } else { host.start() }
        return .result(0)
      },
    ]
  }
}

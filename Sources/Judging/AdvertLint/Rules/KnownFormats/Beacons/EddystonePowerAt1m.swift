internal import AdvertisingData

extension Rule {
  static let eddystonePowerAt1m = Rule(
    id: "eddystone-power-at-1m",
    severity: .warning,
    summary: "The power of an Eddystone frame looks like one measured at 1 m.",
    rationale: """
      Eddystone wants the power received at 0 m, iBeacon and AltBeacon that at 1 m, which is 41 dB less. With the wrong \
      one an app takes a beacon at 50 m for one at arm's length. Between -50 and -80 dBm there are the usual values at \
      1 m; at 0 m hardly a beacon is so weak.
      """,
    references: [.other("Eddystone protocol specification: Tx Power")],
    examples: [
      .accepted("02 01 06 03 03 aa fe 0d 16 aa fe 10 ec 02 67 6f 2e 67 6c 2f 31", "-20 dBm"),
      .flagged(
        "02 01 06 03 03 aa fe 0d 16 aa fe 10 ↓c5 02 67 6f 2e 67 6c 2f 31", "-59 dBm, the value of many an iBeacon",
        fixed: "02 01 06 03 03 aa fe 0d 16 aa fe 10 ee 02 67 6f 2e 67 6c 2f 31"),
    ],
    check: .knownPayload(in: [Eddystone.format]) { found, report in
      guard case .number(let power)? = found.payload.reading["txPowerAt0m"], (-80 ... -50).contains(power) else {
        return
      }
      report.flag(
        found, 1..<2, "the power at 0 m says \(power) dBm, which is usual for 1 m",
        fix: "add 41 dB, if the power was measured at 1 m: send \(power + 41) dBm")
    })
}

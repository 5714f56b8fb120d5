internal import AdvertisingData

extension Rule {
  static let qingpingMalformed = Rule(
    id: "qingping-malformed",
    severity: .warning,
    summary: "Qingping data end inside an object.",
    rationale: """
      Each object says its length. A receiver that reads beyond the last byte drops the data, or takes what follows for a \
      measurement.
      """,
    references: [.other("Qingping data as implemented by ble_monitor")],
    examples: [
      .accepted(
        "02 01 06 13 16 cd fd 08 01 56 34 12 34 2d 58 01 04 dc 00 0b 02 00 00", "temperature and humidity"),
      .flagged(
        "02 01 06 10 16 cd fd 08 01 56 34 12 34 2d 58 ↓01 04 dc 00 0b", "an object of 4 bytes of which 3 are there"),
    ],
    check: .conformance(to: Qingping.format))
}

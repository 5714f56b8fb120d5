internal import AdvertisingData

extension Rule {
  static let miBeaconMalformed = Rule(
    id: "mibeacon-malformed",
    severity: .warning,
    summary: "MiBeacon data do not hold what their frame control announces.",
    rationale: """
      The first two bytes say which fields follow: address, capability, objects with their lengths. When they announce \
      more or less than there is, a receiver takes one field for another, or drops the data.
      """,
    references: [.other("Xiaomi MiBeacon as implemented by xiaomi-ble")],
    examples: [
      .accepted(
        "02 01 06 03 03 95 fe 0c 16 95 fe 40 50 5b 05 01 0a 10 01 64", "a battery object"),
      .flagged(
        "02 01 06 03 03 95 fe 0c 16 95 fe 40 50 5b 05 01 ↓0a 10 02 64", "an object of 2 bytes of which 1 is there",
        fixed: "02 01 06 03 03 95 fe 0c 16 95 fe 40 50 5b 05 01 0a 10 01 64"),
    ],
    check: .conformance(to: MiBeacon.format))
}

internal import AdvertisingData

extension Rule {
  static let sensorDataMalformed = Rule(
    id: "sensor-data-malformed",
    severity: .warning,
    summary: "Data of a sensor are shorter than their format.",
    rationale: """
      Sensors send a row of numbers, each at its place. The first bytes say which row it is. A receiver drops data that end \
      before the last number.
      """,
    references: [.other("pySwitchbot, ble_monitor, Aranet4-Python and victron-ble")],
    examples: [
      .accepted("02 01 06 03 03 3d fd 09 16 3d fd 54 00 64 03 96 35", "a SwitchBot Meter: 22.3 °C, 53 %"),
      .flagged("02 01 06 03 03 3d fd 08 16 3d fd ↓54 00 64 03 96", "the humidity is missing"),
    ],
    check: .conformance(toFormsOf: KnownPayload.devices + KnownPayload.sensors))
}

internal import AdvertisingData

extension Rule {
  static let manufacturerDataTooShort = Rule(
    id: "manufacturer-data-too-short",
    severity: .error,
    summary: "Manufacturer data are too short for a company identifier.",
    rationale: """
      Manufacturer data start with the two bytes of the company that defines the rest. Without them \
      the data have no meaning, and filters on the company miss the device. Android's parser gives up: apps get a record \
      without the data of either block, so a filter for a service or a name misses the device, too. BlueZ, ESPHome and \
      Home Assistant skip the structure.
      """,
    references: [.supplement(part: "A", section: "1.4"), .other("AOSP: ScanRecord.parseFromBytes")],
    silences: ["value-malformed", "structure-empty"],
    examples: [
      .accepted("02 01 06 03 ff 59 00", "a company and no data"),
      .flagged("02 01 06 ↓02 ff 59", "half a company", fixed: "02 01 06 03 ff 59 00"),
    ],
    check: .structure(of: [.manufacturerData]) { structure, report in
      guard structure.value.count < 2 else { return }
      report.flag(
        structure,
        "manufacturer data need 2 bytes for the company, these have \(structure.value.count): Android drops the whole record",
        fix: "put the company identifier first, low byte first")
    })
}

internal import AdvertisingData

extension Rule {
  static let serviceDataTooShort = Rule(
    id: "service-data-too-short",
    severity: .error,
    summary: "Service data are too short for their service's UUID.",
    rationale: """
      Service data start with the UUID of the service that defines the rest, in the width that the type says. Without \
      it the data have no meaning, and filters on the service miss the device. Android's parser gives up: apps get a \
      record without the data of either block. BlueZ, ESPHome and Home Assistant skip the structure.
      """,
    references: [.supplement(part: "A", section: "1.11"), .other("AOSP: ScanRecord.parseFromBytes")],
    silences: ["value-malformed", "structure-empty"],
    examples: [
      .accepted("02 01 06 03 16 0f 18", "a service and no data", alsoFlaggedBy: ["service-data-uuid-not-listed"]),
      .flagged("02 01 06 ↓02 16 0f", "half a UUID", fixed: "02 01 06 03 16 0f 18"),
      .flagged("02 01 06 ↓04 21 0f 18 2a", "the type of a 128-bit UUID", fixed: "02 01 06 04 16 0f 18 2a"),
    ],
    check: .structures(of: .serviceData) { structures, report in
      for structure in structures {
        guard case .malformed(_, let octets, .tooShort(let minimum, _)) = structure.value else { continue }
        report.flag(
          structure,
          "service data of this type need \(minimum) bytes for the UUID, these have \(octets.count): Android drops the whole "
            + "record")
      }
    })
}

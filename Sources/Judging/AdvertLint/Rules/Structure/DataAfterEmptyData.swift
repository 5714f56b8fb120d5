internal import AdvertScan
internal import AdvertisingData

extension Rule {
  static let dataAfterEmptyData = Rule(
    id: "data-after-empty-data",
    severity: .note,
    summary: "Other data follow manufacturer or service data without content.",
    rationale: """
      Home Assistant 2025.4 to 2025.10 stops at manufacturer data and service data with nothing after the company or \
      UUID, when an ESPHome proxy receives them: a device that sends such data first has no services there. \
      bluetooth-data-tools 1.28.4 (October 2025) reads on.
      """,
    references: [
      .other("bluetooth-data-tools 1.26.5 to 1.28.3: gap.py"), .other("home-assistant/core #153323 (October 2025)"),
    ],
    examples: [
      .accepted("02 01 06 08 16 d2 fc 40 00 14 01 64 03 ff 90 05", "nothing follows"),
      .flagged(
        "02 01 06 ↓03 ff 90 05 08 16 d2 fc 40 00 14 01 64", "the data of a BTHome sensor follow",
        fixed: "02 01 06 08 16 d2 fc 40 00 14 01 64 03 ff 90 05"),
    ],
    check: .payload { judged, report in
      guard !judged.types.isDisjoint(with: [.manufacturerData, .serviceData16, .serviceData32, .serviceData128]) else {
        return
      }
      let structures = judged.structures
      guard let position = structures.firstIndex(where: { $0.isWithoutContent }), position < structures.count - 1 else {
        return
      }
      report.flag(
        structures[position],
        "Home Assistant 2025.4 to 2025.10 reads nothing of a proxy's data from this empty structure on",
        fix: "move the empty structure (\(structures[position].size) bytes) to the end of its block",
        remedy: .puttingLast)
    })
}

extension DecodedPayload.Element {
  /// Whether nothing follows the company or the UUID of manufacturer data or service data.
  fileprivate var isWithoutContent: Bool {
    guard !overruns else { return false }
    return size - 2 == type.headerCount
  }
}

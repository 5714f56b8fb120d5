internal import AdvertisingData

extension Rule {
  static let swiftPairMalformed = Rule(
    id: "swift-pair-malformed",
    severity: .warning,
    summary: "Swift Pair data are not as the format has them.",
    rationale: """
      After 03 there are the sub-scenario, the byte 80 and, where BR/EDR is involved, an address or a class of device. \
      Windows ignores beacons that it cannot take apart, and offers nothing.
      """,
    references: [.other("Microsoft: Bluetooth Swift Pair")],
    examples: [
      .accepted("02 01 06 06 ff 06 00 03 00 80 03 09 4b 42", "LE only"),
      .flagged(
        "02 01 06 06 ff 06 00 03 00 ↓00 03 09 4b 42", "00 in place of 80",
        fixed: "02 01 06 06 ff 06 00 03 00 80 03 09 4b 42"),
      .flagged(
        "02 01 06 05 ff 06 00 ↓03 00 03 09 4b 42", "nothing after the sub-scenario",
        fixed: "02 01 06 06 ff 06 00 03 00 80 03 09 4b 42"),
    ],
    check: .conformance(to: SwiftPair.format))
}

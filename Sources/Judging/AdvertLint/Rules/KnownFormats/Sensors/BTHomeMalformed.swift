internal import AdvertisingData

extension Rule {
  static let btHomeMalformed = Rule(
    id: "bthome-malformed",
    severity: .warning,
    summary: "BTHome data are not as the format has them.",
    rationale: """
      The objects have no length: a receiver knows it from the object's number, and must stop at a number it does not \
      know. Therefore they are sorted by number, so that newer ones come last. What stands after an unknown or cut \
      object is lost, and with another version in the first byte everything is.
      """,
    references: [.other("BTHome v2: format")],
    examples: [
      .accepted("02 01 06 03 03 d2 fc 09 16 d2 fc 40 01 64 02 ca 09", "battery and temperature"),
      .flagged(
        "02 01 06 03 03 d2 fc 09 16 d2 fc 40 02 ca 09 ↓01 64", "battery after temperature",
        fixed: "02 01 06 03 03 d2 fc 09 16 d2 fc 40 01 64 02 ca 09"),
      .flagged(
        "02 01 06 03 03 d2 fc 08 16 d2 fc 40 01 64 ↓02 ca", "a temperature of one byte",
        fixed: "02 01 06 03 03 d2 fc 09 16 d2 fc 40 01 64 02 ca 09"),
    ],
    check: .conformance(to: BTHome.format))
}

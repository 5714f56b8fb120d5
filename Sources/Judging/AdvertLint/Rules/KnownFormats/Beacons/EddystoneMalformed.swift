internal import AdvertisingData

extension Rule {
  static let eddystoneMalformed = Rule(
    id: "eddystone-malformed",
    severity: .error,
    summary: "An Eddystone frame is not as the format has it.",
    rationale: """
      The first byte is the type of the frame, and each type has its fields and its length; in a URL some bytes stand for \
      domain endings and others are reserved. Apps drop frames that do not fit, or show a wrong address. Makers of \
      beacons send frames of types of their own, which Eddystone does not have: that is a note.
      """,
    references: [.other("Eddystone protocol specification: UID, URL, TLM and EID frames")],
    examples: [
      .accepted(
        "02 01 06 03 03 aa fe 17 16 aa fe 00 ee 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 00 00", "a UID frame"),
      .accepted(
        "02 01 06 03 03 aa fe 15 16 aa fe 00 ee 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f",
        "without the two reserved bytes, as most beacons send it"),
      .flagged(
        "02 01 06 03 03 aa fe 0d 16 aa fe 10 ec ↓04 67 6f 2e 67 6c 2f 31", "a scheme that does not exist",
        fixed: "02 01 06 03 03 aa fe 0d 16 aa fe 10 ec 02 67 6f 2e 67 6c 2f 31"),
      .flagged(
        "02 01 06 03 03 aa fe 0c 16 aa fe ↓30 ee 01 02 03 04 05 06 07", "an identifier of 7 bytes instead of 8",
        fixed: "02 01 06 03 03 aa fe 0d 16 aa fe 30 ee 01 02 03 04 05 06 07 08"),
      .flagged("02 01 06 03 03 aa fe 07 16 aa fe ↓21 01 0b 0c", "a frame type of a maker's own"),
    ],
    check: .conformance(to: Eddystone.format) { problem, payload in
      payload.reading["frame"] == .text(Eddystone.Frame.other.rawValue) ? .note : nil
    })
}

internal import AdvertisingData

extension Rule {
  static let continuityMalformed = Rule(
    id: "continuity-malformed",
    severity: .warning,
    summary: "Messages under Apple's company identifier do not add up.",
    rationale: """
      Apple's manufacturer data are messages of type, length and value, except that type 01 is followed by 16 bytes \
      without a length. Data in which the lengths lead past the end are not Apple's: accessories that borrow the \
      identifier are misread by iPhones. What single messages hold was found out by others, so doubts about that are \
      notes.
      """,
    references: [.other("furiousMAC/continuity and other analyses; Apple publishes iBeacon only")],
    examples: [
      .accepted(
        "02 01 1a 0a ff 4c 00 10 05 0b 1c 83 90 96", "Nearby info", alsoFlaggedBy: ["flags-deprecated-host-bit"]),
      .flagged(
        "02 01 06 09 ff 4c 00 ↓10 05 0b 1c 83 90", "a length of 5 before 4 bytes",
        fixed: "02 01 06 0a ff 4c 00 10 05 0b 1c 83 90 96"),
    ],
    check: .conformance(to: Continuity.format, named: "Apple message") { problem, _ in
      if case .cut = problem { nil } else { .note }
    })
}

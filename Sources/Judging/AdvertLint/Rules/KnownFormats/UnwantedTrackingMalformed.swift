internal import AdvertisingData

extension Rule {
  static let unwantedTrackingMalformed = Rule(
    id: "unwanted-tracking-malformed",
    severity: .warning,
    summary: "What a tracker sends against unwanted tracking is not as the draft has it.",
    rationale: """
      Phones warn people who are tracked. They take the network from the first byte and learn from the second whether the \
      tracker is near its owner; its other bits are reserved. At most 22 bytes follow, because an advertisement has no room \
      for more.
      """,
    references: [.other("IETF draft-ietf-dult-accessory-protocol, location-enabled payload")],
    examples: [
      .accepted("02 01 06 07 16 b2 fc 02 00 a1 a2", "Google's network, away from its owner"),
      .flagged("02 01 06 04 16 b2 fc ↓02", "no second byte"),
      .flagged("02 01 06 05 16 b2 fc 02 ↓80", "a reserved bit"),
    ],
    check: .conformance(to: UnwantedTracking.format, named: "unwanted tracking"))
}

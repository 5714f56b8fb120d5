internal import AdvertisingData

extension Rule {
  static let trackerDataMalformed = Rule(
    id: "tracker-data-malformed",
    severity: .note,
    summary: "Data of a tracker are shorter than their form.",
    rationale: """
      Phones that look for trackers, and apps that warn of them, take the identifier of a tag from its place in the data. \
      The makers do not publish their forms, so a newer one may be unknown here.
      """,
    references: [.other("AirGuard")],
    examples: [
      .accepted("02 01 06 03 03 ed fe 0d 16 ed fe 02 00 01 02 03 04 05 06 07 08", "a Tile with its identifier"),
      .flagged(
        "02 01 06 03 03 ed fe 0c 16 ed fe ↓02 00 01 02 03 04 05 06 07", "the identifier of a Tile lacks a byte"),
    ],
    check: .conformance(toFormsOf: KnownPayload.trackers))
}

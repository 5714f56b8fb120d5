internal import AdvertisingData

extension Rule {
  static let audioAnnouncementMalformed = Rule(
    id: "audio-announcement-malformed",
    severity: .warning,
    summary: "An announcement of LE Audio is not as its profile has it.",
    rationale: """
      Under 184e a device tells what audio it is available for: type, contexts of sink and source, length of metadata. \
      Under 1852 a broadcast has its number of 3 bytes, under 1853 stands one byte, under 1856 features and metadata. \
      Phones that read less ignore the announcement: they do not connect, or do not show the broadcast.
      """,
    references: [
      .other("Basic Audio Profile, 3.5.3 and 3.7.2.1"), .other("Common Audio Profile, 8.1.1"),
      .other("Public Broadcast Profile, 4.2"), .other("Zephyr: LE Audio samples and broadcast sink"),
    ],
    examples: [
      .accepted("02 01 06 03 03 4e 18 09 16 4e 18 01 05 00 03 02 00", "targeted, for media and conversations"),
      .flagged(
        "02 01 06 03 03 4e 18 05 16 4e 18 ↓00 01", "contexts and metadata are missing",
        fixed: "02 01 06 03 03 4e 18 09 16 4e 18 00 01 00 01 00 00"),
      .flagged(
        [MarkedLayout(pdu: .extendedNonconnectable, "05 16 52 18 ↓12 34")], "a broadcast number of 2 bytes",
        fixed: [MarkedLayout(pdu: .extendedNonconnectable, "06 16 52 18 12 34 56")]),
    ],
    check: .conformance(to: AudioAnnouncement.self))
}

internal import AdvertisingData

extension Rule {
  static let audioStreamsNotPeriodic = Rule(
    id: "audio-streams-not-periodic",
    severity: .warning,
    summary: "The streams of an audio broadcast are described outside of periodic advertising.",
    rationale: """
      Service data of 1851 tell how the streams of a broadcast are encoded. Receivers look for them in the periodic \
      advertising that they follow, and nowhere else: Zephyr's and bumble's sources send them there, and their sinks read \
      them there. In advertising data they only cost space.
      """,
    references: [
      .other("Zephyr: subsys/bluetooth/audio/bap_broadcast_sink.c and bap_base.c"), .other("bumble: apps/auracast.py"),
    ],
    examples: [
      .accepted([MarkedLayout(pdu: .extendedNonconnectable, "06 16 52 18 56 34 12")], "only the number is advertised"),
      .flagged(
        [
          MarkedLayout(
            pdu: .extendedNonconnectable,
            "06 16 52 18 56 34 12 ↓1b 16 51 18 40 9c 00 01 01 06 00 00 00 00 0a 02 01 08 02 02 01 03 04 64 00 00 01 00")
        ], "streams in advertising data",
        fixed: [MarkedLayout(pdu: .extendedNonconnectable, "06 16 52 18 56 34 12")]),
    ],
    check: .knownPayload(in: [BasicAudioAnnouncement.format]) { found, report in
      guard report.pdu != nil else { return }
      report.flag(
        found.structure, "the streams are described here, where receivers do not look: only in periodic advertising",
        fix: "send it in periodic advertising")
    })
}

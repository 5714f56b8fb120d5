internal import AdvertisingData

extension Rule {
  static let audioAnnouncementMalformed = Rule(
    id: "audio-announcement-malformed",
    severity: .warning,
    summary: "An announcement of LE Audio is not as its profile has it.",
    rationale: """
      Under 184e a device tells what audio it is available for: type, contexts of sink and source, length of metadata. \
      Under 1852 a broadcast has its number of 3 bytes, under 1853 stands one byte, under 1856 features and metadata. \
      Zephyr's sample of a central does not connect to a device with less under 184e, and Zephyr's sample of a \
      broadcast sink does not see a broadcast with less under 1852. Android ignores data under 1856 whose length of \
      metadata is wrong. Zephyr ignores streams under 1851 when one of them is cut off, and roles under 1855 of less than \
      2 bytes. To connect again, Android reads no more than the type, so there a short announcement goes \
      unnoticed.
      """,
    references: [
      .other("Zephyr: samples/bluetooth/bap_unicast_client, bap_broadcast_sink and cap_acceptor"),
      .other("Zephyr: subsys/bluetooth/audio/pbp.c, bap_base.c and audio.c"),
      .other("Zephyr: samples/bluetooth/tmap_central"),
      .other("bumble: bumble/profiles/bap.py and pbp.py"),
      .other("Android: packages/modules/Bluetooth, PublicBroadcastData.java and connection_manager.cc"),
    ],
    examples: [
      .accepted("02 01 06 03 03 4e 18 09 16 4e 18 01 05 00 03 02 00", "targeted, for media and conversations"),
      .flagged(
        "02 01 06 03 03 4e 18 05 16 4e 18 ↓00 01", "contexts and metadata are missing",
        fixed: "02 01 06 03 03 4e 18 09 16 4e 18 00 01 00 01 00 00"),
      .flagged(
        "02 01 06 03 03 4e 18 0c 16 4e 18 00 01 00 01 00 03 ↓02 04 65", "a language of 1 letter",
        fixed: "02 01 06 03 03 4e 18 0e 16 4e 18 00 01 00 01 00 05 04 04 65 6e 67"),
      .flagged(
        [MarkedLayout(pdu: .extendedNonconnectable, "05 16 52 18 ↓12 34")], "a broadcast number of 2 bytes",
        fixed: [MarkedLayout(pdu: .extendedNonconnectable, "06 16 52 18 12 34 56")]),
    ],
    check: .conformance(toFormsOf: [AudioAnnouncement.format, BasicAudioAnnouncement.format, AudioRoles.format]))
}

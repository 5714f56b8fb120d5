internal import AdvertisingData

extension Rule {
  static let broadcastNameLength = Rule(
    id: "broadcast-name-length",
    severity: .warning,
    summary: "The name of an audio broadcast does not have 4 to 32 characters, or has more than 32 bytes.",
    rationale: """
      People choose a broadcast by its name. Zephyr's sink ignores a name of fewer than 4 or more than 128 bytes, \
      Android one of fewer than 4 or more than 32 bytes. That 32 characters are meant, which take up 128 bytes at \
      most, is not verified: a name of more characters or bytes in no more than 128 bytes is a note.
      """,
    references: [
      .other("Zephyr: subsys/bluetooth/audio/shell/bap_broadcast_sink.c"),
      .other("Zephyr API documentation: BT_AUDIO_BROADCAST_NAME_LEN_MIN and BT_AUDIO_BROADCAST_NAME_LEN_MAX"),
      .other("Android: packages/modules/Bluetooth, BassConstants.java and BassUtils.java"),
    ],
    examples: [
      .accepted([MarkedLayout(pdu: .extendedNonconnectable, "06 30 52 61 64 69 6f")], "5 characters"),
      .flagged(
        [
          MarkedLayout(
            pdu: .extendedNonconnectable,
            "↓22 30 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41")
        ], "33 characters"),
      .flagged(
        [
          MarkedLayout(
            pdu: .extendedNonconnectable,
            "↓22 30 e2 82 ac e2 82 ac e2 82 ac e2 82 ac e2 82 ac e2 82 ac e2 82 ac e2 82 ac e2 82 ac e2 82 ac e2 82 ac")
        ], "11 characters in 33 bytes"),
      .flagged(
        [MarkedLayout(pdu: .extendedNonconnectable, "↓03 30 54 56")], "2 characters",
        fixed: [MarkedLayout(pdu: .extendedNonconnectable, "05 30 54 56 20 31")]),
    ],
    check: .structures(of: [.broadcastName]) { structures, report in
      for structure in structures {
        guard case .broadcastName(let name) = structure.value else { continue }
        let count = name.octets.count
        if !(4...128).contains(count) {
          report.flag(
            structure,
            "the broadcast name has \(Words.bytes(count)), receivers ignore it: 4 to 128 are needed"
          )
        } else if name.firstInvalidOctet == nil, !name.hasUsualLength {
          let characters = name.text.unicodeScalars.count
          report.flag(
            structure,
            "the broadcast name has \(counted(characters, "character")), 4 to 32 are usual",
            severity: .note)
        } else if name.firstInvalidOctet == nil, count > 32 {
          report.flag(
            structure, "the broadcast name has \(count) bytes, Android ignores one of more than 32", severity: .note)
        }
      }
    })
}

internal import AdvertisingData

extension Rule {
  static let audioBroadcastInLegacyPDU = Rule(
    id: "audio-broadcast-in-legacy-pdu",
    severity: .warning,
    summary: "An audio broadcast is announced in legacy advertising.",
    rationale: """
      To listen, a receiver must follow the periodic advertising of the broadcast, and only extended advertising \
      points to it. Zephyr's sample of a broadcast sink passes over an announcement that points to no periodic \
      advertising: one in a legacy PDU leads nowhere.
      """,
    references: [
      .other("Zephyr: samples/bluetooth/bap_broadcast_sink/src/main.c"),
      .other("bumble: apps/auracast.py"),
      .other("Public Broadcast Profile 1.0, abstract"),
    ],
    examples: [
      .accepted(
        [MarkedLayout(pdu: .extendedNonconnectable, "06 16 52 18 56 34 12")], "extended advertising"),
      .flagged(
        [MarkedLayout(pdu: .advNonconnInd, "↓06 16 52 18 56 34 12")], "ADV_NONCONN_IND",
        fixed: [MarkedLayout(pdu: .extendedNonconnectable, "06 16 52 18 56 34 12")]),
    ],
    check: .knownPayload(in: [AudioAnnouncement.format]) { found, report in
      guard let pdu = report.pdu, !pdu.isExtended, found.announcesBroadcast else { return }
      report.flag(
        found.structure, "the broadcast is announced in \(pdu.rawValue), which cannot lead to its periodic advertising",
        fix: "announce it in an extended advertising set beside this one")
    })
}

internal import AdvertisingData

extension Rule {
  static let audioBroadcastConnectable = Rule(
    id: "audio-broadcast-connectable",
    severity: .warning,
    summary: "An audio broadcast is announced in connectable or scannable advertising.",
    rationale: """
      Only an advertising set that is neither connectable nor scannable can have the periodic advertising that tells how \
      to receive the broadcast: controllers refuse it for others. Zephyr's samples of broadcast sinks pass over \
      connectable advertisers.
      """,
    references: [
      .core(volume: 4, part: "E", section: "7.8.61"),
      .other("Zephyr: samples/bluetooth/pbp_public_broadcast_sink and tmap_bmr"),
    ],
    examples: [
      .accepted([MarkedLayout(pdu: .extendedNonconnectable, "06 16 52 18 56 34 12")], "neither"),
      .flagged(
        [MarkedLayout(pdu: .extendedConnectable, "02 01 06 ↓06 16 52 18 56 34 12")], "connectable",
        fixed: [MarkedLayout(pdu: .extendedNonconnectable, "06 16 52 18 56 34 12")]),
    ],
    check: .knownPayload(in: [AudioAnnouncement.format]) { found, report in
      guard let pdu = report.pdu, pdu.isExtended, pdu.isConnectable || pdu.isScannable, found.announcesBroadcast else {
        return
      }
      report.flag(
        found.structure, "the broadcast is announced in \(pdu.rawValue), which cannot have periodic advertising",
        fix: "announce it in an advertising set of its own")
    })
}

extension RecognisedPayload {
  /// Whether the data are the number of an audio broadcast, or declare a public broadcast.
  var announcesBroadcast: Bool {
    switch payload.reading["announcement"] {
    case .text("broadcast"), .text("public"): true
    default: false
    }
  }
}

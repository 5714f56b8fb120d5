internal import AdvertisingData

extension Rule {
  static let audioBroadcastInLegacyPDU = Rule(
    id: "audio-broadcast-in-legacy-pdu",
    severity: .warning,
    summary: "An audio broadcast is announced in legacy advertising.",
    rationale: """
      Who wants to listen must follow the periodic advertising of the broadcast, and only extended advertising points to \
      it. An announcement in a legacy PDU leads nowhere.
      """,
    references: [
      .other("Basic Audio Profile, 3.7.2.1: Broadcast Audio Announcements"),
      .core(volume: 6, part: "B", section: "2.3.4.6"),
    ],
    examples: [
      .accepted(
        [MarkedLayout(pdu: .extendedNonconnectable, "06 16 52 18 56 34 12")], "extended advertising"),
      .flagged(
        [MarkedLayout(pdu: .advNonconnInd, "↓06 16 52 18 56 34 12")], "ADV_NONCONN_IND",
        fixed: [MarkedLayout(pdu: .extendedNonconnectable, "06 16 52 18 56 34 12")]),
    ],
    check: .knownPayload { found, report in
      guard let pdu = report.pdu, !pdu.isExtended else { return }
      switch found.payload.value(as: AudioAnnouncement.self)?.content {
      case .broadcast, .publicBroadcast: break
      case .unicast, .common, nil: return
      }
      report.flag(
        found.structure, "the broadcast is announced in \(pdu.rawValue), which cannot lead to its periodic advertising",
        fix: "announce it with extended advertising")
    })
}

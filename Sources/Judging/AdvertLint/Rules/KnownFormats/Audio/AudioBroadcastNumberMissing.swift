internal import AdvertisingData

extension Rule {
  static let audioBroadcastNumberMissing = Rule(
    id: "audio-broadcast-number-missing",
    severity: .warning,
    summary: "A public audio broadcast is announced without its number.",
    rationale: """
      Service data of 1856 say that everybody may listen, those of 1852 which broadcast it is. Receivers need both in the \
      same advertising data: Zephyr's sample of a public broadcast sink follows no broadcast without a number, and \
      bumble's application for Auracast ignores it.
      """,
    references: [
      .other("Zephyr: samples/bluetooth/pbp_public_broadcast_sink"), .other("bumble: apps/auracast.py"),
    ],
    examples: [
      .accepted(
        [MarkedLayout(pdu: .extendedNonconnectable, "06 16 52 18 56 34 12 05 16 56 18 05 00")], "both"),
      .flagged(
        [MarkedLayout(pdu: .extendedNonconnectable, "↓05 16 56 18 05 00")], "no number",
        fixed: [MarkedLayout(pdu: .extendedNonconnectable, "06 16 52 18 56 34 12 05 16 56 18 05 00")]),
    ],
    check: .structures(of: .serviceData) { structures, report in
      var announced: DecodedPayload.Element?
      for structure in structures {
        guard case .serviceData(let data) = structure.value else { continue }
        switch data.uuid {
        case .broadcastAudioAnnouncement: return
        case .publicBroadcastAnnouncement: announced = announced ?? structure
        default: continue
        }
      }
      if let announced {
        report.flag(
          announced, "the public broadcast is announced without its number: receivers cannot tell which it is",
          fix: "add service data of 1852, 7 bytes: 06 16 52 18, then the number of the broadcast")
      }
    })
}

extension BluetoothUUID {
  fileprivate static let broadcastAudioAnnouncement = BluetoothUUID(0x1852)
  fileprivate static let publicBroadcastAnnouncement = BluetoothUUID(0x1856)
}

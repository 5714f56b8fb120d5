internal import AdvertisingData

extension Rule {
  static let meshNotBroadcast = Rule(
    id: "mesh-not-broadcast",
    severity: .error,
    summary: "A mesh message is in connectable or scannable advertising.",
    rationale: """
      Mesh messages and provisioning go by non-connectable and non-scannable advertising only, and nodes ignore them in \
      any other: the message never arrives.
      """,
    references: [.other("Mesh Protocol: advertising bearer and PB-ADV")],
    examples: [
      .accepted(
        [MarkedLayout(pdu: .advNonconnInd, "0f 2a 68 00 01 02 03 04 05 06 07 08 09 0a 0b 0c")], "ADV_NONCONN_IND"),
      .flagged(
        [MarkedLayout(pdu: .advScanInd, "↓0f 2a 68 00 01 02 03 04 05 06 07 08 09 0a 0b 0c")], "scannable",
        fixed: [MarkedLayout(pdu: .advNonconnInd, "0f 2a 68 00 01 02 03 04 05 06 07 08 09 0a 0b 0c")]),
    ],
    check: .structures(of: [.pbADV, .meshMessage]) { structures, report in
      guard let pdu = report.pdu, pdu.isConnectable || pdu.isScannable else { return }
      for structure in structures {
        report.flag(
          structure, "\(structure.type.named) is in \(pdu.rawValue), where nodes ignore it",
          fix: "send it with ADV_NONCONN_IND", remedy: .sending(.advNonconnInd))
      }
    })
}

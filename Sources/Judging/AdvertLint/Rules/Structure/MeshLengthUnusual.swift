internal import AdvertisingData

extension Rule {
  static let meshLengthUnusual = Rule(
    id: "mesh-length-unusual",
    severity: .warning,
    summary: "A mesh message or a private beacon has a length that none has.",
    rationale: """
      A private beacon has 27 bytes: its type, 13 random ones, 5 that are obfuscated and 8 that prove who sent it. BlueZ \
      ignores others. A message has a header of 9 bytes, up to 16 of content and a check of 4 or 8: 14 to 29 in all. Its \
      shortest length is not verified, so a message of another length is a note.
      """,
    references: [
      .other("BlueZ: mesh/net-keys.c and mesh/crypto.c"), .other("Mesh Protocol: network PDU and mesh beacons"),
    ],
    examples: [
      .accepted(
        [MarkedLayout(pdu: .advNonconnInd, "0f 2a 68 00 01 02 03 04 05 06 07 08 09 0a 0b 0c")], "a message of 14 bytes"),
      .flagged(
        [MarkedLayout(pdu: .advNonconnInd, "↓0b 2a 68 00 01 02 03 04 05 06 07 08")], "a message of 10 bytes",
        fixed: [MarkedLayout(pdu: .advNonconnInd, "0f 2a 68 00 01 02 03 04 05 06 07 08 09 0a 0b 0c")]),
      .flagged(
        [
          MarkedLayout(
            pdu: .advNonconnInd,
            "↓1b 2b 02 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 b6 b7")
        ], "a private beacon of 26 bytes",
        fixed: [
          MarkedLayout(
            pdu: .advNonconnInd,
            "1c 2b 02 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 b6 b7 b8")
        ]),
    ],
    check: .structures(of: [.meshMessage, .meshBeacon]) { structures, report in
      for structure in structures {
        switch structure.value {
        case .meshMessage(let message) where !message.hasUsualLength:
          report.flag(
            structure, "the mesh message has \(Words.bytes(message.octets.count)), 14 to 29 are usual", severity: .note)
        case .meshBeacon(.privateNetwork(let octets)) where octets.count != MeshBeacon.privateNetworkLength:
          report.flag(
            structure,
            "the private beacon has \(Words.bytes(octets.count + 1)), nodes ignore it: "
              + "\(MeshBeacon.privateNetworkLength + 1) are needed")
        default: break
        }
      }
    })
}

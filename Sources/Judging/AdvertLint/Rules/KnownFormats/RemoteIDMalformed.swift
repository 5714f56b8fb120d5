internal import AdvertisingData

extension Rule {
  static let remoteIDMalformed = Rule(
    id: "remote-id-malformed",
    severity: .error,
    summary: "A drone's Remote ID is not as the format has it.",
    rationale: """
      After 0d and a counter there is one message of 25 bytes, or a pack of up to nine in extended advertising. Receivers, \
      those of authorities among them, do not see a drone whose messages have another length.
      """,
    references: [.other("ASTM F3411; ASD-STAN prEN 4709-002")],
    examples: [
      .accepted(
        [
          MarkedLayout(
            pdu: .advNonconnInd,
            "1e 16 fa ff 0d 01 02 12 53 4e 31 32 33 34 35 36 37 38 00 00 00 00 00 00 00 00 00 00 00 00 00")
        ], "a basic ID"),
      .flagged(
        [
          MarkedLayout(
            pdu: .advNonconnInd,
            "1d 16 fa ff ↓0d 01 02 12 53 4e 31 32 33 34 35 36 37 38 00 00 00 00 00 00 00 00 00 00 00 00")
        ], "a message of 24 bytes",
        fixed: [
          MarkedLayout(
            pdu: .advNonconnInd,
            "1e 16 fa ff 0d 01 02 12 53 4e 31 32 33 34 35 36 37 38 00 00 00 00 00 00 00 00 00 00 00 00 00")
        ]),
    ],
    check: .conformance(to: RemoteID.format) { problem, payload in
      switch problem {
      // Versions and types that are not known here may be newer ones.
      case .unexpected(let offset, _) where offset >= 2: .warning
      // Transmitters send room for nine messages, whatever the count; receivers use the count.
      case .surplus(let offset, _) where payload.octets.dropFirst(offset).allSatisfy { $0 == 0 }: .note
      default: nil
      }
    })
}

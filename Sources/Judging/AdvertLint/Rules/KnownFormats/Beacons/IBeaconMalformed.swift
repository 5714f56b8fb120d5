internal import AdvertisingData

extension Rule {
  static let iBeaconMalformed = Rule(
    id: "ibeacon-malformed",
    severity: .error,
    summary: "iBeacon data do not have the length of an iBeacon.",
    rationale: """
      Apple's type 02 of length 15 (hex) is followed by 16 bytes of UUID, two of major, two of minor and one of measured \
      power. Systems look for just that: with another length no app hears of the beacon, however right the rest is.
      """,
    references: [.other("Apple: Getting Started with iBeacon")],
    silences: ["continuity-malformed"],
    examples: [
      .accepted(
        [
          MarkedLayout(
            pdu: .advNonconnInd,
            "02 01 06 1a ff 4c 00 02 15 e2 c5 6d b5 df fb 48 d2 b0 60 d0 f5 a7 10 96 e0 00 01 00 02 c5")
        ], "an iBeacon"),
      .flagged(
        [
          MarkedLayout(
            pdu: .advNonconnInd,
            "02 01 06 19 ff 4c 00 ↓02 15 e2 c5 6d b5 df fb 48 d2 b0 60 d0 f5 a7 10 96 e0 00 01 00 02")
        ], "the measured power is missing",
        fixed: [
          MarkedLayout(
            pdu: .advNonconnInd,
            "02 01 06 1a ff 4c 00 02 15 e2 c5 6d b5 df fb 48 d2 b0 60 d0 f5 a7 10 96 e0 00 01 00 02 c5")
        ]),
      .flagged(
        [
          MarkedLayout(
            pdu: .advNonconnInd,
            "02 01 06 1a ff 4c 00 02 ↓1a e2 c5 6d b5 df fb 48 d2 b0 60 d0 f5 a7 10 96 e0 00 01 00 02 c5")
        ], "the length of the structure where that of the beacon belongs",
        fixed: [
          MarkedLayout(
            pdu: .advNonconnInd,
            "02 01 06 1a ff 4c 00 02 15 e2 c5 6d b5 df fb 48 d2 b0 60 d0 f5 a7 10 96 e0 00 01 00 02 c5")
        ]),
      .flagged(
        [
          MarkedLayout(
            pdu: .advNonconnInd,
            "02 01 06 1a ff 4c 00 ↓15 02 e2 c5 6d b5 df fb 48 d2 b0 60 d0 f5 a7 10 96 e0 00 01 00 02 c5")
        ], "type and length exchanged",
        fixed: [
          MarkedLayout(
            pdu: .advNonconnInd,
            "02 01 06 1a ff 4c 00 02 15 e2 c5 6d b5 df fb 48 d2 b0 60 d0 f5 a7 10 96 e0 00 01 00 02 c5")
        ]),
    ],
    check: .knownPayload { found, report in
      let octets = found.payload.octets
      switch found.payload.format {
      case IBeacon.format:
        found.flagProblems(named: IBeacon.format.name, &report) {
          // More messages may follow in one structure, like Apple's other messages.
          if case .surplus = $0 { .warning } else { nil }
        }
      case Continuity.format where octets.count >= 2 && octets[0] == 0x02:
        // A beacon of another size has more than a wrong length.
        let isWhole = octets.count == 23
        report.flag(
          found, 1..<2, "iBeacon: found 0x\(HexText.compact([octets[1]])), expected length 0x15",
          fix: isWhole ? "send the length of an iBeacon: 15" : nil, remedy: isWhole ? .replacing(with: [0x15]) : nil)
      case Continuity.format where octets.count == 23 && octets.starts(with: [0x15, 0x02]):
        report.flag(
          found, 0..<2, "iBeacon: type and length are exchanged: found 15 02", fix: "send the type first: 02 15",
          remedy: .replacing(with: [0x02, 0x15]))
      default: break
      }
    })
}

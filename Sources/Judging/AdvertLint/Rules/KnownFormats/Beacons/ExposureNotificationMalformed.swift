internal import AdvertisingData

extension Rule {
  static let exposureNotificationMalformed = Rule(
    id: "exposure-notification-malformed",
    severity: .error,
    summary: "Exposure Notification data do not have 20 bytes.",
    rationale: """
      16 bytes of identifier and 4 of encrypted metadata are all there is. Phones do not record a contact from data of \
      another length.
      """,
    references: [.other("Apple and Google: Exposure Notification Bluetooth Specification")],
    examples: [
      .accepted(
        [
          MarkedLayout(
            pdu: .advNonconnInd,
            "02 01 1a 03 03 6f fd 17 16 6f fd 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 40 00 00 00")
        ], "an identifier with metadata", alsoFlaggedBy: ["flags-deprecated-host-bit"]),
      .flagged(
        [
          MarkedLayout(
            pdu: .advNonconnInd, "02 01 1a 03 03 6f fd 13 16 6f fd ↓00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f")
        ], "no metadata",
        fixed: [
          MarkedLayout(
            pdu: .advNonconnInd,
            "02 01 1a 03 03 6f fd 17 16 6f fd 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 40 00 00 00")
        ]),
    ],
    check: .conformance(to: ExposureNotification.format))
}

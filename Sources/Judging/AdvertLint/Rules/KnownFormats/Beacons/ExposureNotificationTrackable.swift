internal import AdvertisingData

extension Rule {
  static let exposureNotificationTrackable = Rule(
    id: "exposure-notification-trackable",
    severity: .error,
    summary: "Exposure Notification data are sent from an address that stays.",
    rationale: """
      The identifier changes every 10 to 20 minutes so that no person can be followed, and the address has to change with \
      it. A public or static address ties all identifiers to one person.
      """,
    references: [.other("Apple and Google: Exposure Notification Bluetooth Specification")],
    examples: [
      .accepted(
        [
          MarkedLayout(
            pdu: .advNonconnInd,
            "02 01 1a 03 03 6f fd 17 16 6f fd 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 40 00 00 00",
            addressKind: .randomNonResolvable)
        ], "an address that changes", alsoFlaggedBy: ["flags-deprecated-host-bit"]),
      .flagged(
        [
          MarkedLayout(
            pdu: .advNonconnInd,
            "02 01 1a 03 03 6f fd ↓17 16 6f fd 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 40 00 00 00",
            addressKind: .public)
        ], "the device's own address",
        fixed: [
          MarkedLayout(
            pdu: .advNonconnInd,
            "02 01 1a 03 03 6f fd 17 16 6f fd 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 40 00 00 00",
            addressKind: .randomNonResolvable)
        ]),
    ],
    check: .advertiser(of: .vendorData) { subject, report in
      guard let kind = subject.addressKind, kind == .public || kind == .randomStatic else { return }
      subject.forEachPayload { location, payload in
        for found in payload.recognised where found.payload.format == ExposureNotification.format {
          guard found.payload.reading["id"] != nil else { continue }
          report.flag(
            in: location, found.structure.offset, length: found.structure.size,
            "the identifier changes, the \(kind == .public ? "public" : "static") address does not",
            fix: "use a private address, and change it with the identifier")
        }
      }
    })
}

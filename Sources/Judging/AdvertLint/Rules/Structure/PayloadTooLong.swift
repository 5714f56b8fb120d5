internal import AdvertisingData

extension Rule {
  static let payloadTooLong = Rule(
    id: "payload-too-long",
    severity: .error,
    summary: "The payload has more bytes than its PDU can carry.",
    rationale: """
      Legacy advertising data and scan response data hold 31 bytes each, extended advertising 1650. Stacks refuse a \
      longer payload, or cut it silently; some move what does not fit into the scan response, where passive scanners \
      never see it.
      """,
    references: [.core(volume: 6, part: "B", section: "2.3.1"), .core(volume: 4, part: "E", section: "7.8.54")],
    examples: [
      .accepted(
        "02 01 06 1b ff 59 00 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17",
        "exactly 31 bytes"),
      .flagged(
        "02 01 06 1c ff 59 00 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17 ↓18",
        "one byte too many"),
      .accepted(
        [
          MarkedLayout(
            pdu: .extendedConnectable,
            "02 01 06 1c ff 59 00 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17 18")
        ], "extended advertising has room", alsoFlaggedBy: ["extended-advertising-not-received"]),
    ],
    check: .payload { judged, report in
      let payload = judged.payload
      let limit = report.pdu.payloadLimit
      guard payload.count > limit else { return }
      report.flag(
        limit, length: payload.count - limit,
        "the payload has \(payload.count) bytes, \(payload.count - limit) more than the \(limit) that fit",
        remedy: .fitting)
    })
}

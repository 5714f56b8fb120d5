internal import AdvertisingData

extension Rule {
  static let advertisingNotObserved = Rule(
    id: "advertising-not-observed",
    severity: .warning,
    summary: "A service is in a scan response, and no advertising data were received.",
    rationale: """
      Without the advertising data it is unknown whether the service is there as well. When it is not, passive scanners \
      that filter on the service miss the device, so a check that passes here would prove nothing. The usual causes are \
      a log that begins too late, and advertising data that were logged under another address type or adapter.
      """,
    references: [.core(volume: 6, part: "B", section: "4.4.3")],
    examples: [
      .accepted(
        [MarkedLayout("02 01 06 03 03 26 18", scanResponse: .observed("03 09 41 42"))], "both blocks are known",
        alsoFlaggedBy: ["fits-without-scan-response"]),
      .flagged(
        [MarkedLayout(nil, scanResponse: .observed("03 03 ↓26 18"))], "the advertising data may lack the service"),
    ],
    check: .advertiser { subject, report in
      for (place, service) in subject.servicesWithoutAdvertising {
        report.flag(
          in: place, service.offset, length: service.width.octets,
          "advertising data was not received; service \(service.uuid.named) may be only in the scan response",
          fix: "provide the advertising data of the device too")
      }
    })
}

internal import AdvertisingData

extension Rule {
  static let iBeaconIntervalUnusual = Rule(
    id: "ibeacon-interval-unusual",
    severity: .note,
    summary: "An iBeacon is sent at another interval than 100 ms.",
    rationale: """
      Apple's specification of proximity beacons asks for 100 ms. Only licensees get it, so the number is known from \
      those who quote it; Apple's engineers confirm that it sets one interval. With longer intervals apps find a \
      beacon later, or lose it in between. Many beacons are slower on purpose, to save energy. Measured intervals are \
      not judged: receivers miss advertisements.
      """,
    references: [
      .other("Apple: Proximity Beacon Specification, as quoted in esp32-snippets #404"),
      .other("Apple Developer Forums: threads 38226 and 687237"),
      .other("Estimote/iOS-Fleet-Management-SDK #75"),
    ],
    examples: [
      .accepted(
        [
          MarkedLayout(
            pdu: .advNonconnInd,
            "02 01 06 1a ff 4c 00 02 15 e2 c5 6d b5 df fb 48 d2 b0 60 d0 f5 a7 10 96 e0 00 01 00 02 c5",
            interval: .declared(100_000))
        ], "every 100 ms"),
      .flagged(
        [
          MarkedLayout(
            pdu: .advNonconnInd,
            "02 01 06 ↓1a ff 4c 00 02 15 e2 c5 6d b5 df fb 48 d2 b0 60 d0 f5 a7 10 96 e0 00 01 00 02 c5",
            interval: .declared(1_000_000))
        ], "every second",
        fixed: [
          MarkedLayout(
            pdu: .advNonconnInd,
            "02 01 06 1a ff 4c 00 02 15 e2 c5 6d b5 df fb 48 d2 b0 60 d0 f5 a7 10 96 e0 00 01 00 02 c5",
            interval: .declared(100_000))
        ]),
    ],
    check: .advertiser { subject, report in
      guard let interval = subject.interval, let stated = interval.stated, !stated.contains(100_000),
        // With several layouts it is not known for which one the interval was set.
        subject.layouts.count == 1
      else { return }
      subject.forEachPayload { location, payload in
        for found in payload.recognised where found.payload.format == IBeacon.format {
          report.flag(
            in: location, found.structure.offset, length: found.structure.size,
            "the interval is \(interval), Apple asks for 100 ms",
            fix: subject.advice(toAdvertiseEvery: 100_000, ", unless energy is short"))
        }
      }
    })
}

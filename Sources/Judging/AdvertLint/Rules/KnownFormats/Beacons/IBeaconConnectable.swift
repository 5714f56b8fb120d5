internal import AdvertisingData

extension Rule {
  static let iBeaconConnectable = Rule(
    id: "ibeacon-connectable",
    severity: .note,
    summary: "An iBeacon is sent with connectable advertising.",
    rationale: """
      A beacon is there to be heard. A central that connects, by mistake or to do harm, silences most beacons as long as \
      the connection lasts, and listening for it takes energy. Beacons that are configured over a connection often advertise \
      so for a short time after being switched on, which is as it should be.
      """,
    references: [.other("Apple: Getting Started with iBeacon; field practice")],
    examples: [
      .accepted(
        [
          MarkedLayout(
            pdu: .advNonconnInd,
            "02 01 06 1a ff 4c 00 02 15 e2 c5 6d b5 df fb 48 d2 b0 60 d0 f5 a7 10 96 e0 00 01 00 02 c5")
        ], "not connectable"),
      .flagged(
        "02 01 06 ↓1a ff 4c 00 02 15 e2 c5 6d b5 df fb 48 d2 b0 60 d0 f5 a7 10 96 e0 00 01 00 02 c5", "connectable"),
    ],
    check: .knownPayload(in: [IBeacon.format]) { found, report in
      guard found.payload.reading["uuid"] != nil, let pdu = report.pdu, pdu.isConnectable,
        report.block == .advertising
      else {
        return
      }
      report.flag(
        found.structure, "the iBeacon is sent in \(pdu.rawValue), so any central can connect to it and silence it",
        fix: "advertise with ADV_NONCONN_IND, unless connections are wanted",
        remedy: .sending(.advNonconnInd, or: .advScanInd))
    })
}

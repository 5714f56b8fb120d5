internal import AdvertisingData

extension Rule {
  static let altBeaconMalformed = Rule(
    id: "altbeacon-malformed",
    severity: .error,
    summary: "AltBeacon data do not have the length of an AltBeacon.",
    rationale: """
      After the code be ac there are 20 bytes of identifier, one of reference power and one for the manufacturer: 27 bytes \
      with company and type, which is what its length byte says. Some receivers compare that byte, so with another \
      length they find no beacon. The library of the format's authors accepts a beacon without the last byte, so that is \
      a warning.
      """,
    references: [
      .other("AltBeacon protocol specification 1.0"),
      .other("Android Beacon Library: the last data field may be missing"),
    ],
    examples: [
      .accepted(
        "02 01 06 1b ff 18 01 be ac 00 11 22 33 44 55 66 77 88 99 aa bb cc dd ee ff 00 01 00 02 c5 00", "an AltBeacon"),
      .flagged(
        "02 01 06 19 ff 18 01 ↓be ac 00 11 22 33 44 55 66 77 88 99 aa bb cc dd ee ff 00 01 00 02",
        "the reference power is missing",
        fixed: "02 01 06 1b ff 18 01 be ac 00 11 22 33 44 55 66 77 88 99 aa bb cc dd ee ff 00 01 00 02 c5 00"),
      .flagged(
        "02 01 06 1a ff 18 01 ↓be ac 00 11 22 33 44 55 66 77 88 99 aa bb cc dd ee ff 00 01 00 02 c5",
        "the last byte is missing",
        fixed: "02 01 06 1b ff 18 01 be ac 00 11 22 33 44 55 66 77 88 99 aa bb cc dd ee ff 00 01 00 02 c5 00"),
    ],
    check: .conformance(to: AltBeacon.format) { problem, payload in
      // Only the last byte is missing.
      payload.reading["manufacturerReserved"] == .null ? .warning : nil
    })
}

internal import AdvertisingData

extension Rule {
  static let connectedDevicesMalformed = Rule(
    id: "connected-devices-malformed",
    severity: .warning,
    summary: "The beacon of a Windows device is not as the format has it.",
    rationale: """
      Windows devices that share with those nearby take a salt of 4 bytes and a hash of 19 from the beacon, and compare them \
      with what they know. Data of another length match no device.
      """,
    references: [.other("Microsoft: MS-CDP 2.2.2.2.3")],
    examples: [
      .accepted(
        [
          MarkedLayout(
            pdu: .advNonconnInd,
            "1e ff 06 00 01 09 20 02 11 22 33 44 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12")
        ], "a desktop"),
      .flagged(
        [
          MarkedLayout(
            pdu: .advNonconnInd,
            "1d ff 06 00 ↓01 09 20 02 11 22 33 44 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11")
        ], "the hash lacks a byte"),
    ],
    check: .conformance(to: ConnectedDevicesBeacon.format))
}

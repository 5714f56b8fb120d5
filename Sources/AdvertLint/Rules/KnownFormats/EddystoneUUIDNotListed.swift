internal import AdvertisingData

extension Rule {
  static let eddystoneUUIDNotListed = Rule(
    id: "eddystone-uuid-not-listed",
    severity: .error,
    summary: "An Eddystone frame is sent without the service list that the format asks for.",
    rationale: """
      Every frame comes with a list of 16-bit services that has feaa. iOS in the background, and every scanner that \
      filters for the service, looks at lists only: without it the beacon is found by apps in the foreground at best.
      """,
    references: [.other("Eddystone protocol specification: common elements")],
    silences: ["service-data-uuid-not-listed"],
    examples: [
      .accepted("02 01 06 03 03 aa fe 0d 16 aa fe 10 ec 02 67 6f 2e 67 6c 2f 31", "listed"),
      .flagged(
        "02 01 06 0d 16 ↓aa fe 10 ec 02 67 6f 2e 67 6c 2f 31", "not listed",
        fixed: "02 01 06 03 03 aa fe 0d 16 aa fe 10 ec 02 67 6f 2e 67 6c 2f 31"),
    ],
    check: .layout { layout, report in
      guard !layout.payloads.contains(where: { $0.payload.isTruncated }),
        // In the wrong block it is a defect of its own.
        !layout.payloads.contains(where: { $0.payload.payload.services.contains(.eddystone) })
      else { return }
      for (position, payload) in layout.payloads {
        for found in payload.recognised where found.isFrameOfEddystone {
          report.place.payload = position
          report.flag(
            found.headerOffset, length: found.headerCount,
            "the Eddystone frame comes without a list that has feaa: background scans do not find it",
            fix: "add 03 03 aa fe")
        }
      }
    })
}

extension BluetoothUUID {
  fileprivate static let eddystone = BluetoothUUID(0xFEAA)
}

extension RecognisedPayload {
  /// Whether the frame is of a type that Eddystone defines: others have taken over some of the rest of the numbers.
  fileprivate var isFrameOfEddystone: Bool {
    switch payload.value(as: Eddystone.self)?.frame {
    case .uid, .url, .telemetry, .encryptedTelemetry, .ephemeral: true
    case .findHub, .other, nil: false
    }
  }
}

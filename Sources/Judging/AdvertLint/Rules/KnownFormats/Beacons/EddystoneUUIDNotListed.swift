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
    check: .layout(of: .serviceData) { layout, report in
      guard !layout.isTruncated,
        // A list in the wrong block is a defect of another rule.
        !layout.payloads.contains(where: { $0.payload.services.contains(.eddystone) })
      else { return }
      for (position, payload) in layout.payloads {
        let frames = payload.recognised.filter { $0.isFrameOfEddystone }
        guard let first = frames.first else { continue }
        let list = AddedListing(of: .eddystone, .bits16, to: payload, before: first.structure.offset)
        let limit = layout.pdu.payloadLimit
        report.place.payload = position
        for found in frames {
          report.flag(
            found.headerOffset, length: found.payload.start,
            "the Eddystone frame comes without a list that has feaa: background scans do not find it",
            fix: Words.adding(
              list?.words ?? "feaa to a list of 16-bit services", lacking: list?.lacking(of: limit) ?? 0),
            remedy: list.map { .replacing($0.place, with: $0.octets) })
        }
      }
    })
}

extension BluetoothUUID {
  static let eddystone = BluetoothUUID(0xFEAA)
}

extension RecognisedPayload {
  /// Whether the frame is of a type that Eddystone defines: other makers use some of the other numbers.
  var isFrameOfEddystone: Bool {
    guard payload.format == Eddystone.format, case .text(let frame)? = payload.reading["frame"] else { return false }
    return ![Eddystone.Frame.findHub.rawValue, Eddystone.Frame.other.rawValue].contains(frame)
  }
}

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
        let (place, octets) = payload.listing(.eddystone, before: first.structure)
        let limit = layout.pdu?.payloadLimit ?? AdvertisingPDU.advInd.payloadLimit
        let size = payload.payload.significantCount + octets.count - place.count
        report.place.payload = position
        for found in frames {
          report.flag(
            found.headerOffset, length: found.payload.start,
            "the Eddystone frame comes without a list that has feaa: background scans do not find it",
            fix: Words.adding(
              place.isEmpty ? "the list \(HexText.spaced(octets))" : "aa fe to the list of 16-bit services",
              lacking: size - limit),
            remedy: .replacing(place, with: octets))
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

extension SubjectPayload {
  /// Returns the list of 16-bit services with one more: the place of the present list, or else a place before a
  /// structure, and the octets to put there.
  fileprivate func listing(
    _ service: BluetoothUUID, before structure: DecodedPayload.Element
  ) -> (place: Range<Int>, octets: [UInt8]) {
    let uuid = service.littleEndian(width: .bits16) ?? []
    guard let list = structures.first(where: { ServiceUUIDList.width(of: $0.type) == .bits16 }) else {
      let octets = [UInt8(1 + uuid.count), ADType.completeServiceUUIDs16.rawValue] + uuid
      return (structure.offset..<structure.offset, octets)
    }
    let value = list.value.octets + uuid
    return (list.octetRange, [UInt8(truncatingIfNeeded: 1 + value.count), list.type.rawValue] + value)
  }
}

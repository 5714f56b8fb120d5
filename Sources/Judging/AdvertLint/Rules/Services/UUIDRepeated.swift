internal import AdvertisingData

extension Rule {
  static let uuidRepeated = Rule(
    id: "uuid-repeated",
    severity: .note,
    summary: "A block lists the same service twice.",
    rationale: "Saying it once is enough; the bytes of the other are lost for data that scanners could use.",
    references: [.supplement(part: "A", section: "1.1")],
    examples: [
      .accepted("02 01 06 05 03 0d 18 0f 18", "two services"),
      .flagged("02 01 06 05 03 0d 18 ↓0d 18", "the same twice", fixed: "02 01 06 03 03 0d 18"),
    ],
    check: .payload { payload, report in
      guard payload.listings.count > 1 else { return }
      // The message about each from the second time on.
      var seen: [BluetoothUUID: String?] = [:]
      for (listing, octets) in payload.listings {
        guard let said = seen.updateValue(nil, forKey: listing.uuid) else { continue }
        let message = said ?? "service \(listing.uuid.named) is listed already"
        seen.updateValue(message, forKey: listing.uuid)
        report.flag(
          listing.offset, length: listing.width.octets, message,
          fix: "remove the repetition: \(octets) bytes less", remedy: .leavingOut)
      }
    })
}

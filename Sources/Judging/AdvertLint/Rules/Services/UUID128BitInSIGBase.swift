internal import AdvertisingData

extension Rule {
  static let uuid128BitInSIGBase = Rule(
    id: "uuid-128-bit-in-sig-base",
    severity: .warning,
    summary: "A UUID on the Bluetooth base is sent in 128 bits.",
    rationale: """
      A UUID of the form 0000xxxx-0000-1000-8000-00805f9b34fb has a short form of two bytes (or four) that means the \
      same. The long form wastes 14 (or 12) bytes of the 31, which is often what pushes something else into the scan \
      response, and some scanners compare UUIDs only in the width they expect.
      """,
    references: [.core(volume: 3, part: "B", section: "2.5.1")],
    examples: [
      .accepted("02 01 06 03 03 0f 18", "in 16 bits"),
      .accepted("02 01 06 11 07 e4 1d 51 0e 5a 11 db b9 a9 41 9e 2a a0 ff d0 af", "not on the Bluetooth base"),
      .flagged(
        "11 07 ↓fb 34 9b 5f 80 00 00 80 00 10 00 00 0f 18 00 00", "the Battery service in 128 bits",
        fixed: "03 03 0f 18"),
    ],
    check: .payload { payload, report in
      let listings = payload.listings
      for (listing, octets) in listings where listing.width == .bits128 {
        let short = listing.uuid.shortestWidth
        guard short != .bits128 else { continue }
        // After the UUIDs of a present list, or in a list of its own.
        let needed = payload.payload.hasList(of: short) ? short.octets : 2 + short.octets
        report.flag(
          listing.offset, length: 16, "service \(listing.uuid) is sent in 128 bits",
          fix: "send service \(listing.uuid) in \(short.rawValue) bits instead of 128: \(octets - needed) bytes less",
          remedy: octets > 16 && needed > short.octets ? payload.payload.remedy(shortening: listing) : nil)
      }
    })
}

extension Payload {
  fileprivate func hasList(of width: BluetoothUUID.Width) -> Bool {
    [true, false].contains { contains(ServiceUUIDList.type(width: width, isComplete: $0)) }
  }

  /// Returns a list of the shortest width in place of one that has this service alone.
  fileprivate func remedy(shortening listing: ServiceListing) -> Remedy? {
    let start = listing.offset - 2
    let width = listing.uuid.shortestWidth
    guard start >= 0, let uuid = listing.uuid.littleEndian(width: width),
      case let isComplete = !ADType(rawValue: octets[start + 1]).isIncompleteServiceList
    else { return nil }
    let type = ServiceUUIDList.type(width: width, isComplete: isComplete)
    return .replacing(start..<listing.offset + 16, with: [UInt8(1 + uuid.count), type.rawValue] + uuid)
  }
}

internal import AdvertisingData

extension Rule {
  static let serviceUUIDNotInEveryAdvertisement = Rule(
    id: "service-uuid-not-in-every-advertisement",
    severity: .note,
    summary: "A service UUID is in some of a device's alternating advertising payloads only.",
    rationale: """
      A scanner that filters on the service finds the device only when it receives one of the payloads that list it. \
      Short scan windows then miss it more often. Alternating payloads are a sound way to save space, if that is meant.
      """,
    references: [.supplement(part: "A", section: "1.1")],
    examples: [
      .accepted(
        [MarkedLayout("02 01 06 03 03 0f 18"), MarkedLayout("02 01 06 03 03 0f 18 02 0a 00")], "in both payloads"),
      .flagged(
        [MarkedLayout("02 01 06 03 03 ↓0f 18"), MarkedLayout("02 01 06 03 09 41 42")], "in one payload of two"),
    ],
    check: .advertiser { subject, report in
      guard subject.layouts.count > 1 else { return }
      let layouts = subject.layouts.enumerated().filter { $0.element.carriesAdvertisingData }
      let total = layouts.count { $0.element.advertising != nil }
      guard total > 1,
        !subject.layouts.contains(where: { $0.advertising?.isTruncated ?? false || !$0.isBlockKnown })
      else { return }
      var places: [BluetoothUUID: (layout: Int, listing: ServiceListing, payloads: Int)] = [:]
      for (index, layout) in layouts {
        var seen: Set<BluetoothUUID> = []
        for (listing, _) in layout.advertising?.listings ?? [] where seen.insert(listing.uuid).inserted {
          places[listing.uuid, default: (index, listing, 0)].payloads += 1
        }
      }
      for (uuid, place) in places.sorted(by: { $0.key < $1.key }) where place.payloads < total {
        report.flag(
          in: Report.Location(layout: place.layout, payload: .advertising), place.listing.offset,
          length: place.listing.width.octets,
          "service \(uuid.named) is in \(place.payloads) of \(total) alternating advertising payloads")
      }
    })
}

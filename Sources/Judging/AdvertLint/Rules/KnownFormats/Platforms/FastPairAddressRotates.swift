internal import AdvertisingData

extension Rule {
  static let fastPairAddressRotates = Rule(
    id: "fast-pair-address-rotates",
    severity: .note,
    summary: "A device that waits for Fast Pair has an address of a kind that changes.",
    rationale: """
      While a device waits to be paired and advertises its model, its address must not change. A private address does \
      no harm if the firmware keeps it for that time.
      """,
    references: [.other("Google: Fast Pair specification, Provider Advertising signal, when discoverable")],
    examples: [
      .accepted(
        [MarkedLayout("02 01 06 03 03 2c fe 06 16 2c fe 12 34 56", addressKind: .randomStatic)], "a static address"),
      .flagged(
        [MarkedLayout("02 01 06 03 03 2c fe ↓06 16 2c fe 12 34 56", addressKind: .randomResolvable)],
        "a resolvable private address",
        fixed: [MarkedLayout("02 01 06 03 03 2c fe 06 16 2c fe 12 34 56", addressKind: .public)]),
    ],
    check: .advertiser { subject, report in
      let kind: String
      switch subject.addressKind {
      case .randomResolvable: kind = "a resolvable private address"
      case .randomNonResolvable: kind = "a non-resolvable private address"
      default: return
      }
      subject.forEachPayload { location, payload in
        for found in payload.recognised {
          guard found.payload.format == FastPair.format, FastPair.isDiscoverable(found.payload.octets) else { continue }
          report.flag(
            in: location, found.structure.offset, length: found.structure.size,
            "the device waits to be paired and has \(kind), which must not change in that time",
            fix: "keep the address as long as the model is advertised")
        }
      }
    })
}

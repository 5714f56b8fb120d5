internal import AdvertisingData

extension Rule {
  static let swiftPairIncomplete = Rule(
    id: "swift-pair-incomplete",
    severity: .warning,
    summary: "Swift Pair data are sent without what Windows wants with them.",
    rationale: """
      Windows offers to pair with devices that are discoverable, by their Flags, and shows the name from the data, or else \
      from the name structure. The data alone, of a device that says it is not to be found, bring no offer.
      """,
    references: [.other("Microsoft: Bluetooth Swift Pair")],
    examples: [
      .accepted("02 01 06 06 ff 06 00 03 00 80 03 09 4b 42", "discoverable, with a name"),
      .accepted("02 01 06 08 ff 06 00 03 00 80 4b 42", "with the name in the data"),
      .flagged(
        "02 01 ↓04 06 ff 06 00 03 00 80 03 09 4b 42", "not discoverable",
        fixed: "02 01 06 06 ff 06 00 03 00 80 03 09 4b 42"),
      .flagged(
        "02 01 06 ↓06 ff 06 00 03 00 80", "without a name", fixed: "02 01 06 06 ff 06 00 03 00 80 03 09 4b 42"),
    ],
    check: .layout { layout, report in
      guard let advertising = layout.advertising, !layout.isTruncated,
        let (found, name) = advertising.swiftPair
      else { return }
      report.place.payload = .advertising
      if let (structure, flags) = advertising.flags, !advertising.isDiscoverable {
        report.flag(
          structure.offset + 2, length: 1, "the Flags say that the device is not discoverable: Windows offers nothing",
          fix:
            "send Flags \(flags.union(.generalDiscoverable).hex), with general discoverable mode, while the device waits to be "
            + "paired")
      }
      if name.isEmpty, layout.isWhole, layout.payloads.allSatisfy({ $0.payload.localName == nil }) {
        report.flag(
          found.structure, "Windows has no name to show",
          fix: "add the name behind the data of Swift Pair, or in a structure of its own (2 bytes more)",
          severity: .note)
      }
    })
}

extension SubjectPayload {
  /// The first data of Swift Pair, with the name to show.
  fileprivate var swiftPair: (RecognisedPayload, name: [UInt8])? {
    for found in recognised where found.payload.format == SwiftPair.format {
      if case .foreignText(let name)? = found.payload.reading["name"] { return (found, name) }
    }
    return nil
  }
}

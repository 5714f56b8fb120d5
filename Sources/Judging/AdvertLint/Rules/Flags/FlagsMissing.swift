internal import AdvertisingData

extension Rule {
  static let flagsMissing = Rule(
    id: "flags-missing",
    severity: .warning,
    summary: "Connectable advertising has no Flags.",
    rationale: """
      Without Flags a connectable device is in no discoverable mode, so scanners that look for discoverable devices \
      leave it out, and nothing says that it does not support BR/EDR, so some hosts try to connect over the wrong \
      transport. Flags may only be left out when all their bits are zero. Data of a known format that leave no room for \
      Flags, such as those of Find My, are as their format wants them.
      """,
    references: [.supplement(part: "A", section: "1.3")],
    examples: [
      .accepted("02 01 06 03 03 0f 18", "Flags with general discoverability"),
      .accepted([MarkedLayout(pdu: .advNonconnInd, "03 03 0f 18")], "a broadcaster needs no Flags"),
      .accepted(
        "1e ff 4c 00 12 19 00 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 03 00",
        "Find My takes all 31 bytes"),
      .flagged("↓03 03 0f 18", "connectable without Flags", fixed: "02 01 06 03 03 0f 18"),
    ],
    check: .layout { layout, report in
      guard layout.pdu?.isConnectable ?? false, layout.carriesAdvertisingData, let advertising = layout.advertising,
        let limit = layout.pdu?.payloadLimit, !advertising.isTruncated, !advertising.payload.contains(.flags),
        !layout.addedTypes.contains(.flags),
        // Flags in the wrong block are a defect of another rule.
        !layout.scanResponses.contains(where: { $0.payload.contains(.flags) })
      else { return }
      let lacking = advertising.payload.significantCount + FlagsMissing.octets.count - limit
      guard lacking <= 0 || !advertising.isOfOneFormat else { return }
      report.place.payload = .advertising
      report.flag(
        0, length: 0, "\(layout.pdu?.rawValue ?? "the PDU") is connectable, but the advertising data have no Flags",
        fix: Words.adding("Flags 02 01 06 (general discoverable, BR/EDR not supported)", lacking: lacking),
        remedy: lacking <= 0 ? .replacing(0..<0, with: FlagsMissing.octets) : nil)
    })
}

/// The Flags that most connectable devices send.
enum FlagsMissing {
  static let octets: [UInt8] = [2, ADType.flags.rawValue, Flags([.generalDiscoverable, .brEDRNotSupported]).rawValue]
}

extension SubjectPayload {
  /// Whether the payload is a single structure of a known format, without problems.
  fileprivate var isOfOneFormat: Bool {
    structures.count == 1 && recognised.count == 1 && recognised[0].payload.problems.isEmpty
  }
}

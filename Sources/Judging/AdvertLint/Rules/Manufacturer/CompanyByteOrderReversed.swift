internal import AdvertisingData
internal import AssignedNumbers

extension Rule {
  static let companyByteOrderReversed = Rule(
    id: "company-byte-order-reversed",
    severity: .warning,
    summary: "Manufacturer data are those of another company, whose identifier has its bytes exchanged.",
    rationale: """
      The low byte comes first. With the bytes exchanged the data belong to no company, and a filter on the company \
      misses the device. Only data in a known format of the other company are judged: of any two bytes that are not \
      assigned, the exchanged ones are often assigned by chance.
      """,
    references: [.supplement(part: "A", section: "1.4"), .assignedNumbers],
    silences: ["company-unassigned"],
    examples: [
      .accepted("02 01 06 04 ff 59 00 2a", "Nordic Semiconductor"),
      .accepted(
        "02 01 06 06 ff 00 4c 17 0b 2a", "readings of a sensor that begin with a zero",
        alsoFlaggedBy: ["company-unassigned"]),
      .flagged(
        "02 01 06 1a ff ↓00 4c 02 15 e2 c5 6d b5 df fb 48 d2 b0 60 d0 f5 a7 10 96 e0 00 01 00 02 c5",
        "an iBeacon, high byte first",
        fixed: "02 01 06 1a ff 4c 00 02 15 e2 c5 6d b5 df fb 48 d2 b0 60 d0 f5 a7 10 96 e0 00 01 00 02 c5"),
      .flagged(
        "02 01 1a 0a ff ↓00 4c 10 05 0b 1c 83 90 96", "a message of Apple's, high byte first",
        fixed: "02 01 1a 0a ff 4c 00 10 05 0b 1c 83 90 96"),
    ],
    check: .structures(of: [.manufacturerData]) { structures, report in
      for structure in structures {
        guard case .manufacturerData(let data) = structure.value else { continue }
        guard let payload = data.meantWithCompanyExchanged else { continue }
        let right = Array(data.exchanged.octets.prefix(2))
        report.flag(
          structure.offset + 2, length: 2,
          "company \(ManufacturerData.named(data.company)) is not assigned, but the data are \(payload.format.name) of "
            + ManufacturerData.named(data.exchanged.company),
          fix: "send the low byte of the company identifier first: \(HexText.spaced(right)), or "
            + "0x\(HexText.compact(right.reversed())) in a call that takes the number",
          remedy: .replacing(with: right))
      }
    })
}

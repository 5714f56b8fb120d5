internal import AdvertisingData
internal import AssignedNumbers

extension Rule {
  static let companyByteOrderReversed = Rule(
    id: "company-byte-order-reversed",
    severity: .warning,
    summary: "The company identifier is assigned only with its bytes exchanged.",
    rationale: """
      The low byte comes first. With the bytes exchanged the data belong to no company, and a filter on the company \
      misses the device.
      """,
    references: [.supplement(part: "A", section: "1.4"), .assignedNumbers],
    silences: ["company-unassigned"],
    examples: [
      .accepted("02 01 06 04 ff 59 00 2a", "Nordic Semiconductor"),
      .accepted(
        "02 01 06 04 ff 03 88 2a", "0x0388 is assigned, but that may be chance", alsoFlaggedBy: ["company-unassigned"]),
      .flagged("02 01 06 04 ff ↓00 59 2a", "high byte first", fixed: "02 01 06 04 ff 59 00 2a"),
    ],
    check: .structure { structure, report in
      // Of any 65536 numbers several thousand are assigned when exchanged, so that alone would be chance. The first 256
      // identifiers are those of the makers that most devices name, and data of another kind seldom start with a zero.
      guard case .manufacturerData(let data) = ADValue(structure), CompanyIdentifiers.name(of: data.company) == nil,
        data.company.byteSwapped < 0x0100, CompanyIdentifiers.name(of: data.company.byteSwapped) != nil
      else { return }
      report.flag(
        structure.valueOffset, length: 2,
        "company \(ManufacturerData.named(data.company)) is not assigned, but with its bytes exchanged it is "
          + ManufacturerData.named(data.company.byteSwapped),
        fix: "if that is meant, send the low byte first")
    })
}

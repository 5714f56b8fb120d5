internal import AdvertisingData
internal import AssignedNumbers

extension Rule {
  static let companyUnassigned = Rule(
    id: "company-unassigned",
    severity: .warning,
    summary: "Manufacturer data name a company that is not assigned.",
    rationale: """
      The first two bytes are an identifier that the Bluetooth SIG gives to companies. One that is free today may be \
      given to a company tomorrow, and its apps then misread the data. Often the identifier was forgotten, and the data \
      start where it should be.
      """,
    references: [.supplement(part: "A", section: "1.4"), .assignedNumbers],
    examples: [
      .accepted("02 01 06 04 ff 59 00 2a", "Nordic Semiconductor"),
      .flagged("02 01 06 04 ff ↓fe fd 2a", "company 0xfdfe", fixed: "02 01 06 04 ff 59 00 2a"),
    ],
    check: .structure { structure, report in
      guard case .manufacturerData(let data) = ADValue(structure), data.company != ManufacturerData.testCompany,
        CompanyIdentifiers.name(of: data.company) == nil
      else { return }
      report.flag(
        structure.valueOffset, length: 2, "company \(ManufacturerData.named(data.company)) is not assigned",
        fix: "start with your company's identifier, low byte first"
          + (CompanyIdentifiers.name(of: data.company.byteSwapped) == nil
            ? "" : "; with its bytes exchanged this is \(ManufacturerData.named(data.company.byteSwapped))"))
    })
}

extension ManufacturerData {
  /// Set aside for tests; a product must not send it.
  static var testCompany: UInt16 { 0xFFFF }
}

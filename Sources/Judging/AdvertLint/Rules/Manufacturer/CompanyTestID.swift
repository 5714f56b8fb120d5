internal import AdvertisingData

extension Rule {
  static let companyTestID = Rule(
    id: "company-test-id",
    severity: .warning,
    summary: "Manufacturer data use company 0xffff, which is for tests.",
    rationale: """
      0xffff stands for no company: it is set aside for tests and must not be in a product. Data of any number of \
      experiments use it, so an app cannot know whose it sees.
      """,
    references: [.supplement(part: "A", section: "1.4"), .assignedNumbers],
    examples: [
      .accepted("02 01 06 04 ff 59 00 2a", "Nordic Semiconductor"),
      .flagged("02 01 06 04 ff ↓ff ff 2a", "for tests only", fixed: "02 01 06 04 ff 59 00 2a"),
    ],
    check: .structure(of: [.manufacturerData]) { structure, report in
      guard structure.value.count >= 2, structure.value[0] == 0xFF, structure.value[1] == 0xFF else { return }
      report.flag(
        structure.valueOffset, length: 2, "company 0xffff is for tests and must not be in a product",
        fix: "use your company's identifier, or service data with a UUID of your own")
    })
}

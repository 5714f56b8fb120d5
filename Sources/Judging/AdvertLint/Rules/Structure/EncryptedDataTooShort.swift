internal import AdvertisingData

extension Rule {
  static let encryptedDataTooShort = Rule(
    id: "encrypted-data-too-short",
    severity: .error,
    summary: "Encrypted advertising data have no room for a structure.",
    rationale: """
      Five bytes of randomizer and four of integrity check enclose at least one AD structure, which has two bytes. With \
      less there is nothing to decrypt, and receivers with the key drop the data.
      """,
    references: [.supplement(part: "A", section: "1.23")],
    silences: ["value-malformed", "structure-empty"],
    examples: [
      .accepted("02 01 06 0d 31 01 02 03 04 8a 20 b8 cf 0a 6e 8e fa", "a structure of 3 bytes"),
      .flagged(
        "02 01 06 ↓0a 31 01 02 03 04 8a 0a 6e 8e fa", "nothing between randomizer and check",
        fixed: "02 01 06 0d 31 01 02 03 04 8a 20 b8 cf 0a 6e 8e fa"),
    ],
    check: .structure(of: [.encryptedData]) { structure, report in
      guard structure.value.count < 11 else { return }
      report.flag(structure, "encrypted data need at least 11 bytes, these have \(structure.value.count)")
    })
}

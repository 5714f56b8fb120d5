internal import AdvertisingData

extension Rule {
  static let valueMalformed = Rule(
    id: "value-malformed",
    severity: .error,
    summary: "The value of an AD structure does not have the length of its type.",
    rationale: """
      Receivers ignore a value of another length, or read past what is there. Usually the type is that of another value, \
      or a number was written with the wrong width.
      """,
    references: [.supplement(part: "A", section: "1")],
    examples: [
      .accepted("02 01 06 03 1a a0 00", "an advertising interval of 2 bytes"),
      .flagged("02 01 06 ↓02 1a a0", "an advertising interval of 1 byte", fixed: "02 01 06 03 1a a0 00"),
      .flagged(
        "02 01 06 ↓06 17 66 55 44 33 22", "a target address of 5 bytes", fixed: "02 01 06 07 17 66 55 44 33 22 11"),
    ],
    check: .structures { structures, report in
      for structure in structures {
        guard case .malformed(_, let octets, let malformation) = structure.value, !octets.isEmpty else { continue }
        // For types defined outside the Supplement, less is known for certain.
        let isCertain = structure.type.allowance(in: .advertisingData) != .unknown
        report.flag(
          structure, "\(structure.type.named) \(malformation)", severity: isCertain ? nil : .warning)
      }
    })
}

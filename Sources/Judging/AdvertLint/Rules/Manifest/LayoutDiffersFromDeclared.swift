extension Rule {
  static let layoutDiffersFromDeclared = Rule(
    id: "layout-differs-from-declared",
    severity: .warning,
    summary: "A device or a firmware image sends something else than the manifest declares.",
    rationale: """
      Everything that is judged of a declared layout holds for devices only as long as they send it. A payload that differs \
      in one byte may be another product, an old firmware or a mistake in either. What varies by design is declared by \
      placeholders. A kind of address that the layout states must be the one that is heard. A device is compared with the layouts that send its name, or else with those of a manifest that lists \
      it under `devices`; an array of a firmware image with the layout of its name, or else with those that send the same \
      name. Anything else is not compared.
      """,
    references: [.other("the layouts in the manifest")],
    examples: [
      .accepted(
        [MarkedLayout("02 01 06 05 09 4c 61 6d 70", declared: "02 01 06 05 09 4c 61 6d 70")], "sent as declared"),
      .flagged(
        [MarkedLayout("02 01 ↓04 05 09 4c 61 6d 70", declared: "02 01 06 05 09 4c 61 6d 70")], "other Flags are sent"),
      .flagged(
        [MarkedLayout("05 09 4c 61 6d 70 ↓", declared: "05 09 4c 61 6d 70 02 0a 00")], "the TX power is missing"),
    ],
    check: .advertiser { subject, report in
      guard subject.declared != nil, let comparison = DeclaredComparison(of: subject) else { return }
      for difference in comparison.differences {
        report.flag(in: difference.location, difference.offset, length: difference.length, difference.message)
      }
      if let message = comparison.addressMessage { report.flagAdvertiser(message) }
    })
}

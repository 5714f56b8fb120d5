internal import AdvertisingData

extension Rule {
  static let structureEmpty = Rule(
    id: "structure-empty",
    severity: .warning,
    summary: "An AD structure has a type but no value.",
    rationale: """
      The two bytes say nothing, and a parser that relies on a value misreads what follows. Controllers leave such a \
      structure behind when they shorten a list that does not fit. Only a complete list of services may be empty: it \
      says that there are none of its width.
      """,
    references: [.supplement(part: "A", section: "1.1"), .core(volume: 3, part: "C", section: "11")],
    examples: [
      .accepted("02 01 06 01 03", "the device has no 16-bit service"),
      .flagged("02 01 06 ↓01 06", "an incomplete list without a UUID", fixed: "02 01 06"),
      .flagged("02 01 06 ↓01 24", "a URI without an address", fixed: "02 01 06"),
    ],
    check: .structure { structure, report in
      guard structure.value.isEmpty, structure.type.needsValue else { return }
      report.flag(
        structure, "\(structure.type.named) has no value",
        fix: "remove the empty structure: 2 bytes less (or give it a value)",
        remedy: .leavingOut)
    })
}

extension ADType {
  /// Whether a structure of this type makes no sense without a value. An empty complete list and an empty feature set
  /// make sense; for types that are not assigned it is not known.
  fileprivate var needsValue: Bool {
    switch self {
    case .completeServiceUUIDs16, .completeServiceUUIDs32, .completeServiceUUIDs128, .leSupportedFeatures: false
    default: isAssigned
    }
  }
}

internal import AdvertisingData

extension Rule {
  static let nameTooLong = Rule(
    id: "name-too-long",
    severity: .error,
    summary: "The local name has more than 248 bytes.",
    rationale: """
      A device name has at most 248 bytes of UTF-8; hosts keep that many and cut or refuse the rest. Only extended \
      advertising has room for a longer one.
      """,
    references: [.core(volume: 3, part: "C", section: "12.1"), .supplement(part: "A", section: "1.2")],
    examples: [
      .accepted("02 01 06 05 09 47 6f 47 6f", "four bytes"),
      .flagged(
        [MarkedLayout(pdu: .extendedConnectable, "02 01 06 ↓fa 09" + String(repeating: " 41", count: 249))],
        "249 bytes"),
    ],
    check: .structure(of: .names) { structure, report in
      let count = structure.value.count
      guard count > 248 else { return }
      report.flag(structure, "the name has \(count) bytes, \(count - 248) more than it may")
    })
}

internal import AdvertisingData

extension Rule {
  static let nameHasNUL = Rule(
    id: "name-has-nul",
    severity: .warning,
    summary: "The local name contains a zero byte.",
    rationale: """
      Names have no terminator: their length is the structure's. A zero becomes part of the name, so that comparing it \
      with the right one fails, or ends it for programs in C. Usually a whole buffer was sent instead of the text in it.
      """,
    references: [.supplement(part: "A", section: "1.2")],
    examples: [
      .accepted("02 01 06 05 09 47 6f 47 6f", "no terminator"),
      .flagged("02 01 06 06 09 47 6f 47 6f ↓00", "a terminator", fixed: "02 01 06 05 09 47 6f 47 6f"),
      .flagged("02 01 06 04 09 ↓00 00 00", "an empty buffer", fixed: "02 01 06"),
    ],
    check: .structure(of: .names) { structure, report in
      guard structure.value.contains(where: { $0 == 0 }), let name = LocalName(structure),
        let first = name.octets.firstIndex(of: 0)
      else { return }
      let rest = name.octets[first...]
      let zeros = rest.count { $0 == 0 }
      let isAtEnd = rest.count == zeros
      let (message, fix) =
        switch (isAtEnd, zeros == name.octets.count) {
        case (_, true):
          (
            "the name is \(zeros == 1 ? "a zero byte" : "\(zeros) zero bytes"), without text",
            "remove the name: \(Words.bytes(structure.size)) less"
          )
        case (true, _):
          (
            "the name ends with \(zeros == 1 ? "a zero byte" : "\(zeros) zero bytes")",
            "remove the \(zeros == 1 ? "zero" : "zeros") from the name: \(Words.bytes(zeros)) less"
          )
        case (false, _):
          (
            "a zero byte is \(first == 0 ? "at the beginning" : "in the middle") of the name",
            "remove the \(zeros == 1 ? "zero" : "zeros") from the name: \(Words.bytes(zeros)) less"
          )
        }
      report.flag(
        structure.valueOffset + first, length: rest.count, message, fix: fix,
        remedy: isAtEnd ? .leavingOut : .replacing(with: rest.filter { $0 != 0 }))
    })
}

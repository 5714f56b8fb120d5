internal import AdvertisingData

extension Rule {
  static let uuidListRagged = Rule(
    id: "uuid-list-ragged",
    severity: .warning,
    summary: "The bytes of a list of service UUIDs do not divide into UUIDs.",
    rationale: """
      A list holds UUIDs of one width and nothing else. Receivers take the whole UUIDs and ignore the rest, or refuse \
      the list. Usually the length byte is wrong, or the type is that of another width.
      """,
    references: [.supplement(part: "A", section: "1.1"), .supplement(part: "A", section: "1.10")],
    examples: [
      .accepted("02 01 06 05 03 0d 18 0f 18", "two 16-bit UUIDs"),
      .accepted("02 01 06 01 03", "no service of this width"),
      .flagged("04 03 0d 18 ↓0f", "one UUID and a half", fixed: "03 03 0d 18"),
      .flagged(
        "02 01 06 10 07 ↓9e ca dc 24 0e e5 a9 e0 93 f3 a3 b5 01 00 40", "a 128-bit UUID without one of its bytes",
        fixed: "02 01 06 11 07 9e ca dc 24 0e e5 a9 e0 93 f3 a3 b5 01 00 40 6e"),
      .flagged("06 14 0d 18 05 18 ↓0f", "in a list of services looked for", fixed: "05 14 0d 18 05 18"),
    ],
    check: .structure(of: .serviceLists.union(.solicitations)) { structure, report in
      guard
        let width = ServiceUUIDList.width(of: structure.type) ?? SolicitationUUIDList.width(of: structure.type)
      else { return }
      let surplus = structure.value.count % width.octets
      guard surplus != 0 else { return }
      let carrier = UUIDCarrier(Array(copying: structure.value), of: structure.type, at: structure.valueOffset)
      let found = report.expectedServices.sorted().lazy.compactMap { carrier.misformed($0) }.first {
        $0.form == .byteMissing || $0.form == .byteSurplus
      }
      // The whole list, where an expected service shows which byte it is.
      let isWhole = found.map { $0.range.count == structure.value.count } ?? false
      let right = found.flatMap { isWhole ? $0.uuid.littleEndian(width: width) : nil }
        .map { [UInt8(1 + $0.count), structure.type.rawValue] + $0 }
      let place = structure.offset..<structure.offset + structure.size
      let fix =
        switch (width, surplus) {
        case _ where right != nil: "list the UUID as it is"
        case (.bits128, 15): "add the byte that the last UUID lacks: it has 15 of 16"
        case (.bits128, 1) where structure.value.count > 1: "remove the byte that the list has too many"
        default:
          "correct the length at byte \(structure.offset), or use the type for UUIDs of another width"
        }
      report.flag(
        structure.valueOffset + structure.value.count - surplus, length: surplus,
        "a list of \(width.rawValue)-bit UUIDs needs a multiple of \(width.octets) bytes, this one has "
          + "\(structure.value.count)" + (found.map { ": \($0.uuid.named) \($0.words)" } ?? ""),
        fix: fix + (right.map { ": send the structure \(HexText.spaced($0))" } ?? ""),
        remedy: right.map { .replacing(place, with: $0) })
    })
}

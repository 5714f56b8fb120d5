internal import AdvertisingData
internal import AssignedNumbers

extension Rule {
  static let uriSchemeInvalid = Rule(
    id: "uri-scheme-invalid",
    severity: .warning,
    summary: "A URI does not start with the code of its scheme.",
    rationale: """
      The first character is a number that stands for the scheme: 17 (hex) for https:, and 01 for none, after which the \
      URI follows in full. A URI written out as text loses its first letter to this and gets another scheme; one after \
      01 that has a code wastes bytes.
      """,
    references: [.supplement(part: "A", section: "1.18"), .assignedNumbers],
    examples: [
      .accepted("02 01 06 0d 24 17 2f 2f 61 2e 65 78 61 6d 70 6c 65", "https://a.example"),
      .flagged(
        "02 01 06 12 24 ↓68 74 74 70 73 3a 2f 2f 61 2e 65 78 61 6d 70 6c 65", "written out",
        fixed: "02 01 06 0d 24 17 2f 2f 61 2e 65 78 61 6d 70 6c 65"),
      .flagged(
        "02 01 06 13 24 ↓01 68 74 74 70 73 3a 2f 2f 61 2e 65 78 61 6d 70 6c 65", "a scheme that has a code",
        fixed: "02 01 06 0d 24 17 2f 2f 61 2e 65 78 61 6d 70 6c 65"),
      .flagged("02 01 06 05 24 ↓00 2f 2f 61", "0 is no scheme", fixed: "02 01 06 05 24 17 2f 2f 61"),
    ],
    check: .structure(of: [.uri]) { structure, report in
      guard case .uri(let uri) = ADValue(structure) else { return }
      let start = structure.valueOffset
      guard let code = uri.scheme else {
        report.flag(
          start, length: 1, "the URI does not start with a UTF-8 character",
          fix: "begin the URI with the code of its scheme, 17 for https:")
        return
      }
      for (prefix, short) in [("https:", 0x17 as UInt8), ("http:", 0x16)] {
        let written = HexText.compact([short])
        if uri.octets.starts(with: prefix.utf8) {
          report.flag(
            start, length: prefix.utf8.count, "\(prefix) is written out where the code of the scheme belongs",
            fix: "send the code of \(prefix) in place of its text: \(written)", remedy: .replacing(with: [short]))
          return
        }
        if code == AdvertisedURI.emptyScheme, uri.octets.dropFirst().starts(with: prefix.utf8) {
          report.flag(
            start, length: 1 + prefix.utf8.count, "\(prefix) is written out although it has a code",
            fix: "send the code of \(prefix) alone, \(prefix.utf8.count) bytes less: \(written)",
            remedy: .replacing(with: [short]))
          return
        }
      }
      if URISchemes.name(of: code) == nil {
        report.flag(
          start, length: UTF8.width(Unicode.Scalar(code) ?? "\0"), "the code \(code) is assigned to no scheme",
          fix: "write the code of the scheme in byte \(start), 17 for https:")
      }
    })
}

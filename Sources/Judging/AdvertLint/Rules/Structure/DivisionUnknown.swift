internal import AdvertReading
internal import AdvertisingData

extension Rule {
  package static let divisionUnknown = Rule(
    id: "division-unknown",
    severity: .warning,
    summary:
      "What is wrong depends on where the advertising data end and the scan response begins, which is not known.",
    rationale: """
      Phone apps, `getBytes()` of Android, bleak and ESPHome show advertising data and scan response data in one string. A \
      passive scan receives only the first part, so the place where it ends decides who sees the device. Other findings on \
      such bytes hold for every division that gives two blocks of at most 31 bytes. This one names what only some \
      divisions have; it is as bad as the worst of that. A capture, the source of the firmware, or `--cut` says the \
      division.
      """,
    references: [
      .core(volume: 6, part: "B", section: "2.3.1"),
      .other("AOSP, le_scanning_reassembler.cc: the scan response is appended to the advertising data without a gap"),
    ],
    examples: [
      .accepted(
        [MarkedLayout("02 01 06 03 03 26 18", scanResponse: .declared("05 09 47 6f 47 6f"))],
        "the two blocks are known apart",
        alsoFlaggedBy: ["fits-without-scan-response"]),
      .flagged(
        [
          MarkedLayout(
            merged:
              "02 01 06 09 09 53 48 53 2d 32 30 37 31 11 07 e4 1d 51 0e 5a 11 db b9 a9 41 9e 2a a0 ff d0 af 02 0a 04")
        ],
        "whether passive scans find the service depends on the division"),
    ],
    check: .advertiser { subject, report in
      guard let declaration = subject.declaration, let merged = declaration.merged, let depending = subject.depending
      else { return }
      let isAssumed = declaration.mergeSign == .tooMany
      guard isAssumed || !depending.isEmpty else { return }
      let (count, likely) = (merged.payload.count, merged.likely)
      let limit = AdvertisingPDU.advInd.payloadLimit
      var words =
        isAssumed
        ? merged.excessWords + ", so they are taken as advertising data and scan response data in one; "
          + (count > limit
            ? "as one block they are \(Words.bytes(count - limit)) too long"
            : "without the zeros they fit in one block")
        : "\(Words.bytes(count)) are advertising data and scan response data in one"
      words += "; the first can have \(listed(merged.cuts.map { String($0) }, "or")) of them"
      if !depending.isEmpty {
        let named = depending.prefix(4).map { "\($0.rule) (with \(listed($0.cuts.map { String($0) }, "or")))" }
        let more = depending.count > named.count ? ["\(depending.count - named.count) more"] : []
        words += ", and this decides on " + listed(Array(named) + more)
      }
      let start = merged.cuts[0]
      report.flag(
        in: Report.Location(layout: 0, payload: .advertising), start,
        length: merged.cuts[merged.cuts.count - 1] - start,
        words,
        fix: "say where they are divided: "
          + (likely.isSupported ? "--cut \(likely.cut) is likely" : "--cut says it, and nothing speaks for one place")
          + ", because \(likely.reason)",
        severity: max(depending.first?.severity ?? .warning, isAssumed ? .warning : .note))
    })
}

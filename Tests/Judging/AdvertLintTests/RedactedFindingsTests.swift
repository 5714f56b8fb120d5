import AdvertObservation
import AdvertReading
import AdvertRedaction
import AdvertScan
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertLint

/// What is found in a layout is found in the same place of the layout with pseudonyms.
@Suite struct RedactedFindingsTests {
  /// A finding without its words, which quote octets.
  struct Verdict: Hashable, CustomStringConvertible {
    let rule: String
    let severity: Severity
    let layout: Int?
    let block: Block?
    let scanResponse: Int?
    let bytes: Range<Int>?
    let count: Int
    let hasFix: Bool

    /// Whether the rule asks which UUID a list holds.
    var isAboutOneUUID: Bool { rule.hasPrefix("uuid-") || rule == "device-information-advertised" }

    init(_ finding: Finding) {
      // The data that tell the two apart are replaced, because their company is not assigned.
      rule = finding.rule == Rule.companyByteOrderReversed.id ? Rule.companyUnassigned.id : finding.rule
      severity = finding.severity
      layout = finding.place.layout
      block = finding.place.block
      scanResponse = finding.place.scanResponse
      bytes = finding.place.offset.map { $0..<$0 + (finding.place.length ?? 0) }
      count = finding.count
      hasFix = finding.fix != nil
    }

    var description: String { "\(rule) \(severity) at \(bytes.map { "\($0)" } ?? "-")" }

    static func of(_ subject: Subject, _ linter: Linter) -> [Verdict] { linter.lint(subject).map(Verdict.init) }
  }

  /// Redaction replaces service data, so a UUID that stands among them is no longer there.
  private static let comparable = Rule.all.filter { $0.id != Rule.uuidUnderOtherWidth.id }

  @Test(arguments: comparable) func examplesOfRulesAreFlaggedAlike(_ rule: Rule) {
    for example in rule.examples {
      guard case .layouts(let layouts) = example.input else { continue }
      let subject = Subject(example: layouts)
      // Only a declared layout has octets of unknown division; the command replaces it as a whole.
      guard subject.declaration?.merged == nil else { continue }
      let linter = Linter(expectations: example.expectations)
      #expect(
        Verdict.of(subject.redacted(by: Redaction()), linter) == Verdict.of(subject, linter), "\(example.reason)")
    }
  }

  /// One redaction for all of them, so that it has met the same octets in other places.
  @Test func examplesOfAllRulesTogetherAreFlaggedAlike() {
    let redaction = Redaction()
    for rule in Self.comparable {
      for example in rule.examples {
        guard case .layouts(let layouts) = example.input else { continue }
        let subject = Subject(example: layouts)
        guard subject.declaration?.merged == nil else { continue }
        let linter = Linter(expectations: example.expectations)
        #expect(
          Verdict.of(subject.redacted(by: redaction), linter) == Verdict.of(subject, linter),
          "\(rule.id): \(example.reason)")
      }
    }
  }

  @Test(arguments: (UInt64(1)...20).sampled(oneIn: 10)) func randomLayoutsAreJudgedAlike(_ seed: UInt64) {
    var random = RandomLayouts(seed: seed)
    let redaction = Redaction()
    let linter = Linter()
    for round in 0..<60 {
      let subject = random.subject()
      let payloads = subject.layouts.flatMap { [$0.advertising].compactMap(\.self) + $0.scanResponses }
      // UUIDs of a list that is cut off do not stay, so nothing is found in them.
      let hasCutList = payloads.contains { $0.payload.octets[...].endsInListOfUUIDs }
      let verdicts = Verdict.of(subject, linter).filter { !hasCutList || !$0.isAboutOneUUID }
      let redacted = Verdict.of(subject.redacted(by: redaction), linter)
      #expect(redacted.filter { !hasCutList || !$0.isAboutOneUUID } == verdicts, "seed \(seed), round \(round)")
    }
  }

  /// Every payload of the examples, cut after every octet: lengths stay what they are.
  @Test func damagedLayoutsAreJudgedAlike() throws {
    let redaction = Redaction()
    let linter = Linter()
    let payloads = Set(
      Rule.all.flatMap(\.examples).flatMap { example -> [Payload] in
        guard case .layouts(let layouts) = example.input else { return [] }
        return layouts.compactMap(\.layout.advertising)
      })
    for payload in payloads.sorted(by: { $0.octets.lexicographicallyPrecedes($1.octets) }) {
      for end in payload.octets.indices {
        let subject = Subject(
          path: "cut", address: DeviceAddress(bits: 0x4011_2233_4455, type: .random),
          layouts: [
            SubjectLayout(
              pdu: .advInd, advertising: SubjectPayload(payload: Payload(Array(payload.octets[..<end]))),
              scanResponses: [], scanResponse: .notObserved)
          ])
        let redacted = subject.redacted(by: redaction)
        // UUIDs of a list that is cut off do not stay, so nothing is found in them.
        let hasCutList = payload.octets[..<end].endsInListOfUUIDs
        let verdicts = Verdict.of(subject, linter).filter { !hasCutList || !$0.isAboutOneUUID }
        #expect(Verdict.of(redacted, linter) == verdicts, "\(payload.octets[..<end])")
      }
    }
  }
}

extension ArraySlice<UInt8> {
  /// Whether the last structure is a list of UUIDs that overruns.
  fileprivate var endsInListOfUUIDs: Bool {
    let last = Payload(Array(self)).decoded.elements.last
    return last.map { $0.declaredLength + 1 > $0.size && ServiceUUIDList.width(of: $0.type) != nil } ?? false
  }
}

extension Subject {
  fileprivate func redacted(by redaction: Redaction) -> Subject {
    var subject = Subject(
      path: path, address: address.map(redaction.address), addressKind: addressKind,
      declaration: declaration, isFromAir: isFromAir, interval: interval, heardFor: heardFor, channels: channels,
      layouts: layouts.map { layout in
        func replaced(_ payload: SubjectPayload) -> SubjectPayload {
          SubjectPayload(
            payload: redaction.payload(payload.payload, sentBy: address), count: payload.count,
            isTruncated: payload.isTruncated)
        }
        let known = Layout(pdu: layout.pdu, advertising: nil, scanResponse: layout.scanResponse)
        return SubjectLayout(
          pdu: layout.pdu, advertising: layout.advertising.map(replaced),
          scanResponses: layout.scanResponses.map(replaced),
          scanResponse: redaction.layout(known, sentBy: address).scanResponse, phys: layout.phys)
      })
    if let declared {
      let candidates = declared.candidates.all.map { candidate in
        var layout = candidate.layout
        layout.layout = redaction.layout(layout.layout, sentBy: address)
        return DeclaredCandidate(layout)
      }
      subject.declared = DeclaredMatch(candidates: DeclaredCandidates(candidates), evidence: declared.evidence)
    }
    return subject
  }
}

internal import AdvertisingData

/// The check of a rule that judges advertisers and declared layouts. A class, because each subject uses each of them.
final class SubjectCheck: Sendable {
  let rule: Rule
  let severity: Severity
  let check: Rule.Check
  /// How it judges the parts of a subject that it is about.
  let judging: PartJudging
  /// The types of structures that it judges, or without which it judges no subject.
  let types: TypeSet
  /// The ids of the formats that it judges; empty for all, and for checks that are not about formats.
  let formats: [String]
  /// The hash over the rule's id, with which its fingerprints begin.
  let fingerprintStart: FieldHash

  /// A check; `nil` for a rule that judges inputs as a whole.
  init?(_ rule: Rule) {
    guard let judging = rule.check.judging else { return nil }
    self.judging = judging
    if case .knownPayload(let formats, _) = rule.check {
      self.formats = formats.map { $0.id }
    } else {
      formats = []
    }
    types =
      switch rule.check {
      case .structure(let types, _), .structures(let types, _), .layout(let types, _), .advertiser(let types, _): types
      default: .all
      }
    self.rule = rule
    var start = FieldHash()
    start.add(rule.id)
    fingerprintStart = start
    severity = rule.severity
    check = rule.check
  }

  /// Judges a subject alone, with a report that has no flags.
  func judge(_ subject: Subject, _ report: inout Report) {
    switch judging {
    case .structures(let check):
      subject.forEachPayload(judgedBy: &report) { payload, report in
        let judged = payload.payload
        var walk = judged.structures
        while let structure = walk.next(), structure.missingOctets == 0 {
          if types.contains(structure.type) { check(structure, &report) }
        }
      }
    case .payloads(let check), .knownPayloads(let check): subject.forEachPayload(judgedBy: &report, check)
    case .layouts(let check):
      for index in subject.layouts.indices {
        let layout = subject.layouts[index]
        report.place = Report.Location(layout: index, payload: nil)
        report.pdu = layout.pdu
        check(layout, &report)
      }
    case .subject(let check): check(subject, &report)
    }
  }

  /// The detail of payloads that it needs.
  var detail: SubjectPayload.Detail {
    switch check {
    case .structure: .octets
    case .structures: .structures
    default: .everything
    }
  }
}

/// How a check judges the parts of a subject. The judge walks along the parts once for all checks.
enum PartJudging: Sendable {
  case structures(@Sendable (borrowing ADStructure, inout Report) -> Void)
  case payloads(@Sendable (SubjectPayload, inout Report) -> Void)
  /// Payloads with data in a known format.
  case knownPayloads(@Sendable (SubjectPayload, inout Report) -> Void)
  case layouts(@Sendable (SubjectLayout, inout Report) -> Void)
  case subject(@Sendable (Subject, inout Report) -> Void)
}

extension Rule.Check {
  /// How it judges a subject; `nil` for a check that judges none.
  fileprivate var judging: PartJudging? {
    switch self {
    case .structure(_, let check): .structures(check)
    case .structures(let types, let check):
      .payloads { payload, report in
        if payload.types.isSubset(of: types) {
          check(payload.structures[...], &report)
        } else if !payload.types.isDisjoint(with: types) {
          check(payload.structures(of: types), &report)
        }
      }
    case .knownPayload(let formats, let check):
      .knownPayloads { [formats = formats.map { $0.id }] payload, report in
        for found in payload.recognised where formats.isEmpty || formats.contains(found.format) {
          check(found, &report)
        }
      }
    case .payload(let check): .payloads(check)
    case .layout(_, let check): .layouts(check)
    case .advertiser(_, let check): .subject(check)
    case .problem, .input, .expectation, .run: nil
    }
  }
}

extension Subject {
  fileprivate func forEachPayload(judgedBy report: inout Report, _ check: (SubjectPayload, inout Report) -> Void) {
    for index in layouts.indices {
      let layout = layouts[index]
      for (position, payload) in layout.payloads {
        report.begin(
          at: Report.Location(layout: index, payload: position), layout.pdu, isTruncated: payload.isTruncated)
        check(payload, &report)
      }
    }
  }
}

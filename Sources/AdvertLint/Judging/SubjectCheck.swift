internal import AdvertisingData

/// The check of a rule that judges advertisers and declared layouts. A class, because each subject uses each of them.
final class SubjectCheck: Sendable {
  let rule: Rule
  let severity: Severity
  let check: Rule.Check
  /// Judges a subject, with a report that has no flags.
  let judge: @Sendable (Subject, inout Report) -> Void
  /// The ids of the formats that it judges; empty for all.
  private let formats: [String]
  /// The types of structures that it judges, or without which it judges no subject.
  private let types: TypeSet
  private let judgesKnownPayloads: Bool
  /// The check of single structures; `nil` for other rules.
  let judgingStructures: StructureCheck?
  /// The hash over the rule's id, with which its fingerprints begin.
  let fingerprintStart: FieldHash

  /// A check; `nil` for a rule that judges inputs as a whole.
  init?(_ rule: Rule) {
    switch rule.check {
    case .problem, .input, .expectation, .run: return nil
    case .knownPayload(let formats, _): self.formats = formats.map { $0.id }
    case .structure, .structures, .payload, .layout, .advertiser: formats = []
    }
    if case .knownPayload = rule.check { judgesKnownPayloads = true } else { judgesKnownPayloads = false }
    switch rule.check {
    case .structure(let types, _), .structures(let types, _), .layout(let types, _), .advertiser(let types, _):
      self.types = types
    default: types = .all
    }
    if case .structure(let types, let judge) = rule.check {
      judgingStructures = StructureCheck(types: types, severity: rule.severity, judge: judge)
    } else {
      judgingStructures = nil
    }
    self.rule = rule
    var start = FieldHash()
    start.add(rule.id)
    fingerprintStart = start
    severity = rule.severity
    check = rule.check
    judge = rule.check.judging
  }

  /// The subjects that a check judges.
  struct Scope: Sendable {
    fileprivate let types: TypeSet
    /// Whether it also judges subjects without any structures.
    fileprivate let isOfAllSubjects: Bool
    /// Whether it judges known payloads, of some formats or of all.
    let isOfKnownPayloads: Bool

    /// Whether a subject may have parts that the check judges, by its types.
    func mayHaveSubjects(_ contents: SubjectContents) -> Bool {
      isOfKnownPayloads ? !contents.formats.isEmpty : isOfAllSubjects || !types.isDisjoint(with: contents.types)
    }
  }

  var scope: Scope {
    Scope(
      types: types, isOfAllSubjects: types == .all && judgingStructures == nil,
      isOfKnownPayloads: judgesKnownPayloads)
  }

  /// Whether a subject that the ``scope`` does not exclude has parts that the check judges.
  func concerns(_ contents: SubjectContents) -> Bool {
    !judgesKnownPayloads || formats.isEmpty || contents.formats.contains(where: formats.contains)
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

extension Rule.Check {
  /// The check as one of a whole subject.
  fileprivate var judging: @Sendable (Subject, inout Report) -> Void {
    switch self {
    case .structure(let types, let check):
      { subject, report in
        subject.forEachPayload(judgedBy: &report) { payload, report in
          let judged = payload.payload
          var walk = judged.structures
          while let structure = walk.next(), structure.missingOctets == 0 {
            if types.contains(structure.type) { check(structure, &report) }
          }
        }
      }
    case .structures(let types, let check):
      { subject, report in
        subject.forEachPayload(judgedBy: &report) { payload, report in
          if payload.types.isSubset(of: types) {
            check(payload.structures[...], &report)
          } else if !payload.types.isDisjoint(with: types) {
            check(payload.structures(of: types), &report)
          }
        }
      }
    case .knownPayload(let formats, let check):
      { [formats = formats.map { $0.id }] subject, report in
        subject.forEachPayload(judgedBy: &report) { payload, report in
          for found in payload.recognised where formats.isEmpty || formats.contains(found.format) {
            check(found, &report)
          }
        }
      }
    case .payload(let check): { subject, report in subject.forEachPayload(judgedBy: &report, check) }
    case .layout(_, let check):
      { subject, report in
        for index in subject.layouts.indices {
          let layout = subject.layouts[index]
          report.place = Report.Location(layout: index, payload: nil)
          report.pdu = layout.pdu
          check(layout, &report)
        }
      }
    case .advertiser(_, let check): check
    case .problem, .input, .expectation, .run: { _, _ in }
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

/// The check of one structure at a time. A class, because each structure uses all of them.
final class StructureCheck: Sendable {
  let types: TypeSet
  let severity: Severity
  let judge: @Sendable (borrowing ADStructure, inout Report) -> Void

  init(types: TypeSet, severity: Severity, judge: @escaping @Sendable (borrowing ADStructure, inout Report) -> Void) {
    self.types = types
    self.severity = severity
    self.judge = judge
  }
}

/// The flags of the rules that judge structures one by one, from one walk along the structures for all of them. Most flag
/// nothing, and only those that flag have a report of their own.
struct StructureFlags {
  private var reports: [(check: Int, report: Report)] = []
  /// For the rules that have not flagged anything yet.
  private var blank: Report

  init(_ context: Report.Context) {
    blank = Report(context)
  }

  /// Goes on with the next payload.
  mutating func begin(_ location: Report.Location, _ pdu: AdvertisingPDU?, isTruncated: Bool) {
    blank.begin(at: location, pdu, isTruncated: isTruncated)
    for index in reports.indices { reports[index].report.begin(at: location, pdu, isTruncated: isTruncated) }
  }

  /// Judges a structure.
  ///
  /// - Parameter number: of the rule, by which its report is found.
  mutating func judge(_ structure: borrowing ADStructure, by check: StructureCheck, number: Int) {
    if let known = reports.firstIndex(where: { $0.check == number }) {
      check.judge(structure, &reports[known].report)
      return
    }
    blank.severity = check.severity
    check.judge(structure, &blank)
    guard !blank.flags.isEmpty else { return }
    reports.append((number, blank))
    blank.removeFlags()
  }

  /// Returns the flags of a rule.
  func flags(ofRule number: Int) -> [Report.Flag] {
    for index in reports.indices where reports[index].check == number { return reports[index].report.flags }
    return []
  }
}

/// The contents of the payloads of a subject: most rules are about data that most devices do not send.
struct SubjectContents {
  /// The types of all whole structures.
  private(set) var types: TypeSet = []
  /// The ids of the known formats.
  private(set) var formats: [String] = []

  init(of subject: Subject) {
    for layout in subject.layouts {
      for (_, payload) in layout.payloads {
        types = types.union(payload.types)
        for found in payload.recognised where !formats.contains(found.format) { formats.append(found.format) }
      }
    }
  }
}

internal import AdvertScan
internal import AdvertisingData

/// The checks of the rules that judge advertisers and declared layouts. One walk along the layouts, payloads and
/// structures of a subject calls all of them. A class, because all parts of a linter keep it.
///
/// Each thread has checks of its own: threads with common ones would wait for each other to count the references to them.
final class Checks: Sendable {
  /// The rules, in their order. A flag has the position of its rule here.
  let rules: [Rule]
  private let ofStructures: [Step]
  private let ofPayloads: [Step]
  /// The checks of payloads with data in a known format.
  private let ofKnownPayloads: [Step]
  private let ofLayouts: [Step]
  private let ofSubjects: [Step]
  let expectations: Expectations
  /// The services of ``expectations``, for look-ups.
  let expectedServices: Set<BluetoothUUID>

  /// A rule's check with all that decides whether it is asked. Most checks are about data that most subjects do not have.
  private struct Step: Sendable {
    /// The position of the rule.
    let rule: Int
    let severity: Severity
    /// The types of structures that it judges, or without which it judges no subject.
    let types: TypeSet
    /// The ids of the formats that a payload must have; empty for all.
    let formats: [String]
    let check: Rule.Check

    init(_ position: Int, _ rule: Rule) {
      self.rule = position
      severity = rule.severity
      check = rule.check
      var formats: [String] = []
      switch check {
      case .structure(let types, _), .structures(let types, _), .layout(let types, _), .advertiser(let types, _):
        self.types = types
      case .knownPayload(let known, _):
        types = .all
        formats = known.map { $0.id }
      case .payload, .problem, .input, .expectation, .run: types = .all
      }
      self.formats = formats
    }
  }

  /// The checks of those of the rules that judge advertisers and declared layouts.
  init(of rules: [Rule], _ expectations: Expectations) {
    self.rules = rules.filter { $0.check.isOfSubjects }
    var (ofStructures, ofPayloads, ofKnownPayloads) = ([Step](), [Step](), [Step]())
    var (ofLayouts, ofSubjects) = ([Step](), [Step]())
    for (position, rule) in self.rules.enumerated() {
      let step = Step(position, rule)
      switch rule.check {
      case .structure: ofStructures.append(step)
      case .structures, .payload: ofPayloads.append(step)
      case .knownPayload: ofKnownPayloads.append(step)
      case .layout: ofLayouts.append(step)
      case .advertiser: ofSubjects.append(step)
      case .problem, .input, .expectation, .run: break
      }
    }
    self.ofStructures = ofStructures
    self.ofPayloads = ofPayloads
    self.ofKnownPayloads = ofKnownPayloads
    self.ofLayouts = ofLayouts
    self.ofSubjects = ofSubjects
    self.expectations = expectations
    expectedServices = Set(expectations.services)
  }

  /// Returns the flags on a subject, in the order of the rules, those of one rule in the order raised.
  ///
  /// - Parameter only: the position of the only rule that is asked; `nil` for all. One rule alone is asked whatever the
  ///   types of the structures are: a payload that is judged again shows only the detail that the rule needs.
  func flags(on subject: Subject, of only: Int? = nil) -> [Flag] {
    let types = only == nil ? subject.types : .all
    // Without the whole step, so that looking at a check that does not apply counts no references.
    func isAsked(_ rule: Int, _ about: TypeSet) -> Bool {
      (only == nil || rule == only) && (about == .all || !about.isDisjoint(with: types))
    }
    var report = Report(for: self)
    for index in subject.layouts.indices {
      let layout = subject.layouts[index]
      report.begin(at: Report.Location(layout: index, payload: nil), layout.pdu)
      for step in ofLayouts.indices where isAsked(ofLayouts[step].rule, ofLayouts[step].types) {
        guard case .layout(_, let check) = ofLayouts[step].check else { continue }
        report.begin(ofLayouts[step].rule, ofLayouts[step].severity)
        check(layout, &report)
      }
      for number in layout.payloads.indices {
        let payload = layout.payloads[number].payload
        report.begin(
          at: Report.Location(layout: index, payload: layout.payloads[number].position), layout.pdu,
          isTruncated: payload.isTruncated)
        let judged = payload.payload
        var walk = judged.structures
        while let structure = walk.next(), structure.missingOctets == 0 {
          for step in ofStructures.indices
          where ofStructures[step].types.contains(structure.type) && (only == nil || ofStructures[step].rule == only) {
            guard case .structure(_, let check) = ofStructures[step].check else { continue }
            report.begin(ofStructures[step].rule, ofStructures[step].severity)
            check(structure, &report)
          }
        }
        for step in ofPayloads.indices where isAsked(ofPayloads[step].rule, ofPayloads[step].types) {
          report.begin(ofPayloads[step].rule, ofPayloads[step].severity)
          ofPayloads[step].check.judge(payload, &report)
        }
        guard !payload.recognised.isEmpty else { continue }
        for step in ofKnownPayloads.indices where isAsked(ofKnownPayloads[step].rule, ofKnownPayloads[step].types) {
          guard case .knownPayload(_, let check) = ofKnownPayloads[step].check else { continue }
          report.begin(ofKnownPayloads[step].rule, ofKnownPayloads[step].severity)
          for found in payload.recognised
          where ofKnownPayloads[step].formats.isEmpty || ofKnownPayloads[step].formats.contains(found.format) {
            check(found, &report)
          }
        }
      }
    }
    report.begin(at: Report.Location(), nil)
    for step in ofSubjects.indices where isAsked(ofSubjects[step].rule, ofSubjects[step].types) {
      guard case .advertiser(_, let check) = ofSubjects[step].check else { continue }
      report.begin(ofSubjects[step].rule, ofSubjects[step].severity)
      check(subject, &report)
    }
    return report.flags.inOrderOfRules
  }
}

extension Rule.Check {
  /// Whether the check judges advertisers and declared layouts, or parts of them.
  fileprivate var isOfSubjects: Bool {
    switch self {
    case .structure, .structures, .knownPayload, .payload, .layout, .advertiser: true
    case .problem, .input, .expectation, .run: false
    }
  }

  /// Judges a whole payload; a check of anything else does nothing.
  fileprivate func judge(_ payload: SubjectPayload, _ report: inout Report) {
    switch self {
    case .payload(let check): check(payload, &report)
    case .structures(let types, let check):
      if payload.types.isSubset(of: types) {
        check(payload.structures[...], &report)
      } else if !payload.types.isDisjoint(with: types) {
        check(payload.structures(of: types), &report)
      }
    case .structure, .knownPayload, .layout, .advertiser, .problem, .input, .expectation, .run: break
    }
  }
}

extension Subject {
  /// The types of all its whole structures.
  fileprivate var types: TypeSet {
    var types: TypeSet = []
    for layout in layouts {
      for number in layout.payloads.indices { types = types.union(layout.payloads[number].payload.types) }
    }
    return types
  }
}

extension [Flag] {
  /// The flags by the positions of their rules, those of one rule in the order raised. Most subjects have a few flags,
  /// and these are large, so they move only when they must.
  fileprivate var inOrderOfRules: [Flag] {
    guard indices.dropFirst().contains(where: { self[$0 - 1].rule > self[$0].rule }) else { return self }
    let keys = indices.map { (rule: self[$0].rule, position: $0) }
    return keys.sorted { ($0.rule, $0.position) < ($1.rule, $1.position) }.map { self[$0.position] }
  }

  /// Calls `body` with the flags of each rule. They are in the order of the rules.
  func forEachRule(_ body: (ArraySlice<Flag>) -> Void) {
    var start = 0
    while start < count {
      var end = start + 1
      while end < count, self[end].rule == self[start].rule { end += 1 }
      body(self[start..<end])
      start = end
    }
  }
}

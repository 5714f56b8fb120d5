internal import AdvertisingData

/// A rule that judges advertisers and declared layouts. A class, because each of them is taken up for each subject.
final class SubjectCheck: Sendable {
  let rule: Rule
  let severity: Severity
  let check: Rule.Check
  /// The ids of the formats that it judges; empty for all.
  private let formats: [String]
  /// The types of structures that it judges.
  private let types: TypeSet
  private let judgesKnownPayloads: Bool
  /// `nil` for a rule that does not judge structures one by one.
  let judgingStructures: StructureCheck?

  /// `nil` for a rule that judges inputs as a whole.
  init?(_ rule: Rule) {
    switch rule.check {
    case .problem, .input, .expectation, .run: return nil
    case .knownPayload(let formats, _): self.formats = formats.map { $0.id }
    case .structure, .structures, .payload, .layout, .advertiser: formats = []
    }
    if case .knownPayload = rule.check { judgesKnownPayloads = true } else { judgesKnownPayloads = false }
    switch rule.check {
    case .structure(let types, _), .structures(let types, _): self.types = types
    default: types = .all
    }
    if case .structure(let types, let judge) = rule.check {
      judgingStructures = StructureCheck(types: types, severity: rule.severity, judge: judge)
    } else {
      judgingStructures = nil
    }
    self.rule = rule
    severity = rule.severity
    check = rule.check
  }

  /// What a check judges.
  struct Scope: Sendable {
    fileprivate let types: TypeSet
    /// Whether it judges subjects without any structures, too.
    fileprivate let isOfAllSubjects: Bool
    fileprivate let isOfKnownPayloads: Bool
    /// Whether it judges structures one by one.
    let isOfStructures: Bool

    /// Whether there is anything in a subject that the check judges, as far as types tell.
    func mayHaveSubjects(_ contents: SubjectContents) -> Bool {
      isOfKnownPayloads ? !contents.formats.isEmpty : isOfAllSubjects || !types.isDisjoint(with: contents.types)
    }
  }

  var scope: Scope {
    Scope(
      types: types, isOfAllSubjects: types == .all && judgingStructures == nil,
      isOfKnownPayloads: judgesKnownPayloads, isOfStructures: judgingStructures != nil)
  }

  /// Whether there is anything in a subject that it judges, of one that its ``scope`` does not exclude.
  func concerns(_ contents: SubjectContents) -> Bool {
    !judgesKnownPayloads || formats.isEmpty || contents.formats.contains(where: formats.contains)
  }

  /// What it looks at in payloads.
  var detail: SubjectPayload.Detail {
    switch check {
    case .structure: .octets
    case .structures: .structures
    default: .everything
    }
  }

  func concerns(_ found: RecognisedPayload) -> Bool { formats.isEmpty || formats.contains(found.format) }
}

/// What a rule says of one structure at a time. A class, because all of them are asked about each structure.
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

/// Which rules judge structures of a type, looked up when it is met.
struct ChecksByType {
  private let checks: [StructureCheck]
  /// By type; empty as long as no type was met.
  private var known: [[Int]?] = []

  init(_ checks: [StructureCheck]) {
    self.checks = checks
  }

  /// Their positions among all.
  mutating func checks(of type: ADType) -> [Int] {
    if known.isEmpty { known = Array(repeating: nil, count: 1 + Int(UInt8.max)) }
    if let positions = known[Int(type.rawValue)] { return positions }
    let positions = checks.indices.filter { checks[$0].types.contains(type) }
    known[Int(type.rawValue)] = positions
    return positions
  }
}

/// What is in the payloads of a subject: most rules are about what most devices do not send.
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

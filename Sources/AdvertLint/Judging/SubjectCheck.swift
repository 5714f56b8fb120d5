internal import AdvertisingData

/// The check of a rule that judges advertisers and declared layouts. A class, because each subject uses each of them.
final class SubjectCheck: Sendable {
  let rule: Rule
  let severity: Severity
  let check: Rule.Check
  /// The ids of the formats that it judges; empty for all.
  private let formats: [String]
  /// The types of structures that it judges.
  private let types: TypeSet
  private let judgesKnownPayloads: Bool
  /// The check of single structures; `nil` for other rules.
  let judgingStructures: StructureCheck?

  /// A check; `nil` for a rule that judges inputs as a whole.
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

  /// The subjects that a check judges.
  struct Scope: Sendable {
    fileprivate let types: TypeSet
    /// Whether it also judges subjects without any structures.
    fileprivate let isOfAllSubjects: Bool
    fileprivate let isOfKnownPayloads: Bool
    /// Whether it judges structures one by one.
    let isOfStructures: Bool

    /// Whether a subject may have parts that the check judges, by its types.
    func mayHaveSubjects(_ contents: SubjectContents) -> Bool {
      isOfKnownPayloads ? !contents.formats.isEmpty : isOfAllSubjects || !types.isDisjoint(with: contents.types)
    }
  }

  var scope: Scope {
    Scope(
      types: types, isOfAllSubjects: types == .all && judgingStructures == nil,
      isOfKnownPayloads: judgesKnownPayloads, isOfStructures: judgingStructures != nil)
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

  func concerns(_ found: RecognisedPayload) -> Bool { formats.isEmpty || formats.contains(found.format) }
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

/// The rules that judge structures of a type, looked up when the type is met.
struct ChecksByType {
  private let checks: [StructureCheck]
  /// The positions by type; empty until a type is met.
  private var known: [[Int]?] = []

  init(_ checks: [StructureCheck]) {
    self.checks = checks
  }

  /// Returns the positions of the rules for a type.
  mutating func checks(of type: ADType) -> [Int] {
    if known.isEmpty { known = Array(repeating: nil, count: 1 + Int(UInt8.max)) }
    if let positions = known[Int(type.rawValue)] { return positions }
    let positions = checks.indices.filter { checks[$0].types.contains(type) }
    known[Int(type.rawValue)] = positions
    return positions
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

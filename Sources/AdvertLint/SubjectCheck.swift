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

  /// `nil` for a rule that judges inputs as a whole.
  init?(_ rule: Rule) {
    switch rule.check {
    case .problem, .input, .run: return nil
    case .knownPayload(let formats, _): self.formats = formats.map { $0.id }
    case .structure, .structures, .payload, .layout, .advertiser: formats = []
    }
    if case .knownPayload = rule.check { judgesKnownPayloads = true } else { judgesKnownPayloads = false }
    switch rule.check {
    case .structure(let types, _), .structures(let types, _): self.types = types
    default: types = .all
    }
    self.rule = rule
    severity = rule.severity
    check = rule.check
  }

  /// Whether there is anything in a subject that it judges.
  func concerns(_ contents: SubjectContents) -> Bool {
    guard judgesKnownPayloads else { return types == .all || !types.isDisjoint(with: contents.types) }
    return !contents.formats.isEmpty && (formats.isEmpty || contents.formats.contains(where: formats.contains))
  }

  func concerns(_ found: RecognisedPayload) -> Bool { formats.isEmpty || formats.contains(found.format) }
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

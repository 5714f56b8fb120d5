internal import AdvertisingData

/// A rule that judges advertisers and declared layouts. A class, because each of them is taken up for each subject.
final class SubjectCheck: Sendable {
  let rule: Rule
  let severity: Severity
  let check: Rule.Check
  /// The ids of the formats that it judges; empty for all.
  private let formats: [String]

  /// `nil` for a rule that judges inputs as a whole.
  init?(_ rule: Rule) {
    switch rule.check {
    case .problem, .input, .run: return nil
    case .knownPayload(let formats, _): self.formats = formats.map(\.id)
    case .structure, .structures, .payload, .layout, .advertiser: formats = []
    }
    self.rule = rule
    severity = rule.severity
    check = rule.check
  }

  func concerns(_ found: RecognisedPayload) -> Bool { formats.isEmpty || formats.contains(found.format) }
}

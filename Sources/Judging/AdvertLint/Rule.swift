internal import AdvertCapture
internal import AdvertReading
internal import AdvertisingData

/// One defect that the linter finds: a description, the reason why it matters, examples, and the check for it.
///
/// A rule is a value in a file of its own. Tests, the `rules` command and Reference/Rules are projections of it.
public struct Rule: Sendable {
  /// The id: a statement of the defect in kebab case. Stable: people put it into configurations.
  public let id: String
  /// The severity of its findings, unless settings or the check change it.
  public let severity: Severity
  /// A summary in one sentence.
  public let summary: String
  /// Why the defect matters and for which users, in a few sentences.
  public let rationale: String
  /// The sources of the facts.
  public let references: [Reference]
  /// Ids of more general rules that are silent about the bytes that this one flags: one defect, one finding.
  public private(set) var silences: [String] = []
  /// Whether findings of the rule on octets are about their place, and hold whatever their values are: they are
  /// reported where the octets vary too.
  private(set) var isAboutPlace = false
  /// Layouts that the rule flags or accepts; its tests.
  package var examples: [Example] { makeExamples() }
  /// Most runs need no examples, so they are made on request.
  private let makeExamples: @Sendable () -> [Example]
  let check: Check

  #if hasFeature(Embedded)
    /// The playground links to explanations instead of showing them. Inlined, none of them is evaluated, so its program
    /// does not contain them.
    @inline(__always)
    init(
      id: String, severity: Severity, summary: String, rationale: @autoclosure () -> String,
      references: @autoclosure () -> [Reference], silences: [String] = [], isAboutPlace: Bool = false,
      examples: @autoclosure () -> [Example], check: Check
    ) {
      self.id = id
      self.severity = severity
      self.summary = summary
      self.rationale = ""
      self.references = []
      self.silences = silences
      self.isAboutPlace = isAboutPlace
      self.makeExamples = { [] }
      self.check = check
    }
  #else
    init(
      id: String, severity: Severity, summary: String, rationale: String, references: [Reference],
      silences: [String] = [], isAboutPlace: Bool = false,
      examples: @autoclosure @escaping @Sendable () -> [Example], check: Check
    ) {
      self.id = id
      self.severity = severity
      self.summary = summary
      self.rationale = rationale
      self.references = references
      self.silences = silences
      self.isAboutPlace = isAboutPlace
      makeExamples = examples
      self.check = check
    }
  #endif

  /// The scope of a check. A check is called for every part in its scope, once for each distinct layout.
  enum Check: Sendable {
    /// Every whole AD structure of every payload: a structure that overruns its payload is a defect of its own, and has
    /// no meaning in a payload that was not received in full. With types, every structure of these.
    case structure(of: TypeSet = .all, @Sendable (borrowing ADStructure, inout Report) -> Void)
    /// The whole AD structures of every payload together, in the order sent. With types, the structures of these, where
    /// there are any.
    case structures(of: TypeSet = .all, @Sendable (ArraySlice<DecodedPayload.Element>, inout Report) -> Void)
    /// Data of every payload in a well-known format, one structure after the other; with formats, in one of these.
    case knownPayload(in: [KnownPayload.Format] = [], @Sendable (RecognisedPayload, inout Report) -> Void)
    /// Every payload as a whole.
    case payload(@Sendable (SubjectPayload, inout Report) -> Void)
    /// Every layout: both blocks of an advertisement. With types, only of advertisers that send whole structures of these.
    case layout(of: TypeSet = .all, @Sendable (SubjectLayout, inout Report) -> Void)
    /// Every advertiser with all its layouts. With types, only those that send whole structures of these.
    case advertiser(of: TypeSet = .all, @Sendable (Subject, inout Report) -> Void)
    /// Every problem of a capture, of an archive or of the reading itself: the severity for problems of a kind, `nil`
    /// for kinds of another rule.
    case problem(@Sendable (CaptureProblem.Kind) -> Severity?)
    /// Every capture or other input, after its advertisers.
    case input(@Sendable (JudgedInput, inout Report) -> Void)
    /// The expectations, at the end of a run: of each input, or of all together when any one may meet them.
    case expectation(@Sendable (JudgedInput, inout Report) -> Void)
    /// All inputs of a run taken together, at its end.
    case run(@Sendable (JudgedInput, inout Report) -> Void)
  }

  /// Whether the rule is about data that could not be read or recorded, not about the advertising itself.
  public var isAboutReading: Bool {
    if case .problem = check { true } else { id == Self.advertisingIncomplete.id }
  }

  /// Whether the rule says that the check is incomplete or that an expectation of the user is not met. Such rules are
  /// not left out because others are chosen.
  package var isAboutTheCheck: Bool { if case .expectation = check { true } else { isAboutReading } }

  /// Whether a problem means that a part was not read or not judged: a rule reports it, and as more than a note.
  static func isGap(_ kind: CaptureProblem.Kind) -> Bool {
    // With the other version, what was judged is not what is sent.
    kind == .assumptionDecides
      || all.contains { rule in
        guard case .problem(let severity) = rule.check, let severity = severity(kind) else { return false }
        return severity > .note
      }
  }

  /// Whether one of the problems means that a part was not read or not judged.
  static func areGaps(_ problems: [CaptureProblem]) -> Bool { problems.contains { isGap($0.kind) } }

  /// The source of a rule's facts.
  public enum Reference: Hashable, Sendable {
    /// Core Specification Supplement.
    case supplement(part: String, section: String)
    /// Bluetooth Core Specification.
    case core(volume: Int, part: String, section: String)
    /// Bluetooth Assigned Numbers.
    case assignedNumbers
    /// Something else, described in words.
    case other(String)
  }
}

extension Rule.Reference: CustomStringConvertible {
  public var description: String {
    switch self {
    case .supplement(let part, let section): "Core Specification Supplement, Part \(part) \(section)"
    case .core(let volume, let part, let section): "Core Specification, Vol \(volume) Part \(part) \(section)"
    case .assignedNumbers: "Bluetooth Assigned Numbers"
    case .other(let words): words
    }
  }
}

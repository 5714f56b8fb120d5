internal import AdvertObservation
public import AdvertReading
public import AdvertisingData

/// One rule's verdict at one byte range of one layout, or on a capture as a whole.
public struct Finding: Hashable, Sendable {
  private let kept: Kept
  /// How often the layout concerned was observed; 1 for subjects that are not counted.
  public var count: Int

  /// All values but the count.
  struct Facts: Equatable, Sendable {
    let rule: String
    var severity: Severity
    var message: String
    /// The fix without what it costs, in one line.
    var fix: String?
    /// Orders of which each is a fix, with its price: the fix is the line before them.
    var fixAlternatives: [String] = []
    /// The answers of scanners that the fix makes worse, in words; `nil` when it makes none worse.
    var fixCost: String?
    var fixBytes: FixedBlocks?
    var place: Place
    let fingerprint: Fingerprint
    let device: String?
  }

  /// A class, because findings are passed on, sorted and grouped, and there can be a million.
  private final class Kept: Sendable {
    let facts: Facts

    init(_ facts: Facts) {
      self.facts = facts
    }
  }

  init(_ facts: Facts, count: Int) {
    kept = Kept(facts)
    self.count = count
  }

  /// The rule's id.
  public var rule: String { kept.facts.rule }
  /// The severity of the finding, by the rule or by the settings.
  public var severity: Severity { kept.facts.severity }
  /// The defect in words, with the values involved. All text from the air is hex or a UUID.
  public var message: String { kept.facts.message }
  /// The fix in one line, when it is known, with what scanners then miss that find it now.
  public var fix: String? {
    let alternatives = kept.facts.fixAlternatives
    guard alternatives.isEmpty else { return fixLines[0] + ": " + alternatives.joined(separator: ", or ") }
    return kept.facts.fixCost.flatMap { cost in kept.facts.fix.map { "\($0); \(cost)" } ?? cost } ?? kept.facts.fix
  }
  /// The fix for people, when it is known: one line, and a line for each alternative, with its price.
  public var fixLines: [String] {
    let alternatives = kept.facts.fixAlternatives
    guard alternatives.isEmpty else { return [kept.facts.fix ?? "choose one"] + alternatives.map { "- " + $0 } }
    return fix.map { [$0] } ?? []
  }
  /// The layout with the fix, byte by byte, when it is known.
  public var fixBytes: FixedBlocks? { kept.facts.fixBytes }
  /// The place of the finding.
  public var place: Place { kept.facts.place }
  /// The fingerprint that identifies it in other runs.
  public var fingerprint: Fingerprint { kept.facts.fingerprint }
  /// The identity of its device in other runs too, as in ``Subject/stableIdentity``.
  public var device: String? { kept.facts.device }

  /// All values but the count.
  var facts: Facts { kept.facts }

  /// Returns the finding with other facts.
  func changing(_ change: (inout Facts) -> Void) -> Finding {
    var facts = facts
    change(&facts)
    return Finding(facts, count: count)
  }

  /// Returns the finding with a fix, in its own words where the fix has none.
  func fixed(_ fix: Fix) -> Finding {
    changing { facts in
      facts.fix = fix.words ?? facts.fix
      facts.fixAlternatives = fix.alternatives
      facts.fixBytes = fix.blocks
    }
  }

  public static func == (one: Finding, other: Finding) -> Bool {
    one.count == other.count && (one.kept === other.kept || one.facts == other.facts)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(fingerprint)
    hasher.combine(message)
    hasher.combine(place)
    hasher.combine(count)
  }

  /// The place of a finding.
  public struct Place: Hashable, Sendable {
    /// The capture, manifest or argument.
    public var path: String
    /// The bytes concerned, or the text about them, in a file of declared layouts; `nil` for captures and arguments.
    public var text: TextRange?
    /// The name of a declared layout, when it has one.
    public var layoutName: String?
    /// The advertiser's address; `nil` for declared layouts and for a capture as a whole.
    public var advertiser: DeviceAddress?
    /// The layout's position among its subject's; `nil` for a finding on no layout.
    public var layout: Int?
    /// The capture's record in which the payload is first, counting from 1.
    public var record: Int?
    /// The block concerned; `nil` for a finding on no block.
    public var block: Block?
    /// The position among the layout's scan responses, when the block is the scan response.
    public var scanResponse: Int?
    /// Offset of the first byte concerned from the start of the payload; `nil` for a finding on no payload.
    public var offset: Int?
    /// Number of bytes concerned; 0 where bytes are missing.
    public var length: Int?
    /// Offset in the capture file of the first byte concerned.
    public var fileOffset: Int?
  }
}

/// How serious a finding is. Ordered: a note is less than a warning, a warning less than an error.
public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Useful to know. Never fails a check by default.
  case note
  /// Wrong, or read differently by some receivers.
  case warning
  /// Forbidden, or missed by a scanner that matters.
  case error

  public static func < (one: Severity, other: Severity) -> Bool {
    one.rank < other.rank
  }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// The order in which findings are shown: by severity, and among those of one severity by what scanners miss.
package struct Gravity: Hashable, Sendable, Comparable {
  /// The severity of the finding.
  package let severity: Severity
  private let loss: Rule.Loss

  package init(_ severity: Severity, ofRule rule: String) {
    self.severity = severity
    loss = Rule.losses[rule] ?? .none
  }

  package static func < (one: Gravity, other: Gravity) -> Bool {
    (one.severity, one.loss.rawValue) < (other.severity, other.loss.rawValue)
  }
}

extension Finding {
  /// The gravity of the finding.
  package var gravity: Gravity { Gravity(severity, ofRule: rule) }
}

extension [Finding] {
  /// The findings on one subject, the gravest first, then by place: layout, block, offset. Equal findings stay in their
  /// order. Findings are large, so only their keys are sorted.
  var inOrder: [Finding] {
    guard count > 1 else { return self }
    let keys = indices.map { position in
      let place = self[position].place
      return (
        gravity: self[position].gravity, layout: place.layout ?? -1,
        payload: place.block == .scanResponse ? 1 + (place.scanResponse ?? 0) : 0, offset: place.offset ?? -1,
        position: position
      )
    }
    let order = keys.sorted { one, other in
      (other.gravity, one.layout, one.payload, one.offset, one.position)
        < (one.gravity, other.layout, other.payload, other.offset, other.position)
    }
    if order.indices.allSatisfy({ order[$0].position == $0 }) { return self }
    return order.map { self[$0.position] }
  }
}

internal import AdvertObservation
internal import AdvertReading
internal import AdvertScan
internal import AdvertisingData

/// A defect that the check of a rule raises on a subject or an input. Settings, fixes and counts make it a ``Finding``.
struct Flag {
  /// The position of its rule among the rules asked.
  let rule: Int
  let location: Report.Location
  let offset: Int?
  let length: Int?
  var severity: Severity
  let message: String
  let fix: String?
  /// The way to send the layout without it; `nil` where the words are the whole fix.
  var remedy: Remedy?
  /// The text of a declared layout that is flagged, when no octets of it are.
  var text: TextRange?
  /// The facts of a flag on an input as a whole.
  var input: OnInput?
  /// The number of flags of its rule in this place up to this one, without one in another place between them.
  var number = 1
  /// Whether the payload of the flag has enough flags already: then it keeps only its place and its severity.
  var isBeyondMost: Bool { number > Self.most }

  /// The most flags with words in one payload. A payload of legacy advertising has no more structures. Further flags in
  /// a long payload keep only their place: making words is the most expensive step here.
  static let most = 16

  /// The facts of a flag on an input as a whole. A class, because few flags have one.
  final class OnInput {
    let record: Int?
    let fileOffset: Int?
    /// The source, for findings on text in another file than the input.
    let source: Report.Source?
    /// The expectation that is not met.
    let expectation: String?
    /// Further facts that identify the finding in other runs.
    let facts: [String]

    init(record: Int?, fileOffset: Int?, source: Report.Source?, expectation: String?, facts: [String]) {
      self.facts = facts
      self.record = record
      self.fileOffset = fileOffset
      self.source = source
      self.expectation = expectation
    }
  }
}

extension [Flag] {
  /// The flags with those beyond the most of a payload joined into one for each rule: the first of the worst severity.
  func joiningThoseBeyondMost(of rules: [Rule]) -> [Flag] {
    guard contains(where: { $0.isBeyondMost }) else { return self }
    var joined: [Flag] = []
    var positions: [FlaggedPayload: Int] = [:]
    for flag in self {
      guard flag.isBeyondMost else {
        joined.append(flag)
        continue
      }
      let place = FlaggedPayload(rule: flag.rule, location: flag.location)
      if let position = positions[place], joined[position].severity >= flag.severity { continue }
      let start = Substring(rules[flag.rule].summary.utf8.prefix { $0 != UInt8(ascii: ".") })
      let rest = Flag(
        rule: flag.rule, location: flag.location, offset: flag.offset, length: flag.length, severity: flag.severity,
        message: "more than \(Flag.most) places of this payload are like this: \(start)", fix: nil)
      if let position = positions[place] {
        joined[position] = rest
      } else {
        positions[place] = joined.count
        joined.append(rest)
      }
    }
    return joined
  }
}

private struct FlaggedPayload: Hashable {
  let rule: Int
  let location: Report.Location
}

/// One payload of a layout.
enum PayloadPosition: Hashable {
  case advertising
  /// The scan response at this position among the layout's.
  case scanResponse(Int)

  var block: Block {
    switch self {
    case .advertising: .advertising
    case .scanResponse: .scanResponse
    }
  }
}

internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// Where a rule's check puts what it finds, and what it may ask about the place it looks at.
struct Report {
  /// The rule's own, for what a check flags without another.
  private(set) var severity = Severity.note
  var expectations: Expectations { context.expectations }
  /// Those of ``expectations``, to look them up.
  var expectedServices: Set<BluetoothUUID> { context.services }
  private let context: Context
  private(set) var flags: [Flag] = []

  /// Where the check looks at the moment: set by the linter before each call, as far as the check's scope goes.
  var place = Location()
  /// The PDU of the layout looked at.
  var pdu: AdvertisingPDU?
  /// Whether only the beginning of the payload arrived: rules must not conclude anything from its end then.
  var isTruncated = false
  /// The block of the payload looked at, `nil` in checks of more than one payload.
  var block: Block? { place.payload?.block }

  /// What all checks of a linter may ask: a class, because each of them gets it on each subject.
  final class Context: Sendable {
    let expectations: Expectations
    let services: Set<BluetoothUUID>

    init(_ expectations: Expectations) {
      self.expectations = expectations
      services = Set(expectations.services)
    }
  }

  init(_ context: Context) {
    self.context = context
  }

  init(_ severity: Severity, _ context: Context) {
    self.severity = severity
    self.context = context
  }

  /// Forgets what was flagged, for the check of another rule.
  mutating func begin(_ severity: Severity) {
    self.severity = severity
    if !flags.isEmpty { flags = [] }
    place = Location()
    pdu = nil
    isTruncated = false
    latest = (Location(), 0)
  }

  /// A payload of a subject, as far as it is determined.
  struct Location: Hashable {
    /// Position of the layout among the subject's.
    var layout: Int?
    /// Position of the payload among the layout's: the advertising data or one of the scan responses.
    var payload: PayloadPosition?
  }

  struct Flag {
    let location: Location
    let offset: Int?
    let length: Int?
    var severity: Severity
    let message: String
    let fix: String?
    /// How the layout is sent instead; `nil` where the words are the whole fix.
    var remedy: Remedy?
    /// Where a declared layout says what is flagged, when that is in none of its octets.
    var text: TextRange?
    /// For findings on an input as a whole.
    var input: InputFacts?
    /// Whether enough is flagged in its payload already: then only its place and its severity are kept.
    var isBeyondMost = false
  }

  /// What a flag on an input as a whole says of it. A class, because few flags have one.
  final class InputFacts {
    let record: Int?
    let fileOffset: Int?
    /// For findings on what is written in another file than the input.
    let source: Source?
    /// What was expected of it and is not there.
    let expectation: String?
    /// What the finding is known by besides, in other runs.
    let facts: [String]

    init(record: Int?, fileOffset: Int?, source: Source?, expectation: String?, facts: [String]) {
      self.facts = facts
      self.record = record
      self.fileOffset = fileOffset
      self.source = source
      self.expectation = expectation
    }
  }

  /// Flags with words that a payload has. A payload of legacy advertising has no more structures. Of what is flagged
  /// beyond them in a long one, only the place is kept: making words costs more than all else here.
  static let maximumFlags = 16

  /// How much is flagged in the payload that was flagged last.
  private var latest = (location: Location(), count: 0)

  /// A place in a file of text.
  struct Source {
    let path: String
    let text: TextRange?
    var layoutName: String?
  }

  /// Flags `length` octets from `offset` of the payload looked at; none where something is missing.
  mutating func flag(
    _ offset: Int, length: Int, _ message: @autoclosure () -> String, fix: @autoclosure () -> String? = nil,
    remedy: @autoclosure () -> Remedy? = nil
  ) {
    flag(in: place, offset, length: length, message(), fix: fix(), remedy: remedy())
  }

  /// Flags a whole structure of the payload looked at.
  mutating func flag(
    _ structure: DecodedPayload.Element, _ message: @autoclosure () -> String,
    fix: @autoclosure () -> String? = nil, remedy: @autoclosure () -> Remedy? = nil, severity: Severity? = nil
  ) {
    flag(
      in: place, structure.offset, length: structure.size, message(), fix: fix(), remedy: remedy(), severity: severity)
  }

  /// Flags a whole structure of the payload looked at.
  mutating func flag(
    _ structure: borrowing ADStructure, _ message: @autoclosure () -> String,
    fix: @autoclosure () -> String? = nil, remedy: @autoclosure () -> Remedy? = nil, severity: Severity? = nil
  ) {
    flag(
      in: place, structure.offset, length: structure.size, message(), fix: fix(), remedy: remedy(), severity: severity)
  }

  /// Flags octets of any payload of the subject.
  mutating func flag(
    in location: Location, _ offset: Int, length: Int, _ message: @autoclosure () -> String,
    fix: @autoclosure () -> String? = nil, remedy: @autoclosure () -> Remedy? = nil, severity: Severity? = nil
  ) {
    if latest.location != location { latest = (location, 0) }
    latest.count += 1
    guard latest.count <= Self.maximumFlags else {
      flags.append(
        Flag(
          location: location, offset: offset, length: length, severity: severity ?? self.severity, message: "",
          fix: nil, isBeyondMost: true))
      return
    }
    flags.append(
      Flag(
        location: location, offset: offset, length: length, severity: severity ?? self.severity,
        message: message(),
        fix: fix(), remedy: remedy()))
  }

  /// Flags the advertiser itself rather than its bytes.
  ///
  /// - Parameter text: where a declared layout says it; without it, the finding is on the layout's name.
  mutating func flagAdvertiser(
    _ message: String, fix: String? = nil, severity: Severity? = nil, at text: TextRange? = nil
  ) {
    flags.append(
      Flag(
        location: Location(), offset: nil, length: nil, severity: severity ?? self.severity,
        message: message, fix: fix, text: text))
  }

  /// Flags the input as a whole, one place of its file, what is written in a file of text, or what was `expected` and is
  /// not there.
  mutating func flagInput(
    _ message: String, record: Int? = nil, fileOffset: Int? = nil, fix: String? = nil, expected: String? = nil,
    severity: Severity? = nil, facts: [String] = [], at source: Source? = nil
  ) {
    flags.append(
      Flag(
        location: Location(), offset: nil, length: nil, severity: severity ?? self.severity,
        message: message, fix: fix,
        input: InputFacts(
          record: record, fileOffset: fileOffset, source: source, expectation: expected, facts: facts)))
  }
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

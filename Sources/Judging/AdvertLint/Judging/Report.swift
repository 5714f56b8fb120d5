internal import AdvertObservation
internal import AdvertReading
internal import AdvertScan
internal import AdvertisingData

/// Receives the flags of a rule's check, and tells it about the place that it looks at.
struct Report {
  /// The rule's own severity, for flags without another.
  var severity = Severity.note
  var expectations: Expectations { context.expectations }
  /// The services of ``expectations``, for look-ups.
  var expectedServices: Set<BluetoothUUID> { context.services }
  private let context: Context
  private(set) var flags: [Flag] = []
  var hasFlags: Bool { !flags.isEmpty }

  /// The place that the check looks at: the linter sets it before each call, as far as the check's scope goes.
  var place = Location()
  /// The PDU of the layout.
  var pdu: AdvertisingPDU?
  /// Whether only the beginning of the payload was received: rules must not conclude anything from its end then.
  var isTruncated = false
  /// The block of the payload; `nil` in checks of more than one payload.
  var block: Block? { place.payload?.block }

  /// The facts that all checks of a linter may use: a class, because each of them gets it for each subject.
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

  /// Removes the flags, for the check of another rule.
  mutating func begin(_ severity: Severity) {
    self.severity = severity
    removeFlags()
    place = Location()
    pdu = nil
    isTruncated = false
  }

  /// Goes on with another payload.
  mutating func begin(at place: Location, _ pdu: AdvertisingPDU?, isTruncated: Bool) {
    self.place = place
    self.pdu = pdu
    self.isTruncated = isTruncated
  }

  mutating func removeFlags() {
    if !flags.isEmpty { flags = [] }
    latest = (Location(), 0)
  }

  /// The place of a payload in a subject, as far as it is determined.
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
    /// The way to send the layout without it; `nil` where the words are the whole fix.
    var remedy: Remedy?
    /// The text of a declared layout that is flagged, when no octets of it are.
    var text: TextRange?
    /// The facts of a finding on an input as a whole.
    var input: InputFacts?
    /// Whether its payload has enough flags already: then it keeps only its place and its severity.
    var isBeyondMost = false
  }

  /// The facts of a flag on an input as a whole. A class, because few flags have one.
  final class InputFacts {
    let record: Int?
    let fileOffset: Int?
    /// The source, for findings on text in another file than the input.
    let source: Source?
    /// The expectation that is not met.
    let expectation: String?
    /// Further facts that identify the finding in other runs.
    let facts: [String]

    init(record: Int?, fileOffset: Int?, source: Source?, expectation: String?, facts: [String]) {
      self.facts = facts
      self.record = record
      self.fileOffset = fileOffset
      self.source = source
      self.expectation = expectation
    }
  }

  /// The most flags with words in one payload. A payload of legacy advertising has no more structures. Further flags in
  /// a long payload keep only their place: making words is the most expensive step here.
  static let maximumFlags = 16

  /// The number of flags in the payload that was flagged last.
  private var latest = (location: Location(), count: 0)

  /// A place in a file of text.
  struct Source {
    let path: String
    let text: TextRange?
    var layoutName: String?
  }

  /// Flags `length` octets from `offset` of the payload; 0 octets where some are missing.
  mutating func flag(
    _ offset: Int, length: Int, _ message: @autoclosure () -> String, fix: @autoclosure () -> String? = nil,
    remedy: @autoclosure () -> Remedy? = nil
  ) {
    flag(in: place, offset, length: length, message(), fix: fix(), remedy: remedy())
  }

  /// Flags a whole structure of the payload.
  mutating func flag(
    _ structure: DecodedPayload.Element, _ message: @autoclosure () -> String,
    fix: @autoclosure () -> String? = nil, remedy: @autoclosure () -> Remedy? = nil, severity: Severity? = nil
  ) {
    flag(
      in: place, structure.offset, length: structure.size, message(), fix: fix(), remedy: remedy(), severity: severity)
  }

  /// Flags a whole structure of the payload.
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
  /// - Parameter text: the place in a declared layout; without it, the finding is on the layout's name.
  mutating func flagAdvertiser(
    _ message: String, fix: String? = nil, severity: Severity? = nil, at text: TextRange? = nil
  ) {
    flags.append(
      Flag(
        location: Location(), offset: nil, length: nil, severity: severity ?? self.severity,
        message: message, fix: fix, text: text))
  }

  /// Flags the input as a whole, one place of its file, a place in a file of text, or an `expected` item that is
  /// missing.
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

internal import AdvertObservation
internal import AdvertReading
internal import AdvertScan
internal import AdvertisingData

/// Receives the flags of all rules on a subject or an input, and tells their checks about the place that they look at.
struct Report {
  /// The flags so far, in the order raised.
  private(set) var flags: [Flag] = []
  private let checks: Checks
  /// The position of the rule that is asked, among the rules asked.
  private var rule = 0
  /// The rule's own severity, for flags without another.
  private(set) var severity = Severity.note
  var expectations: Expectations { checks.expectations }
  /// The services of ``expectations``, for look-ups.
  var expectedServices: Set<BluetoothUUID> { checks.expectedServices }

  /// The place that the check looks at, as far as the check's scope goes. Checks of whole layouts set it to one of the
  /// payloads.
  var place = Location()
  /// The PDU of the layout.
  private(set) var pdu: AdvertisingPDU?
  /// Whether only the beginning of the payload was received: rules must not conclude anything from its end then.
  private(set) var isTruncated = false
  /// The block of the payload; `nil` in checks of more than one payload.
  var block: Block? { place.payload?.block }

  init(for checks: Checks) {
    self.checks = checks
  }

  /// Goes on with the check of another rule.
  mutating func begin(_ rule: Int, _ severity: Severity) {
    self.rule = rule
    self.severity = severity
  }

  /// Goes on with another place.
  mutating func begin(at place: Location, _ pdu: AdvertisingPDU?, isTruncated: Bool = false) {
    self.place = place
    self.pdu = pdu
    self.isTruncated = isTruncated
  }

  /// The place of a payload in a subject, as far as it is determined.
  struct Location: Hashable {
    /// Position of the layout among the subject's.
    var layout: Int?
    /// Position of the payload among the layout's: the advertising data or one of the scan responses.
    var payload: PayloadPosition?
  }

  /// A place in a file of text.
  struct Source: Sendable {
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
    let number = numberOfNext(in: location)
    let isBeyondMost = number > Flag.most
    flags.append(
      Flag(
        rule: rule, location: location, offset: offset, length: length, severity: severity ?? self.severity,
        message: isBeyondMost ? "" : message(), fix: isBeyondMost ? nil : fix(),
        remedy: isBeyondMost ? nil : remedy(), number: number))
  }

  /// Returns the number of the rule's next flag in a place. The latest flag of a rule is near: rules that flag a payload
  /// flag it often.
  private func numberOfNext(in location: Location) -> Int {
    guard let latest = flags.indices.last(where: { flags[$0].rule == rule }), flags[latest].location == location
    else { return 1 }
    return flags[latest].number + 1
  }

  /// Flags the advertiser itself rather than its bytes.
  ///
  /// - Parameter text: the place in a declared layout; without it, the finding is on the layout's name.
  mutating func flagAdvertiser(
    _ message: String, fix: String? = nil, severity: Severity? = nil, at text: TextRange? = nil
  ) {
    flags.append(
      Flag(
        rule: rule, location: Location(), offset: nil, length: nil, severity: severity ?? self.severity,
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
        rule: rule, location: Location(), offset: nil, length: nil, severity: severity ?? self.severity,
        message: message, fix: fix,
        input: Flag.OnInput(
          record: record, fileOffset: fileOffset, source: source, expectation: expected, facts: facts)))
  }
}

extension Report.Source {
  /// The layout in words: by its name, when it has one.
  var layoutWords: String { layoutName.map { "the layout \($0.quoted)" } ?? "the layout" }

  /// The place of a declaration that has a problem.
  init(_ declaration: CaptureProblem.Declaration) {
    let text = declaration.line.map { TextRange(line: $0, column: declaration.column ?? 1, count: 0) }
    self.init(path: declaration.path, text: text)
  }
}

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
  /// What is flagged in payloads beyond ``mostFlags``.
  private(set) var surplus: [SurplusFlags] = []

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
    if !surplus.isEmpty { surplus = [] }
    place = Location()
    pdu = nil
    isTruncated = false
    latest = (Location(), 0, 0)
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
    /// For findings on an input as a whole.
    var input: InputFacts?
    /// Other places of the payload that say the same, and are not flagged one by one.
    var repeats = 0
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

  /// Flags that are kept of one payload. A payload of legacy advertising has no more structures. In a long one, what is
  /// flagged beyond them is known by its place only, so that hostile payloads cost little.
  static let mostFlags = 16

  /// What is flagged in a payload after the first ``mostFlags``.
  struct SurplusFlags {
    let location: Location
    var places: [Place]

    /// A place, or several that follow each other at the same distance.
    struct Place {
      let offset: Int
      let length: Int
      let severity: Severity
      /// Position among the flags of the last one that is kept of this payload, if that says the same.
      var flag: Int?
      /// How many places it stands for.
      private(set) var count = 1
      /// From the start of each of them to the start of the next.
      private var distance = 0

      init(offset: Int, length: Int, severity: Severity, flag: Int?) {
        self.offset = offset
        self.length = length
        self.severity = severity
        self.flag = flag
      }

      /// Where each of the places starts.
      var offsets: StrideTo<Int> { stride(from: offset, to: offset + max(1, distance) * count, by: max(1, distance)) }

      /// Takes in one more place, if it is as far from the last as that is from the one before.
      mutating func extend(by distance: Int) -> Bool {
        guard count == 1 || self.distance == distance else { return false }
        self.distance = distance
        count += 1
        return true
      }

      /// The last of the places alone.
      var last: Place { Place(offset: offset + distance * (count - 1), length: length, severity: severity, flag: flag) }

      /// The same, this far further on.
      func moved(by distance: Int) -> Place {
        Place(offset: offset + distance, length: length, severity: severity, flag: flag)
      }
    }

    /// Repeats the last `count` places, this far further on.
    mutating func repeatLast(_ count: Int, by distance: Int) {
      for index in max(places.count - count, 0)..<places.count where !places[index].extend(by: distance) {
        places.append(places[index].last.moved(by: distance))
      }
    }
  }

  /// How much is flagged in the payload that was flagged last, and how much of it beyond ``mostFlags`` says something else
  /// than the last flag that is kept.
  private var latest = (location: Location(), count: 0, unlike: 0)

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
    if latest.location != location { latest = (location, 0, 0) }
    latest.count += 1
    guard latest.count <= Self.mostFlags else {
      let last = flags.count - 1
      // Making a message costs more than all else here.
      let isAlike =
        latest.unlike < Self.mostFlags && flags[last].severity == severity ?? self.severity
        && flags[last].message == message()
      if !isAlike { latest.unlike += 1 }
      let place = SurplusFlags.Place(
        offset: offset, length: length, severity: severity ?? self.severity, flag: isAlike ? last : nil)
      if surplus.last?.location == location {
        surplus[surplus.count - 1].places.append(place)
      } else {
        surplus.append(SurplusFlags(location: location, places: [place]))
      }
      return
    }
    flags.append(
      Flag(
        location: location, offset: offset, length: length, severity: severity ?? self.severity,
        message: message(),
        fix: fix(), remedy: remedy()))
  }

  /// How much of the payload looked at is flagged.
  var flagsOfPayload: Int { latest.location == place ? latest.count : 0 }

  /// Flags the last `count` places of the payload looked at again, `distance` octets further on. All of them are beyond
  /// ``mostFlags``.
  mutating func repeatSurplus(_ count: Int, by distance: Int) {
    guard count > 0, !surplus.isEmpty else { return }
    latest.count += count
    surplus[surplus.count - 1].repeatLast(count, by: distance)
  }

  /// Judges structures of the payload looked at, one after the other. What is flagged in one is in equal ones right
  /// behind it, so these are not judged once there is enough.
  mutating func judge(
    each structures: [DecodedPayload.Element], _ judge: (DecodedPayload.Element, inout Report) -> Void
  ) {
    var latest: (position: Int, flags: Int)?
    for position in structures.indices {
      if let before = latest, structures[before.position].isSent(like: structures[position]) {
        repeatSurplus(before.flags, by: structures[position].offset - structures[before.position].offset)
        latest?.position = position
        continue
      }
      let flagged = flagsOfPayload
      judge(structures[position], &self)
      let flags = flagsOfPayload - flagged
      latest = flags > 0 && flagged >= Self.mostFlags ? (position, flags) : nil
    }
  }

  /// Flags the advertiser itself rather than its bytes.
  mutating func flagAdvertiser(_ message: String, fix: String? = nil, severity: Severity? = nil) {
    flags.append(
      Flag(
        location: Location(), offset: nil, length: nil, severity: severity ?? self.severity,
        message: message, fix: fix))
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

extension DecodedPayload.Element {
  /// Whether the octets are equal.
  fileprivate func isSent(like other: DecodedPayload.Element) -> Bool {
    size == other.size && declaredLength == other.declaredLength && type == other.type && value == other.value
  }
}

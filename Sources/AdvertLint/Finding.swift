public import AdvertObservation
public import AdvertisingData

/// One rule's verdict at one byte range of one layout, or on a capture as a whole.
public struct Finding: Hashable, Sendable {
  private let facts: Facts
  /// How often the layout concerned was seen; 1 for what is not counted.
  public var count: Int

  /// All but the count. A class, because findings are passed on, sorted and grouped, and there can be a million.
  private final class Facts: Sendable {
    let rule: String
    let severity: Severity
    let message: String
    let fix: String?
    let fixBytes: FixedBlocks?
    let place: Place
    let fingerprint: Fingerprint
    let device: String?

    init(
      rule: String, severity: Severity, message: String, fix: String?, fixBytes: FixedBlocks?,
      place: Place,
      fingerprint: Fingerprint, device: String?
    ) {
      self.rule = rule
      self.severity = severity
      self.message = message
      self.fix = fix
      self.fixBytes = fixBytes
      self.place = place
      self.fingerprint = fingerprint
      self.device = device
    }
  }

  init(
    rule: String, severity: Severity, message: String, fix: String?, fixBytes: FixedBlocks? = nil,
    place: Place,
    count: Int, fingerprint: Fingerprint, device: String?
  ) {
    facts = Facts(
      rule: rule, severity: severity, message: message, fix: fix, fixBytes: fixBytes, place: place,
      fingerprint: fingerprint, device: device)
    self.count = count
  }

  /// The rule's id.
  public var rule: String { facts.rule }
  /// How bad it is, by the rule or by the settings.
  public var severity: Severity { facts.severity }
  /// What is wrong, for people, with the values involved. Holds no text from the air that is not hex or a UUID.
  public var message: String { facts.message }
  /// What to do about it in one line, when that is known.
  public var fix: String? { facts.fix }
  /// The layout as it is without the finding, byte by byte, when that is known.
  public var fixBytes: FixedBlocks? { facts.fixBytes }
  /// Where it is.
  public var place: Place { facts.place }
  /// What it is recognised by in other runs.
  public var fingerprint: Fingerprint { facts.fingerprint }
  /// The device it is known to concern in other runs too, as ``Subject/stableIdentity`` says.
  public var device: String? { facts.device }

  /// The same with what to do about it.
  func fixed(_ words: String?, _ blocks: FixedBlocks?) -> Finding {
    Finding(
      rule: rule, severity: severity, message: message, fix: words ?? fix, fixBytes: blocks,
      place: place, count: count,
      fingerprint: fingerprint, device: device)
  }

  public static func == (one: Finding, other: Finding) -> Bool {
    one.facts === other.facts && one.count == other.count
      || one.fingerprint == other.fingerprint && one.count == other.count && one.rule == other.rule
        && one.severity == other.severity && one.message == other.message && one.fix == other.fix
        && one.fixBytes == other.fixBytes && one.place == other.place && one.device == other.device
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(fingerprint)
    hasher.combine(message)
    hasher.combine(place)
    hasher.combine(count)
  }

  /// Where a finding is.
  public struct Place: Hashable, Sendable {
    /// The capture, manifest or argument.
    public var path: String
    /// The bytes concerned, or what is written about them, in a file of declared layouts; `nil` for captures and
    /// arguments.
    public var text: TextRange?
    /// The name of a declared layout, when it has one.
    public var layoutName: String?
    /// The advertiser's address; `nil` for declared layouts and for a capture as a whole.
    public var advertiser: DeviceAddress?
    /// The layout's position among its subject's; `nil` when no layout is concerned.
    public var layout: Int?
    /// The capture's record in which the payload is first, counting from 1.
    public var record: Int?
    /// The block concerned; `nil` when none is.
    public var block: Block?
    /// Which of the layout's scan responses, when the block is the scan response.
    public var scanResponse: Int?
    /// Offset of the first byte concerned from the start of the payload; `nil` when no payload is concerned.
    public var offset: Int?
    /// Bytes concerned; 0 where something is missing.
    public var length: Int?
    /// Offset in the capture file of the first byte concerned.
    public var fileOffset: Int?
  }
}

/// How bad a finding is. Ordered: a note is less than a warning, a warning less than an error.
public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Worth knowing. Never fails a check by default.
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

/// The order of the findings on one subject.
extension Finding {
  /// Worst first, then by place: layout, block, offset.
  var sortKey: SortKey {
    SortKey(
      severity: severity, layout: place.layout ?? -1,
      payload: place.block == .scanResponse ? 1 + (place.scanResponse ?? 0) : 0, offset: place.offset ?? -1)
  }

  struct SortKey: Comparable {
    let severity: Severity
    let layout: Int
    let payload: Int
    let offset: Int

    static func < (one: SortKey, other: SortKey) -> Bool {
      one.severity != other.severity
        ? one.severity > other.severity
        : (one.layout, one.payload, one.offset) < (other.layout, other.payload, other.offset)
    }
  }
}

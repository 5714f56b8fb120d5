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

/// What makes a finding the same one in the next run, in another capture, on another machine: the rule, the device and
/// the payload, never where in a file it was met or how its message reads.
///
/// Written as 16 hex digits: FNV-1a, 64 bits, over the fields below, each after its length.
///
/// - The rule's id.
/// - The device: the name of a declared layout; an address that does not change, be it public, random static or an
///   identity. Nothing for private addresses, which rotate, so that a phone is known under its next address too.
/// - The payload in its normal form (`NormalPayload`), and in it the place of the bytes flagged.
/// - For what concerns an input as a whole, what is expected of it, or else the file's name without its folders.
public struct Fingerprint: Hashable, Sendable {
  private let bits: UInt64

  fileprivate init(_ hash: FieldHash) {
    bits = hash.bits
  }

  /// A finding on an input, or on a whole run.
  init(of flag: Report.Flag, rule: Rule, path: String) {
    var hash = FieldHash()
    hash.add(rule.id)
    if let expectation = flag.input?.expectation {
      hash.add(expectation)
    } else {
      hash.add(path.split(separator: "/").last.map(String.init) ?? path)
    }
    self.init(hash)
  }

  /// That of another finding of the rule at the same place of the same payload, the `count`th after the first.
  func repeated(_ count: Int) -> Fingerprint {
    guard count > 0 else { return self }
    var hash = FieldHash()
    hash.add(description)
    hash.add([UInt8(truncatingIfNeeded: count)])
    return Fingerprint(hash)
  }
}

extension Fingerprint: CustomStringConvertible {
  public var description: String {
    HexDigits.text(bits, digits: 16)
  }
}

/// The fingerprints of what rules flag on one subject, rule by rule. What the flags of a rule on a payload share is made
/// once for all of them, and the normal form of a payload once for all rules.
struct SubjectFingerprints {
  /// Normal forms that are kept. A device can have any number of payloads.
  private static let mostNormals = 1024

  private let subject: Subject
  /// What the subject is known by, or nothing.
  private let identity: String
  private var normals: [Report.Location: NormalPayload] = [:]
  /// Over the rule and the device.
  private var start = FieldHash()
  private var origins: [Origin] = []
  private var positions: [Report.Location: Int] = [:]
  /// The position in `origins` of the location asked for last: flags on a payload come one after the other.
  private var latest: (location: Report.Location, position: Int)?

  /// What all flags in one location share.
  private struct Origin {
    let hash: FieldHash
    /// `nil` where no payload is flagged.
    let normal: NormalPayload?
  }

  /// What tells flags of the rule on the subject apart: flags in the same place have the same fingerprint.
  struct Place: Hashable {
    /// Position in `origins`.
    fileprivate let origin: Int
    fileprivate let inPayload: PlaceInPayload
  }

  init(on subject: Subject) {
    self.subject = subject
    identity = subject.stableIdentity ?? ""
  }

  /// Goes on with another rule. Places of the rule before mean nothing from here on.
  mutating func begin(_ rule: Rule) {
    start = FieldHash()
    start.add(rule.id)
    start.add(identity)
    origins = []
    positions = [:]
    latest = nil
  }

  mutating func place(of flag: Report.Flag) -> Place {
    let position = position(of: flag.location)
    guard let normal = origins[position].normal else {
      return Place(origin: position, inPayload: PlaceInPayload())
    }
    let start = flag.offset ?? 0
    return Place(origin: position, inPayload: normal.place(of: start..<start + (flag.length ?? 0)))
  }

  func fingerprint(at place: Place) -> Fingerprint {
    let origin = origins[place.origin]
    var hash = origin.hash
    if origin.normal != nil {
      hash.add(place.inPayload.octets)
    }
    return Fingerprint(hash)
  }

  private mutating func position(of location: Report.Location) -> Int {
    if let latest, latest.location == location { return latest.position }
    let position = positions[location] ?? origins.count
    if position == origins.count {
      positions[location] = position
      origins.append(origin(of: location))
    }
    latest = (location, position)
    return position
  }

  private mutating func origin(of location: Report.Location) -> Origin {
    var hash = start
    if let position = location.payload, let payload = subject.payload(at: location) {
      let normal = normals[location] ?? NormalPayload(payload)
      if normals.count < Self.mostNormals { normals[location] = normal }
      hash.add(position.block.rawValue)
      hash.add(normal.octets)
      return Origin(hash: hash, normal: normal)
    }
    let layout =
      location.layout.map { subject.layouts[$0] } ?? (subject.stableIdentity == nil ? subject.layouts.first : nil)
    for (position, payload) in layout?.payloads ?? [] {
      hash.add(position.block.rawValue)
      hash.add(NormalPayload(payload.payload).octets)
    }
    return Origin(hash: hash, normal: nil)
  }
}

/// FNV-1a over fields: each is preceded by its length, so that no two lists of fields are the same octets.
private struct FieldHash {
  private(set) var bits: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ field: String) {
    let octets = field.utf8
    addLength(octets.count)
    for octet in octets { mix(octet) }
  }

  mutating func add(_ field: [UInt8]) {
    addLength(field.count)
    for octet in field { mix(octet) }
  }

  private mutating func addLength(_ count: Int) {
    for shift in 0..<4 { mix(UInt8(truncatingIfNeeded: count >> (8 * shift))) }
  }

  private mutating func mix(_ octet: UInt8) {
    bits = (bits ^ UInt64(octet)) &* 0x100_0000_01B3
  }
}

/// A payload without what changes from one advertisement to the next by design: readings and counters that companies
/// send behind their identifier and services behind their UUID, and what mesh nodes and encryption make anew each time.
/// The structures, their order and everything else stay.
struct NormalPayload {
  /// Equal for payloads that differ only in what changes by design.
  private(set) var octets: [UInt8] = []
  private let structures: [PlacedStructure]

  init(_ payload: Payload) {
    structures = payload.placedStructures
    octets.reserveCapacity(payload.count + structures.count)
    for structure in structures {
      let value = payload.octets[structure.octetRange].dropFirst(2).prefix(structure.lastingOctets)
      octets.append(structure.type.rawValue)
      octets.append(structure.overruns ? 1 : 0)
      octets.append(UInt8(truncatingIfNeeded: value.count))
      octets += value
    }
    octets += payload.octets[(structures.last?.octetRange.upperBound ?? 0)...]
  }

  /// Where flagged octets are, in a way that stays the same when structures before them grow: which structure, and
  /// where in it they start and end. Ends in what changes by design are all the same.
  func place(of flagged: Range<Int>) -> PlaceInPayload {
    var place = PlaceInPayload()
    place.add(position(of: flagged.lowerBound, atMost: { $0.size }))
    place.add(position(of: flagged.upperBound) { 2 + $0.lastingOctets })
    return place
  }

  private func position(of offset: Int, atMost limit: (PlacedStructure) -> Int) -> (
    structure: Int, inside: Int
  )? {
    // The structures are in the order of their offsets.
    let count = structures.prefixCount(where: { $0.offset <= offset })
    guard count > 0 else { return nil }
    let structure = structures[count - 1]
    return (count - 1, min(offset - structure.offset, limit(structure)))
  }
}

/// At most four octets that say where in a payload something is, in one number: there can be thousands.
struct PlaceInPayload: Hashable {
  private var number: UInt32 = 0
  private var count = 0

  fileprivate mutating func add(_ position: (structure: Int, inside: Int)?) {
    guard let position else { return }
    for part in [position.structure, position.inside] {
      number = number << 8 | UInt32(UInt8(truncatingIfNeeded: part))
      count += 1
    }
  }

  var octets: [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

extension PlacedStructure {
  /// Octets of the value, from its start, that stay the same.
  fileprivate var lastingOctets: Int {
    switch type {
    case .manufacturerData, .serviceData16: 2
    case .serviceData32: 4
    case .serviceData128: 16
    case .meshMessage, .meshBeacon, .pbADV, .resolvableSetIdentifier, .encryptedData: 0
    default: size - 2
    }
  }
}

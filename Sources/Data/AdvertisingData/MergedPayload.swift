/// Advertising data and scan response data in one string, as phone apps and operating systems show them. The end of the
/// advertising data is not known.
///
/// Legacy advertising only: both blocks hold 31 octets. A division lies between two AD structures, and neither block is
/// longer than that. Zeros before further structures end a block, because a receiver ignores all octets after a zero
/// length. Zeros at the end are padding: Android's `ScanRecord.getBytes()` has 62 octets on many phones. They are left
/// out. Android itself joins the two without a gap (AOSP, `le_scanning_reassembler.cc`).
public struct MergedPayload: Hashable, Sendable {
  /// The octets without the padding after them.
  public let payload: Payload
  /// The number of zeros after them.
  public let padding: Int
  /// The possible numbers of octets in the advertising data, in ascending order; each is a possible division. Never
  /// empty.
  public let cuts: [Int]
  /// A division that other bytes of the same device support; `nil` without such bytes.
  private var explaining: Likely?
  /// Whether zeros end the advertising data, so that there is one division.
  private let hasZerosBetween: Bool

  private static let limit = AdvertisingPDU.advInd.payloadLimit

  /// Divides the octets; `nil` for octets that no division makes two blocks of, and without octets.
  public init?(_ octets: [UInt8]) {
    let end = (octets.lastIndex { $0 != 0 } ?? -1) + 1
    // A structure may end in zeros.
    let read = Self.boundaries(in: octets, until: end)
    guard let last = read.boundaries.last, last > 0 else { return nil }
    let count = max(last, end)
    let possible = read.gap.map { [$0] } ?? read.boundaries
    cuts = possible.filter { $0 <= Self.limit && count - $0 <= Self.limit }
    guard !cuts.isEmpty else { return nil }
    payload = Payload(Array(octets[..<count]))
    padding = octets.count - count
    hasZerosBetween = read.gap != nil
  }

  /// Returns the places before, between and after whole structures, and the first place after zeros that structures
  /// follow.
  private static func boundaries(in octets: [UInt8], until end: Int) -> (boundaries: [Int], gap: Int?) {
    var boundaries = [0]
    var gap: Int?
    var place = 0
    while place < end {
      if octets[place] == 0 {
        while place < end, octets[place] == 0 { place += 1 }
        gap = gap ?? place
        boundaries.append(place)
        continue
      }
      let next = place + 1 + Int(octets[place])
      guard next <= octets.count else {
        // The rest fits no structure, and stays in one piece.
        boundaries.append(octets.count)
        break
      }
      boundaries.append(next)
      place = next
    }
    return (boundaries, gap)
  }

  /// Whether zeros end the advertising data before the last octets, so that parsers which stop at a zero length lose the
  /// scan response.
  package var isDividedByZeros: Bool { hasZerosBetween && cuts.count == 1 && cuts[0] < payload.count }

  /// Says that the octets are more than one block holds, for people: a clause. The padding can be what makes them more.
  package var excessWords: String {
    let count = payload.count
    let subject =
      count > Self.limit ? "\(count) bytes" : "\(count + padding) bytes, the last \(padding) of which are zeros,"
    return "\(subject) are more than the \(Self.limit) of one block"
  }

  /// Returns the blocks of a division.
  ///
  /// - Parameter cut: the number of octets in the advertising data; an impossible number is moved to the nearest
  ///   possible one.
  public func blocks(cutAt cut: Int) -> (advertising: Payload, scanResponse: Payload) {
    let cut = min(max(cut, 0), payload.count)
    return (Payload(Array(payload.octets[..<cut])), Payload(Array(payload.octets[cut...])))
  }

  /// A division with the reason for it.
  public struct Likely: Hashable, Sendable {
    /// The number of octets in the advertising data.
    public let cut: Int
    /// The reason, for people: a phrase. Without support, the reason why nothing speaks for one.
    public let reason: String
    /// Whether anything speaks for it more than for the other divisions. Otherwise it only serves to show the octets.
    public var isSupported = true
  }

  /// Notes bytes that the same device sent another time. When these octets begin with them, those bytes are likely the
  /// advertising data alone, without a scan response that was not received.
  ///
  /// - Parameter place: the place of the bytes, for people: `line 12`.
  package mutating func note(sentAlone octets: [UInt8], in place: String) {
    guard cuts.count > 1, octets.count < payload.count, octets.count > explaining?.cut ?? 0,
      cuts.contains(octets.count),
      payload.octets.starts(with: octets)
    else { return }
    explaining = Likely(
      cut: octets.count, reason: "\(place) has the first \(octets.count) bytes of the same device alone")
  }

  /// The most likely division. It is a guess unless it is the only one.
  ///
  /// A builder that begins with Flags fills the advertising data first. Nothing speaks for that when something else is
  /// before the Flags: then a name at the end can as well be all of the scan response.
  public var likely: Likely {
    if let explaining { return explaining }
    let types = Self.types(in: payload)
    let flagsEnd = types.first { $0.type == .flags }?.range.upperBound ?? 0
    let fitting = cuts.filter { cut in
      cut >= flagsEnd && !Self.repeats(types.filter { $0.range.upperBound <= cut })
        && !Self.repeats(types.filter { $0.range.lowerBound >= cut })
    }
    let cut = fitting.last ?? cuts.last ?? 0
    guard cuts.count > 1 else {
      return Likely(
        cut: cut,
        reason: hasZerosBetween
          ? "zeros end the advertising data there" : "no other division gives two blocks of at most \(Self.limit) bytes"
      )
    }
    if let place = Self.responseOfTI(types), place >= flagsEnd, cuts.contains(place) {
      return Likely(
        cut: place,
        reason:
          "TI's SimpleBLEPeripheral and its copies send a name, connection intervals and a TX power in the scan response"
      )
    }
    let next = types.first { $0.range.lowerBound == cut }
    if let next, types.contains(where: { $0.range.upperBound <= cut && Self.areOneKind($0.type, next.type) }) {
      return Likely(cut: cut, reason: "what the advertising data have already begins there once more")
    }
    if flagsEnd > 0, cuts.filter({ $0 < cut }).allSatisfy({ $0 < flagsEnd }) {
      return Likely(cut: cut, reason: "Flags belong to the advertising data, and what follows fills the other block")
    }
    if cut == payload.count, flagsEnd > 0, types.first?.type != .flags, let last = types.last?.type,
      [.completeLocalName, .shortenedLocalName].contains(last)
    {
      return Likely(
        cut: cut,
        reason: "the Flags are not at the start, and the name at the end may be all of the scan response",
        isSupported: false)
    }
    return Likely(
      cut: cut,
      reason: cut == payload.count
        ? "builders fill the advertising data first, and all of them fit there"
        : "builders fill the advertising data as far as structures fit, then the scan response")
  }

  /// Returns the sign that octets which would fit one block are both blocks, for people: a phrase. `nil` without one.
  public static func sign(in payload: Payload) -> String? { sign(in: payload, areListed: false) }

  /// - Parameter areListed: whether they were written as a list of decimal numbers. An Android app that scans for extended
  ///   advertising, too, gets both blocks without zeros behind them. Source: AOSP, `ScanController.java`.
  package static func sign(in payload: Payload, areListed: Bool) -> String? {
    guard payload.count <= limit, let merged = MergedPayload(payload.octets), merged.cuts.count > 1 else { return nil }
    let types = types(in: merged.payload)
    func count(_ kinds: ADType...) -> Int { types.count { kinds.contains($0.type) } }
    if count(.flags) > 1 { return "there are Flags twice" }
    if count(.completeLocalName, .shortenedLocalName) > 1 { return "there are two names" }
    if count(.flags) == 1, types.first?.type != .flags { return "the Flags are not at the start" }
    let hasList = types.contains { ServiceUUIDList.width(of: $0.type) != nil }
    if count(.flags) == 1, hasList, count(.completeLocalName, .shortenedLocalName) == 1,
      payload.count >= limit - 2
    {
      return "Flags, a name and a list of services fill \(payload.count) of \(limit) bytes"
    }
    if areListed, merged.cuts.contains(where: { 0 < $0 && $0 < merged.payload.count }) {
      return "lists of numbers are how apps print Android's getBytes()"
    }
    return nil
  }

  // MARK: Structures

  private static func types(in payload: Payload) -> [(type: ADType, range: Range<Int>)] {
    var types: [(type: ADType, range: Range<Int>)] = []
    var place = 0
    let octets = payload.octets
    while place < octets.count {
      let length = Int(octets[place])
      let end = place + 1 + length
      guard end <= octets.count else { break }
      if length > 0 { types.append((ADType(rawValue: octets[place + 1]), place..<end)) }
      place = end
    }
    return types
  }

  /// Returns the place of the scan response of TI's example programs, where the last structures are such: a complete name, a
  /// connection interval range and a TX power level. Source: TI BLE-Stack, simpleBLEPeripheral.c, `scanRspData`.
  private static func responseOfTI(_ types: [(type: ADType, range: Range<Int>)]) -> Int? {
    let last = types.suffix(3)
    guard let name = last.first, last.map({ $0.type.rawValue }) == [0x09, 0x12, 0x0A],
      last.dropFirst().map({ $0.range.count }) == [6, 3]
    else { return nil }
    return name.range.lowerBound
  }

  /// Returns whether a type that a block has only once occurs twice.
  private static func repeats(_ types: [(type: ADType, range: Range<Int>)]) -> Bool {
    types.indices.contains { index in
      types[..<index].contains { areOneKind($0.type, types[index].type) }
    }
  }

  /// Returns whether a block should have at most one of the two types.
  private static func areOneKind(_ one: ADType, _ other: ADType) -> Bool {
    let names: [ADType] = [.completeLocalName, .shortenedLocalName]
    if names.contains(one) { return names.contains(other) }
    let single: [ADType] = [.flags, .txPowerLevel, .appearance]
    return one == other && (single.contains(one) || ServiceUUIDList.width(of: one) != nil)
  }
}

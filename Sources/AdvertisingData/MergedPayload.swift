/// Advertising data and scan response data in one string, as phone apps and operating systems show them. Where the first
/// ends is not known.
///
/// Legacy advertising only: both blocks hold 31 octets. A division lies between two AD structures, and neither block is
/// longer than that. Zeros with structures behind them end a block, because a receiver reads nothing behind a zero length.
/// Zeros behind everything are padding: Android's `ScanRecord.getBytes()` has 62 octets on many phones. They are left out.
/// Android itself joins the two without a gap (AOSP, `le_scanning_reassembler.cc`).
public struct MergedPayload: Hashable, Sendable {
  /// The octets without the padding behind them.
  public let payload: Payload
  /// How many zeros were behind them.
  public let padding: Int
  /// How many octets the advertising data can have, each a possible division, in ascending order. Never empty.
  public let cuts: [Int]
  /// A division that other bytes of the same device speak for; `nil` without such bytes.
  private var explaining: Likely?
  /// Whether zeros end the advertising data, so that there is one division.
  private let hasZerosBetween: Bool

  private static let limit = AdvertisingPDU.advInd.payloadLimit

  /// `nil` for octets that no division makes two blocks of, and for no octets.
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

  /// The places before, between and behind whole structures, and the first place behind zeros that structures follow.
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
        // What is left fits no structure, and stays in one piece.
        boundaries.append(octets.count)
        break
      }
      boundaries.append(next)
      place = next
    }
    return (boundaries, gap)
  }

  /// The blocks that a division gives.
  ///
  /// - Parameter cut: how many octets the advertising data have; one that is not possible is brought to the nearest place.
  public func blocks(cutAt cut: Int) -> (advertising: Payload, scanResponse: Payload) {
    let cut = min(max(cut, 0), payload.count)
    return (Payload(Array(payload.octets[..<cut])), Payload(Array(payload.octets[cut...])))
  }

  /// A division with what speaks for it.
  public struct Likely: Hashable, Sendable {
    /// How many octets the advertising data have.
    public let cut: Int
    /// What speaks for it, for people: a phrase.
    public let reason: String
  }

  /// Notes bytes that the same device sent another time. When these begin with them, they are likely the advertising data
  /// alone: a scan response that was not received is missing in them.
  ///
  /// - Parameter place: where they are, for people: `line 12`.
  package mutating func note(sentAlone octets: [UInt8], in place: String) {
    guard cuts.count > 1, octets.count < payload.count, octets.count > explaining?.cut ?? 0,
      cuts.contains(octets.count),
      payload.octets.starts(with: octets)
    else { return }
    explaining = Likely(
      cut: octets.count, reason: "\(place) has the first \(octets.count) bytes of the same device alone")
  }

  /// The likeliest division. It is a guess unless it is the only one.
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
    let next = types.first { $0.range.lowerBound == cut }
    if let next, types.contains(where: { $0.range.upperBound <= cut && Self.areOneKind($0.type, next.type) }) {
      return Likely(cut: cut, reason: "what the advertising data have already begins there once more")
    }
    if flagsEnd > 0, cuts.filter({ $0 < cut }).allSatisfy({ $0 < flagsEnd }) {
      return Likely(cut: cut, reason: "Flags belong to the advertising data, and what follows fills the other block")
    }
    return Likely(
      cut: cut, reason: "builders fill the advertising data as far as structures fit, then the scan response")
  }

  /// What makes it likely that octets that would fit one block are both, for people: a phrase. `nil` when nothing does.
  public static func sign(in payload: Payload) -> String? {
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

  /// Whether something is there twice of which a block has one.
  private static func repeats(_ types: [(type: ADType, range: Range<Int>)]) -> Bool {
    types.indices.contains { index in
      types[..<index].contains { areOneKind($0.type, types[index].type) }
    }
  }

  /// Whether a block should have one of both at most.
  private static func areOneKind(_ one: ADType, _ other: ADType) -> Bool {
    let names: [ADType] = [.completeLocalName, .shortenedLocalName]
    if names.contains(one) { return names.contains(other) }
    let single: [ADType] = [.flags, .txPowerLevel, .appearance]
    return one == other && (single.contains(one) || ServiceUUIDList.width(of: one) != nil)
  }
}

/// The part of a malformed payload that proves nothing: where a structure reaches beyond the end, one of the length
/// octets on the way is wrong, and everything from that octet on can mean something else.
public struct DoubtfulLength: Hashable, Sendable {
  /// The number of octets before the first length octet that may be wrong.
  public let certainCount: Int
  /// The change of one length octet with which all octets are structures with plausible values; `nil` when there is no
  /// such change, or several are equally likely.
  public let correction: Correction?

  /// The change of one length octet.
  public struct Correction: Hashable, Sendable {
    /// The place of the octet.
    public let offset: Int
    /// The octet as sent.
    public let found: UInt8
    /// The octet with which the payload parses.
    public let likely: UInt8
    /// The number of octets that are missing if the length is right, because the payload was cut; 0 where that is unlikely.
    public let missing: Int
  }

  /// A structure that ends here at the latest may be one of a legacy payload that was cut.
  private static let longestLegacy = 31
  /// Longer payloads have no correction, because looking for one would take too long.
  private static let longest = 255

  /// Looks for the structure; `nil` for a payload whose structures all end in it.
  public init?(_ payload: Payload) {
    // Nearly all payloads are well formed, and their values need no look.
    let end: Int
    switch payload.ending {
    case .complete, .terminated: return nil
    case .overrun(let offset, _, _), .loneLength(let offset, _): end = offset
    }
    var places: [(offset: Int, isPlausible: Bool)] = []
    // A structure that only lacks its end: a length before it is then as likely right as its own.
    var cut: (offset: Int, missing: Int)?
    var walk = payload.structures
    while let structure = walk.next() {
      let isLegacy = structure.offset + 2 + structure.value.count + structure.missingOctets <= Self.longestLegacy
      if isLegacy, structure.mayBeCut, places.allSatisfy({ $0.isPlausible }) {
        cut = (structure.offset, structure.missingOctets)
      }
      places.append((structure.offset, structure.isPlausible))
    }
    if case .loneLength = walk.ending { places.append((end, false)) }
    var certain = min(end, places.first { !$0.isPlausible }?.offset ?? end)
    guard payload.count <= Self.longest else {
      certainCount = 0
      correction = nil
      return
    }
    // The number of structures from each place to the end; 0 where they do not fit it, or have no plausible values.
    let octets = payload.octets
    var counts = [Int](repeating: 0, count: octets.count + 1)
    counts[octets.count] = 1
    for offset in octets.indices.reversed() {
      let next = offset + 1 + Int(octets[offset])
      guard next <= octets.count, counts[next] > 0 else { continue }
      if Self.isPlausible(octets, from: offset, to: next) { counts[offset] = counts[next] + 1 }
    }
    var best: Correction?
    var most = 0
    var isUnique = false
    for (index, place) in places.enumerated() {
      guard place.offset + 2 <= octets.count else { break }
      for next in place.offset + 2...octets.count {
        let length = UInt8(truncatingIfNeeded: next - place.offset - 1)
        guard counts[next] > 0, length != octets[place.offset],
          Self.isPlausible(octets, from: place.offset, to: next)
        else { continue }
        certain = min(certain, place.offset)
        guard cut.map({ $0.offset == place.offset }) ?? true else { continue }
        let count = index + counts[next]
        if count > most {
          best = Correction(
            offset: place.offset, found: octets[place.offset], likely: length, missing: cut?.missing ?? 0)
          most = count
          isUnique = true
        } else if count == most {
          isUnique = false
        }
      }
      // A structure with an impossible value is wrong itself, or one before it is.
      guard place.isPlausible else { break }
    }
    certainCount = certain
    correction = isUnique ? best : nil
  }

  private static func isPlausible(_ octets: [UInt8], from offset: Int, to next: Int) -> Bool {
    guard next >= offset + 2 else { return false }
    return ADType(rawValue: octets[offset + 1]).allows(octets.span.extracting(offset + 2..<next))
  }
}

extension ADStructure {
  fileprivate var isPlausible: Bool { missingOctets == 0 && type.allows(value) }

  /// Whether the structure can be the beginning of one that was cut.
  fileprivate var mayBeCut: Bool {
    let count = value.count + missingOctets
    guard missingOctets > 0 else { return false }
    if let width = ServiceUUIDList.width(of: type) { return count % width.octets == 0 }
    switch type {
    case .flags, .txPowerLevel: return count == 1
    case .appearance: return count == 2
    case .completeLocalName, .shortenedLocalName, .broadcastName:
      for index in value.indices where value[index] < 0x20 || value[index] == 0x7F { return false }
      return true
    default: return type == .manufacturerData || ServiceData.width(of: type) != nil
    }
  }
}

extension ADType {
  /// Whether a value of the type can have these octets, as far as their number and kind show it.
  fileprivate func allows(_ value: Span<UInt8>) -> Bool {
    if let width = ServiceUUIDList.width(of: self) { return value.count > 0 && value.count % width.octets == 0 }
    if let width = ServiceData.width(of: self) { return value.count >= width.octets }
    switch self {
    case .flags, .txPowerLevel: return value.count == 1
    case .appearance: return value.count == 2
    case .manufacturerData: return value.count >= 2
    case .completeLocalName, .shortenedLocalName, .broadcastName:
      for index in value.indices where value[index] < 0x20 || value[index] == 0x7F { return false }
      return value.count > 0 && String(validating: Array(copying: value), as: UTF8.self) != nil
    default: return rawValue > 0 && rawValue <= 0x3F && ADValue(type: self, value: value).malformation == nil
    }
  }
}

extension Payload {
  /// The end of the payload, by a walk along all structures.
  fileprivate var ending: PayloadEnding {
    var walk = structures
    while walk.next() != nil {}
    return walk.ending
  }

  /// The doubt about a length octet of a payload that overruns; `nil` when it does not.
  public var doubtfulLength: DoubtfulLength? { DoubtfulLength(self) }
}

extension DoubtfulLength.Correction {
  /// The change, for people: `byte 3 should probably be 0x0d, not 0x0c`, or `6 bytes are missing at the end, or byte 3
  /// should be 0x04, not 0x0a`.
  package var words: String {
    let change = "be 0x\(HexText.compact([likely])), not 0x\(HexText.compact([found]))"
    guard missing > 0 else { return "byte \(offset) should probably \(change)" }
    return "\(counted(missing, "byte is", "bytes are")) missing at the end, or byte \(offset) should \(change)"
  }
}

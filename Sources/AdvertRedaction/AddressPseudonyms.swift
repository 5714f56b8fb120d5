internal import AdvertisingData

/// Numbers in place of addresses, given out in the order in which the addresses are met.
///
/// A number says nothing of the address, other than any function of the address would: who knows the maker has only
/// 24 bits to try. What stays are the two most significant bits, which tell the kind of a random address, and that two
/// addresses are at most two apart, as those of one chip's interfaces are.
struct AddressPseudonyms {
  /// The lower 46 bits of number 0: `C0:AD:AD:00:00:00` and the like.
  private static let first: UInt64 = 0x00_ADAD_000000
  /// So far apart that neighbours fit between.
  private static let step: UInt64 = 16
  private static let kindBits: UInt64 = 0xC000_0000_0000
  private static let otherBits: UInt64 = 0x3FFF_FFFF_FFFF
  private static let reach: UInt64 = 2
  /// Addresses cost memory, and whoever can write a capture can invent them. Those beyond are all number 0.
  private let most: Int

  private var pseudonyms: [UInt64: UInt64] = [:]
  private var taken: Set<UInt64> = []
  private var latest: UInt64 = 0

  init(most: Int = 1 << 21) {
    self.most = most
  }

  /// Every address met, by what stands for it.
  var originals: [UInt64: UInt64] { Dictionary(pseudonyms.map { ($0.value, $0.key) }) { first, _ in first } }

  /// What stands for the address with these bits, whatever its type.
  mutating func pseudonym(of bits: UInt64) -> UInt64 {
    if let known = pseudonyms[bits] { return known }
    guard !Self.isNobodys(bits) else { return bits }
    guard pseudonyms.count < most else { return bits & Self.kindBits | Self.first }
    let pseudonym = neighbour(of: bits) ?? next(bits & Self.kindBits)
    pseudonyms[bits] = pseudonym
    taken.insert(pseudonym)
    return pseudonym
  }

  /// Octets all alike, or the bits of a random address that nobody set: placeholders, and defects to be told.
  static func isNobodys(_ bits: UInt64) -> Bool {
    bits & otherBits == 0 || bits & otherBits == otherBits
      || bits == (bits & 0xFF) &* 0x0101_0101_0101
  }

  private func neighbour(of bits: UInt64) -> UInt64? {
    for distance in 1...Self.reach {
      for neighbour in [bits &- distance, bits &+ distance] {
        guard let known = pseudonyms[neighbour], (neighbour ^ bits) & Self.kindBits == 0 else { continue }
        let pseudonym = known &+ bits &- neighbour
        if (pseudonym ^ bits) & Self.kindBits == 0, !taken.contains(pseudonym) { return pseudonym }
      }
    }
    return nil
  }

  private mutating func next(_ kind: UInt64) -> UInt64 {
    repeat {
      latest &+= 1
    } while taken.contains(kind | (Self.first &+ latest &* Self.step) & Self.otherBits)
    return kind | (Self.first &+ latest &* Self.step) & Self.otherBits
  }
}

/// Where addresses are in a structure's value: in the fields that formats have for them, and wherever the sender's own
/// stands, or one next to it, in either order.
struct AddressPlaces {
  private(set) var places: [Place] = []

  struct Place: Hashable {
    let offset: Int
    let isLittleEndian: Bool
    let bits: UInt64

    var range: Range<Int> { offset..<offset + AddressPlaces.octetCount }

    /// An address in the order of octets that this place has.
    func octets(of bits: UInt64) -> [UInt8] {
      let octets = (0..<UInt64(AddressPlaces.octetCount)).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
      return isLittleEndian ? octets : octets.reversed()
    }
  }

  private static let octetCount = 6
  /// A chip with several interfaces has addresses as near as that.
  private static let reach: UInt64 = 2

  /// - Parameters:
  ///   - fields: Where the format has addresses, none of which overlaps another.
  ///   - sender: `nil` when it is not known.
  init(in value: [UInt8], _ fields: [ValueTreatment.AddressPlace], of sender: DeviceAddress?) {
    let sender = sender.flatMap { $0.isKnown && !AddressPseudonyms.isNobodys($0.bits) ? $0.bits : nil }
    var start = 0
    while start + Self.octetCount <= value.count {
      if let own = Self.own(sender, in: value, at: start) {
        places.append(own)
      } else if let field = fields.first(where: { $0.offset == start }) {
        places.append(Self.place(in: value, at: start, isLittleEndian: field.isLittleEndian ?? true))
      } else {
        start += 1
        continue
      }
      start += Self.octetCount
    }
  }

  private static func own(_ sender: UInt64?, in value: [UInt8], at start: Int) -> Place? {
    guard let sender else { return nil }
    func distance(_ place: Place) -> UInt64 { place.bits > sender ? place.bits - sender : sender - place.bits }
    return [false, true].map { place(in: value, at: start, isLittleEndian: $0) }
      .filter { distance($0) <= reach }
      .min { distance($0) < distance($1) }
  }

  private static func place(in value: [UInt8], at start: Int, isLittleEndian: Bool) -> Place {
    let octets = value[start..<start + octetCount]
    let bits =
      isLittleEndian
      ? octets.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) } : octets.reduce(0) { $0 << 8 | UInt64($1) }
    return Place(offset: start, isLittleEndian: isLittleEndian, bits: bits)
  }
}

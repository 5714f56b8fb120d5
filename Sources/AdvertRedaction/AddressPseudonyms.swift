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

internal import AdvertisingData

/// Pseudonyms for addresses: numbers in the order in which the addresses appear.
///
/// A number contains no information about the address. A hash would: with a known maker there are only 24 bits to try.
/// Two properties stay: the two most significant bits, which are the kind of a random address, and that two addresses
/// are at most two apart, like those of one chip's interfaces.
struct AddressPseudonyms {
  /// The lower 46 bits of number 0: `C0:AD:AD:00:00:00` and its variants.
  private static let first: UInt64 = 0x00_ADAD_000000
  /// The distance between pseudonyms, which leaves room for neighbours.
  private static let step: UInt64 = 16
  private static let kindBits: UInt64 = 0xC000_0000_0000
  private static let otherBits: UInt64 = 0x3FFF_FFFF_FFFF
  private static let reach: UInt64 = 2
  /// The most addresses, to limit memory: a hostile capture could contain any number of them. All further ones are
  /// number 0.
  private let most: Int

  private var pseudonyms: [UInt64: UInt64] = [:]
  /// Every address so far, by its pseudonym.
  private(set) var originals: [UInt64: UInt64] = [:]
  private var latest: UInt64 = 0

  init(most: Int = 1 << 21) {
    self.most = most
  }

  /// Returns the pseudonym of the address with these bits, of any type.
  mutating func pseudonym(of bits: UInt64) -> UInt64 {
    if let known = pseudonyms[bits] { return known }
    guard !Self.isPlaceholder(bits) else { return bits }
    guard pseudonyms.count < most else { return bits & Self.kindBits | Self.first }
    let pseudonym = neighbour(of: bits) ?? next(bits & Self.kindBits)
    pseudonyms[bits] = pseudonym
    originals[pseudonym] = bits
    return pseudonym
  }

  /// Returns whether all octets are alike, or the random bits were never set: a placeholder, which stays because it is
  /// a defect.
  static func isPlaceholder(_ bits: UInt64) -> Bool {
    bits & otherBits == 0 || bits & otherBits == otherBits
      || bits == (bits & 0xFF) &* 0x0101_0101_0101
  }

  private func neighbour(of bits: UInt64) -> UInt64? {
    for distance in 1...Self.reach {
      for neighbour in [bits &- distance, bits &+ distance] {
        guard let known = pseudonyms[neighbour], (neighbour ^ bits) & Self.kindBits == 0 else { continue }
        let pseudonym = known &+ bits &- neighbour
        if (pseudonym ^ bits) & Self.kindBits == 0, originals[pseudonym] == nil { return pseudonym }
      }
    }
    return nil
  }

  private mutating func next(_ kind: UInt64) -> UInt64 {
    repeat {
      latest &+= 1
    } while originals[kind | (Self.first &+ latest &* Self.step) & Self.otherBits] != nil
    return kind | (Self.first &+ latest &* Self.step) & Self.otherBits
  }
}

/// The places of addresses in a structure's value: in the address fields of formats, and wherever it has the sender's
/// own address or a neighbour of it, in either order.
struct AddressPlaces {
  private(set) var places: [Place] = []

  struct Place: Hashable {
    let offset: Int
    let order: OctetOrder
    let bits: UInt64

    var range: Range<Int> { offset..<offset + AddressPlaces.octetCount }

    /// Returns an address in the order of octets at this place.
    func octets(of bits: UInt64) -> [UInt8] {
      order.octets(of: bits, count: AddressPlaces.octetCount)
    }
  }

  private static let octetCount = 6
  /// The largest distance between the addresses of one chip's interfaces.
  private static let reach: UInt64 = 2

  /// - Parameters:
  ///   - fields: The places of addresses in the format, which do not overlap.
  ///   - sender: `nil` when it is not known.
  init(in value: [UInt8], _ fields: [ValueTreatment.AddressPlace], of sender: DeviceAddress?) {
    let sender = sender.flatMap { $0.isKnown && !AddressPseudonyms.isPlaceholder($0.bits) ? $0.bits : nil }
    var start = 0
    while start + Self.octetCount <= value.count {
      if let own = Self.own(sender, in: value, at: start) {
        places.append(own)
      } else if let field = fields.first(where: { $0.offset == start }) {
        places.append(Self.place(in: value, at: start, field.order ?? .littleEndian))
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
    return OctetOrder.allCases.map { place(in: value, at: start, $0) }
      .filter { distance($0) <= reach }
      .min { distance($0) < distance($1) }
  }

  private static func place(in value: [UInt8], at start: Int, _ order: OctetOrder) -> Place {
    Place(offset: start, order: order, bits: order.number(of: value[start..<start + octetCount]))
  }
}

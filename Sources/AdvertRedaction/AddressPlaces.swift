internal import AdvertisingData

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

internal import AdvertisingData

/// What is done with each octet of a structure's value.
struct ValueTreatment {
  /// Whose data it is.
  let owner: DataPseudonyms.Owner
  private(set) var octets: [OctetTreatment]
  private(set) var addresses: [AddressPlace] = []
  /// Where vendors' data start that are in no format known here; `nil` for other values.
  var unknownFormatStart: Int?

  enum OctetTreatment: Hashable {
    /// It says what the others are, or how the device works; not who it is.
    case kept
    /// The bits given stay.
    case replaced(keeping: UInt8)
    case text
  }

  /// Six octets that are an address.
  struct AddressPlace: Hashable {
    let offset: Int
    /// `nil` for either.
    let isLittleEndian: Bool?
  }

  /// Every octet is replaced.
  init(_ owner: DataPseudonyms.Owner, count: Int) {
    self.owner = owner
    octets = Array(repeating: .replaced(keeping: 0), count: count)
  }

  /// Keeps as many of these octets as are there.
  mutating func keep(_ range: Range<Int>) { mark(range, .kept) }

  mutating func keep(_ offset: Int) { keep(offset..<offset + 1) }

  /// Keeps some bits of an octet, if it is there.
  mutating func keep(bits: UInt8, at offset: Int) { mark(offset..<offset + 1, .replaced(keeping: bits)) }

  mutating func readAsText(_ range: Range<Int>) { mark(range, .text) }

  /// Reads six octets as an address, if they are there.
  mutating func readAsAddress(at offset: Int, isLittleEndian: Bool?) {
    guard offset + 6 <= octets.count else { return }
    addresses.append(AddressPlace(offset: offset, isLittleEndian: isLittleEndian))
  }

  /// The runs of octets that are text.
  var texts: [Range<Int>] {
    var texts: [Range<Int>] = []
    for offset in octets.indices where octets[offset] == .text {
      if let last = texts.last, last.upperBound == offset {
        texts[texts.count - 1] = last.lowerBound..<offset + 1
      } else {
        texts.append(offset..<offset + 1)
      }
    }
    return texts
  }

  private mutating func mark(_ range: Range<Int>, _ treatment: OctetTreatment) {
    for offset in range.clamped(to: octets.indices) { octets[offset] = treatment }
  }
}

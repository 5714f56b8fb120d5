internal import AdvertisingData

/// Octets in place of those of data: octet by octet, each place of the data of one owner on its own.
///
/// So equal data stay equal and different data different, an octet that stays the same does, and one that changes does.
/// Zeros stay, others do not become zero: most are padding, and that reserved octets are zero is a finding.
struct DataPseudonyms {
  /// Who says what octets mean.
  enum Owner: Hashable {
    case company(UInt16)
    case service(BluetoothUUID)
    case type(ADType)
    /// What follows the last structure of a payload.
    case remainder
    /// All owners beyond the most.
    case others
  }

  /// Owners cost memory, and whoever can write a capture can invent them.
  private let mostOwners: Int
  private var numbers: [Owner: Int] = [:]
  private var places: [[OctetSubstitution]] = []
  private static let notZero = [UInt8](1...0xFF)

  init(mostOwners: Int = 1024) {
    self.mostOwners = mostOwners
  }

  /// What stands for the octet at a place of an owner's data. The bits of `kept` stay.
  mutating func pseudonym(of octet: UInt8, at place: Int, of owner: Owner, keeping kept: UInt8 = 0) -> UInt8 {
    guard octet != 0 else { return 0 }
    let owner = number(of: owner)
    while places[owner].count <= place {
      let seed = UInt64(owner) << 32 | UInt64(places[owner].count)
      places[owner].append(OctetSubstitution(seed: seed))
    }
    let candidates = kept == 0 ? Self.notZero : Self.notZero.filter { ($0 ^ octet) & kept == 0 }
    return places[owner][place].image(of: octet, among: [candidates])
  }

  private mutating func number(of owner: Owner) -> Int {
    if let number = numbers[owner] { return number }
    guard numbers.count < mostOwners || owner == .others else { return number(of: .others) }
    numbers[owner] = places.count
    places.append([])
    return places.count - 1
  }
}

internal import AdvertisingData

/// Pseudonyms for data: octet by octet, with substitutions of its own for each place in the data of one owner.
///
/// Equal data stay equal, and different data stay different; an octet that never changes does not change here either.
/// Zeros stay, and no other octet becomes zero: most zeros are padding, and findings depend on reserved octets being
/// zero.
struct DataPseudonyms {
  /// The owner, who defines the meaning of the octets.
  enum Owner: Hashable {
    case company(UInt16)
    case service(BluetoothUUID)
    case type(ADType)
    /// The octets after the last structure of a payload.
    case remainder
    /// All owners beyond the limit.
    case others
  }

  /// The most owners, to limit memory: a hostile capture could contain any number of them.
  private let maximumOwners: Int
  private var numbers: [Owner: Int] = [:]
  private var places: [[OctetSubstitution]] = []
  /// Substitutions for octets that not every other octet may replace: their pseudonyms elsewhere may not be allowed
  /// here.
  private var limitedPlaces: [LimitedPlace: OctetSubstitution] = [:]
  private let seed: UInt64
  private static let notZero = [UInt8](1...0xFF)

  private struct LimitedPlace: Hashable {
    let owner: Int
    let place: Int
    let kept: UInt8
    let avoided: Set<UInt8>
    let range: ClosedRange<UInt8>?
  }

  init(maximumOwners: Int = 1024, seed: UInt64 = 0) {
    self.maximumOwners = maximumOwners
    self.seed = seed
  }

  /// Returns the pseudonym of the octet at a place of an owner's data. The bits of `kept` stay, it is none of
  /// `avoided`, and it is of the range when there is one.
  mutating func pseudonym(
    of octet: UInt8, at place: Int, of owner: Owner, keeping kept: UInt8 = 0, avoiding avoided: Set<UInt8> = [],
    within range: ClosedRange<UInt8>? = nil
  ) -> UInt8 {
    guard octet != 0 else { return 0 }
    let owner = number(of: owner)
    guard kept == 0, avoided.isEmpty, range == nil else {
      let limited = LimitedPlace(owner: owner, place: place, kept: kept, avoided: avoided, range: range)
      let candidates = Self.notZero.filter {
        ($0 ^ octet) & kept == 0 && !avoided.contains($0) && range?.contains($0) ?? true
      }
      let seed = seed(owner, place)
      return limitedPlaces[limited, default: OctetSubstitution(seed: seed)].image(of: octet, among: [candidates])
    }
    while places[owner].count <= place {
      places[owner].append(OctetSubstitution(seed: seed(owner, places[owner].count)))
    }
    return places[owner][place].image(of: octet, among: [Self.notZero])
  }

  private func seed(_ owner: Int, _ place: Int) -> UInt64 { seed ^ UInt64(owner) << 32 ^ UInt64(place) }

  private mutating func number(of owner: Owner) -> Int {
    if let number = numbers[owner] { return number }
    guard numbers.count < maximumOwners || owner == .others else { return number(of: .others) }
    numbers[owner] = places.count
    places.append([])
    return places.count - 1
  }
}

/// Replaces octets by others, one for one as long as others are free: different octets have different pseudonyms. The
/// choice depends on the number of octets that came before, never on the octet. So an octet can become itself by
/// chance: if it could not, a reader who knows the order of choices would know an octet that was left out.
struct OctetSubstitution {
  private var originals: [UInt8] = []
  private var images: [UInt8] = []
  /// Makes this substitution different from others. Not a secret.
  private let seed: UInt64

  init(seed: UInt64) {
    self.seed = seed
  }

  /// The number of different octets so far.
  var count: Int { originals.count }

  /// Returns the number of different octets before this one; `nil` for an octet that did not come yet.
  func position(of octet: UInt8) -> Int? { originals.firstIndex(of: octet) }

  /// Returns the pseudonym of an octet.
  ///
  /// - Parameter candidates: The octets that may replace it, better ones before worse; `octet` itself when there are
  ///   none. They are the same for all octets whose pseudonyms may be the same.
  mutating func image(of octet: UInt8, among candidates: [[UInt8]]) -> UInt8 {
    if let position = position(of: octet) { return images[position] }
    let image = free(among: candidates) ?? octet
    originals.append(octet)
    images.append(image)
    return image
  }

  private func free(among candidates: [[UInt8]]) -> UInt8? {
    var start = seed &+ UInt64(images.count) &* 0x9E37_79B9_7F4A_7C15
    start = (start ^ start >> 31) &* 0xBF58_476D_1CE4_E5B9
    start ^= start >> 29
    for choice in candidates where !choice.isEmpty {
      let offset = Int(truncatingIfNeeded: start % UInt64(choice.count))
      for index in choice.indices {
        let image = choice[(offset + index) % choice.count]
        if !images.contains(image) { return image }
      }
    }
    // All others are taken, so two share one.
    return candidates.lazy.joined().first
  }
}

/// Octets in place of others, one for one: different octets have different pseudonyms, and none has itself as long as
/// there is another. Which one an octet gets depends on how many were met before it, never on the octet.
struct OctetSubstitution {
  private var originals: [UInt8] = []
  private var images: [UInt8] = []
  /// What sets this substitution apart from others that met as many octets: not a secret.
  private let seed: UInt64

  init(seed: UInt64) {
    self.seed = seed
  }

  /// How many octets were met.
  var count: Int { originals.count }

  /// How many octets were met before this one; `nil` when it was not.
  func position(of octet: UInt8) -> Int? { originals.firstIndex(of: octet) }

  /// The pseudonym of an octet.
  ///
  /// - Parameter candidates: The octets that may stand for it, better ones before worse; `octet` itself when there are
  ///   none. They are the same for all octets whose pseudonyms may be the same.
  mutating func image(of octet: UInt8, among candidates: [[UInt8]]) -> UInt8 {
    if let position = position(of: octet) { return images[position] }
    let image = free(for: octet, among: candidates) ?? octet
    originals.append(octet)
    images.append(image)
    return image
  }

  private func free(for octet: UInt8, among candidates: [[UInt8]]) -> UInt8? {
    var start = seed &+ UInt64(images.count) &* 0x9E37_79B9_7F4A_7C15
    start = (start ^ start >> 31) &* 0xBF58_476D_1CE4_E5B9
    start ^= start >> 29
    for choice in candidates where !choice.isEmpty {
      let offset = Int(truncatingIfNeeded: start % UInt64(choice.count))
      for index in choice.indices {
        let image = choice[(offset + index) % choice.count]
        if image != octet, !images.contains(image) { return image }
      }
    }
    // All others are taken. The last one left may be the octet itself; when even that is taken, two share one.
    return images.contains(octet) ? candidates.lazy.joined().first { $0 != octet } : octet
  }
}

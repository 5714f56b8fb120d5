/// Letters in place of names and other texts: of the same length, different for different texts, and with the same
/// beginning for texts that begin alike.
///
/// Each octet gets a pseudonym that depends on the octets before it alone. What findings on texts rest on stays: spaces
/// and what else separates words, zeros, the first octet that is not UTF-8, and whether a word is made of hex digits, as
/// an address is.
struct TextPseudonyms {
  /// Beginnings cost memory; of texts beyond, only the length is kept apart.
  private let mostBeginnings: Int
  /// The beginnings of the texts met; the first is the empty one.
  private var beginnings: [Beginning]

  /// What may follow the same octets.
  private struct Beginning {
    var substitution: OctetSubstitution
    /// The beginning that is longer by an octet, for each octet in the order met.
    var longer: [Int] = []
  }

  init(mostBeginnings: Int = 1 << 18) {
    self.mostBeginnings = mostBeginnings
    beginnings = [Beginning(substitution: OctetSubstitution(seed: 0))]
  }

  /// What stands for a text.
  mutating func pseudonym(of text: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var reading = TextReading()
    var beginning: Int? = 0
    for octet in text {
      let candidates = reading.candidates(for: octet)
      let image: UInt8
      if let known = beginning {
        image = beginnings[known].substitution.image(of: octet, among: candidates)
        beginning = following(octet, known)
      } else {
        image = candidates.lazy.joined().first { $0 != octet } ?? octet
      }
      reading.advance(over: octet, replacedBy: image)
      result.append(image)
    }
    return result
  }

  /// The beginning that is longer by an octet whose pseudonym is known; `nil` when there are too many.
  private mutating func following(_ octet: UInt8, _ beginning: Int) -> Int? {
    guard let position = beginnings[beginning].substitution.position(of: octet) else { return nil }
    if position < beginnings[beginning].longer.count { return beginnings[beginning].longer[position] }
    guard beginnings.count < mostBeginnings else { return nil }
    beginnings[beginning].longer.append(beginnings.count)
    beginnings.append(Beginning(substitution: OctetSubstitution(seed: UInt64(beginnings.count))))
    return beginnings.count - 1
  }
}

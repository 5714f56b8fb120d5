internal import AdvertisingData

/// Pseudonyms for names and other texts: letters of the same length, different for different texts, and with the same
/// beginning for texts that begin alike.
///
/// The pseudonym of an octet depends only on the octets before it. The properties that findings about texts depend on
/// stay: spaces and other separators, zeros, the first octet that is not UTF-8, and whether a word consists of hex
/// digits like an address.
struct TextPseudonyms {
  /// The most beginnings, to limit memory. Further texts differ only in their length.
  private let maximumBeginnings: Int
  /// The beginnings of the texts so far; the first is the empty one.
  private var beginnings: [Beginning]

  /// The possible octets after the same beginning.
  private struct Beginning {
    var substitution: OctetSubstitution
    /// The beginning that is longer by an octet, for each octet in the order of their first appearance.
    var longer: [Int] = []
  }

  private let seed: UInt64

  init(maximumBeginnings: Int = 1 << 18, seed: UInt64 = 0) {
    self.maximumBeginnings = maximumBeginnings
    self.seed = seed
    beginnings = [Beginning(substitution: OctetSubstitution(seed: seed))]
  }

  /// Returns the pseudonym of a text.
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
        image = candidates.lazy.joined().first ?? octet
      }
      reading.advance(over: octet, replacedBy: image)
      result.append(image)
    }
    return result
  }

  /// Returns the beginning that is longer by an octet whose pseudonym is known; `nil` when there are too many.
  private mutating func following(_ octet: UInt8, _ beginning: Int) -> Int? {
    guard let position = beginnings[beginning].substitution.position(of: octet) else { return nil }
    if position < beginnings[beginning].longer.count { return beginnings[beginning].longer[position] }
    guard beginnings.count < maximumBeginnings else { return nil }
    beginnings[beginning].longer.append(beginnings.count)
    beginnings.append(Beginning(substitution: OctetSubstitution(seed: seed ^ UInt64(beginnings.count))))
    return beginnings.count - 1
  }
}

/// The possible replacements of the next octet of a text, by the octets before it.
struct TextReading {
  private var character = Character.none
  private var word = Word.none
  /// The first different digits of the words so far, as long as they are hex digits, with their pseudonyms.
  private var digits: [(octet: UInt8, image: UInt8)] = []
  /// The fewest different digits of a word that is not a placeholder.
  private static let fewestDifferent = 3

  /// The UTF-8 character at the current position of the text.
  private enum Character {
    case none
    /// A number of octets are missing; the next must be in the range.
    case open(missing: Int, next: ClosedRange<UInt8>)
    /// The text is not UTF-8; after that no result depends on its octets.
    case broken
  }

  private enum Word {
    case none
    case hexDigits
    case other
  }

  /// Returns the possible replacements of an octet, better candidates before worse; empty for one that stays.
  func candidates(for octet: UInt8) -> [[UInt8]] {
    guard octet < 0x80 else { return candidates(beyondASCII: octet) }
    if word != .other, let alike = Self.hexDigits(like: octet) {
      guard digits.count < Self.fewestDifferent else { return [alike] }
      // `00:00` is a placeholder, and `12:34` is not: this property stays, and no other property of repeated digits.
      if let known = digits.first(where: { $0.octet == octet }) { return [[known.image]] }
      return [alike.filter { image in !digits.contains { $0.image == image } }]
    }
    if Self.isLetterOrDecimal(octet) { return [Self.otherLetters, Self.decimals + Self.lowerHex + Self.upperHex] }
    if octet == 0 || Self.separators.contains(octet) { return [] }
    return [octet < 0x20 || octet == 0x7F ? Self.controls : Self.marks]
  }

  private func candidates(beyondASCII octet: UInt8) -> [[UInt8]] {
    switch character {
    case .broken: return [Self.beyondASCII]
    case .open(_, let next):
      return [next.contains(octet) ? Array(next) : Self.beyondASCII.filter { !next.contains($0) }]
    case .none:
      return UTF8Continuation(after: octet) == nil
        ? [Self.beyondASCII.filter { UTF8Continuation(after: $0) == nil }] : []
    }
  }

  mutating func advance(over octet: UInt8, replacedBy image: UInt8) {
    advanceCharacter(over: octet)
    if word != .other, Self.hexDigits(like: octet) != nil {
      word = .hexDigits
      if digits.count < Self.fewestDifferent, !digits.contains(where: { $0.octet == octet }) {
        digits.append((octet, image))
      }
    } else if octet >= 0x80 || Self.isLetterOrDecimal(octet) {
      word = .other
      digits = []
    } else {
      word = .none
      if !Self.pairSeparators.contains(octet) { digits = [] }
    }
  }

  private mutating func advanceCharacter(over octet: UInt8) {
    switch character {
    case .broken: break
    case .none where octet < 0x80: break
    case .none:
      character = UTF8Continuation(after: octet).map { .open(missing: $0.count, next: $0.next) } ?? .broken
    case .open(let missing, let next):
      guard next.contains(octet) else {
        character = .broken
        break
      }
      character = missing == 1 ? .none : .open(missing: missing - 1, next: UTF8Continuation.later)
    }
  }

  /// Returns the hex digits of the same kind; `nil` for other characters.
  private static func hexDigits(like octet: UInt8) -> [UInt8]? {
    [decimals, lowerHex, upperHex].first { $0.contains(octet) }
  }

  private static func isLetterOrDecimal(_ octet: UInt8) -> Bool {
    decimals.contains(octet) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(octet | 0x20)
  }

  private static let decimals = Array(UInt8(ascii: "0")...UInt8(ascii: "9"))
  private static let lowerHex = Array(UInt8(ascii: "a")...UInt8(ascii: "f"))
  private static let upperHex = Array(UInt8(ascii: "A")...UInt8(ascii: "F"))
  private static let otherLetters =
    Array(UInt8(ascii: "g")...UInt8(ascii: "z")) + Array(UInt8(ascii: "G")...UInt8(ascii: "Z"))
  private static let controls = [UInt8](0x01...0x1F) + [0x7F]
  private static let beyondASCII = [UInt8](0x80...0xFF)
  /// The separators between words, and between the parts of a web address.
  private static let separators = Array(" -_:./".utf8)
  /// The separators between the pairs of an address's digits.
  private static let pairSeparators = Array(":-_".utf8)
  /// The other characters of ASCII that are not a letter or a decimal.
  private static let marks = [UInt8](0x21...0x7E).filter { !isLetterOrDecimal($0) && !separators.contains($0) }
}

/// The last parts of paths instead of the whole: folders identify the owner of the machine. Different paths stay
/// different.
struct PathPseudonyms {
  private var ends: [String: String] = [:]
  /// The number of paths with the same end.
  private var counts: [String: Int] = [:]

  /// Returns the last part of a path; with a number before it when another path has the same.
  mutating func pseudonym(of path: String) -> String {
    if let known = ends[path] { return known }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let count = counts[name, default: 0] + 1
    counts[name] = count
    // No path's last part has a slash, so a number cannot make it equal to another's.
    let end = count == 1 ? name : "\(count)/\(name)"
    ends[path] = end
    return end
  }
}

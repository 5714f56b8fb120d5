internal import AdvertObservation
internal import AdvertReading
internal import AdvertisingData

/// An octet as it is written: with its text, and with its values where a placeholder represents it.
struct WrittenOctet {
  let octet: UInt8
  var text: TextRange?
  var varying: Variation.Octet?
}

/// The vocabulary of placeholders. In texts: `{4 digits}`, `{1 to 4 digits}`. In hex: `??`, `4?`, `00..0f`.
enum Placeholder {
  /// The values of a placeholder in a text, with the words for them.
  static let words: [(plural: String, singular: String, values: OctetSet)] = [
    ("digits", "digit", .digits), ("hex", "hex", .hexDigits), ("letters", "letter", .letters),
    ("characters", "character", .text),
  ]

  /// The reason why a text with placeholders is wrong: the position of a character, counting from 0, and the error at
  /// it.
  struct Problem: Error {
    let position: Int
    let expected: String
    let found: String
    var suggestion: String?
  }

  /// Reads a text. Two braces mean one.
  static func octets(of text: String) throws(Problem) -> [WrittenOctet] {
    guard text.contains(where: { $0 == "{" || $0 == "}" }) else { return text.utf8.map { WrittenOctet(octet: $0) } }
    let characters = Array(text)
    var octets: [WrittenOctet] = []
    var index = 0
    while index < characters.count {
      let character = characters[index]
      let isDouble = index + 1 < characters.count && characters[index + 1] == character
      switch character {
      case "{" where isDouble, "}" where isDouble:
        octets += character.utf8.map { WrittenOctet(octet: $0) }
        index += 2
      case "{":
        guard let end = characters[index...].firstIndex(of: "}") else {
          throw Problem(
            position: index, expected: "a \"}\" that ends the placeholder, or \"{{\" for a brace", found: "none")
        }
        octets += try Self.octets(ofPlaceholder: String(characters[index + 1..<end]), at: index)
        index = end + 1
      case "}": throw Problem(position: index, expected: "\"}}\" for a brace", found: "one alone")
      default:
        octets += character.utf8.map { WrittenOctet(octet: $0) }
        index += 1
      }
    }
    return octets
  }

  /// Reads `4 digits`, `digit`, `1 to 4 digits`.
  private static func octets(ofPlaceholder text: String, at position: Int) throws(Problem) -> [WrittenOctet] {
    var words = text.split(separator: " ").map(String.init)
    let word = words.popLast() ?? ""
    guard let kind = Self.words.first(where: { $0.plural == word || $0.singular == word }) else {
      throw Problem(
        position: position,
        expected: "a placeholder such as {4 digits} (\(Self.words.map { $0.plural }.joined(separator: ", ")))",
        found: YAMLNode.quoted("{\(text)}"),
        suggestion: NearestWord.to(word, among: Self.words.flatMap { [$0.plural, $0.singular] }))
    }
    let counts: [Int?]
    switch words.count {
    case 0: counts = [1]
    case 1: counts = [Int(words[0])]
    case 3 where words[1] == "to": counts = [Int(words[0]), Int(words[2])]
    default: counts = [nil]
    }
    guard let least = counts[0], let most = counts[counts.count - 1], least <= most, most > 0,
      (0...ADValue.maximumOctets).contains(least), most <= ADValue.maximumOctets
    else {
      throw Problem(
        position: position,
        expected: "a count of up to \(ADValue.maximumOctets), or two as in {1 to 4 \(kind.plural)}",
        found: YAMLNode.quoted("{\(text)}"))
    }
    return (0..<most).map { number in
      WrittenOctet(
        octet: kind.values.representative, varying: Variation.Octet(kind.values, mayBeAbsent: number >= least))
    }
  }

  /// Returns characters of hex with the placeholders replaced, so that every octet is two digits at the same place; and
  /// the placeholder of each two digits, by the position of the first, counting from 0.
  static func plainHex(_ text: String) throws(Problem) -> (text: String, varying: [Int: HexPlaceholder]) {
    guard text.contains(where: { $0 == "?" || $0 == "." }) else { return (text, [:]) }
    var characters = Array(text)
    var varying: [Int: HexPlaceholder] = [:]
    var index = 0
    while index < characters.count {
      if characters[index] == "." {
        guard index + 3 < characters.count, index > 1, characters[index + 1] == ".",
          let first = octet(characters[index - 2], characters[index - 1]),
          let last = octet(characters[index + 2], characters[index + 3]), first <= last
        else {
          throw Problem(
            position: index, expected: "a range of bytes from low to high such as 00..0f",
            found: YAMLNode.quoted(String(characters[max(0, index - 2)..<min(characters.count, index + 4)])))
        }
        varying[index - 2] = HexPlaceholder(values: OctetSet(first...last), length: 6)
        for position in index...index + 3 { characters[position] = " " }
        index += 4
      } else if characters[index] == "?" {
        // The other half of the octet is before it when that is a single digit.
        let isSecond = index > 0 && isFirstHalf(index - 1, of: characters)
        let start = isSecond ? index - 1 : index
        guard start + 1 < characters.count, isHalf(characters[start]), isHalf(characters[start + 1]) else {
          throw Problem(position: index, expected: "two of hex digits and \"?\" for each byte", found: "one")
        }
        varying[start] = HexPlaceholder(
          values: OctetSet(high: digit(characters[start]), low: digit(characters[start + 1])), length: 2)
        for position in start...start + 1 where characters[position] == "?" { characters[position] = "0" }
        index = start + 2
      } else {
        index += 1
      }
    }
    return (String(characters), varying)
  }

  /// Returns whether a digit is the first half of an octet: the digits before it are whole octets.
  private static func isFirstHalf(_ index: Int, of characters: [Character]) -> Bool {
    guard characters[index].isHexDigit else { return false }
    var start = index
    while start > 0, characters[start - 1].isHexDigit { start -= 1 }
    return (index - start) % 2 == 0
  }

  /// Returns a text with placeholders, as ``octets(of:)`` reads it; `nil` when there are no words for the varying
  /// octets.
  static func text(_ octets: [WrittenOctet]) -> String? {
    var text: [UInt8] = []
    var index = 0
    while index < octets.count {
      guard let varying = octets[index].varying else {
        let octet = octets[index].octet
        text += octet == UInt8(ascii: "{") || octet == UInt8(ascii: "}") ? [octet, octet] : [octet]
        index += 1
        continue
      }
      guard let word = words.first(where: { $0.values == varying.values }) else { return nil }
      let run = octets[index...].prefix { $0.varying?.values == varying.values }
      // Octets that may be absent come last; an octet after them begins a new placeholder.
      let least = run.prefix { $0.varying?.mayBeAbsent == false }.count
      let rest = run.dropFirst(least).prefix { $0.varying?.mayBeAbsent == true }.count
      let most = least + rest
      let count = rest == 0 ? "\(most)" : "\(least) to \(most)"
      text += "{\(count) \(most == 1 ? word.singular : word.plural)}".utf8
      index += most
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns hex with placeholders, as ``plainHex(_:)`` reads it. A set of values without a form becomes any value.
  static func hex(_ octets: [WrittenOctet]) -> String {
    octets.map { $0.varying?.values.pattern ?? HexText.compact([$0.octet]) }.joined(separator: " ")
  }

  private static func octet(_ high: Character, _ low: Character) -> UInt8? {
    guard high.isASCII, low.isASCII else { return nil }
    return UInt8(String([high, low]), radix: 16)
  }

  private static func isHalf(_ character: Character) -> Bool {
    character == "?" || character.isASCII && character.isHexDigit
  }

  /// Returns the value of a digit; `nil` for half an octet with any value.
  private static func digit(_ character: Character) -> UInt8? { character.hexDigitValue.map { UInt8($0) } }
}

/// The words of placeholders in texts: `digits`, `digit` and others.
package enum TextPlaceholders {
  package static let words = Placeholder.words.flatMap {
    $0.plural == $0.singular ? [$0.plural] : [$0.plural, $0.singular]
  }
}

/// The values of a placeholder in hex.
struct HexPlaceholder {
  let values: OctetSet
  /// The number of characters that it takes.
  let length: Int
}

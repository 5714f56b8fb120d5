import AdvertisingData
import TestSupport
import Testing

@testable import AdvertRedaction

@Suite struct TextPseudonymsTests {
  static func name(_ octets: [UInt8]) throws -> LocalName {
    try #require(Payload([UInt8(octets.count + 1), 9] + octets).localName)
  }

  @Test func beginningsStayBeginnings() {
    let redaction = Redaction()
    #expect(redaction.text("SHS-2071") == "gTz-9731")
    #expect(redaction.text("SHS") == "gTz")
    #expect(redaction.text("SHS-2071 left") == "gTz-9731 LziQ")
    #expect(redaction.text("SHT-2071").hasPrefix("gT"))
    #expect(!redaction.text("SHT-2071").hasPrefix("gTz"))
    #expect(redaction.text("SHS-2071") == "gTz-9731")
    #expect(redaction.text("") == "")
  }

  @Test func whatSeparatesWordsStays() {
    var pseudonyms = TextPseudonyms()
    let text = Array("a b-c_d:e.f/g\0h".utf8)
    let image = pseudonyms.pseudonym(of: text)
    for (old, new) in zip(text, image) {
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "h")).contains(old)
      #expect(isLetter ? (UInt8(ascii: "A")...UInt8(ascii: "z")).contains(new) : old == new, "\(old)")
    }
  }

  @Test func hexDigitsOfWordsStayHexDigits() {
    var pseudonyms = TextPseudonyms()
    let image = pseudonyms.pseudonym(of: Array("Lamp-4f2A1c face book".utf8))
    let words = String(decoding: image, as: UTF8.self).split { $0 == "-" || $0 == " " }
    #expect(words[0].allSatisfy { !$0.isHexDigit })
    #expect(words[1].map { $0.isNumber } == [true, false, true, false, true, false])
    #expect(words[1].map { $0.isUppercase } == [false, false, false, true, false, false])
    #expect(words[1].allSatisfy { $0.isHexDigit } && words[2].allSatisfy { $0.isHexDigit })
    // The first letter could begin an address; once the word cannot be one, letters are any.
    #expect(words[3].first?.isHexDigit == true && words[3].dropFirst().allSatisfy { !$0.isHexDigit })
  }

  /// Behind the same beginning every digit becomes the same, so that the pseudonym does not tell it. Only the first three
  /// different digits tell that one is said again.
  @Test(arguments: ["", "4", "47", "470", "470F1", "A0B1C2D3"]) func digitsAreNotKnownByTheirPseudonyms(
    _ beginning: String
  ) {
    for digits in ["0123456789", "ABCDEF"] {
      var images: Set<[UInt8]> = []
      let isFree = Set(beginning).count > 2
      for digit in digits where isFree || !beginning.contains(digit) {
        var pseudonyms = TextPseudonyms()
        images.insert(pseudonyms.pseudonym(of: Array((beginning + String(digit)).utf8)))
      }
      #expect(images.count == 1, "\(beginning)")
    }
  }

  @Test func placeholdersStayPlaceholders() {
    let redaction = Redaction()
    for text in ["00:00:00:00:00:00", "AAAAAAAAAAAA", "ff-ff-ff-ff-ff-ff"] {
      #expect(Set(redaction.text(text).filter(\.isHexDigit)).count == 1)
    }
    #expect(Set(redaction.text("F0:F1:F2:F3:F4:F5").filter(\.isHexDigit)).count > 2)
  }

  static let alphabets: [String: [[UInt8]]] = [
    "letters": "abcxyzABCXYZ".utf8.map { [$0] },
    "addresses": "01aF:-_ ".utf8.map { [$0] },
    "characters": ["ö", "ж", "日", "本", "😀", "a", "1", " "].map { Array($0.utf8) },
    "pieces of characters": [[0xC3], [0xB6], [0xE6, 0x97], [0xA5], [0xF0, 0x9F], [0x98, 0x80], [0x61], [0xFF]],
    "anything": (UInt8.min ... .max).map { [$0] },
  ]

  @Test(arguments: alphabets.keys.sorted(), UInt64(1)...4)
  func relationsOfTextsStay(_ alphabet: String, _ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let parts = try #require(Self.alphabets[alphabet])
    var pseudonyms = TextPseudonyms()
    var texts: [(original: [UInt8], image: [UInt8])] = []
    for _ in 0..<120 {
      let count = Int(random.next() % 9)
      let original = (0..<count).flatMap { _ in parts[Int(random.next() % UInt64(parts.count))] }
      let image = pseudonyms.pseudonym(of: original)
      let label: Comment = "\(alphabet), seed \(seed), \(original)"
      #expect(image.count == original.count, label)
      let (old, new) = (try Self.name(original), try Self.name(image))
      #expect(new.firstInvalidOctet == old.firstInvalidOctet, label)
      #expect(new.endsInsideCharacter == old.endsInsideCharacter, label)
      #expect(zip(original, image).allSatisfy { ($0 == 0) == ($1 == 0) }, label)
      for other in texts {
        #expect(image.starts(with: other.image) == original.starts(with: other.original), label)
        #expect(other.image.starts(with: image) == other.original.starts(with: original), label)
      }
      texts.append((original, image))
    }
    for text in texts { #expect(pseudonyms.pseudonym(of: text.original) == text.image) }
  }

  @Test(arguments: UInt64(1)...4) func nothingLongSurvives(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var pseudonyms = TextPseudonyms()
    let separators = Set(" -_:./\0".utf8)
    for _ in 0..<500 {
      let original = random.octets(20)
      let image = pseudonyms.pseudonym(of: original)
      for start in 0...16 where !original[start..<start + 4].contains(where: separators.contains) {
        #expect(image[start..<start + 4] != original[start..<start + 4], "seed \(seed), \(original)")
      }
    }
  }

  @Test func textsBeyondTheMostKeepTheirLength() {
    var pseudonyms = TextPseudonyms(maximumBeginnings: 3)
    let first = pseudonyms.pseudonym(of: Array("abcdef".utf8))
    #expect(first.count == 6)
    #expect(first != Array("abcdef".utf8))
    #expect(pseudonyms.pseudonym(of: Array("abcdef".utf8)) == first)
  }
}

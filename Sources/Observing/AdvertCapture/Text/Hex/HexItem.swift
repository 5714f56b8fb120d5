internal import AdvertisingData

/// Octets that are close together as hex in a line of text.
struct HexItem: Hashable {
  var octets: [UInt8]
  /// The place in the line.
  let place: Range<Int>
  var form: Form

  /// The octets as a number, the first octet the most significant, as addresses are printed.
  var number: UInt64 { OctetOrder.bigEndian.number(of: octets[...]) }

  enum Form: Hashable {
    /// Digits without separators.
    case together
    /// Octets with the same separator between all of them.
    case separated
    /// In the form of addresses.
    case address
    /// Three octets with colons or hyphens between them: a time of day, or a date.
    case moment
  }

  /// Returns the items of a line, in their order. Each has at least three octets.
  static func items(in line: [UInt8]) -> [HexItem] {
    var items: [HexItem] = []
    var run = Run()
    var index = 0
    while index < line.count {
      guard ASCII.isAlphanumeric(line[index]) else {
        index += 1
        continue
      }
      let start = index
      while index < line.count, ASCII.isAlphanumeric(line[index]) { index += 1 }
      guard !isSigned(line, start), let octets = hex(line, start..<index), octets.count != 2 else {
        run.finish(into: &items)
        continue
      }
      if octets.count == 1 {
        run.take(octets[0], start..<index, in: line, into: &items)
        continue
      }
      run.finish(into: &items)
      let isPartOfUUID = line[..<start].last == ASCII.hyphen || line[index...].first == ASCII.hyphen
      items.append(
        HexItem(octets: octets, place: start..<index, form: octets.count == 6 && !isPartOfUUID ? .address : .together))
    }
    run.finish(into: &items)
    return items
  }

  /// Single octets that follow each other with the same separator.
  private struct Run {
    private var octets: [UInt8] = []
    private var words: [Range<Int>] = []
    private var separator: ArraySlice<UInt8> = []

    mutating func take(_ octet: UInt8, _ word: Range<Int>, in line: [UInt8], into items: inout [HexItem]) {
      if let last = words.last {
        // Hex dumps have a wider gap in the middle.
        let between = line[last.upperBound..<word.lowerBound]
        let gap = between.allSatisfy { $0 == ASCII.space } ? between.prefix(1) : between
        if !Self.isSeparator(gap) {
          finish(into: &items)
        } else if octets.count == 1 {
          separator = gap
        } else if !gap.elementsEqual(separator) {
          // In `60 aa:bb`, the address begins with the second octet.
          let (octet, isShort) = (octets[octets.count - 1], octets.count == 2)
          finish(into: &items)
          if isShort { (octets, words, separator) = ([octet], [last], gap) }
        }
      }
      octets.append(octet)
      words.append(word)
    }

    mutating func finish(into items: inout [HexItem]) {
      if octets.count >= 3 {
        let isPrinted = separator.elementsEqual([ASCII.colon]) || separator.elementsEqual([ASCII.hyphen])
        let form: Form =
          switch octets.count {
          case 6 where isPrinted: .address
          case 3 where isPrinted: .moment
          default: .separated
          }
        let place = words[0].lowerBound..<words[words.count - 1].upperBound
        items.append(HexItem(octets: octets, place: place, form: form))
      }
      self = Run()
    }

    private static func isSeparator(_ gap: ArraySlice<UInt8>) -> Bool {
      (1...3).contains(gap.count) && gap.allSatisfy { separators.contains($0) }
    }

    private static let separators = Set(" \t,:;-_\\\"'".utf8)
  }

  /// Returns the octets of a word, with or without `0x` or `\x` before it.
  private static func hex(_ line: [UInt8], _ word: Range<Int>) -> [UInt8]? {
    var digits = line[word]
    let isEscape = line[..<word.lowerBound].last == ASCII.backslash
    if isEscape, let first = digits.first, ASCII.isX(first), digits.count != 3 {
      // Further digits are characters of the string in some languages.
      return nil
    }
    if digits.count > 2, digits.first == ASCII.zero, ASCII.isX(digits[digits.startIndex + 1]) {
      digits = digits.dropFirst(2)
    } else if isEscape, let first = digits.first, ASCII.isX(first) {
      digits = digits.dropFirst()
    }
    return digits.isEmpty ? nil : HexDigits.octets(of: digits)
  }

  /// Returns whether a number has a sign: `-60` is not an octet, and in `aa-60` the hyphen is a separator.
  private static func isSigned(_ line: [UInt8], _ start: Int) -> Bool {
    guard let sign = line[..<start].last, sign == ASCII.hyphen || sign == ASCII.plus else { return false }
    return line[..<start].dropLast().last.map { !ASCII.isAlphanumeric($0) } ?? true
  }
}

extension HexItem {
  /// Returns the octets as a payload: AD structures that end where the item ends. A length or a count before them is
  /// left out.
  ///
  /// - Parameter isStrict: whether advertising data must be able to have all of the types.
  func payload(isStrict: Bool) -> [UInt8]? {
    let maximumWordsBefore = form == .separated && !isPacket ? 2 : 0
    for start in 0...min(maximumWordsBefore, octets.count - 3)
    where (start == 0 || Self.counts(octets[start - 1], octets.count - start))
      && Self.isWellFormed(octets[start...], isStrict: isStrict)
    {
      return Array(octets[start...])
    }
    return nil
  }

  /// Returns octets as a payload, as ``payload(isStrict:)`` does of an item.
  static func payload(of octets: [UInt8], isStrict: Bool = true) -> [UInt8]? {
    HexItem(octets: octets, place: 0..<0, form: .together).payload(isStrict: isStrict)
  }

  /// Returns whether an octet is a number of octets, as it was printed in hex or in decimal.
  private static func counts(_ octet: UInt8, _ count: Int) -> Bool {
    octet == count || Int(octet >> 4) * 10 + Int(octet & 0x0F) == count
  }

  /// Turns six octets in one word, which look like an address, into a payload again: where the line also has an address
  /// in the printed form, whole structures of known types are not a second address.
  static func tellPayloadsFromAddresses(_ items: inout [HexItem]) {
    // Twelve digits, perhaps behind `0x`.
    let longestWord = 14
    guard items.contains(where: { $0.form == .address && $0.place.count > longestWord }) else { return }
    for index in items.indices where items[index].form == .address && items[index].place.count <= longestWord {
      var payload = items[index]
      payload.form = .together
      if payload.payload(isStrict: true) == payload.octets { items[index] = payload }
    }
  }

  private static func isWellFormed(_ octets: ArraySlice<UInt8>, isStrict: Bool) -> Bool {
    if isStrict { return KnownStructures(octets).areAll }
    var rest = octets
    while let length = rest.first, length != 0 {
      guard rest.count > Int(length) else { return false }
      rest = rest.dropFirst(1 + Int(length))
    }
    return rest.count < octets.count && rest.allSatisfy { $0 == 0 }
  }

  /// Whether the item begins with a structure of a type that advertising data may have.
  var beginsLikePayload: Bool {
    guard let length = octets.first.map(Int.init), length > 1, length < octets.count else { return false }
    return Self.isWellFormed(octets[...length], isStrict: true)
  }

  /// Whether the item is an HCI command or event, or the beginning of one: it has its length in the place where these
  /// have it.
  var isPacket: Bool {
    octets.starts(with: [0x04, 0x3E]) || octets.count > 2 && octets[0] == 4 && Int(octets[2]) == octets.count - 3
      || octets.count > 3 && octets[0] == 1 && Int(octets[3]) == octets.count - 4
  }

  /// Whether the item is an HCI event after its packet indicator, with its own length.
  var isEvent: Bool {
    octets.count > 4 && octets[0] == 4 && octets[1] == 0x3E && Int(octets[2]) == octets.count - 3
  }
}

/// The characters that lines are searched for.
package enum ASCII {
  package static let space = UInt8(ascii: " ")
  static let hyphen = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let colon = UInt8(ascii: ":")
  static let zero = UInt8(ascii: "0")
  static let backslash = UInt8(ascii: "\\")
  package static let lineFeed: UInt8 = 0x0A
  package static let carriageReturn: UInt8 = 0x0D
  static let escape: UInt8 = 0x1B

  static func isDigit(_ octet: UInt8) -> Bool { zero...UInt8(ascii: "9") ~= octet }

  static func isLetter(_ octet: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= octet | 0x20 }

  static func isAlphanumeric(_ octet: UInt8) -> Bool { isDigit(octet) || isLetter(octet) }

  /// Returns a letter in lower case, and every other octet as it is.
  static func lowercased(_ octet: UInt8) -> UInt8 { isLetter(octet) ? octet | 0x20 : octet }

  static func isX(_ octet: UInt8) -> Bool { octet | 0x20 == UInt8(ascii: "x") }

  /// Returns whether an octet is text: control characters only for layout.
  package static func isText(_ octet: UInt8) -> Bool {
    octet >= 0x20 && octet != 0x7F || 0x09...0x0D ~= octet || octet == escape
  }
}

extension Sequence<UInt8> {
  /// The octets, with letters in lower case.
  var inLowerCase: [UInt8] { map { ASCII.lowercased($0) } }
}

extension ArraySlice<UInt8> {
  /// The text without blanks and control characters around it.
  var trimmed: ArraySlice<UInt8> {
    var text = drop { $0 <= ASCII.space }
    while let last = text.last, last <= ASCII.space { text = text.dropLast() }
    return text
  }
}

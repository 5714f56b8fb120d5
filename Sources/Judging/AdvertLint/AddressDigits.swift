/// Hex digits in a name that are an address, or the end of one.
struct AddressDigits {
  /// Offsets from the first octet of the name.
  let range: Range<Int>
  /// Whether there are all 12.
  let isWhole: Bool

  private static let wholeCount = 12
  /// The fewest digits: half an address. Four digits may as well be a year or a model.
  private static let fewest = 6

  /// The digits in a name; `nil` when it has none. Whole addresses come before ends.
  init?(in name: [UInt8]) {
    if let range = Self.wholeAddress(in: name) {
      self.range = range
      isWhole = true
    } else if let range = Self.ending(of: name) {
      self.range = range
      isWhole = false
    } else {
      return nil
    }
  }

  /// Finds twelve hex digits with no digits before or after them, alone or in pairs with `:`, `-` or `_` between.
  private static func wholeAddress(in name: [UInt8]) -> Range<Int>? {
    for start in name.indices where start == 0 || !isWordCharacter(name[start - 1]) {
      for separator in [nil, UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "_")] {
        guard let end = end(ofAddressFrom: start, in: name, separator), end == name.count || !isWordCharacter(name[end])
        else { continue }
        // One digit repeated is a placeholder; decimals alone are a number.
        let digits = name[start..<end].filter { isHexDigit($0) }
        if Set(digits).count > 2, hasLetter(digits) || separator != nil { return start..<end }
      }
    }
    return nil
  }

  private static func end(ofAddressFrom start: Int, in name: [UInt8], _ separator: UInt8?) -> Int? {
    var position = start
    for digit in 0..<wholeCount {
      if let separator, digit > 0, digit.isMultiple(of: 2) {
        guard position < name.count, name[position] == separator else { return nil }
        position += 1
      }
      guard position < name.count, isHexDigit(name[position]) else { return nil }
      position += 1
    }
    return position
  }

  /// Finds six to eleven hex digits at the end, after a character that is not a letter or digit. They must have both
  /// letters and decimals: letters alone are a word, decimals alone a number.
  private static func ending(of name: [UInt8]) -> Range<Int>? {
    let count = name.reversed().prefix { isHexDigit($0) }.count
    let start = name.count - count
    guard (fewest..<wholeCount).contains(count), start > 0, !isWordCharacter(name[start - 1]) else { return nil }
    let digits = name[start...]
    return hasLetter(digits) && digits.contains(where: { isDecimal($0) }) ? start..<name.count : nil
  }

  private static func isDecimal(_ octet: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet) }

  private static func isHexDigit(_ octet: UInt8) -> Bool {
    isDecimal(octet) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(octet | 0x20)
  }

  private static func hasLetter(_ digits: some Sequence<UInt8>) -> Bool {
    digits.contains { !isDecimal($0) && isHexDigit($0) }
  }

  /// Whether an octet is a letter or digit, or part of a character beyond ASCII.
  private static func isWordCharacter(_ octet: UInt8) -> Bool {
    isDecimal(octet) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(octet | 0x20) || octet >= 0x80
  }
}

internal import AdvertisingData

/// Data of advertisements that a line of a log has in part or with an error: an odd number of digits, a letter that is no
/// digit, dots for what was left out, a number that is no byte. A guess would invent an advertisement, so such data are a
/// loss.
///
/// ```
/// F0:F1:F2:F3:F4:F6 RSSI=-60 adv 02010603030d1
/// F0:F1:F2:F3:F4:F6 RSSI=-60 adv 02 01 06 03 03 ...
/// F0:F1:F2:F3:F4:F6 RSSI=-60 adv [3, 3, 13, 24, 3, 3, 256, 24]
/// ```
struct DamagedData {
  /// The line with blanks in the place of the damaged data.
  private(set) var rest: [UInt8]
  /// The damage of each field, as phrases for people.
  private(set) var found: [String] = []

  /// Whether the line has whole bytes behind the name of a block, beside an address.
  private(set) var hasBlock = false

  static let expected = "the whole bytes of an advertisement"

  private let lower: [UInt8]
  private let words: [Range<Int>]
  private let hasAddress: Bool
  /// Whether the line has an address or a strength.
  private let hasDevice: Bool

  /// Finds the damaged data of a line without colour codes.
  init(_ line: ArraySlice<UInt8>) {
    rest = Array(line)
    lower = rest.inLowerCase
    words = lower.split { !ASCII.isAlphanumeric($0) }.map { $0.startIndex..<$0.endIndex }
    hasAddress = HexItem.items(in: rest).contains { $0.form == .address }
    hasDevice = hasAddress || LineFacts.rssi(in: lower) != nil
    var index = 0
    while index < words.count {
      guard let label = label(before: index), let field = field(from: index, label) else {
        index += 1
        continue
      }
      // Six octets can be an address.
      hasBlock = hasBlock || hasAddress && label == .block && field.damage == nil && field.place.count > 14
      if let damage = field.damage {
        found.append(damage)
        for place in field.place { rest[place] = ASCII.space }
      }
      while index < words.count, words[index].lowerBound < field.place.upperBound { index += 1 }
    }
  }

  // MARK: Labels

  private enum Label {
    /// The name of a block.
    case block
    /// A word that data can stand behind, beside an address or a strength.
    case data
    /// No name, but an address or a strength in the line.
    case none
  }

  /// Returns what stands before a word; `nil` where data without a name would mean nothing.
  private func label(before index: Int) -> Label? {
    let place = words[index].lowerBound
    if index > 0 {
      let between = lower[words[index - 1].upperBound..<place]
      let isNear = between.count <= Self.longestGap && between.allSatisfy { Self.openings.contains($0) }
      let last = lower[words[index - 1]]
      let both = index > 1 ? lower[words[index - 2]] + last : []
      let isNamed = Self.blockNames.contains { last.elementsEqual($0) || both.elementsEqual($0) }
      if isNear, isNamed, hasDevice || between.contains(ASCII.colon) || between.contains(UInt8(ascii: "=")) {
        return .block
      }
      if isNear, hasDevice, Self.dataNames.contains(where: { last.elementsEqual($0) }) { return .data }
    }
    return hasDevice ? Label.none : nil
  }

  private static let longestGap = 4
  private static let openings = Array(" :=[({\"'\t".utf8)
  private static let blockNames =
    LineFacts.advertisingNames + LineFacts.scanResponseNames + ["advertisement", "scanrecord"].map { Array($0.utf8) }
  private static let dataNames = ["data", "payload", "raw", "rawdata", "bytes"].map { Array($0.utf8) }

  // MARK: Fields

  /// A place that has data.
  private struct Field {
    var place: Range<Int>
    /// The damage, for people; `nil` for data that are whole.
    var damage: String?
  }

  /// Returns the data that begin with a word; `nil` when it begins none.
  private func field(from index: Int, _ label: Label) -> Field? {
    let word = words[index]
    if hasAddress, label != .none, let list = decimals(from: index) { return list }
    let digits = digits(of: word)
    if digits.count >= Self.fewestDigits { return together(from: index, label) }
    return hasAddress && digits.count <= 2 && !isPrefixed(word) ? separated(from: index, label) : nil
  }

  /// The fewest digits of data in one word.
  private static let fewestDigits = 6

  /// Returns data in one word.
  private func together(from index: Int, _ label: Label) -> Field? {
    let word = words[index]
    let digits = digits(of: word)
    let others = digits.count { HexDigits.value(of: $0) == nil }
    guard others * 4 <= digits.count, let first = digits.first, HexDigits.value(of: first) != nil else { return nil }
    let isLong = digits.count >= 2 * Self.fewestDigits || digits.contains(where: ASCII.isLetter)
    guard label == .block && hasAddress || beginsLikeData(digits), label != .none || isLong else { return nil }
    if let end = endOfGaps(after: word.upperBound) {
      return Field(place: word.lowerBound..<end, damage: "a gap in the bytes")
    }
    // Fewer digits before another letter are a word, and a number without an address begins with no whole structure.
    let before = digits.prefix { HexDigits.value(of: $0) != nil }
    if others > 0 {
      guard before.count > Self.fewestDigits else { return nil }
      return Field(place: word, damage: "a character that is no hexadecimal digit")
    }
    guard digits.count % 2 > 0 else { return Field(place: word) }
    guard hasAddress || HexDigits.octets(of: digits.prefix(2)).map({ Int($0[0]) <= digits.count / 2 }) ?? false else {
      return nil
    }
    return Field(place: word, damage: "\(digits.count) hexadecimal digits, which are no whole bytes")
  }

  /// Returns data with one byte in each word.
  private func separated(from index: Int, _ label: Label) -> Field? {
    var octets: [UInt8] = []
    var digits = Set<Int>()
    var hasOther = false
    var last = index
    for next in index..<words.count where next == index || next == last + 1 {
      let word = lower[words[next]]
      let gap = next > index ? lower[words[last].upperBound..<words[next].lowerBound] : []
      guard word.count <= 2, next == index || gap.elementsEqual([ASCII.space]) else { break }
      if !word.allSatisfy({ HexDigits.value(of: $0) != nil }) {
        // Behind whole data is another word.
        let goesOn = next + 1 < words.count && words[next + 1].count == 2 && isHex(lower[words[next + 1]])
        guard word.contains(where: { HexDigits.value(of: $0) != nil }), goesOn || !isWhole(octets) else { break }
        hasOther = true
      } else if word.count == 1, isWhole(octets) {
        break
      }
      digits.insert(word.count)
      octets += word
      last = next
    }
    let place = words[index].lowerBound..<words[last].upperBound
    guard last - index + 1 >= Self.fewestWords, label == .block || beginsLikeData(octets[...]) else { return nil }
    if let end = endOfGaps(after: place.upperBound) {
      return Field(place: place.lowerBound..<end, damage: "a gap in the bytes")
    }
    guard label == .block else { return nil }
    if hasOther { return Field(place: place, damage: "a character that is no hexadecimal digit") }
    return Field(place: place, damage: digits.contains(1) ? "bytes of one digit" : nil)
  }

  private static let fewestWords = 4

  /// Returns the end of the bytes that follow gaps; `nil` without a gap.
  private func endOfGaps(after place: Int) -> Int? {
    guard var end = gap(after: place) else { return nil }
    while end < lower.count {
      let next = lower[end...].drop { $0 == ASCII.space }.prefix { ASCII.isAlphanumeric($0) }
      if !next.isEmpty, next.startIndex <= end + 1, isHex(next) {
        end = next.endIndex
      } else if let following = gap(after: end) {
        end = following
      } else {
        break
      }
    }
    return end
  }

  /// Returns data as numbers in brackets.
  private func decimals(from index: Int) -> Field? {
    let start = words[index].lowerBound
    guard start > 0, let open = lower[..<start].lastIndex(where: { $0 > ASCII.space && $0 != ASCII.hyphen }),
      lower[open] == UInt8(ascii: "[")
    else { return nil }
    let end = lower[start...].firstIndex { "]=".utf8.contains($0) } ?? lower.count
    guard PastedOctets.octets(ofHexList: lower[(open + 1)..<end]) == nil else { return nil }
    let numbers = lower[(open + 1)..<end].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { number in number.filter { $0 > ASCII.space } }
    guard numbers.count >= Self.fewestWords,
      numbers.count(where: { DecimalDigits.signed($0[...]) != nil }) * 2 > numbers.count
    else { return nil }
    let place = start..<min(end + 1, lower.count)
    if numbers.contains(where: { DecimalDigits.signed($0[...]).map { !(-128...255 ~= $0) } ?? true }) {
      return Field(place: place, damage: "a number that is no byte")
    }
    return Field(
      place: place, damage: end < lower.count && lower[end] == UInt8(ascii: "]") ? nil : "numbers without an end")
  }

  /// Returns the place after a mark that stands for bytes that are missing: dots, stars, question marks, or a word in
  /// angle brackets before further bytes.
  private func gap(after place: Int) -> Int? {
    var start = place
    if start < lower.count, lower[start] == ASCII.space { start += 1 }
    let text = lower[start...]
    if text.first == UInt8(ascii: "<"), start > place, let end = text.firstIndex(of: UInt8(ascii: ">")) {
      let next = lower[(end + 1)...].drop { $0 == ASCII.space }.prefix { ASCII.isAlphanumeric($0) }
      return !next.isEmpty && isHex(next) ? next.startIndex : nil
    }
    for mark in Self.marks where text.starts(with: mark) {
      return text.dropFirst(mark.count).firstIndex { !mark.contains($0) } ?? lower.count
    }
    return nil
  }

  private static let marks: [[UInt8]] = ["..", "…", "**", "??", "\u{FFFD}"].map { Array($0.utf8) }

  // MARK: Digits

  /// Returns the digits of a word behind `0x`.
  private func digits(of word: Range<Int>) -> ArraySlice<UInt8> { lower[word].dropFirst(isPrefixed(word) ? 2 : 0) }

  private func isPrefixed(_ word: Range<Int>) -> Bool { lower[word].starts(with: Array("0x".utf8)) }

  private func isHex(_ word: ArraySlice<UInt8>) -> Bool {
    word.count % 2 == 0 && word.allSatisfy { HexDigits.value(of: $0) != nil }
  }

  /// Returns whether digits begin with the length of a structure and a type that advertising data can have.
  private func beginsLikeData(_ digits: ArraySlice<UInt8>) -> Bool {
    guard let octets = HexDigits.octets(of: digits.prefix(4)), octets.count == 2, octets[0] > 1 else { return false }
    let allowance = ADType(rawValue: octets[1]).allowance(in: .advertisingData)
    return allowance != .unknown && allowance != .notAllowed
  }

  /// Returns whether digits are a payload to their end.
  private func isWhole(_ digits: [UInt8]) -> Bool {
    guard let octets = HexDigits.octets(of: digits[...]), octets.count > 2 else { return false }
    return HexItem.payload(of: octets) != nil
  }
}

/// An address of which a part is missing, or has a letter that is no digit.
enum DamagedAddress {
  /// Returns the place of such an address in a line. One with letters for the digits that a person hides,
  /// `A4:C1:38:XX:XX:XX`, is none.
  static func place(in line: [UInt8]) -> Range<Int>? {
    var words: [Range<Int>] = []
    var start = 0
    while start < line.count {
      let word = line[start...].prefix { ASCII.isAlphanumeric($0) }
      let isNext =
        words.last.map { $0.upperBound + 1 == word.startIndex && line[$0.upperBound] == ASCII.colon } ?? false
      if word.count == 2, words.isEmpty || isNext {
        words.append(word.startIndex..<word.endIndex)
      } else {
        if let place = place(of: words, in: line) { return place }
        words = word.count == 2 ? [word.startIndex..<word.endIndex] : []
      }
      start = word.endIndex + 1
    }
    return place(of: words, in: line)
  }

  private static func place(of words: [Range<Int>], in line: [UInt8]) -> Range<Int>? {
    guard 4...6 ~= words.count, let first = words.first, let last = words.last else { return nil }
    let others = words.flatMap { line[$0] }.filter { HexDigits.value(of: $0) == nil }
    let hasLetters = words.contains { line[$0].contains(where: ASCII.isLetter) }
    let isHidden = others.count > 1 && Set(others.map { $0 | 0x20 }).count == 1
    guard hasLetters, words.count < 6 ? others.isEmpty : !others.isEmpty && !isHidden else { return nil }
    return first.lowerBound..<last.upperBound
  }
}

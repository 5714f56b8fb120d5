/// Octets in hex without leading zeros, as Arduino's `print(octet, HEX)` writes them: `2 1 6 7 FF 4C 0 10 2 B 0`.
///
/// Without a letter they can be decimal, without a short one they have the usual form, and beside `02` a short one is damage.
package enum ShortHex {
  /// The fewest octets: fewer are words and numbers.
  private static let fewest = 4

  /// Returns the longest run of such octets in a line, with its place; `nil` for a line without any.
  package static func octets(in line: [UInt8]) -> (place: Range<Int>, octets: [UInt8])? {
    var best: (place: Range<Int>, octets: [UInt8])?
    var index = 0
    while index < line.count {
      guard let run = run(in: line, from: index) else {
        index += 1
        continue
      }
      if run.octets.count > best?.octets.count ?? fewest - 1, run.isCertain { best = (run.place, run.octets) }
      index = run.place.upperBound
    }
    return best
  }

  private typealias Run = (place: Range<Int>, octets: [UInt8], isCertain: Bool)

  /// Returns the words of one or two hex digits from an index on, with blanks and commas between them, or with hyphens.
  private static func run(in line: [UInt8], from start: Int) -> Run? {
    guard start == 0 || !isPart(line[start - 1]) else { return nil }
    var octets: [UInt8] = []
    var (index, end) = (start, start)
    var (isShort, hasLetter, isPadded) = (false, false, false)
    var isHyphenated: Bool?
    while index < line.count {
      let digits = line[index...].prefix { HexDigits.value(of: $0) != nil }
      let next = digits.endIndex < line.count ? line[digits.endIndex] : 0x20
      let isBeforeHyphen = next == UInt8(ascii: "-") && isHyphenated != false
      guard 1...2 ~= digits.count, isBeforeHyphen || !isPart(next) else { break }
      octets.append(digits.reduce(0) { $0 << 4 | (HexDigits.value(of: $1) ?? 0) })
      isShort = isShort || digits.count == 1
      isPadded = isPadded || digits.count == 2 && digits.first == UInt8(ascii: "0")
      hasLetter = hasLetter || digits.contains { $0 > UInt8(ascii: "9") }
      end = digits.endIndex
      let gap = isBeforeHyphen ? line[end...].prefix(1) : line[end...].prefix { $0 == 0x20 || $0 == UInt8(ascii: ",") }
      guard 1...2 ~= gap.count, isHyphenated ?? isBeforeHyphen == isBeforeHyphen else { break }
      isHyphenated = isBeforeHyphen
      index = gap.endIndex
    }
    return octets.isEmpty ? nil : (start..<end, octets, isShort && hasLetter && !isPadded)
  }

  /// Returns whether a character belongs to the word beside it.
  private static func isPart(_ octet: UInt8) -> Bool {
    0x30...0x39 ~= octet || 0x61...0x7A ~= octet | 0x20 || octet >= 0x80 || "_-+.:%'\"".utf8.contains(octet)
  }
}

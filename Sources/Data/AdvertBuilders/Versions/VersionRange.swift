/// The versions of a library that a project allows: `^2.1.0`, `>=1.4,<2`, `1.4.3`.
///
/// Sources: PlatformIO's package specifications, PEP 440, the version ranges of the ESP-IDF component manager, and Arduino's
/// specification of libraries.
package struct VersionRange: Hashable, Sendable {
  /// The range in the spelling of the project, without the spaces around it.
  package let words: String
  /// The first version allowed; empty without a lower bound.
  package private(set) var least: [Int] = []
  /// The first version that is too new; `nil` without an upper bound.
  package private(set) var limit: [Int]?
  /// Whether the project names a version, and not a range of them. A version with missing numbers means the newest: 2 is any
  /// version before 3.
  package private(set) var isVersion = false

  private static let longest = 200
  private static let mostNumbers = 4
  private static let mostParts = 8

  /// Reads a range; `nil` for a text that is not one, or that no version fits.
  package init?(_ text: some StringProtocol) {
    let octets = Array(text.utf8.prefix(Self.longest + 1)).trimmed
    guard octets.count <= Self.longest else { return nil }
    words = String(decoding: octets, as: UTF8.self)
    guard !octets.isEmpty else { return nil }
    if ["*", "latest", "stable", "any"].contains(words) { return }
    var cursor = 0
    var parts = 0
    while cursor < octets.count {
      if octets[cursor] == UInt8(ascii: ",") || octets[cursor].isBlank {
        cursor += 1
        continue
      }
      parts += 1
      guard parts <= Self.mostParts, let part = Part(octets, &cursor), take(part) else { return nil }
      isVersion = parts == 1 && part.namesVersion
    }
    guard parts > 0 else { return nil }
    if let limit, Self.compare(least, limit) >= 0 { return nil }
  }

  /// Takes one comparison; `false` for a sign that is not known.
  private mutating func take(_ part: Part) -> Bool {
    let numbers = part.numbers
    guard let last = numbers.last else { return part.hasWildcard && ["", "=", "=="].contains(part.sign) }
    let successor = Array(numbers.dropLast()) + [last + 1]
    switch part.sign {
    case "", "=", "==", "===": bound(numbers, successor)
    case "^":
      let place = numbers.firstIndex { $0 != 0 } ?? numbers.count - 1
      bound(numbers, Array(numbers[..<place]) + [numbers[place] + 1])
    case "~": bound(numbers, numbers.count == 1 ? [numbers[0] + 1] : [numbers[0], numbers[1] + 1])
    case "~=", "~>":
      let kept = numbers.count == 1 ? numbers[...] : numbers.dropLast()
      bound(numbers, Array(kept.dropLast()) + [(kept.last ?? 0) + 1])
    case ">=": bound(numbers, nil)
    case ">": bound(successor, nil)
    case "<": bound([], numbers)
    case "<=": bound([], successor)
    // One version that is left out of a range decides nothing.
    case "!=": break
    default: return false
    }
    return true
  }

  private mutating func bound(_ low: [Int], _ high: [Int]?) {
    if Self.compare(low, least) > 0 { least = low }
    if let high, limit.map({ Self.compare(high, $0) < 0 }) ?? true { limit = high }
  }

  /// Whether a version is in the range.
  package func contains(_ version: [Int]) -> Bool {
    Self.compare(version, least) >= 0 && (limit.map { Self.compare(version, $0) < 0 } ?? true)
  }

  /// Whether the range has versions from a first one on, before another; `nil` for no other bound.
  package func overlaps(from first: [Int], before end: [Int]?) -> Bool {
    (limit.map { Self.compare(first, $0) < 0 } ?? true) && (end.map { Self.compare(least, $0) < 0 } ?? true)
  }

  /// Whether all versions of the range are from a first one on, before another; `nil` for no bound.
  package func isInside(from first: [Int]?, before end: [Int]?) -> Bool {
    if let first, Self.compare(least, first) < 0 { return false }
    guard let end else { return true }
    return limit.map { Self.compare($0, end) <= 0 } ?? false
  }

  /// Returns a number below, at or above zero for a version before, equal to or after another. Missing numbers are zeros.
  package static func compare(_ one: [Int], _ other: [Int]) -> Int {
    for index in 0..<max(one.count, other.count) {
      let (left, right) = (index < one.count ? one[index] : 0, index < other.count ? other[index] : 0)
      if left != right { return left < right ? -1 : 1 }
    }
    return 0
  }

  /// One comparison of a range: `>=1.4`.
  private struct Part {
    var sign = ""
    var numbers: [Int] = []
    var hasWildcard = false

    var namesVersion: Bool { ["", "=", "==", "==="].contains(sign) && !numbers.isEmpty }

    init?(_ octets: [UInt8], _ cursor: inout Int) {
      while cursor < octets.count, "^~<>=!".utf8.contains(octets[cursor]) {
        sign += String(decoding: [octets[cursor]], as: UTF8.self)
        cursor += 1
      }
      while cursor < octets.count, octets[cursor].isBlank { cursor += 1 }
      if cursor + 1 < octets.count, octets[cursor] | 0x20 == UInt8(ascii: "v"), octets[cursor + 1].isDigit {
        cursor += 1
      }
      guard readNumbers(octets, &cursor) else { return nil }
      // The name of a version before the release, and the mark of a build: 2.0.0-rc1, 10.1.2b1, 1.4.3+5, 8.0.dev1.
      if cursor + 1 < octets.count, octets[cursor] == UInt8(ascii: "."), octets[cursor + 1] == UInt8(ascii: ".") {
        return nil
      }
      while cursor < octets.count, octets[cursor] != UInt8(ascii: ","), !octets[cursor].isBlank {
        guard !"^~<>=!|()".utf8.contains(octets[cursor]) else { return nil }
        cursor += 1
      }
    }

    private mutating func readNumbers(_ octets: [UInt8], _ cursor: inout Int) -> Bool {
      while cursor < octets.count {
        if octets[cursor] == UInt8(ascii: "*") || octets[cursor] | 0x20 == UInt8(ascii: "x") {
          hasWildcard = true
          cursor += 1
        } else {
          guard !hasWildcard, let number = Self.number(octets, &cursor) else { return false }
          numbers.append(number)
        }
        guard numbers.count <= VersionRange.mostNumbers else { return false }
        guard cursor + 1 < octets.count, octets[cursor] == UInt8(ascii: "."),
          octets[cursor + 1].isDigit || octets[cursor + 1] == UInt8(ascii: "*")
            || octets[cursor + 1] | 0x20 == UInt8(ascii: "x")
        else { return true }
        cursor += 1
      }
      return !numbers.isEmpty || hasWildcard
    }

    private static func number(_ octets: [UInt8], _ cursor: inout Int) -> Int? {
      var value = 0
      var count = 0
      while cursor < octets.count, octets[cursor].isDigit {
        value = value * 10 + Int(octets[cursor] - UInt8(ascii: "0"))
        count += 1
        guard count <= 6 else { return nil }
        cursor += 1
      }
      return count > 0 ? value : nil
    }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}

extension [UInt8] {
  fileprivate var trimmed: [UInt8] {
    var rest = self[...]
    while rest.first?.isBlank ?? false { rest.removeFirst() }
    while rest.last?.isBlank ?? false { rest.removeLast() }
    return [UInt8](rest)
  }
}

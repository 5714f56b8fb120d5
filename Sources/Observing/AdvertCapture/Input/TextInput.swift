internal import AdvertReading
internal import AdvertisingData

/// The octets of base64 text in another window (RFC 4648, 4), up to the end of the text or to `endMark`.
///
/// Blanks and line ends are skipped everywhere. Padding only ends a group, so pieces with padding of their own are read
/// as one.
final class Base64Source: ByteSource {
  /// Whether reading has passed the end mark.
  private(set) var metEndMark = false

  private let text: SharedWindow
  private let endMark: PatternSearch
  private let endMarkLength: Int
  private var bits: UInt32 = 0
  private var bitCount = 0

  /// `endMark` must begin with a character that is not in base64.
  init(_ text: SharedWindow, endMark: [UInt8]) {
    self.text = text
    self.endMark = PatternSearch(endMark)
    endMarkLength = endMark.count
  }

  func read(into buffer: inout [UInt8], at start: Int) throws(InputFailure) -> Int {
    var position = start
    while position < buffer.count, !metEndMark, text.window.fill(atLeast: 1) {
      let isBlocked = decode(&text.window, into: &buffer, at: &position)
      guard isBlocked else { continue }
      // The octets before the character are delivered first.
      guard position == start else { break }
      try passEndMark(in: &text.window)
    }
    if position == start, let failure = text.window.failure { throw failure }
    return position - start
  }

  /// Decodes as much of the window as fits; returns `true` when it stopped at a character that is not in base64.
  private func decode(_ window: inout InputWindow, into buffer: inout [UInt8], at position: inout Int) -> Bool {
    let (count, isBlocked) = decode(window.bytes, into: &buffer, at: &position)
    window.consume(count)
    return isBlocked
  }

  private func decode(
    _ octets: Span<UInt8>, into buffer: inout [UInt8], at position: inout Int
  ) -> (count: Int, isBlocked: Bool) {
    var index = 0
    while index < octets.count, position < buffer.count {
      let octet = octets[index]
      if let value = Base64Digit.value(of: octet) {
        bits = bits << 6 | UInt32(value)
        bitCount += 6
        if bitCount >= 8 {
          bitCount -= 8
          buffer[position] = UInt8(truncatingIfNeeded: bits >> UInt32(bitCount))
          position += 1
        }
      } else if octet == UInt8(ascii: "=") {
        bitCount = 0
      } else if !Self.isBlank(octet) {
        return (index, true)
      }
      index += 1
    }
    return (index, false)
  }

  private func passEndMark(in window: inout InputWindow) throws(InputFailure) {
    _ = window.fill(atLeast: endMarkLength)
    guard endMark.matches(window.bytes) else {
      let found = String(window.bytes[0], radix: 16)
      throw InputFailure(reason: "expected base64 text at offset \(window.offset), found the byte 0x\(found)")
    }
    window.consume(endMarkLength)
    metEndMark = true
  }

  static func isBlank(_ octet: UInt8) -> Bool {
    octet == 0x20 || 0x09...0x0D ~= octet
  }
}

/// Finds octets in an input by Horspool's method, which skips most of the input.
struct PatternSearch: Sendable {
  private let patterns: [[UInt8]]
  private let shortest: Int
  private let longest: Int
  /// For each octet, the distance that the search can move when the octet is at the last place of the shortest pattern.
  private let shifts: [Int]

  /// `pattern` must not be empty.
  init(_ pattern: [UInt8]) {
    self.init(anyOf: [pattern])
  }

  /// Finds the first of several patterns. There must be at least one, and each must not be empty.
  init(anyOf patterns: [[UInt8]]) {
    self.patterns = patterns
    shortest = patterns.map { $0.count }.min() ?? 1
    longest = patterns.map { $0.count }.max() ?? 1
    var shifts = Array(repeating: shortest, count: 256)
    for pattern in patterns {
      for (index, octet) in pattern.prefix(shortest - 1).enumerated() {
        shifts[Int(octet)] = min(shifts[Int(octet)], shortest - 1 - index)
      }
    }
    self.shifts = shifts
  }

  /// Returns whether the next octets are a pattern.
  func matches(_ octets: Span<UInt8>) -> Bool {
    patterns.contains { pattern in
      octets.count >= pattern.count && pattern.indices.allSatisfy { octets[$0] == pattern[$0] }
    }
  }

  /// Moves `input` to the next occurrence of a pattern. When there is none, moves to the end and returns `false`.
  func advance(_ input: inout InputWindow) -> Bool {
    var isMore = true
    while isMore {
      // A longer pattern may be cut only at the end.
      isMore = input.fill(atLeast: longest)
      let first = firstPlace(in: input.bytes, leaving: isMore ? longest : shortest)
      input.consume(first.place)
      if first.isFound { return true }
    }
    _ = input.skip(longest)
    return false
  }

  /// Returns the first place of a pattern, or the first place where one could begin: at least `count` octets are
  /// examined there.
  private func firstPlace(in octets: Span<UInt8>, leaving count: Int) -> (place: Int, isFound: Bool) {
    var place = 0
    while place <= octets.count - count {
      if matches(octets.extracting(place...)) { return (place, true) }
      place += shifts[Int(octets[place + shortest - 1])]
    }
    return (min(place, octets.count), false)
  }
}

/// Distinguishes text from binary files.
enum PlainText {
  /// The number of octets at the start that decide.
  static let headLength = 256

  /// Returns whether octets can be the start of a text: at least one octet, and no control characters except for
  /// layout.
  static func isPlausible(_ head: Span<UInt8>) -> Bool {
    let start = head.extracting(first: headLength)
    return !start.isEmpty && start.indices.allSatisfy { ASCII.isText(start[$0]) }
  }
}

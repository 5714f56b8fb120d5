/// The octets that base64 text in another window stands for (RFC 4648, 4), up to the text's end or to `endMark`.
///
/// Blanks and line ends are skipped wherever they are; padding only ends a group, so pieces padded one by one read on.
final class Base64Source: ByteSource {
  /// Whether the end mark was met, and passed.
  private(set) var metEndMark = false

  private let text: SharedWindow
  private let endMark: PatternSearch
  private let endMarkLength: Int
  private var bits: UInt32 = 0
  private var bitCount = 0

  /// `endMark` begins with a character that is none of base64.
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
      // The character is reported once it is the next to be read, after everything before it.
      guard position == start else { break }
      try passEndMark(in: &text.window)
    }
    if position == start, let failure = text.window.failure { throw failure }
    return position - start
  }

  /// Decodes what is at hand and fits; `true` when it stopped at a character that is none of base64.
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
      if let value = Self.value(octet) {
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

  /// The six bits a character stands for; `nil` for any other character.
  static func value(_ octet: UInt8) -> UInt8? {
    switch octet {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): octet - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): octet - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): octet - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

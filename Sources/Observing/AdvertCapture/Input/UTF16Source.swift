internal import AdvertReading

/// The octets of a text in UTF-16 as UTF-8: PowerShell writes the output of programs so, and that of `adb` is often a
/// log.
///
/// Half a character, and octets of no character, become U+FFFD.
final class UTF16Source: ByteSource {
  private let text: SharedWindow
  private let isBigEndian: Bool
  /// The first half of a character beyond the first 65,536.
  private var lead: UInt16?
  /// Octets of a character for which there was no room.
  private var pending: [UInt8] = []

  /// - Parameter text: from its beginning on, whose mark must be whole.
  init(_ text: SharedWindow) {
    self.text = text
    isBigEndian = Self.passMark(&text.window)
  }

  /// Moves past the mark, if there is one, and returns whether the high octet comes first.
  private static func passMark(_ window: inout InputWindow) -> Bool {
    if hasMark(window.bytes) {
      let isBigEndian = window.bytes[0] == 0xFE
      window.consume(2)
      return isBigEndian
    }
    return !window.bytes.isEmpty && window.bytes[0] == 0
  }

  /// Returns whether an input begins like such a text: with a mark and a character of text, or with so many characters of
  /// ASCII in this form that it is nothing else.
  static func recognises(_ head: Span<UInt8>) -> Bool {
    hasMark(head) || head.count >= lengthWithoutMark && areASCII(head.extracting(first: lengthWithoutMark))
  }

  /// The octets that show a text without a mark.
  static let lengthWithoutMark = 32

  /// Returns whether an input may be a text without a mark, by its first four octets: more of them decide.
  static func mayLackMark(_ head: Span<UInt8>) -> Bool { head.count >= 4 && areASCII(head.extracting(first: 4)) }

  /// Returns whether each two octets are a character of ASCII, all of them in one order.
  private static func areASCII(_ head: Span<UInt8>) -> Bool {
    let high = head[0] == 0 ? 0 : 1
    return head.indices.allSatisfy { ($0 & 1 == high) ? head[$0] == 0 : head[$0] < 0x80 && ASCII.isText(head[$0]) }
  }

  private static func hasMark(_ head: Span<UInt8>) -> Bool {
    guard head.count >= 4 else { return false }
    let isBigEndian = head[0] == 0xFE
    guard isBigEndian ? head[1] == 0xFF : head[0] == 0xFF && head[1] == 0xFE else { return false }
    let first = unit(head[2], head[3], isBigEndian)
    return first < 0x80 ? ASCII.isText(UInt8(first)) : !(0xD800...0xDFFF ~= first || first >= 0xFFFE)
  }

  func read(into buffer: inout [UInt8], at start: Int) throws(InputFailure) -> Int {
    var position = start
    while position < buffer.count {
      if !pending.isEmpty {
        buffer[position] = pending.removeFirst()
        position += 1
        continue
      }
      // Present octets are delivered before the reader waits for more.
      guard decode(&text.window, into: &buffer, at: &position, waits: position == start) else { break }
    }
    if position == start, let failure = text.window.failure { throw failure }
    return position - start
  }

  /// Decodes as much of the window as fits, up to a character of several octets; returns `false` when there is no more.
  private func decode(
    _ window: inout InputWindow, into buffer: inout [UInt8], at position: inout Int, waits: Bool
  ) -> Bool {
    guard window.bytes.count >= 2 || waits && window.fill(atLeast: 2) else {
      guard waits, lead != nil || !window.bytes.isEmpty else { return false }
      lead = nil
      let rest = window.bytes.count
      window.consume(rest)
      append(Self.replacement)
      return true
    }
    var taken = 0
    while taken + 1 < window.bytes.count, position < buffer.count, pending.isEmpty {
      let unit = Self.unit(window.bytes[taken], window.bytes[taken + 1], isBigEndian)
      taken += 2
      if unit < 0x80, lead == nil {
        buffer[position] = UInt8(unit)
        position += 1
      } else {
        take(unit)
      }
    }
    window.consume(taken)
    return true
  }

  private static let replacement: Unicode.Scalar = "\u{FFFD}"

  private static func unit(_ first: UInt8, _ second: UInt8, _ isBigEndian: Bool) -> UInt16 {
    isBigEndian ? UInt16(first) << 8 | UInt16(second) : UInt16(second) << 8 | UInt16(first)
  }

  private func take(_ unit: UInt16) {
    if let first = lead {
      lead = nil
      if 0xDC00...0xDFFF ~= unit {
        append(Unicode.Scalar(0x10000 + UInt32(first & 0x3FF) << 10 + UInt32(unit & 0x3FF)) ?? Self.replacement)
        return
      }
      append(Self.replacement)
    }
    if 0xD800...0xDBFF ~= unit {
      lead = unit
    } else {
      append(Unicode.Scalar(UInt32(unit)) ?? Self.replacement)
    }
  }

  private func append(_ scalar: Unicode.Scalar) { pending += Array(String(Character(scalar)).utf8) }
}

/// A text in UTF-16 in memory.
package enum UTF16Text {
  /// Returns the same text as UTF-8; `nil` for octets that are not text in UTF-16.
  package static func utf8(of octets: [UInt8]) -> [UInt8]? {
    guard UTF16Source.recognises(octets.span) else { return nil }
    var window = InputWindow(MemorySource(octets))
    _ = window.fill(atLeast: 4)
    return window.lent { text in
      let source = UTF16Source(text)
      var all: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 12)
      while let count = try? source.read(into: &buffer, at: 0), count > 0 { all += buffer[..<count] }
      return all
    }
  }
}

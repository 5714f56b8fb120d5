/// Bytes as Python prints them: `b'\x02\x01\x06\tabc'`, also in `bytearray(…)`, after a name, and in a text of JSON, whose
/// backslashes are doubled: `"b'\\x02\\x01'"`.
package enum PythonBytes {
  /// Returns the literals of a text, each with its range. An incomplete literal, or one with an escape that Python does
  /// not print, has no octets.
  package static func literals(in text: [UInt8]) -> [(octets: [UInt8]?, place: Range<Int>)] {
    var literals: [(octets: [UInt8]?, place: Range<Int>)] = []
    var start = 0
    while start + 1 < text.count {
      let (mark, quote) = (text[start], text[start + 1])
      let isBehindWord =
        start > 0
        && (0x30...0x39 ~= text[start - 1] || 0x61...0x7A ~= text[start - 1] | 0x20 || text[start - 1] == 0x27
          || text[start - 1] == 0x5C)
      guard mark == UInt8(ascii: "b"), quote == 0x27 || quote == 0x22, !isBehindWord else {
        start += 1
        continue
      }
      var end = start + 2
      while end < text.count, text[end] != quote { end += text[end] == 0x5C ? 2 : 1 }
      end = min(end, text.count)
      let isWhole = end < text.count
      var content = text[(start + 2)..<end]
      if start > 0, text[start - 1] == 0x22, let python = pythonText(ofJSON: content) { content = python[...] }
      literals.append((isWhole ? unescaped(content, quote: quote) : nil, start..<min(end + 1, text.count)))
      start = end + 1
    }
    return literals
  }

  /// Returns the octets of literals that follow each other as one value does: with nothing between them but blanks,
  /// comments, `+` and line ends.
  static func joined(_ literals: [(octets: [UInt8]?, place: Range<Int>)], in text: [UInt8]) -> [UInt8]? {
    guard var octets = literals.first?.octets else { return nil }
    for (one, next) in zip(literals, literals.dropFirst()) {
      guard let more = next.octets else { return nil }
      let between = SourceComments.removed(from: Array(text[one.place.upperBound..<next.place.lowerBound]))
      // Two in one line can be two payloads.
      guard between.contains(0x0A) || between.contains(UInt8(ascii: "+")),
        between.allSatisfy({ $0 == 0x20 || 0x09...0x0D ~= $0 || $0 == UInt8(ascii: "+") || $0 == 0x5C })
      else { return nil }
      octets += more
    }
    return octets
  }

  /// Returns the text that a text of JSON stands for, whose only escapes are of backslashes and quotation marks; `nil` for any
  /// other.
  private static func pythonText(ofJSON text: ArraySlice<UInt8>) -> [UInt8]? {
    var (python, rest): ([UInt8], ArraySlice<UInt8>) = ([], text)
    while let octet = rest.popFirst() {
      guard octet == 0x5C else {
        python.append(octet)
        continue
      }
      guard let escaped = rest.popFirst(), escaped == 0x5C || escaped == 0x22 else { return nil }
      python.append(escaped)
    }
    return python
  }

  private static func unescaped(_ text: ArraySlice<UInt8>, quote: UInt8) -> [UInt8]? {
    var octets: [UInt8] = []
    var rest = text
    while let octet = rest.popFirst() {
      guard octet == UInt8(ascii: "\\") else {
        guard 0x20...0x7E ~= octet, octet != quote else { return nil }
        octets.append(octet)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "x"):
        guard let high = rest.popFirst().flatMap(HexDigits.value), let low = rest.popFirst().flatMap(HexDigits.value)
        else { return nil }
        octets.append(high << 4 | low)
      case UInt8(ascii: "t"): octets.append(0x09)
      case UInt8(ascii: "n"): octets.append(0x0A)
      case UInt8(ascii: "r"): octets.append(0x0D)
      case UInt8(ascii: "\\"): octets.append(UInt8(ascii: "\\"))
      case UInt8(ascii: "'"): octets.append(UInt8(ascii: "'"))
      case UInt8(ascii: "\""): octets.append(UInt8(ascii: "\""))
      default: return nil
      }
    }
    return octets
  }
}

// Embedded Swift lacks the standard library's search of texts in texts.
extension String {
  /// Returns the parts before, between and after a separator that is not empty, compared by octets: at least one part,
  /// and each may be empty.
  package func parts(between separator: String) -> [String] {
    let (octets, mark) = (Array(utf8), Array(separator.utf8))
    var parts: [String] = []
    var start = 0
    var position = 0
    while !mark.isEmpty, position + mark.count <= octets.count {
      guard octets[position..<position + mark.count].elementsEqual(mark) else {
        position += 1
        continue
      }
      parts.append(String(decoding: octets[start..<position], as: UTF8.self))
      position += mark.count
      start = position
    }
    parts.append(String(decoding: octets[start...], as: UTF8.self))
    return parts
  }

  /// Returns the text with `new` in place of each `old`.
  package func exchanging(_ old: String, for new: String) -> String {
    parts(between: old).joined(separator: new)
  }

  /// Whether another text that is not empty is in the text, compared by octets.
  package func hasPart(_ other: String) -> Bool { self[...].hasPart(other) }
}

extension Substring {
  /// Whether another text that is not empty is in the text, compared by octets.
  package func hasPart(_ other: String) -> Bool {
    let mark = Array(other.utf8)
    guard let first = mark.first else { return false }
    var rest = utf8[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: mark) { return true }
      rest.removeFirst()
    }
    return false
  }
}

extension [UInt8] {
  /// Returns the first place of a sequence of octets that is not empty; `nil` when it is nowhere.
  package func firstIndex(of wanted: [UInt8]) -> Int? {
    guard let first = wanted.first, wanted.count <= count else { return nil }
    return (0...count - wanted.count).first { start in
      self[start] == first && self[start..<start + wanted.count].elementsEqual(wanted)
    }
  }
}

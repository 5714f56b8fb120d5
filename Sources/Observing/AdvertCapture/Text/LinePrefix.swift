/// The prefix of a logger before each line: a time, the name of a host or program. A dump of several lines has it
/// before each of them, with other numbers.
struct LinePrefix {
  private let octets: ArraySlice<UInt8>

  /// No prefix.
  static let none = LinePrefix([])

  init(_ octets: ArraySlice<UInt8>) {
    self.octets = octets
  }

  /// Whether the prefix is empty.
  var isEmpty: Bool { octets.isEmpty }

  /// Returns the text after the prefix in a later line; `nil` for a line with another prefix, or none.
  func rest(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard line.count >= octets.count else { return nil }
    for (octet, other) in zip(octets, line)
    where octet != other && !(ASCII.isDigit(octet) && (ASCII.isDigit(other) || other == ASCII.space))
      && !(octet == ASCII.space && ASCII.isDigit(other))
    {
      return nil
    }
    return line.dropFirst(octets.count)
  }
}

/// A line without its colour codes.
enum PlainLine {
  /// - Parameter gap: the octet in place of each code; `nil` for none.
  static func octets(of text: ArraySlice<UInt8>, gap: UInt8?) -> ArraySlice<UInt8> {
    guard text.contains(ASCII.escape) else { return text }
    var line: [UInt8] = []
    var isInCode = false
    for octet in text {
      if isInCode {
        isInCode = !ASCII.isLetter(octet)
      } else if octet == ASCII.escape {
        isInCode = true
        if let gap { line.append(gap) }
      } else {
        line.append(octet)
      }
    }
    return line[...]
  }
}

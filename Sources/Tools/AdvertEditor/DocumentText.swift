internal import AdvertObservation
package import AdvertReading
internal import AdvertisingData

/// The text of a document with its lines. It converts places in the text: octets, positions of an editor, and places of
/// findings.
///
/// Editors break lines at line feeds and carriage returns, and count UTF-16 units, or UTF-8 octets where both sides
/// agreed on them. Findings count code points, and break lines as the reader of their text does.
package struct DocumentText: Sendable {
  package private(set) var octets: [UInt8]
  /// The first octet of each line, as an editor breaks lines.
  private let starts: [Int]
  /// The same, as the readers of manifests and of hex break lines. A document may have many findings, so the lines are
  /// counted once.
  private let yamlStarts: [Int]
  private let hexStarts: [Int]

  /// The unit in which an editor counts the characters of a line.
  package enum Encoding: String, Sendable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
  }

  /// A place in an editor. Both numbers count from 0.
  package struct Position: Hashable, Sendable {
    package var line: Int
    package var character: Int

    package init(line: Int, character: Int) {
      self.line = line
      self.character = character
    }
  }

  /// The rule by which the reader of a text breaks lines.
  package enum Lines: Sendable {
    case yaml
    case hex
  }

  package init(_ text: String) {
    octets = Array(text.utf8)
    starts = Self.starts(in: octets) { octets, index in
      octets[index] == 0x0A || octets[index] == 0x0D && !(index + 1 < octets.count && octets[index + 1] == 0x0A) ? 1 : 0
    }
    yamlStarts = Self.starts(in: octets, .yaml)
    hexStarts = Self.starts(in: octets, .hex)
  }

  package var text: String { String(decoding: octets, as: UTF8.self) }

  /// Replaces the text between two places.
  package mutating func replace(_ range: Range<Position>?, with text: String, _ encoding: Encoding) {
    guard let range else {
      self = DocumentText(text)
      return
    }
    let start = octet(at: range.lowerBound, encoding)
    let end = max(start, octet(at: range.upperBound, encoding))
    self = DocumentText(String(decoding: octets[..<start] + Array(text.utf8) + octets[end...], as: UTF8.self))
  }

  // MARK: Places of an editor

  /// Returns the octet at a place; the end of the line or of the text for a place that does not exist.
  package func octet(at position: Position, _ encoding: Encoding) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < starts.count else { return octets.count }
    var index = starts[position.line]
    let end = endOfLine(position.line)
    var units = 0
    while index < end, units < position.character {
      let width = Self.width(octets[index])
      units += encoding == .utf8 ? width : width == 4 ? 2 : 1
      // A place inside a character means that character.
      guard units <= position.character else { break }
      index += width
    }
    return min(index, end)
  }

  /// Returns the place of an octet.
  package func position(of octet: Int, _ encoding: Encoding) -> Position {
    let octet = min(max(octet, 0), octets.count)
    let line = max(starts.indices.partitioningIndex { starts[$0] > octet } - 1, 0)
    var units = 0
    var index = starts[line]
    while index < octet {
      let width = Self.width(octets[index])
      units += encoding == .utf8 ? width : width == 4 ? 2 : 1
      index += width
    }
    return Position(line: line, character: units)
  }

  /// Returns the end of a line, before the characters that end it.
  private func endOfLine(_ line: Int) -> Int {
    guard line + 1 < starts.count else { return octets.count }
    var end = starts[line + 1]
    while end > starts[line], octets[end - 1] == 0x0A || octets[end - 1] == 0x0D { end -= 1 }
    return end
  }

  // MARK: Places of findings

  /// Returns the octets of a finding's range. An empty range is extended to the word that begins there, so that an
  /// editor can underline it.
  package func octets(of range: TextRange, _ lines: Lines) -> Range<Int> {
    let starts = lines == .hex ? hexStarts : yamlStarts
    let start = octet(line: range.line, column: range.column, starts)
    let end = max(start, octet(line: range.endLine, column: range.endColumn, starts))
    return start == end ? start..<endOfWord(from: start) : start..<end
  }

  private func octet(line: Int, column: Int, _ starts: [Int]) -> Int {
    guard line >= 1, line <= starts.count else { return octets.count }
    var index = starts[line - 1]
    // A byte order mark does not count as a column.
    if index == 0, octets.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    for _ in 1..<max(column, 1) where index < octets.count { index += Self.width(octets[index]) }
    return min(index, octets.count)
  }

  private func endOfWord(from start: Int) -> Int {
    var end = start
    while end < octets.count, ![0x0A, 0x0D, 0x20, 0x09, 0x2C, 0x3A, 0x5D, 0x7D].contains(octets[end]) {
      end += Self.width(octets[end])
    }
    return min(end, octets.count)
  }

  private static func starts(in octets: [UInt8], _ lines: Lines) -> [Int] {
    starts(in: octets) { octets, index in
      switch octets[index] {
      case 0x0A: 1
      case 0x0D: index + 1 < octets.count && octets[index + 1] == 0x0A ? 0 : 1
      // Vertical tabs and form feeds end lines only in hex.
      case 0x0B, 0x0C: lines == .hex ? 1 : 0
      case 0xC2: index + 1 < octets.count && octets[index + 1] == 0x85 ? 2 : 0
      case 0xE2:
        index + 2 < octets.count && octets[index + 1] == 0x80
          && (octets[index + 2] == 0xA8 || octets[index + 2] == 0xA9)
          ? 3 : 0
      default: 0
      }
    }
  }

  /// Returns the first octet of each line. `length` returns how many octets end a line at an index; 0 when the line
  /// does not end there.
  private static func starts(in octets: [UInt8], _ length: ([UInt8], Int) -> Int) -> [Int] {
    var starts = [0]
    for index in octets.indices {
      let count = length(octets, index)
      if count > 0 { starts.append(index + count) }
    }
    return starts
  }

  /// Returns the octets of the character with this first octet.
  private static func width(_ first: UInt8) -> Int {
    switch first {
    case 0xF0...: 4
    case 0xE0...: 3
    case 0xC0...: 2
    default: 1
    }
  }
}

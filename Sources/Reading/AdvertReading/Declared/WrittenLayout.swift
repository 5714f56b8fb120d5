package import AdvertisingData

/// A range of a text file, from its first character to the one after its last. Lines and columns count from 1, columns
/// in Unicode code points.
public struct TextRange: Hashable, Sendable {
  /// The line of the first character.
  public var line: Int
  /// The column of the first character.
  public var column: Int
  /// The line of the character after the last.
  public var endLine: Int
  /// The column of the character after the last.
  public var endColumn: Int

  /// A range from a first character to the one after the last.
  public init(line: Int, column: Int, endLine: Int, endColumn: Int) {
    self.line = line
    self.column = column
    self.endLine = endLine
    self.endColumn = endColumn
  }

  /// A range of `count` characters in one line.
  public init(line: Int, column: Int, count: Int) {
    self.init(line: line, column: column, endLine: line, endColumn: column + count)
  }

  /// Returns the range from the start of this one to the end of another.
  public func through(_ last: TextRange) -> TextRange {
    TextRange(line: line, column: column, endLine: last.endLine, endColumn: last.endColumn)
  }
}

/// The text of a payload's octets in a file, so that a finding on a byte can point at it.
package struct WrittenPayload: Hashable, Sendable {
  /// The most octets that readers accept: more than twice those of any advertising (1650, Core Vol 4 Part E 7.8.57).
  /// Readers refuse longer payloads, because rules compare the structures of a payload with each other and would take too
  /// long.
  package static let maximumOctets = 4096

  /// The range of the whole payload.
  package var range: TextRange
  /// The range of each octet, in the order of the payload: its two hex digits, or the field that defines it.
  package var octets: [TextRange]

  /// The text of a payload and of each of its octets.
  package init(range: TextRange, octets: [TextRange]) {
    self.range = range
    self.octets = octets
  }

  /// Returns the text of some of the octets, as a payload of its own.
  package func part(_ range: Range<Int>) -> WrittenPayload {
    let range = range.clamped(to: octets.indices)
    guard let first = octets[range].first, let last = octets[range].last else {
      return WrittenPayload(range: self.range, octets: [])
    }
    return WrittenPayload(range: first.through(last), octets: Array(octets[range]))
  }

  /// Returns the text of `length` octets from `offset`. For octets that are missing there, or beyond the end, the octet
  /// before them; in an empty payload, the whole range.
  package func range(offset: Int, length: Int) -> TextRange {
    guard let first = octets.indices.clamped(offset), let last = octets.indices.clamped(offset + max(length, 1) - 1)
    else { return range }
    // Lines of a program can define octets in any order.
    return octets[last].endLine < octets[first].line ? octets[first] : octets[first].through(octets[last])
  }
}

extension Range<Int> {
  /// Returns the index nearest to `index`; `nil` when there is none.
  fileprivate func clamped(_ index: Int) -> Int? {
    isEmpty ? nil : Swift.min(Swift.max(index, lowerBound), upperBound - 1)
  }
}

/// The means to write other payloads into a layout's file without any other change. The reader of the file's format
/// provides it.
package struct WrittenLayout: Sendable {
  /// Returns the edits that write the advertising data and the scan response.
  package typealias Rewriting = @Sendable (Payload, Payload?) throws(RewritingProblem) -> [TextEdit]

  private let place: TextRange
  private let rewriting: Rewriting

  /// - Parameters:
  ///   - place: the place of the layout in its file; different for each layout of a file.
  ///   - rewriting: returns the edits in the file's format.
  package init(place: TextRange, rewriting: @escaping Rewriting) {
    self.place = place
    self.rewriting = rewriting
  }

  /// Returns the edits that write these payloads. Empty when the file has them already.
  ///
  /// - Parameters:
  ///  - advertising: the advertising data to write.
  ///  - scanResponse: `nil` to leave it unchanged. An empty one adds nothing where the file has none.
  /// - Throws: when the layout cannot be written in the same form.
  package func edits(advertising: Payload, scanResponse: Payload?) throws(RewritingProblem) -> [TextEdit] {
    try rewriting(advertising, scanResponse)
  }
}

/// Equal at the same place: only layouts of one file are compared.
extension WrittenLayout: Hashable {
  package static func == (one: Self, other: Self) -> Bool { one.place == other.place }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(place)
  }
}

/// A text that replaces a part of a file.
package struct TextEdit: Hashable, Sendable {
  /// The replaced range; empty where text is added.
  package var range: TextRange
  /// The new text.
  package var text: String
  /// The range in the file's UTF-8, without a byte order mark.
  package var octets: Range<Int>

  /// A replacement for a part of a file, whose range is given in both units.
  package init(range: TextRange, text: String, octets: Range<Int>) {
    self.range = range
    self.text = text
    self.octets = octets
  }

  /// Returns a text after edits, which must be inside it and must not overlap.
  package static func applying(_ edits: [TextEdit], to text: String) -> String {
    let octets = Array(text.utf8)
    let start = octets.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var edited: [UInt8] = []
    edited.reserveCapacity(octets.count)
    var position = 0
    // Of several at one place, the last comes first.
    for edit in edits.sorted(by: { $0.octets.lowerBound > $1.octets.lowerBound }).reversed() {
      let range = (edit.octets.lowerBound + start..<edit.octets.upperBound + start).clamped(to: octets.indices)
      edited += octets[position..<max(position, range.lowerBound)]
      edited += edit.text.utf8
      position = max(position, range.upperBound)
    }
    edited += octets[position...]
    return String(decoding: edited, as: UTF8.self)
  }
}

/// The reason why a layout cannot be rewritten in its file. Line and column count from 1.
package struct RewritingProblem: Error, Hashable, Sendable {
  /// The line, counting from 1.
  package var line: Int
  /// The column, counting from 1, in Unicode code points.
  package var column: Int
  /// The reason, for people.
  package var reason: String

  /// A problem at a place.
  package init(line: Int, column: Int, reason: String) {
    self.line = line
    self.column = column
    self.reason = reason
  }
}

extension RewritingProblem: CustomStringConvertible {
  package var description: String { "line \(line), column \(column): \(reason)" }
}

internal import AdvertisingData

/// The keys of a manifest with their places, read line by line from indentation and brackets.
///
/// While a person types, the text is rarely valid YAML. So this does not parse: it guesses the structure from the text
/// before a place, and never fails.
struct ManifestOutline {
  /// A key of a mapping.
  struct Entry {
    /// The keys of the mappings around the entry, outermost first, and its own key.
    let path: [String]
    /// The place of the key, without quotation marks.
    let range: Range<Int>
  }

  /// The context of a place in the text.
  struct Cursor {
    /// The keys around the place. For a value, its own key is the last.
    var path: [String] = []
    /// Whether a key may be here.
    var mayBeKey = false
    /// Whether a value may be here.
    var mayBeValue = false
    /// The part of the word before the place.
    var word = ""
    /// The whole word.
    var range = 0..<0
  }

  private(set) var entries: [Entry] = []
  private let octets: [UInt8]

  /// The open mappings in block style: the column of their key, and the key.
  private var open: [(column: Int, key: String)] = []
  /// The open brackets: whether each is a mapping, and if so, the key whose value comes next.
  private var brackets: [(isMapping: Bool, key: String?)] = []
  private var position = 0
  /// The column of a text of several lines, to which all lines with more indentation belong; `nil` outside of one.
  private var blockColumn: Int?
  /// The start of the current word; `nil` before it.
  private var wordStart: Int?
  /// Whether a key was read on this line, so that a value comes next.
  private var isAfterKey = false

  /// Reads a whole text.
  init(_ octets: [UInt8]) {
    self.octets = octets
    while position < octets.count { readLine(until: octets.count) }
  }

  /// Returns the context of a place in a text.
  static func cursor(at place: Int, in octets: [UInt8]) -> Cursor {
    var outline = ManifestOutline(octets: octets)
    while outline.position < place { outline.readLine(until: place) }
    return outline.cursor(at: place)
  }

  private init(octets: [UInt8]) { self.octets = octets }

  private func cursor(at place: Int) -> Cursor {
    var cursor = Cursor()
    let lineStart = octets[..<place].lastIndex { Self.isBreak($0) }.map { $0 + 1 } ?? 0
    let isInText = blockColumn.map { indentation(from: lineStart) > $0 } ?? false
    guard !isInText else { return cursor }
    let isNewLine = place == 0 || Self.isBreak(octets[place - 1])
    let start = isNewLine ? place : wordStart ?? place
    var stack = open
    if brackets.isEmpty, isNewLine || octets[lineStart..<place].allSatisfy(Self.isBlank) {
      while let last = stack.last, last.column >= place - lineStart { stack.removeLast() }
    }
    cursor.path = stack.map { $0.key } + brackets.compactMap { $0.key }
    if let bracket = brackets.last {
      cursor.mayBeKey = bracket.isMapping && bracket.key == nil
      cursor.mayBeValue = !cursor.mayBeKey
    } else {
      cursor.mayBeKey = !isAfterKey || isNewLine
      cursor.mayBeValue = true
    }
    var end = place
    while end < octets.count, !Self.isBreak(octets[end]), !Self.endsWord(octets[end]) { end += 1 }
    while end > place, Self.isBlank(octets[end - 1]) { end -= 1 }
    cursor.range = start..<max(start, end)
    cursor.word = Self.unquoted(octets[start..<place])
    return cursor
  }

  // MARK: Lines

  private mutating func readLine(until limit: Int) {
    let column = indentation(from: position)
    let start = position + column
    if let text = blockColumn {
      if start >= octets.count || Self.isBreak(octets[start]) || column > text { return skipLine(until: limit) }
      blockColumn = nil
    }
    isAfterKey = false
    wordStart = nil
    position = min(start, limit)
    var content = column
    if brackets.isEmpty, position < limit, !Self.isBreak(octets[position]), octets[position] != UInt8(ascii: "#") {
      while position + 1 < limit, octets[position] == UInt8(ascii: "-"), Self.isBlank(octets[position + 1]) {
        while let last = open.last, last.column > content { open.removeLast() }
        let before = position
        position += 1
        while position < limit, Self.isBlank(octets[position]) { position += 1 }
        content += position - before
      }
      if content == column { while let last = open.last, last.column >= column { open.removeLast() } }
    }
    readContent(column: content, until: limit)
  }

  private mutating func skipLine(until limit: Int) {
    while position < limit, !Self.isBreak(octets[position]) { position += 1 }
    if position < limit { position += 1 }
  }

  private mutating func readContent(column: Int, until limit: Int) {
    while position < limit {
      let octet = octets[position]
      switch octet {
      case _ where Self.isBreak(octet):
        position += 1
        return
      case UInt8(ascii: "#")
      where position == 0 || Self.isBlank(octets[position - 1]) || Self.isBreak(octets[position - 1]):
        wordStart = nil
        return skipLine(until: limit)
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if wordStart == nil { wordStart = position }
        skipQuoted(octet, until: limit)
      case UInt8(ascii: ":")
      where position + 1 >= octets.count || Self.isBlank(octets[position + 1])
        || Self.isBreak(octets[position + 1]) || !brackets.isEmpty && octets[position - 1] == UInt8(ascii: "\""):
        noteKey(column: column)
        position += 1
      case UInt8(ascii: "{") where wordStart == nil, UInt8(ascii: "[") where wordStart == nil:
        brackets.append((octet == UInt8(ascii: "{"), nil))
        position += 1
      case UInt8(ascii: "}") where !brackets.isEmpty, UInt8(ascii: "]") where !brackets.isEmpty:
        brackets.removeLast()
        wordStart = nil
        position += 1
      case UInt8(ascii: ",") where !brackets.isEmpty:
        brackets[brackets.count - 1].key = nil
        wordStart = nil
        position += 1
      case UInt8(ascii: "|") where isAfterKey && wordStart == nil && brackets.isEmpty,
        UInt8(ascii: ">") where isAfterKey && wordStart == nil && brackets.isEmpty:
        blockColumn = open.last?.column ?? 0
        return skipLine(until: limit)
      case _ where Self.isBlank(octet): position += 1
      default:
        if wordStart == nil { wordStart = position }
        position += 1
      }
    }
  }

  /// Notes the key before a colon.
  private mutating func noteKey(column: Int) {
    guard let start = wordStart else { return }
    var range = start..<position
    while let last = range.last, Self.isBlank(octets[last]) { range = range.lowerBound..<last }
    let key = Self.unquoted(octets[range])
    if let first = range.first, octets[first] == UInt8(ascii: "\"") || octets[first] == UInt8(ascii: "'"),
      range.count > 1
    {
      range = range.lowerBound + 1..<range.upperBound - 1
    }
    wordStart = nil
    if brackets.isEmpty {
      guard !isAfterKey else { return }
      isAfterKey = true
      entries.append(Entry(path: open.map { $0.key } + [key], range: range))
      open.append((column, key))
    } else if brackets[brackets.count - 1].isMapping {
      let around = open.map { $0.key } + brackets.compactMap { $0.key }
      entries.append(Entry(path: around + [key], range: range))
      brackets[brackets.count - 1].key = key
    }
  }

  private mutating func skipQuoted(_ quote: UInt8, until limit: Int) {
    position += 1
    while position < limit, octets[position] != quote, !Self.isBreak(octets[position]) {
      position += quote == UInt8(ascii: "\"") && octets[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(position + (position < limit && octets[position] == quote ? 1 : 0), limit)
  }

  // MARK: Characters

  private func indentation(from start: Int) -> Int {
    var index = start
    while index < octets.count, octets[index] == 0x20 { index += 1 }
    return index - start
  }

  private static func unquoted(_ word: ArraySlice<UInt8>) -> String {
    var word = word
    while let last = word.last, isBlank(last) { word.removeLast() }
    if let first = word.first, first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      word = word.dropFirst()
      if word.last == first { word = word.dropLast() }
    }
    return String(decoding: word, as: UTF8.self)
  }

  private static func endsWord(_ octet: UInt8) -> Bool {
    [UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "#")].contains(octet)
  }

  private static func isBlank(_ octet: UInt8) -> Bool { octet == 0x20 || octet == 0x09 }
  private static func isBreak(_ octet: UInt8) -> Bool { octet == 0x0A || octet == 0x0D }
}

internal import AdvertisingData

extension HexLayouts {
  /// The content of a line by its label.
  enum Content {
    case advertising
    case scanResponse
    /// Both blocks in one.
    case merged
    /// Not stated: advertising data, unless there are too many.
    case unsaid
  }

  /// A line with content.
  struct Entry {
    /// The label; `nil` for bytes alone.
    let label: Substring?
    private(set) var name: String?
    private(set) var content = Content.unsaid
    /// The block that the label names, perhaps only beside a line of the other block; `nil` when it names none.
    let block: BlockLabel?
    let hex: Substring
    let columnsBefore: Int

    init(_ label: Substring?, hex: Substring, in line: Substring) {
      self.label = label
      self.hex = hex
      columnsBefore = line.unicodeScalars.distance(from: line.startIndex, to: hex.startIndex)
      var words = label?.split(whereSeparator: { $0.isWhitespace }) ?? []
      block = label.flatMap { BlockLabel($0.utf8) }
      if words.last?.lowercased() == "merged" {
        content = .merged
        words.removeLast()
      }
      name = words.isEmpty ? nil : words.joined(separator: " ")
      if let block, block.isCertain, content == .unsaid { take(block) }
    }

    /// The hex with a value in the place of each placeholder, and the placeholders by the position of their first
    /// character, from 0.
    var plain: (hex: String, varying: [Int: HexPlaceholder]) {
      guard hex.contains("?") else { return (String(hex), [:]) }
      return (try? Placeholder.plainHex(String(hex))).map { ($0.text, $0.varying) } ?? (String(hex), [:])
    }

    /// Takes the block that the label names.
    mutating func take(_ block: BlockLabel) {
      content = block.block == .advertising ? .advertising : .scanResponse
      name = block.name.map { $0.split(whereSeparator: { $0.isWhitespace }).joined(separator: " ") }
      // A number of octets is no name, and that of another count is.
      if let number = block.number, !block.isCount, number != (try? HexText.octets(of: plain.hex))?.count {
        name = (name.map { $0 + " " } ?? "") + "\(number)"
      }
    }

    /// Returns the entry; `nil` for a blank line or a comment.
    static func entry(in line: Substring) -> Entry? {
      let content = line.prefix { $0 != "#" }
      guard content.contains(where: { !$0.isWhitespace }) else { return nil }
      if let (label, hex) = labelledBlock(content) { return Entry(label, hex: hex, in: line) }
      guard let colon = content.firstIndex(of: ":"),
        content[..<colon].contains(where: { !$0.isHexDigit && !$0.isWhitespace && $0 != "x" && $0 != "X" })
      else { return Entry(nil, hex: content, in: line) }
      return Entry(content[..<colon], hex: content[content.index(after: colon)...], in: line)
    }

    /// Returns the label and the hex of a line in which blanks, a sign of equality or an arrow are between the name of a block
    /// and its bytes; `nil` for any other line.
    private static func labelledBlock(_ content: Substring) -> (label: Substring, hex: Substring)? {
      let start = content.prefix(longestLabel)
      guard start.contains(where: { $0.isLetter && !$0.isHexDigit }) else { return nil }
      let words = content.split(maxSplits: 8, whereSeparator: { $0.isWhitespace })
      if let index = words.dropFirst().firstIndex(where: isHex) {
        let (label, hex) = (content[..<words[index - 1].endIndex], content[words[index].startIndex...])
        if let block = BlockLabel(label.utf8), block.isCertain, block.name == nil, label.last != ":", isPayload(hex) {
          return (label, hex)
        }
      }
      guard let sign = start.firstIndex(where: { ":=>".contains($0) }), start[sign] != ":" else { return nil }
      var label = content[..<sign]
      while let last = label.last, last == "-" || last.isWhitespace { label = label.dropLast() }
      let hex = content[sign...].drop { ":=>".contains($0) || $0.isWhitespace }
      return BlockLabel(label.utf8) != nil && isPayload(hex) ? (label, hex) : nil
    }

    /// Whether a text is bytes as no program's source has them. Numbers of one or two bytes are settings.
    private static func isPayload(_ hex: Substring) -> Bool {
      guard !hex.contains(where: { "\"'{[(\\;".contains($0) }), let octets = try? HexText.octets(of: hex) else {
        return false
      }
      return octets.count > 2
    }

    private static let longestLabel = 128

    /// Whether a word is pairs of hex digits, with or without a sign between them.
    private static func isHex(_ word: Substring) -> Bool {
      guard let octets = try? HexText.octets(of: word), let last = word.last else { return false }
      return !octets.isEmpty && (last.isHexDigit || last == ",")
    }
  }
}

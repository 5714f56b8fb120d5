/// The lines of a file in YAML, as far as the files of projects need them: keys, items of lists, and their depth.
struct IndentedLines {
  /// One line, or one item of a list in brackets.
  struct Line: Hashable {
    /// The number of spaces before the line's content; that of an item is behind its hyphen.
    let depth: Int
    /// Whether the line begins an item of a list.
    let isItem: Bool
    /// The key; empty for an item without one.
    let key: String
    /// The value behind the key, or the item.
    let value: String
  }

  private(set) var all: [Line] = []

  init(_ text: String) {
    for line in ProjectFile.lines(of: text) {
      var depth = 0
      var rest = line[...]
      var isItem = false
      while let first = rest.first, first == " " || first == "-" && (rest.dropFirst().first ?? " ") == " " {
        if first == "-" { isItem = true }
        depth += 1
        rest = rest.dropFirst()
      }
      let plain = Self.withoutComment(rest)
      guard !plain.isEmpty else { continue }
      let (key, value) = Self.sides(of: plain)
      for piece in Self.pieces(of: value) {
        if let piece = piece.inner {
          let (key, value) = Self.sides(of: piece)
          all.append(Line(depth: depth + 2, isItem: key.isEmpty, key: key, value: value))
        } else {
          all.append(Line(depth: depth, isItem: isItem, key: key, value: piece.outer))
        }
      }
    }
  }

  /// Returns the value of a line, then the pieces of a list or a mapping that it has in brackets.
  private static func pieces(of value: String) -> [(outer: String, inner: String?)] {
    guard let first = value.first, let last = value.last, first == "[" && last == "]" || first == "{" && last == "}"
    else { return [(value, nil)] }
    return [("", nil)] + value.dropFirst().dropLast().split(separator: ",").map { ("", $0.trimmed) }
  }

  /// Returns the key and the value of a content: `version: "^2"`.
  private static func sides(of content: String) -> (key: String, value: String) {
    var quote: Character?
    for index in content.indices {
      let character = content[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == ":" {
        let next = content.index(after: index)
        guard next == content.endIndex || content[next] == " " else { continue }
        return (unquoted(String(content[..<index]).trimmed), unquoted(String(content[next...]).trimmed))
      }
    }
    return ("", unquoted(content))
  }

  private static func unquoted(_ text: String) -> String {
    guard text.utf8.count > 1, let first = text.first, first == text.last, first == "\"" || first == "'" else {
      return text
    }
    return String(text.dropFirst().dropLast())
  }

  /// Returns a content without the comment behind it, which begins with a number sign after a space.
  private static func withoutComment(_ content: Substring) -> String {
    var quote: Character?
    var isAfterSpace = true
    for index in content.indices {
      let character = content[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'", isAfterSpace {
        quote = character
      } else if character == "#", isAfterSpace {
        return content[..<index].trimmed
      }
      isAfterSpace = character == " " || character == "\t"
    }
    return content.trimmed
  }
}

extension StringProtocol {
  /// The text without the spaces around it.
  var trimmed: String {
    var rest = self[...]
    while let first = rest.first, first == " " || first == "\t" || first == "\r" { rest = rest.dropFirst() }
    while let last = rest.last, last == " " || last == "\t" || last == "\r" { rest = rest.dropLast() }
    return String(rest)
  }
}

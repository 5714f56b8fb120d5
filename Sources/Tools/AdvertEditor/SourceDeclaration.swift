/// A place in a file of source.
package struct SourcePlace: Hashable, Sendable {
  package let path: String
  /// The octets of the identifier.
  package let octets: Range<Int>

  package init(path: String, octets: Range<Int>) {
    self.path = path
    self.octets = octets
  }
}

/// A search for the declaration of an array or a variable in source of C, C++, Rust, Swift and similar languages.
package enum SourceDeclaration {
  /// Returns the place where a text gives an identifier its value: `name[] = …`, `name: … = …`, `name = …`, on its own
  /// line; `nil` where it does not.
  package static func place(of identifier: String, in text: [UInt8]) -> Range<Int>? {
    let name = Array(identifier.utf8)
    guard !name.isEmpty else { return nil }
    var start = 0
    while let found = next(name, in: text, from: start) {
      start = found + name.count
      if isDeclared(from: start, in: text) { return found..<start }
    }
    return nil
  }

  /// Returns the next place of a whole word.
  private static func next(_ name: [UInt8], in text: [UInt8], from start: Int) -> Int? {
    guard text.count >= name.count else { return nil }
    var index = start
    while index <= text.count - name.count {
      if text[index] == name[0], text[index..<index + name.count].elementsEqual(name),
        index == 0 || !isPart(text[index - 1]), index + name.count == text.count || !isPart(text[index + name.count])
      {
        return index
      }
      index += 1
    }
    return nil
  }

  /// Whether the text after an identifier gives it a value: after brackets or a type, an equals sign that is not a
  /// comparison.
  private static func isDeclared(from start: Int, in text: [UInt8]) -> Bool {
    var index = start
    var depth = 0
    while index < text.count, index < start + 200 {
      switch text[index] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "=") where depth == 0: return index + 1 < text.count && text[index + 1] != UInt8(ascii: "=")
      case UInt8(ascii: ";"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: "."),
        UInt8(ascii: "!"):
        if depth == 0 { return false }
      default: break
      }
      index += 1
    }
    return false
  }

  private static func isPart(_ octet: UInt8) -> Bool {
    octet == UInt8(ascii: "_") || (0x30...0x39).contains(octet) || (0x41...0x5A).contains(octet)
      || (0x61...0x7A).contains(octet)
  }
}

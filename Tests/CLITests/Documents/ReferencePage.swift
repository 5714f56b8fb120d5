/// A page of a folder of Reference, in Markdown, without the line that says what it is made from.
struct ReferencePage {
  /// The name of the file, without `.md`.
  let name: String
  let text: String

  init(_ name: String, lines: [String]) {
    self.name = name
    text = lines.joined(separator: "\n") + "\n"
  }

  /// Returns the anchor that GitHub gives a heading.
  static func anchor(of heading: String) -> String {
    String(
      heading.lowercased().compactMap { character in
        character == " "
          ? "-" : character.isLetter || character.isNumber || character == "-" || character == "_" ? character : nil
      })
  }
}

/// Text that is written in large pieces while it is made: it takes no memory, and few calls of the system.
struct TextPieces {
  /// The number of octets after which a piece is handed on.
  static let octets = 1 << 16

  private var text = ""
  private let take: (String) -> Void

  init(to take: @escaping (String) -> Void) {
    self.take = take
  }

  mutating func append(_ added: String) {
    text += added
    if text.utf8.count >= Self.octets { finish() }
  }

  /// Appends a line and its break.
  mutating func append(line: String) {
    text += line
    append("\n")
  }

  /// Hands on the last piece.
  mutating func finish() {
    guard !text.isEmpty else { return }
    take(text)
    text = ""
  }
}

extension String {
  /// The text with a capital letter, as the beginning of a sentence or a heading.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// What the parser finds next.
struct YAMLEvent {
  /// Where it starts.
  let start: YAMLMark
  let kind: Kind

  enum Kind {
    case scalar(String, YAMLScalarStyle, Properties)
    case sequence(Properties)
    case mapping(Properties)
    /// The end of a sequence or of a mapping.
    case end
    case alias
    case documentStart
    /// The start and the end of the stream, and the end of a document.
    case frame
    case streamEnd
  }

  /// What is written before a value.
  struct Properties {
    let hasAnchor: Bool
    /// `nil` where none is written, and of a scalar in quotation marks.
    let tag: String?
  }
}

/// A place as the parser counts: lines from 1, and in them Unicode scalars from 1.
struct YAMLMark {
  let line: Int
  let column: Int
}

/// Why the parser cannot go on, in its words.
enum YAMLProblem: Error {
  /// Something that no text holds, before an octet.
  case unreadable(String, octet: Int)
  case malformed(String, context: String?, at: YAMLMark)
  case other
}

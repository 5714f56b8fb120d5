/// The next event of the parser.
struct YAMLEvent {
  /// The place of its start.
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

  /// The properties written before a value.
  struct Properties {
    let hasAnchor: Bool
    /// The tag; `nil` without one, and for a scalar in quotation marks.
    let tag: String?
  }
}

/// A place as the parser counts: lines from 1, and in them Unicode scalars from 1.
struct YAMLMark {
  let line: Int
  let column: Int
}

/// The reason why the parser cannot continue, in its words.
enum YAMLProblem: Error {
  /// Octets that YAML does not allow, at this offset.
  case unreadable(String, octet: Int)
  case malformed(String, context: String?, at: YAMLMark)
  case other
}

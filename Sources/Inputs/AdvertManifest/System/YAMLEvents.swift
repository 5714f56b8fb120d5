internal import CYaml

/// The content of a text from libyaml, one event after the other. The only file that uses the parser.
///
/// libyaml is a part of the package Yams. The rest of Yams needs the whole of Foundation, with the tables of all languages:
/// two thirds of a program that is linked with it.
@safe final class YAMLEvents {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  /// The parser reads from here until the end.
  private let octets: UnsafeMutableBufferPointer<UInt8>

  init(of text: String) {
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    unsafe octets = .allocate(capacity: text.utf8.count)
    _ = unsafe octets.initialize(from: text.utf8)
    unsafe yaml_parser_initialize(parser)
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, UnsafePointer(octets.baseAddress), octets.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe octets.deallocate()
  }

  /// Returns the next event.
  func next() throws(YAMLProblem) -> YAMLEvent {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw problem }
    defer { unsafe yaml_event_delete(&event) }
    return unsafe YAMLEvent(event)
  }

  private var problem: YAMLProblem {
    let parser = unsafe self.parser.pointee
    let words = unsafe Self.text(parser.problem) ?? "something else"
    switch unsafe parser.error {
    case YAML_READER_ERROR: return unsafe .unreadable(words, octet: parser.problem_offset)
    case YAML_SCANNER_ERROR, YAML_PARSER_ERROR:
      return unsafe .malformed(words, context: Self.text(parser.context), at: YAMLMark(parser.problem_mark))
    default: return .other
    }
  }

  /// Returns the parser's words, which are its own and ASCII.
  private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
  }
}

extension YAMLEvent {
  fileprivate init(_ event: yaml_event_t) {
    let kind: Kind
    switch unsafe event.type {
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let text = unsafe String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      unsafe kind = .scalar(
        text, YAMLScalarStyle(scalar.style),
        Properties(scalar.anchor, scalar.quoted_implicit == 1 ? nil : scalar.tag))
    case YAML_SEQUENCE_START_EVENT:
      let start = unsafe event.data.sequence_start
      unsafe kind = .sequence(Properties(start.anchor, start.implicit != 0 ? nil : start.tag))
    case YAML_MAPPING_START_EVENT:
      let start = unsafe event.data.mapping_start
      unsafe kind = .mapping(Properties(start.anchor, start.implicit != 0 ? nil : start.tag))
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: kind = .end
    case YAML_ALIAS_EVENT: kind = .alias
    case YAML_DOCUMENT_START_EVENT: kind = .documentStart
    case YAML_STREAM_END_EVENT: kind = .streamEnd
    default: kind = .frame
    }
    unsafe self.init(start: YAMLMark(event.start_mark), kind: kind)
  }
}

extension YAMLMark {
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
  }
}

extension YAMLEvent.Properties {
  fileprivate init(_ anchor: UnsafePointer<UInt8>?, _ tag: UnsafePointer<UInt8>?) {
    unsafe self.init(hasAnchor: anchor != nil, tag: tag.map { unsafe String(cString: $0) })
  }
}

extension YAMLScalarStyle {
  fileprivate init(_ style: yaml_scalar_style_t) {
    self =
      switch style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
      case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
      default: .plain
      }
  }
}

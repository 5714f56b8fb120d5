internal import AdvertReport

/// Writes HTML with every text escaped.
///
/// Text from outside cannot become markup: names of elements and attributes, style and script are constants of this
/// program, and all other text is escaped.
struct HTMLWriter {
  private(set) var octets: [UInt8] = []
  /// The terms of the glossary that are explained where they stand, by their positions.
  private(set) var terms: Set<Int> = []

  /// The document so far.
  var text: String { String(decoding: octets, as: UTF8.self) }

  typealias Attributes = KeyValuePairs<StaticString, String>

  /// Writes an element with content.
  mutating func element(
    _ name: StaticString, _ attributes: Attributes = [:], _ content: (inout HTMLWriter) -> Void
  ) {
    open(name, attributes)
    content(&self)
    append("</")
    append(name)
    append(">")
  }

  /// Writes a part of the page with a horizontal scroll bar of its own, which keys also move.
  ///
  /// - Parameter label: the name for a screen reader.
  mutating func scrolling(_ label: String, _ content: (inout HTMLWriter) -> Void) {
    element("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": label], content)
  }

  /// Writes a drawing that fills the room it has.
  ///
  /// - Parameter label: the content in words, for a screen reader.
  mutating func drawing(
    _ kind: String? = nil, width: Int, height: Int, label: String, _ content: (inout HTMLWriter) -> Void
  ) {
    let box = "0 0 \(width) \(height)"
    if let kind {
      element(
        "svg",
        ["class": kind, "viewBox": box, "preserveAspectRatio": "none", "role": "img", "aria-label": label], content)
    } else {
      element("svg", ["viewBox": box, "preserveAspectRatio": "none", "role": "img", "aria-label": label], content)
    }
  }

  /// Writes the head of a table.
  mutating func head(_ titles: [String]) {
    element("thead") { page in
      page.element("tr") { page in
        for title in titles { page.element("th", ["scope": "col"], title) }
      }
    }
  }

  /// Writes an element with a text.
  mutating func element(_ name: StaticString, _ attributes: Attributes, _ text: String) {
    element(name, attributes) { $0.text(text) }
  }

  /// Writes the same without attributes.
  mutating func element(_ name: StaticString, _ text: String) { element(name, [:], text) }

  /// Writes the beginning of an element, or an element without content.
  mutating func open(_ name: StaticString, _ attributes: Attributes = [:]) {
    append("<")
    append(name)
    for (key, value) in attributes {
      append(" ")
      append(key)
      append("=\"")
      append(escaped: value)
      append("\"")
    }
    append(">")
  }

  /// Writes any text.
  mutating func text(_ text: String) { append(escaped: text) }

  /// Writes text of this program, in which the first of each term of the glossary opens its explanation. It must not stand in a link,
  /// a button or a summary.
  mutating func words(_ text: String) {
    for piece in Glossary.pieces(of: text, known: terms) {
      guard let position = piece.term else {
        append(escaped: String(piece.text))
        continue
      }
      terms.insert(position)
      element(
        "button", ["type": "button", "class": "term", "popovertarget": PageGlossary.name(position)], String(piece.text))
    }
  }

  /// Writes an element with such text.
  mutating func element(_ name: StaticString, _ attributes: Attributes = [:], words: String) {
    element(name, attributes) { $0.words(words) }
  }

  /// Writes markup, style or script of this program.
  mutating func markup(_ text: StaticString) { append(text) }

  mutating func lineBreak() { octets.append(UInt8(ascii: "\n")) }

  /// Appends the output of another writer.
  mutating func append(_ other: HTMLWriter) {
    octets += other.octets
    terms.formUnion(other.terms)
  }

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { buffer in
      unsafe octets.append(contentsOf: buffer)
    }
  }

  /// Appends text with the characters escaped that end a text or a value. A character that a browser does not show, or
  /// shows elsewhere, comes from outside and becomes its code.
  private mutating func append(escaped text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": append("&amp;")
      case "<": append("&lt;")
      case ">": append("&gt;")
      case "\"": append("&quot;")
      case "'": append("&#39;")
      // These belong to the emoji before them.
      case "\u{FE0E}", "\u{FE0F}": octets += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      default:
        if HostileText.isSafe(scalar) {
          octets += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        } else {
          octets += HostileText.visible(String(scalar)).utf8
        }
      }
    }
  }
}

/// Writes HTML of which every text is escaped.
///
/// There is no way to write a text from outside as markup: names of elements and attributes, style and script are
/// constants of this program, and everything else is escaped.
struct HTMLWriter {
  private(set) var octets: [UInt8] = []

  /// The document so far.
  var text: String { String(decoding: octets, as: UTF8.self) }

  typealias Attributes = KeyValuePairs<StaticString, String>

  /// An element with content.
  mutating func element(
    _ name: StaticString, _ attributes: Attributes = [:], _ content: (inout HTMLWriter) -> Void
  ) {
    open(name, attributes)
    content(&self)
    append("</")
    append(name)
    append(">")
  }

  /// A part of the page that scrolls sideways by itself, also with the keys.
  ///
  /// - Parameter label: what it is called by a program that reads the page aloud.
  mutating func scrolling(_ label: String, _ content: (inout HTMLWriter) -> Void) {
    element("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": label], content)
  }

  /// An element with a text.
  mutating func element(_ name: StaticString, _ attributes: Attributes, _ text: String) {
    element(name, attributes) { $0.text(text) }
  }

  /// The same without attributes.
  mutating func element(_ name: StaticString, _ text: String) { element(name, [:], text) }

  /// The beginning of an element, or an element that has no content.
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

  /// A text, whatever it holds.
  mutating func text(_ text: String) { append(escaped: text) }

  /// Markup, style or script of this program.
  mutating func markup(_ text: StaticString) { append(text) }

  mutating func lineBreak() { octets.append(UInt8(ascii: "\n")) }

  /// What another writer wrote.
  mutating func append(_ other: HTMLWriter) { octets += other.octets }

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { buffer in
      unsafe octets.append(contentsOf: buffer)
    }
  }

  /// The characters that end a text or a value. What a browser does not show, or shows elsewhere, is text from outside
  /// that was not made visible, and shows as its code.
  private mutating func append(escaped text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": append("&amp;")
      case "<": append("&lt;")
      case ">": append("&gt;")
      case "\"": append("&quot;")
      case "'": append("&#39;")
      // They belong to the emoji before them.
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

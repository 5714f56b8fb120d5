internal import AdvertisingData

/// Text in Markdown as GitHub and GitLab render it.
package enum MarkdownText {
  /// Returns text from outside without any markup, link or mention of a person. It is also safe in cells of tables.
  package static func code(_ text: String) -> String {
    let visible = HostileText.visible(text).exchanging("|", for: "\\|")
    guard !visible.isEmpty else { return "–" }
    var longest = 0
    var run = 0
    for character in visible.unicodeScalars {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    // A fence next to a backtick needs a space, and renderers remove spaces on both sides.
    let space = longest > 0 || visible.hasPrefix(" ") || visible.hasSuffix(" ") ? " " : ""
    return fence + space + visible + space + fence
  }

  /// Returns a sentence of this program, which may contain values.
  package static func prose(_ text: String) -> String { escaped(HostileText.visible(text)) }

  /// Returns the same for a text that is visible already.
  static func escaped(_ text: String) -> String {
    var result = ""
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "\\", "`", "*", "_", "{", "}", "[", "]", "<", ">", "|", "~", "&", "!", "$":
        result += "\\" + String(scalar)
      // The number of an issue otherwise: an empty comment separates it from the next text.
      case "#": result += "\\#<!-- -->"
      // A person or a link otherwise.
      case "@": result += "`@`"
      case ":" where index + 1 < scalars.count && scalars[index + 1] == "/": result += "&#58;"
      case "." where endsInWWW(result): result += "&#46;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func endsInWWW(_ text: String) -> Bool {
    text.utf8.suffix(3).elementsEqual("www".utf8) { $0 | 0x20 == $1 } && text.utf8.count >= 3
  }
}

/// The closing brackets of lines whose opening brackets were not copied, as at the end of a part of a function.
struct SurplusBrackets {
  /// The brackets, in their order; empty for lines whose brackets all have partners before them.
  private(set) var closing: [UInt8] = []
  /// The lines before the first of them.
  private(set) var before = ""
  private let language: ProgramReader.Language

  /// The most brackets for which partners are added.
  private static let most = 16

  /// Searches lines outside of texts and comments.
  init(of text: String, in language: ProgramReader.Language) {
    self.language = language
    guard ![.python, .shell].contains(language) else { return }
    var open: [UInt8] = []
    var quote: UInt8?
    var isComment = false
    var isBlock = false
    var last: UInt8 = 0
    let octets = Array(text.utf8)
    for (index, octet) in octets.enumerated() {
      defer { last = last == UInt8(ascii: "\\") && octet == last ? 0 : octet }
      if octet == UInt8(ascii: "\n") { (quote, isComment) = (nil, false) }
      if isComment { continue }
      if isBlock {
        isBlock = !(octet == UInt8(ascii: "/") && last == UInt8(ascii: "*"))
        continue
      }
      if let start = quote {
        if octet == start, last != UInt8(ascii: "\\") { quote = nil }
        continue
      }
      switch octet {
      case UInt8(ascii: "\""), UInt8(ascii: "`"): quote = octet
      // A lifetime of Rust has one quotation mark.
      case UInt8(ascii: "'") where language != .rust: quote = octet
      case UInt8(ascii: "/") where last == octet: isComment = true
      case UInt8(ascii: "*") where last == UInt8(ascii: "/"): isBlock = true
      case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
      case UInt8(ascii: "("): open.append(UInt8(ascii: ")"))
      case UInt8(ascii: "}"), UInt8(ascii: ")"):
        if open.last == octet {
          open.removeLast()
        } else if open.isEmpty, closing.count < Self.most {
          if closing.isEmpty { before = String(decoding: octets[..<index], as: UTF8.self) }
          closing.append(octet)
        } else {
          // Brackets of two forms that cross are no end of lines.
          closing = []
          return
        }
      default: break
      }
    }
  }

  /// The text to add before and after the lines; `nil` when they have functions before the first bracket.
  var around: (before: String, after: String)? {
    let words = SourceExcerpt.words(of: before)
    let isPlain = closing.allSatisfy { $0 == UInt8(ascii: "}") }
    let opening = closing.reversed().map { $0 == UInt8(ascii: "}") ? "{ " : "(" }.joined()
    func wrapped(_ heads: [String]) -> (before: String, after: String) {
      // The brackets close the functions that are added, so that other functions can follow them.
      guard isPlain else { return (heads.joined() + opening, String(repeating: "\n}", count: heads.count)) }
      let inner = String(repeating: "{ ", count: max(closing.count - heads.count, 0))
      return (heads.joined() + inner, String(repeating: "\n}", count: max(heads.count - closing.count, 0)))
    }
    switch language {
    case .c, .cPlusPlus, .objectiveC: return wrapped(["void setup() { "])
    case .kotlin: return words.contains("fun") ? nil : wrapped(["fun start() { "])
    case .swift: return words.contains("func") ? nil : wrapped(["func start() { "])
    case .java, .cSharp:
      return words.isDisjoint(with: ["class", "void"]) ? wrapped(["class Lines { ", "void start() { "]) : nil
    case .javaScript, .dart, .rust, .go: return (opening, "")
    case .python, .shell: return nil
    }
  }
}

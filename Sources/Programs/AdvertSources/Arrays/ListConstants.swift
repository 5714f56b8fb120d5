/// The values of elements of lists that are no plain numbers: constants of stacks and of the file, and what C computes of
/// them, such as `LO_UINT16(SERVICE)`.
struct ListConstants {
  /// The value of an element.
  enum Value {
    case octets([UInt8])
    /// A value that another file defines, with the reason.
    case undefined(SourceObstacle)
  }

  private let text: [UInt8]
  private lazy var program = CProgram(String(decoding: text, as: UTF8.self), isCPlusPlus: true)
  /// The number of elements that are still looked at: each can cause much work.
  private var rest = 1024

  init(_ text: [UInt8]) { self.text = text }

  private static let longest = 120

  /// Returns the value of an element; `nil` when it is no constant.
  mutating func value(of element: ArraySlice<UInt8>) -> Value? {
    guard element.count <= Self.longest, let first = element.first,
      first.isWordStart || first == UInt8(ascii: "(") || first == UInt8(ascii: "~"),
      element.allSatisfy({ $0.isWordPart || $0.isBlank || Self.marks.contains($0) }), rest > 0
    else { return nil }
    rest -= 1
    let tokens = CTokens(String(decoding: element, as: UTF8.self), isCPlusPlus: true).tokens
    var expression = CExpression(program, at: program.tokens.count)
    do throws(SourceObstacle) {
      return .octets(try expression.list(tokens[...]))
    } catch {
      // The names of other files are in capitals.
      let isOther = tokens.contains { token in
        token.isWord && token.text.utf8.count > 2 && program.definitions[token.text] == nil
          && program.declarations(of: token.text).isEmpty
          && token.text.utf8.allSatisfy { 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_") }
      }
      return isOther ? .undefined(error) : nil
    }
  }

  private static let marks = Set("()|&+-*<>~".utf8)
}

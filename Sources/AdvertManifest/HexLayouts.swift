public import AdvertisingData

/// Layouts as lines of hex.
///
/// ```
/// # A comment. Blank lines do not matter.
/// 02 01 06 03 03 0f 18
/// helmet advertising: 02 01 06 09 09 53 48 53 2d 32 30 37 31
/// helmet scan-response: 03 03 0f 18
/// ```
///
/// A line is a payload of advertising data, a layout of its own. A label before a colon names it. A label that is or ends
/// with `advertising` or `scan-response` says which block it is; a scan response belongs to the layout of the same name
/// before it. A label needs a character that is no hex digit, because colons may also separate bytes.
public enum HexLayouts {
  /// Whether the first line that says something is hex, so that the file is meant to be read here.
  public static func recognises(_ text: String) -> Bool {
    for line in lines(of: text) {
      guard let entry = entry(in: line) else { continue }
      guard case .success(let octets) = octets(of: entry.hex) else { return false }
      return !octets.isEmpty
    }
    return false
  }

  /// The layouts in the order written, all of the given kind of PDU.
  ///
  /// - Throws: for a line that is not hex, and for a scan response without a layout to belong to.
  public static func read(_ text: String, pdu: AdvertisingPDU = .advInd) throws(ManifestError) -> [DeclaredLayout] {
    var drafts: [Draft] = []
    for (index, line) in lines(of: text).enumerated() {
      guard let entry = entry(in: line) else { continue }
      let octets: [UInt8]
      switch Self.octets(of: entry.hex) {
      case .success(let value): octets = value
      case .failure(let problem): throw error(problem, line: index + 1, columnsBefore: entry.columnsBefore)
      }
      if entry.block == .scanResponse {
        guard let draft = drafts.lastIndex(where: { $0.name == entry.name && $0.scanResponse == nil }) else {
          throw ManifestError(
            line: index + 1, column: 1, expected: "the advertising data of the same layout before its scan response",
            found: "a scan response alone")
        }
        drafts[draft].scanResponse = octets
        drafts[draft].scanResponseLine = index + 1
      } else {
        drafts.append(Draft(name: entry.name, advertising: octets, line: index + 1))
      }
    }
    return drafts.map { $0.layout(pdu: pdu) }
  }

  private struct Draft {
    let name: String?
    let advertising: [UInt8]
    let line: Int
    var scanResponse: [UInt8]?
    var scanResponseLine: Int?

    func layout(pdu: AdvertisingPDU) -> DeclaredLayout {
      DeclaredLayout(
        name: name,
        layout: Layout(pdu: pdu, advertising: Payload(advertising), declaring: scanResponse.map(Payload.init)),
        advertisingLine: line, scanResponseLine: scanResponseLine)
    }
  }

  /// A line that says something.
  private struct Entry {
    let name: String?
    let block: Block
    let hex: Substring
    let columnsBefore: Int
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  /// `nil` for a blank line or a comment.
  private static func entry(in line: Substring) -> Entry? {
    let content = line.prefix { $0 != "#" }
    guard content.contains(where: { !$0.isWhitespace }) else { return nil }
    guard let colon = content.firstIndex(of: ":"),
      content[..<colon].contains(where: { !$0.isHexDigit && !$0.isWhitespace && $0 != "x" && $0 != "X" })
    else {
      return Entry(name: nil, block: .advertising, hex: content, columnsBefore: 0)
    }
    let hex = content[content.index(after: colon)...]
    var words = content[..<colon].split(whereSeparator: \.isWhitespace)
    var block = Block.advertising
    switch words.last?.lowercased() {
    case "advertising": words.removeLast()
    case "scan-response":
      words.removeLast()
      block = .scanResponse
    default: break
    }
    let name = words.isEmpty ? nil : words.joined(separator: " ")
    return Entry(
      name: name, block: block, hex: hex, columnsBefore: line.distance(from: line.startIndex, to: hex.startIndex))
  }

  private static func octets(of hex: Substring) -> Result<[UInt8], HexText.Problem> {
    Result { () throws(HexText.Problem) in try HexText.octets(of: hex) }
  }

  private static func error(_ problem: HexText.Problem, line: Int, columnsBefore: Int) -> ManifestError {
    switch problem {
    case .notHex(let position, let character):
      ManifestError(
        line: line, column: columnsBefore + position, expected: "a hex digit", found: "\"\(character)\"")
    case .oddDigits(let position):
      ManifestError(
        line: line, column: columnsBefore + position, expected: "two hex digits for each byte", found: "one")
    }
  }
}

internal import AdvertReading
internal import AdvertisingData

/// A layout in a file of hex: one line, or one for each block.
struct LayoutLines: Sendable {
  let advertising: Line
  let scanResponse: Line?
  /// The start of a line of the scan response.
  let scanResponseLabel: String
  /// The place after the line of the advertising data, including its comment.
  let end: (line: Int, column: Int, octet: Int)
  let lineBreak: String

  /// The hex of a line.
  struct Line: Sendable {
    let payload: Payload
    let range: TextRange
    let octets: Range<Int>

    func edit(to payload: Payload) -> TextEdit? {
      guard payload != self.payload else { return nil }
      let hex = HexText.spaced(payload.octets)
      return TextEdit(range: range, text: octets.isEmpty ? " " + hex : hex, octets: octets)
    }
  }

  func edits(advertising: Payload, scanResponse: Payload?) -> [TextEdit] {
    var edits = self.advertising.edit(to: advertising).map { [$0] } ?? []
    guard let scanResponse else { return edits }
    if let line = self.scanResponse {
      line.edit(to: scanResponse).map { edits.append($0) }
    } else if !scanResponse.isEmpty {
      edits.append(
        TextEdit(
          range: TextRange(line: end.line, column: end.column, count: 0),
          text: "\(lineBreak)\(scanResponseLabel): \(HexText.spaced(scanResponse.octets))",
          octets: end.octet..<end.octet))
    }
    return edits
  }
}

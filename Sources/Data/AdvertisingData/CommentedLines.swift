/// The octets of a text all of whose lines are comments, as people paste a payload that their program no longer sends:
///
/// ```
/// // Flags
/// //   0x02, 0x01, 0x06,
/// // Heart Rate
/// //   0x03, 0x03, 0x0d, 0x18
/// ```
enum CommentedLines {
  private static let marks = [Array("//".utf8), Array("#".utf8), Array("--".utf8)]
  private static let fewestBehindLabel = 3

  /// Returns the octets of the lines together; `nil` for a text with another line, or with fewer than two lines of octets.
  ///
  /// - Throws: for lines that are not one payload together.
  static func octets(of text: [UInt8]) throws(PastedOctets.Problem) -> [UInt8]? {
    let start = WrittenNumber.trimmed(text[...])
    guard let mark = marks.first(where: { start.starts(with: $0) }) else { return nil }
    var lines: [[UInt8]] = []
    var hasResponse = false
    for line in start.split(separator: 0x0A) {
      let line = WrittenNumber.trimmed(line)
      guard !line.isEmpty else { continue }
      guard line.starts(with: mark) else { return nil }
      // A comment can follow the octets.
      let content = WrittenNumber.trimmed(SourceComments.removed(from: [0x20] + line.dropFirst(mark.count))[...])
      if let octets = hex(content), !octets.isEmpty {
        lines.append(octets)
      } else if let colon = content.lastIndex(of: UInt8(ascii: ":")), let octets = hex(content[(colon + 1)...]),
        octets.count >= fewestBehindLabel
      {
        hasResponse = hasResponse || BlockLabel(content[..<colon])?.block == .scanResponse
        lines.append(octets)
      }
    }
    guard lines.count > 1 else { return nil }
    let octets = lines.flatMap { $0 }
    let areSeveral = lines.dropFirst().contains { $0.starts(with: [2, 1]) }
    guard KnownStructures(octets[...]).areAll, !areSeveral, !hasResponse else { throw .severalArrays(lines.count) }
    return octets
  }

  private static func hex(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    try? HexText.octets(of: String(decoding: text, as: UTF8.self))
  }
}

internal import AdvertisingData

/// A payload for people: its bytes structure by structure, against the room there is, with flagged bytes marked.
struct ByteMap {
  private static let octetsInLine = 12

  let title: String
  let payload: Payload
  /// Bytes the block can hold.
  let limit: Int
  /// Ranges of bytes to mark.
  var marks: [Range<Int>] = []

  func lines(_ style: TextStyle) -> [String] {
    let decoded = payload.decoded
    var lines = [header(style)]
    for element in decoded.elements {
      let room = style.faint(" (\(element.size) of \(limit) bytes)")
      lines += rows(of: element.octetRange, StructureDescription(element).words + room, style)
    }
    let end = payload.count - decoded.remainder.count
    if !decoded.remainder.isEmpty {
      lines += rows(of: end..<payload.count, remainderWords(decoded), style)
    }
    return lines
  }

  private func header(_ style: TextStyle) -> String {
    let count = payload.count
    var room = "\(count) of \(limit) bytes"
    if count < limit { room += ", \(limit - count) free" }
    if count > limit { room += ", \(count - limit) too many" }
    return style.strong(title) + "  " + room + bar
  }

  /// One character for each byte of a legacy block.
  private var bar: String {
    guard limit <= 62 else { return "" }
    let used = min(payload.count, limit)
    return "  " + String(repeating: "█", count: used) + String(repeating: "·", count: limit - used)
  }

  private func remainderWords(_ decoded: DecodedPayload) -> String {
    switch decoded.ending {
    case .terminated where decoded.remainder.allSatisfy { $0 == 0 }: "padding"
    case .terminated: "after the end: ignored by receivers"
    default: "a length byte with nothing after it"
    }
  }

  private func rows(of range: Range<Int>, _ words: String, _ style: TextStyle) -> [String] {
    var lines: [String] = []
    for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.octetsInLine) {
      let row = start..<min(start + Self.octetsInLine, range.upperBound)
      let hex = HexText.spaced(payload.octets[row])
      let isFirst = start == range.lowerBound
      let padding = String(repeating: " ", count: 3 * Self.octetsInLine - hex.count)
      lines.append("  " + style.faint(Self.offset(start)) + "  " + hex + (isFirst ? padding + " " + words : ""))
      if let marked = markLine(under: row) {
        lines.append(String(repeating: " ", count: 8) + style.error(marked))
      }
    }
    return lines
  }

  private static func offset(_ offset: Int) -> String {
    let text = String(offset)
    return String(repeating: " ", count: max(0, 4 - text.count)) + text
  }

  private func markLine(under row: Range<Int>) -> String? {
    let isMarked = row.map { octet in marks.contains { $0.contains(octet) } }
    guard let last = isMarked.lastIndex(of: true) else { return nil }
    var line = ""
    for index in 0...last {
      line += isMarked[index] ? "^^" : "  "
      if index < last { line += isMarked[index] && isMarked[index + 1] ? "^" : " " }
    }
    return line
  }
}

/// Recognises a list of octets that source code, or a message of a person, has on several lines: one payload, and not a
/// log with a packet in each line.
package enum ArrayLines {
  /// Returns whether lines of a text are those of one list: octets with a comma at the end of the line, octets between
  /// brackets, or bytes in quotes one below the other.
  ///
  /// - Parameter isOfLog: whether a line without octets alone is one of a log, which shows that the others are, too.
  package static func recognises(_ text: String, isOfLog: (ArraySlice<UInt8>) -> Bool) -> Bool {
    var (lists, quotes, depth) = (0, 0, 0)
    var hasBrackets = false
    for line in SourceComments.removed(from: Array(text.utf8)).split(separator: 0x0A) {
      let content = WrittenNumber.trimmed(line)
      guard !content.isEmpty else { continue }
      if isList(content) {
        lists += 1
        hasBrackets = hasBrackets || depth > 0
        continue
      }
      if isQuoted(content) {
        quotes += 1
        continue
      }
      for octet in content {
        if openings.contains(octet) { depth += 1 }
        if closings.contains(octet) { depth = max(depth - 1, 0) }
      }
      // `byte[] data = {` opens a list, which other lines fill. `"frame_raw": [` is a key of JSON, which a log can have.
      guard let first = content.first, let last = content.last else { continue }
      let isKey = first == UInt8(ascii: "\"")
      if isKey || !openings.contains(last) && !closings.contains(first), isOfLog(content) { return false }
    }
    return lists > 1 || lists == 1 && hasBrackets || quotes > 1
  }

  private static let openings = Array("([{".utf8)
  private static let closings = Array(")]}".utf8)
  private static let comma = UInt8(ascii: ",")

  /// Whether a line is a part of a list: octets with commas between them, and one at the end unless it is the last line.
  private static func isList(_ line: ArraySlice<UInt8>) -> Bool {
    var line = line
    // The last line can have the end of the list.
    while let last = line.last, closings.contains(last) || last == UInt8(ascii: ";") {
      line = WrittenNumber.trimmed(line.dropLast())
    }
    let elements = line.split(separator: comma, omittingEmptySubsequences: false).map(WrittenNumber.trimmed)
    guard elements.count > 1 else { return false }
    let filled = elements.last?.isEmpty ?? true ? elements.dropLast() : elements[...]
    return filled.allSatisfy { isOctet($0) || isName($0) } && filled.contains(where: isOctet)
  }

  /// Whether an element is a number of one octet, or a character.
  private static func isOctet(_ element: ArraySlice<UInt8>) -> Bool {
    let number = WrittenNumber(element)
    return number.octet != nil || number == .hex && element.count == 2
  }

  private static func isName(_ element: ArraySlice<UInt8>) -> Bool {
    guard let first = element.first, first == 0x5F || 0x61...0x7A ~= first | 0x20 else { return false }
    return element.allSatisfy { $0 == 0x5F || 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 || $0 == UInt8(ascii: ".") }
  }

  /// Whether a line is bytes of Python in quotes and nothing else.
  private static func isQuoted(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.count > 3, line.starts(with: [0x62, 0x22]) || line.starts(with: [0x62, 0x27]) else { return false }
    let literals = PythonBytes.literals(in: Array(line))
    guard literals.count == 1, let place = literals.first?.place, place.lowerBound == 0 else { return false }
    return line.dropFirst(place.upperBound).allSatisfy { " +\\\r\t)".utf8.contains($0) }
  }
}

internal import AdvertisingData

/// Values in Python.
enum PythonText {
  /// Returns `bytes([…])`, with a line or more for each structure.
  ///
  /// - Parameters:
  ///   - before: what stands before it on its first line.
  ///   - after: what stands behind it on its last line.
  static func bytes(_ payload: Payload, before: String, after: String) -> [String] {
    guard !payload.isEmpty else { return ["\(before)b\"\"\(after)"] }
    let indent = String(before.prefix { $0 == " " })
    let decoded = payload.decoded
    var lines = ["\(before)bytes(["]
    for element in decoded.elements {
      let comment = element.overruns ? decoded.partialStructure ?? "" : element.type.words
      lines += rows(Array(payload.octets[element.octetRange]), indent: indent, comment: comment)
    }
    if !decoded.remainder.isEmpty {
      lines += rows(decoded.remainder, indent: indent, comment: decoded.partialStructure ?? "")
    }
    return lines + ["\(indent)])\(after)"]
  }

  private static func rows(_ octets: [UInt8], indent: String, comment: String) -> [String] {
    stride(from: 0, to: octets.count, by: 12).map { start in
      let row = "\(indent)    \(CArray.list(octets[start..<min(start + 12, octets.count)])),"
      return start == 0 ? "\(row)  # \(SourceText.harmless(comment))" : row
    }
  }

  /// Returns octets as `b"…"`.
  static func octets(_ octets: some Sequence<UInt8>) -> String {
    "b\"" + octets.map { "\\x" + HexText.compact([$0]) }.joined() + "\""
  }

  /// Returns a text of printable ASCII; `nil` when it has other characters.
  static func text(_ octets: [UInt8]) -> String? {
    guard octets.allSatisfy({ 0x20...0x7E ~= $0 }) else { return nil }
    var last: UInt8?
    let escaped = octets.map { octet -> String in
      defer { last = octet }
      switch octet {
      case UInt8(ascii: "\""): return "\\\""
      case UInt8(ascii: "\\"): return "\\\\"
      // Two number signs may begin a command when the source is printed to the log of a build service.
      case UInt8(ascii: "#") where last == octet: return "\\x23"
      default: return String(Unicode.Scalar(octet))
      }
    }
    return "\"" + escaped.joined() + "\""
  }

  static let tooLong = "Only connectable legacy advertising of 31 bytes is written here."

  /// Whether a layout can be written with calls whose kind of advertising is known.
  static func canHold(_ entry: NumberedEntry) -> Bool { entry.pdu == .advInd && StackCalls.canHold(entry) }
}

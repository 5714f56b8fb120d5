/// A hex dump: lines of an offset, octets, and usually the same octets as characters, as xxd, `hexdump -C`, `od`,
/// Wireshark and tcpdump write them.
enum HexDump {
  /// Returns the octets of a dump that starts at offset 0; `nil` for any other text.
  static func octets(of text: [UInt8]) throws(PastedOctets.Problem) -> [UInt8]? {
    var octets: [UInt8] = []
    var rows = 0
    var isCertain = false
    for (index, line) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      let line = trimmed(line)
      if line.isEmpty { continue }
      guard let row = Row(line), row.hasOffset(octets.count), let more = row.octets else {
        // A text that does not begin like a dump is not a dump.
        guard isCertain || rows > 1 else { return nil }
        throw .dumpLine(index + 1)
      }
      isCertain = isCertain || row.isCertain
      rows += 1
      octets += more
    }
    return isCertain || rows > 1 ? octets : nil
  }

  /// A line without blanks around it.
  private struct Row {
    private let offset: ArraySlice<UInt8>
    private let rest: ArraySlice<UInt8>
    /// Whether the line is certainly part of a dump: a colon or a wide gap follows the offset.
    let isCertain: Bool

    private static let offsetDigits = 4...8
    /// The longest line, above those of any program.
    private static let longest = 1024

    init?(_ line: ArraySlice<UInt8>) {
      let digits = line.starts(with: Array("0x".utf8)) ? line.dropFirst(2) : line
      offset = digits.prefix { HexDigits.value(of: $0) != nil }
      guard Self.offsetDigits ~= offset.count, line.count <= Self.longest else { return nil }
      var rest = digits.dropFirst(offset.count)
      let hasColon = rest.first == UInt8(ascii: ":")
      if hasColon { rest = rest.dropFirst() }
      let gap = rest.prefix(while: isBlank)
      guard !gap.isEmpty || rest.isEmpty else { return nil }
      isCertain = hasColon || gap.count > 1 || gap.first == 0x09
      self.rest = rest.dropFirst(gap.count)
    }

    /// `od` counts in octal.
    func hasOffset(_ count: Int) -> Bool {
      let hex = offset.reduce(0) { $0 << 4 | Int(HexDigits.value(of: $1) ?? 0) }
      let octal = offset.reduce(0) { $0 << 3 | Int($1 & 7) }
      return hex == count || offset.count == 7 && octal == count
    }

    /// The octets: those that the characters after them repeat, or all of the line. `nil` when it has neither.
    var octets: [UInt8]? {
      if let bar = rest.firstIndex(of: UInt8(ascii: "|")) { return Self.hex(rest[..<bar]) }
      var end = rest.startIndex
      while end < rest.endIndex {
        while end < rest.endIndex, !HexDump.isBlank(rest[end]) { end += 1 }
        guard let octets = Self.hex(rest[..<end]) else { return nil }
        let characters = rest[end...].drop(while: HexDump.isBlank)
        if characters.isEmpty || Self.repeats(characters, octets) { return octets }
        end = characters.startIndex
      }
      return rest.isEmpty ? [] : nil
    }

    private static func hex(_ text: ArraySlice<UInt8>) -> [UInt8]? {
      var octets: [UInt8] = []
      for group in text.split(whereSeparator: HexDump.isBlank) {
        guard let whole = HexDigits.octets(of: group) else { return nil }
        octets += whole
      }
      return octets
    }

    /// Returns whether characters are those of the octets, with dots or similar characters for octets that cannot be
    /// shown. Blanks around them may be lost.
    private static func repeats(_ text: ArraySlice<UInt8>, _ octets: [UInt8]) -> Bool {
      let blank: UInt8 = 0x20
      var shown = octets.drop { $0 == blank }
      while shown.last == blank { shown = shown.dropLast() }
      let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
      guard scalars.count == shown.count else { return false }
      return zip(scalars, shown).allSatisfy { scalar, octet in
        0x20...0x7E ~= octet ? scalar.value == UInt32(octet) : scalar == "." || !scalar.isASCII
      }
    }
  }

  private static func isBlank(_ octet: UInt8) -> Bool { octet == 0x20 || octet == 0x09 }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line.drop { isBlank($0) || $0 == 0x0D }
    while let last = line.last, isBlank(last) || last == 0x0D { line = line.dropLast() }
    return line
  }
}

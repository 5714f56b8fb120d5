internal import AdvertisingData

/// Packets in the lines of `hcidump -R`, also with `-x` or `-X`: a mark for the direction, then octets, which continue
/// in indented lines. A logger may have written a prefix before each line.
///
/// ```
/// > 04 3E 2B 02 01 00 00 84 34 49 0E F0 EC 1F 02 01 06 0F 09 41
///   69 72 20 4D 65 6E 74 6F 72 20 50 72 6F 0B FF 12 21 00 8A 1A
/// > 0000: 04 3e 2b 02 01 00 00 84  34 49 0e f0 ec 1f 02 01  .>+.....4I......
/// ```
///
/// An event with reports that goes on in the next line needs no mark.
struct HCIDumpLines {
  private var open: Open?

  /// A packet whose lines continue.
  private struct Open {
    /// The octets, at most those of the longest packet that can matter.
    var octets: [UInt8]
    let prefix: LinePrefix
    let line: Int
    let time: Int64?
    /// Whether the packet began without a mark.
    var isUnmarked = false
  }

  /// Packet indicators of H4 (Core Vol 4 Part A 2).
  private enum Indicator {
    static let command: UInt8 = 1
    static let event: UInt8 = 4
  }

  /// The octets of the indicator, the head of a command, and the most parameters of a packet.
  private static let longestPacket = 1 + 3 + 255

  /// Whether a packet continues: then a line can belong to it that has no meaning alone.
  var isOpen: Bool { open != nil }

  /// Returns whether a line begins a packet.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool {
    firstRow(of: line) != nil || beginningOfEvent(in: line) != nil
  }

  /// Takes a line that begins or continues a packet; returns `false` for any other.
  mutating func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    let text = PlainLine.octets(of: text, gap: nil)
    if let row = Self.firstRow(of: text) {
      finish(into: &output)
      open = Open(octets: row.octets, prefix: row.prefix, line: line, time: LineFacts.time(in: Array(text)))
    } else if open == nil, let octets = Self.beginningOfEvent(in: text) {
      open = Open(octets: octets, prefix: .none, line: line, time: nil, isUnmarked: true)
    } else if var packet = open, !packet.isUnmarked || !Self.beginsEvent(text),
      let row = Self.nextRow(of: text, behind: packet.prefix) ?? Self.bareRow(of: text, in: packet)
    {
      packet.octets += row.prefix(max(Self.longestPacket - packet.octets.count, 0))
      open = packet
    } else {
      finish(into: &output)
      guard let octets = Self.beginningOfEvent(in: text) else { return false }
      open = Open(octets: octets, prefix: .none, line: line, time: nil, isUnmarked: true)
    }
    if let open, let packet = Self.packet(open) {
      output.records.append(packet)
      self.open = nil
    }
    return true
  }

  /// Ends the open packet.
  mutating func finish(into output: inout LogOutput) {
    // Data packets carry no advertising, whole or not.
    if let open, let length = Self.length(of: open.octets) {
      output.losses.append(.cutPacket(line: open.line, open.octets.count, of: length))
    }
    open = nil
  }

  private static func packet(_ open: Open) -> LogRecord? {
    guard let length = length(of: open.octets), open.octets.count >= length else { return nil }
    return LogRecord(
      kind: open.octets[0] == Indicator.event ? .event : .command, octets: Array(open.octets[1..<length]),
      time: open.time, line: open.line)
  }

  /// Returns the length in the header of an event or a command, with its indicator. The head of a packet may be
  /// missing.
  private static func length(of octets: [UInt8]) -> Int? {
    switch octets.first {
    case Indicator.event: octets.count > 2 ? 3 + Int(octets[2]) : 3
    case Indicator.command: octets.count > 3 ? 4 + Int(octets[3]) : 4
    default: nil
    }
  }

  // MARK: Rows

  /// Returns the octets of a line with a mark, and the prefix before the mark.
  private static func firstRow(of line: ArraySlice<UInt8>) -> (octets: [UInt8], prefix: LinePrefix)? {
    for place in line.indices where line[place] == UInt8(ascii: ">") || line[place] == UInt8(ascii: "<") {
      let before = place > line.startIndex ? line[place - 1] : ASCII.space
      guard before == ASCII.space || before == 0x09 else { continue }
      if let octets = row(in: line[(place + 1)...], blanks: 1) { return (octets, LinePrefix(line[..<place])) }
    }
    return nil
  }

  /// Returns the octets of a line that begins an event with reports, and has not all of it; `nil` for any other line.
  private static func beginningOfEvent(in line: ArraySlice<UInt8>) -> [UInt8]? {
    guard beginsEvent(line), let octets = row(in: line, blanks: 0), octets.count >= fewestOfEvent,
      let length = length(of: octets), octets.count < length
    else { return nil }
    return octets
  }

  /// Returns whether a line begins with the head of an event with reports: its indicator and code, a length, and the code of
  /// LE Advertising Report or LE Extended Advertising Report.
  private static func beginsEvent(_ line: ArraySlice<UInt8>) -> Bool {
    // Nearly every line begins otherwise.
    guard line.starts(with: "04 3".utf8),
      let head = HexDigits.octets(of: line.prefix(11).filter { $0 != ASCII.space }[...])
    else { return false }
    return head.count == 4 && head[1] == PrintedReport.metaEvent && (head[3] == 0x02 || head[3] == 0x0D)
  }

  /// The octets of an event up to the kind of its first report.
  private static let fewestOfEvent = 6

  /// Returns the octets of a line that continues a packet. A logger's prefix may be before it, as before the first.
  private static func nextRow(of line: ArraySlice<UInt8>, behind prefix: LinePrefix) -> [UInt8]? {
    prefix.rest(of: line).flatMap { row(in: $0, blanks: 2) } ?? row(in: line, blanks: 2)
  }

  /// Returns the octets of a line whose indentation a copy lost: nothing but octets, no more than the packet lacks.
  private static func bareRow(of line: ArraySlice<UInt8>, in packet: Open) -> [UInt8]? {
    guard let octets = row(in: line, blanks: 0), let length = length(of: packet.octets),
      octets.count <= length - packet.octets.count
    else { return nil }
    return octets
  }

  /// Returns the octets of a line with an offset, which `hcidump` prints below a packet that it has no words for:
  /// `  0000: 06 02 01 02 02 0a 07 00  ........`.
  static func numberedRow(in text: ArraySlice<UInt8>) -> [UInt8]? {
    let blanks = text.prefix { $0 == ASCII.space }.count
    guard blanks >= 2 else { return nil }
    return offset(in: text.dropFirst(blanks)).map { octets(in: $0, atMost: 16).octets }
  }

  private static func row(in text: ArraySlice<UInt8>, blanks fewest: Int) -> [UInt8]? {
    let blanks = text.prefix { $0 == ASCII.space }.count
    guard blanks >= fewest else { return nil }
    let text = text.dropFirst(blanks)
    let numbered = offset(in: text)
    let (octets, rest) = octets(in: numbered ?? text, atMost: numbered == nil ? .max : 16)
    // Without an offset, no characters follow the octets.
    return octets.isEmpty || numbered == nil && !rest.isEmpty ? nil : octets
  }

  /// Returns the text behind an offset, `0010: `; `nil` without one.
  private static func offset(in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard text.prefix(while: { HexDigits.value(of: $0) != nil }).count == 4, text.dropFirst(4).first == ASCII.colon
    else { return nil }
    return text.dropFirst(5).drop { $0 == ASCII.space }
  }

  private static func octets(
    in text: ArraySlice<UInt8>, atMost maximum: Int
  ) -> (octets: [UInt8], rest: ArraySlice<UInt8>) {
    var octets: [UInt8] = []
    var rest = text
    while let word = rest.split(separator: ASCII.space, maxSplits: 1).first, word.count == 2,
      let octet = HexDigits.octets(of: word)?.first, octets.count < maximum
    {
      octets.append(octet)
      rest = rest[word.endIndex...].drop { $0 == ASCII.space }
    }
    return (octets, rest)
  }
}

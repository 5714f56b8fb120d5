internal import AdvertisingData

/// Packets in the lines of `hcidump -R`, also with `-x` or `-X`: a mark for the direction, then octets, which go on in lines
/// that are indented.
///
/// ```
/// > 04 3E 2B 02 01 00 00 84 34 49 0E F0 EC 1F 02 01 06 0F 09 41
///   69 72 20 4D 65 6E 74 6F 72 20 50 72 6F 0B FF 12 21 00 8A 1A
/// > 0000: 04 3e 2b 02 01 00 00 84  34 49 0e f0 ec 1f 02 01  .>+.....4I......
/// ```
struct HCIDumpLines {
  private var octets: [UInt8] = []
  private var isOpen = false

  /// What a line is to a dump.
  enum Step {
    /// No line of one.
    case none
    /// It begins or goes on with a packet.
    case taken
    /// It ends an advertising event, which is from its code on.
    case event([UInt8])
  }

  /// Whether a line begins a packet.
  static func begins(_ line: [UInt8]) -> Bool { row(of: line, isFirst: true) != nil }

  /// Packets that a line ended before they were whole, or that are no events.
  private(set) var otherPackets = 0

  mutating func take(_ line: [UInt8]) -> Step {
    if let row = Self.row(of: line, isFirst: true) {
      finish()
      isOpen = true
      octets = row
    } else if isOpen, let row = Self.row(of: line, isFirst: false) {
      octets += row
    } else {
      finish()
      return .none
    }
    guard octets.count > 2, octets[0] == 4, octets[1] == 0x3E, octets.count >= 3 + Int(octets[2]) else { return .taken }
    let event = Array(octets[1..<3 + Int(octets[2])])
    isOpen = false
    octets = []
    return .event(event)
  }

  /// What is open has no more lines.
  mutating func finish() {
    if isOpen { otherPackets += 1 }
    isOpen = false
    octets = []
  }

  /// The octets of a line; `nil` for any other line.
  private static func row(of line: [UInt8], isFirst: Bool) -> [UInt8]? {
    var rest = line[...]
    if isFirst {
      guard let mark = rest.popFirst(), mark == UInt8(ascii: ">") || mark == UInt8(ascii: "<") else { return nil }
    }
    let blanks = rest.prefix { $0 == ASCII.space }.count
    guard blanks >= (isFirst ? 1 : 2) else { return nil }
    rest = rest.dropFirst(blanks)
    let offset = rest.prefix { HexDigits.value(of: $0) != nil }
    let hasOffset = offset.count == 4 && rest.dropFirst(4).first == ASCII.colon
    if hasOffset { rest = rest.dropFirst(5).drop { $0 == ASCII.space } }
    var octets: [UInt8] = []
    while let word = rest.split(separator: ASCII.space, maxSplits: 1).first, word.count == 2,
      let octet = HexDigits.octets(of: word)?.first, !hasOffset || octets.count < 16
    {
      octets.append(octet)
      rest = rest[word.endIndex...]
      let gap = rest.prefix { $0 == ASCII.space }.count
      rest = rest.dropFirst(gap)
    }
    // Without an offset, there are no characters behind them.
    return octets.isEmpty || !hasOffset && !rest.isEmpty ? nil : octets
  }
}

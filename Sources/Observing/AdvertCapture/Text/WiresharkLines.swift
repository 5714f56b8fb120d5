internal import AdvertisingData

/// Packets as Wireshark and tshark print them: the dump of their octets, and the words about them. Without a dump,
/// ``WiresharkWords`` reads the words, which leave out some octets.
///
/// ```
/// Frame 1: 49 bytes on wire (392 bits), 49 bytes captured (392 bits)
///     Epoch Time: 1700000000.087290000 seconds
///     [Protocols in frame: nordic_ble:btle:btcommon]
/// Bluetooth Low Energy Link Layer
///     Advertising Address: f0:f1:f2:f3:f4:f5 (f0:f1:f2:f3:f4:f5)
///
/// 0000  01 2a 00 03 07 00 02 0a 01 25 3c 00 00 fa 54 01   .*.......%<...T.
/// ```
///
/// What ``WiresharkObjects`` reads is the same in JSON. A dump alone, as `tshark -x` prints it and Wireshark copies it, has no
/// time; its packet is told by its first octets.
///
/// Source: Wireshark, `epan/print.c` and `epan/dissectors/packet-frame.c`, and tshark 4.0.
struct WiresharkLines {
  private var objects = WiresharkObjects()
  private var frame: WiresharkFrame?
  /// The reports in the words of the frame.
  private var reports = WiresharkWords()
  /// Whether the first line of the frame was one of words.
  private var isInWords = false
  private var isAfterBlank = false
  /// Where the last row of a dump ended.
  private var rowEnd: (offset: Int, line: Int)?

  /// Whether a frame continues: then a line can belong to it that has no meaning alone.
  var isOpen: Bool { frame != nil || objects.isOpen }

  /// Returns whether a line may begin a frame or a dump.
  @inline(__always)
  static func mayBegin(_ octets: Span<UInt8>, at start: Int) -> Bool {
    guard start + 6 < octets.count else { return false }
    guard octets[start] == firstOffset[0] || octets[start] == firstWord[0] else {
      return octets[start] == ASCII.space && WiresharkWords.mayBegin(octets, at: start)
    }
    return [firstOffset, firstWord].contains { mark in mark.indices.allSatisfy { octets[start + $0] == mark[$0] } }
  }

  private static let firstOffset = Array("0000  ".utf8)
  private static let firstWord = Array("Frame ".utf8)
  private static let size = Array(" bytes on wire".utf8)
  /// Before the address of a packet of the link layer, and of a report of HCI.
  private static let addressMarks = ["Advertising Address: ", "BD_ADDR: "].map { Array($0.utf8) }
  private static let protocols = Array("[Protocols in frame: ".utf8)
  private static let times = ["Epoch Time: ", "Epoch Arrival Time: "].map { Array($0.utf8) }

  /// Returns whether a line begins a packet, or has words about one with advertising.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool {
    WiresharkObjects.begins(line) || row(in: line).map { $0.offset == 0 && WiresharkFrame.isPacket($0.octets) } ?? false
      || isAddress(line) || WiresharkWords.begins(line)
  }

  /// Takes a line of a frame; returns `false` for any other.
  mutating func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    let text = PlainLine.octets(of: text, gap: nil)
    if objects.take(text, line: line, into: &output) { return true }
    if text.starts(with: Self.firstWord), ValueText.place(of: Self.size, in: text) != nil {
      begin(at: line, into: &output)
      return true
    }
    if !isInWords, WiresharkWords.begins(text) { begin(at: line, into: &output) }
    if let row = Self.row(in: text) { return take(row, line: line, into: &output) }
    guard var open = frame, isInWords else {
      finish(into: &output)
      guard Self.isAddress(text) else { return false }
      var words = WiresharkFrame(line: line)
      words.isOfAdvertising = true
      words.finish(into: &output)
      return true
    }
    let words = text.drop { $0 <= ASCII.space }
    if isAfterBlank, !words.isEmpty, words.startIndex == text.startIndex {
      finish(into: &output)
      return false
    }
    isAfterBlank = words.isEmpty
    if let mark = Self.times.first(where: { words.starts(with: $0) }) {
      open.time = WiresharkFrame.time(in: words.dropFirst(mark.count))
    } else if words.starts(with: Self.protocols) {
      open.protocols = Array(words.dropFirst(Self.protocols.count).prefix { $0 != UInt8(ascii: "]") })
    } else {
      if Self.isAddress(text) { open.isOfAdvertising = true }
      reports.take(text, line: line, time: open.time, into: &open.told)
      if open.told.records.count > WiresharkFrame.maximumReports { open.handOut(into: &output) }
    }
    frame = open
    return true
  }

  /// Begins a frame of words.
  private mutating func begin(at line: Int, into output: inout LogOutput) {
    finish(into: &output)
    frame = WiresharkFrame(line: line)
    isInWords = true
  }

  /// Ends the open frame.
  mutating func finish(into output: inout LogOutput) {
    objects.finish(into: &output)
    if var frame {
      reports.finish(time: frame.time, into: &frame.told)
      frame.finish(into: &output)
    }
    frame = nil
    isInWords = false
    isAfterBlank = false
  }

  // MARK: Rows

  private typealias Row = (offset: Int, octets: [UInt8])

  /// Takes a row of a dump: the next of the open frame, or the first of a packet.
  private mutating func take(_ row: Row, line: Int, into output: inout LogOutput) -> Bool {
    if var open = frame, row.offset == open.octets.count {
      open.octets += row.octets
      frame = open
      return true
    }
    finish(into: &output)
    // A row inside a dump of something else is no data by itself.
    let goesOn = rowEnd.map { $0.offset == row.offset && $0.line == line - 1 } ?? false
    rowEnd = (row.offset + row.octets.count, line)
    guard row.offset == 0, WiresharkFrame.isPacket(row.octets) else { return goesOn && row.offset > 0 }
    frame = WiresharkFrame(line: line)
    frame?.octets = row.octets
    return true
  }

  /// Returns the octets of a row and their offset. Characters follow behind a gap of at least three blanks, as wide as the
  /// octets that a short row lacks; in the middle of a row it has two.
  private static func row(in line: ArraySlice<UInt8>) -> Row? {
    let digits = line.prefix { HexDigits.value(of: $0) != nil }
    guard digits.count == 4, line.dropFirst(4).starts(with: [ASCII.space, ASCII.space]) else { return nil }
    var rest = line.dropFirst(4).drop { $0 == ASCII.space }
    var octets: [UInt8] = []
    while octets.count < 16, rest.count >= 2, let octet = HexDigits.octets(of: rest.prefix(2))?.first {
      let gap = rest.dropFirst(2).prefix { $0 == ASCII.space }.count
      guard gap > 0 || rest.count == 2 else { break }
      octets.append(octet)
      rest = rest.dropFirst(2 + gap)
      if gap > 2 { break }
    }
    let offset = digits.reduce(0) { $0 << 4 | Int(HexDigits.value(of: $1) ?? 0) }
    return octets.isEmpty ? nil : (offset, octets)
  }

  /// Returns whether a line has the address of a packet, with its name or the address again in parentheses.
  private static func isAddress(_ line: ArraySlice<UInt8>) -> Bool {
    let words = line.drop { $0 == ASCII.space }
    guard let mark = addressMarks.first(where: { words.starts(with: $0) }) else { return false }
    let address = words.dropFirst(mark.count)
    return PrintedAddress.octets(in: address) != nil
      && address.dropFirst(PrintedAddress.length).starts(with: [ASCII.space, UInt8(ascii: "(")])
  }
}

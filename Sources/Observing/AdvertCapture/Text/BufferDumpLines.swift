internal import AdvertisingData

/// Blocks that a program dumps over several lines, each under a heading, as the examples of ESP-IDF do. The address is
/// six octets in a line of its own, or in the line of the result.
///
/// ```
/// I (3212) GATTC_DEMO: a4 c1 38 11 22 33
/// I (3212) GATTC_DEMO: searched Adv Data Len 17, Scan Response Len 18
/// I (3222) GATTC_DEMO: adv data:
/// I (3222) GATTC_DEMO: 02 01 06 0d 09 45 53 50 5f 47 41 54 54 53 5f 44
/// I (3222) GATTC_DEMO: 45
/// I (3232) GATTC_DEMO: scan resp:
/// I (3232) GATTC_DEMO: 11 07 e4 1d 51 0e 5a 11 db b9 a9 41 9e 2a a0 ff
/// ```
///
/// Rows without a heading, as `ESP_LOG_BUFFER_HEX` prints them, are one payload when they are one together only: no rows at
/// their beginning are whole structures.
///
/// Source: ESP-IDF 4.4 and 5.4, `examples/bluetooth/bluedroid/ble/gatt_client/main/gattc_demo.c` and
/// `components/log/log_buffers.c`; the same in a thread of ESP-IDF with octets as `0x02` and buffers printed whole.
struct BufferDumpLines {
  private var dump: Dump?
  private var address: DeviceAddress?
  /// The number of lines since the address, or since the last dump.
  private var lines = 0
  /// Whether the six octets of the line before can be an address.
  private var candidate: UInt64?
  /// Rows without a heading.
  private var rows: Rows?

  /// Rows of one logger without a heading, which may be one payload.
  struct Rows {
    fileprivate let tag: ArraySlice<UInt8>
    fileprivate let time: Int64?
    fileprivate var octets: [UInt8]
    /// Whether the rows before the last one are a payload, so that it is not known where one ends.
    fileprivate var mayEndBefore = false
    /// The lines with their numbers.
    var lines: [(text: ArraySlice<UInt8>, line: Int)]
  }

  /// The octets of a row that is not the last.
  private static let rowLength = 16

  /// A block whose lines continue.
  private struct Dump {
    let isResponse: Bool
    let tag: ArraySlice<UInt8>
    let line: Int
    let time: Int64?
    var octets: [UInt8] = []
  }

  /// The most lines between an address and its blocks, or between two blocks.
  private static let maximumLines = 8
  /// The size of the arrays that programs hold a legacy block in.
  private static let bufferLength = 31
  private static let maximumOctets = 1650

  /// Whether the next line may belong to a dump or to the device before one.
  var isOpen: Bool { dump != nil || candidate != nil || address != nil }

  /// Returns whether a line is a heading behind the name of a logger, or a whole row that begins like a payload.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool {
    let (tag, message) = parts(of: line)
    guard !tag.isEmpty else { return false }
    if heading(message) != nil { return true }
    guard isOfESP(line, tag), let row = row(message), row.count == rowLength else { return false }
    return HexItem(octets: row, place: 0..<0, form: .separated).beginsLikePayload
  }

  /// Takes a heading or a row of a dump; returns `false` for any other line.
  mutating func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    let text = PlainLine.octets(of: text, gap: nil)
    let (tag, message) = Self.parts(of: text)
    if var open = dump, open.tag.elementsEqual(tag), let row = Self.row(message) {
      open.octets += row.prefix(Self.maximumOctets - open.octets.count)
      dump = open
      return true
    }
    finish(into: &output)
    if let isResponse = Self.heading(message) {
      dump = Dump(isResponse: isResponse, tag: tag, line: line, time: LineFacts.time(in: Array(text)))
      lines = 0
      return true
    }
    noteAddress(text, message)
    return false
  }

  // MARK: Rows without a heading

  /// Whether rows without a heading wait for the next line.
  var hasRows: Bool { rows != nil }

  /// Takes a row that no heading announces, when it is a whole row, or goes on after one; returns `false` for any other line.
  mutating func takeRow(_ text: ArraySlice<UInt8>, line: Int) -> Bool {
    guard dump == nil else { return false }
    let plain = PlainLine.octets(of: text, gap: nil)
    let (tag, message) = Self.parts(of: plain)
    guard Self.isOfESP(plain, tag), let row = Self.row(message), row.count <= Self.rowLength else { return false }
    if var open = rows {
      guard open.tag.elementsEqual(tag), open.octets.count % Self.rowLength == 0,
        open.octets.count < 2 * Self.bufferLength
      else { return false }
      open.mayEndBefore = open.mayEndBefore || HexItem.payload(of: open.octets) != nil
      open.octets += row
      open.lines.append((text, line))
      rows = open
      return true
    }
    guard row.count == Self.rowLength else { return false }
    rows = Rows(tag: tag, time: LineFacts.time(in: Array(plain)), octets: row, lines: [(text, line)])
    return true
  }

  /// Ends the rows: adds their payload, or returns them when they are none together.
  mutating func endRows(into output: inout LogOutput) -> Rows? {
    guard let open = rows.take() else { return nil }
    guard open.lines.count > 1, !open.mayEndBefore, HexItem.payload(of: open.octets) != nil else { return open }
    let line = open.lines[0].line
    if open.octets.count > AdvertisingPDU.advInd.payloadLimit, MergedPayload(open.octets) != nil {
      output.merged.append(MergedLine(address: address ?? .anonymous, octets: open.octets, line: line, rssi: nil))
    } else {
      let pdu = LineFacts.pdu(of: open.octets, isAdvertising: false)
      output.append(open.octets, pdu, of: address ?? .anonymous, nil, at: open.time, line: line)
    }
    return nil
  }

  /// Returns whether a line begins as those of ESP-IDF do, `I (3222) TAG: `.
  private static func isOfESP(_ line: ArraySlice<UInt8>, _ tag: ArraySlice<UInt8>) -> Bool {
    guard let level = line.first, "EWIDV".utf8.contains(level), line.dropFirst().starts(with: Array(" (".utf8)),
      let end = line.firstIndex(of: UInt8(ascii: ")"))
    else { return false }
    return end + 2 == tag.startIndex
  }

  /// Ends the open dump.
  mutating func finish(into output: inout LogOutput) {
    guard let open = dump else { return }
    dump = nil
    lines = 0
    // A buffer that is printed whole has zeros behind its data.
    var octets = open.octets[...]
    if octets.count == Self.bufferLength { while octets.last == 0 { octets = octets.dropLast() } }
    guard !octets.isEmpty else { return }
    let payload = Array(octets)
    let pdu = open.isResponse ? LineFacts.scanResponse(of: payload) : LineFacts.pdu(of: payload)
    output.append(payload, pdu, of: address ?? .anonymous, nil, at: open.time, line: open.line)
    if open.isResponse { address = nil }
  }

  /// Notes the address of the next blocks: six octets before the line with the lengths, or one in the line of a result.
  private mutating func noteAddress(_ text: ArraySlice<UInt8>, _ message: ArraySlice<UInt8>) {
    lines += 1
    if lines > Self.maximumLines { address = nil }
    if let bits = candidate, ValueText.place(of: Self.lengths, in: message) != nil {
      (address, lines) = (LineFacts.address(bits), 0)
    } else if let place = ValueText.place(of: Self.result, in: message),
      let bits = HexItem.items(in: Array(message[place...])).first(where: { $0.form == .address })?.number
    {
      (address, lines) = (LineFacts.address(bits), 0)
    }
    candidate = nil
    if let row = Self.row(message), row.count == 6 {
      candidate = OctetOrder.littleEndian.number(of: row.reversed()[...])
    }
  }

  private static let lengths = Array("Adv Data Len".utf8)
  private static let result = Array("Scan result, device".utf8)

  // MARK: Parts of a line

  /// Returns the logger's name, the word before the last colon and blank that octets or a heading follow, and the text
  /// behind it.
  private static func parts(of line: ArraySlice<UInt8>) -> (tag: ArraySlice<UInt8>, message: ArraySlice<UInt8>) {
    var message = line
    while message.last.map({ $0 <= ASCII.space }) ?? false { message = message.dropLast() }
    guard let colon = ValueText.lastPlace(of: ": ", in: message) else { return ([], message) }
    let word = message[..<colon].reversed().prefix { $0 > ASCII.space }.count
    return (message[(colon - word)..<colon], message[(colon + 2)...])
  }

  private static let words = ["get", "scan", "data", "packet", "payload"].map { Array($0.utf8) }
  private static let advertisingWords = ["adv", "advertising", "advertisement"].map { Array($0.utf8) }
  private static let responseWords = ["resp", "rsp", "response"].map { Array($0.utf8) }

  /// Returns whether a heading, such as `adv data:`, is that of a scan response; `nil` for any other text.
  private static func heading(_ message: ArraySlice<UInt8>) -> Bool? {
    let parts = message.dropLast().split(separator: ASCII.space)
    // One word alone is the key of an object, too.
    guard message.last == ASCII.colon, message.count <= 32, parts.count > 1 else { return nil }
    var found: Bool?
    for word in parts {
      let lower = word.inLowerCase
      if responseWords.contains(lower) {
        found = true
      } else if advertisingWords.contains(lower) {
        found = found ?? false
      } else if !words.contains(lower) {
        return nil
      }
    }
    return found
  }

  /// Returns the octets of a line that has nothing else.
  private static func row(_ message: ArraySlice<UInt8>) -> [UInt8]? {
    var octets: [UInt8] = []
    for word in message.split(whereSeparator: { $0 == ASCII.space || $0 == UInt8(ascii: ",") }) {
      let digits = word.starts(with: [ASCII.zero, UInt8(ascii: "x")]) ? word.dropFirst(2) : word
      guard digits.count == 2, let octet = HexDigits.octets(of: digits)?.first else { return nil }
      octets.append(octet)
    }
    return octets.isEmpty ? nil : octets
  }
}

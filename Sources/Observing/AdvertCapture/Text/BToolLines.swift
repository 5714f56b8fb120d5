internal import AdvertisingData

/// The octets of events that TI's BTool prints below the words about each: what a device with TI's stack for a computer hears
/// while it looks for others.
///
/// ```
///  Event         : 0x060D (GAP_DeviceInformation)
///  EventType     : 0x04 (Scan Response)
/// Dump(Rx):
/// 04 FF 17 0D 06 00 04 00 66 55 44 33 22 C1 C4 0A
/// 09 09 4B 65 79 66 6F 62 20 31
/// ```
///
/// Newer stacks send event 0x0613 in its place, which has the fields of an extended report in another order.
///
/// Source: TI, *BLE Vendor Specific HCI Guide*, events 0x060D and 0x0613; texts of BTool in public threads; programs that
/// read the second one.
struct BToolLines {
  private var dump: (octets: [UInt8], line: Int)?
  /// The line with the data of an event in words, whose octets follow.
  private var words: Int?

  /// The packet indicator, the event code and the octet of its length.
  private static let headLength = 3
  /// The octets of the event before the data: of its number, the status, the kind, the address with its type, the strength
  /// and the length of the data.
  private static let fieldsLength = 13
  private static let vendorEvent: [UInt8] = [0x04, 0xFF]
  private static let deviceInformation: [UInt8] = [0x0D, 0x06]
  /// The event of the newer stacks with its status, success, and the number that says a report.
  private static let report: [UInt8] = [0x13, 0x06, 0, 0x00, 0x00, 0x40, 0x00]
  /// The octets of that event before the data, and before their length.
  private static let reportHeadLength = 31

  /// Returns whether a line is the first row of such an event.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool { row(line).map { isEvent($0) } ?? false }

  private static func isEvent(_ octets: [UInt8]) -> Bool {
    let fields = octets.dropFirst(headLength)
    return octets.starts(with: vendorEvent) && (fields.starts(with: deviceInformation) || fields.starts(with: report))
  }

  /// Whether rows may follow.
  var isOpen: Bool { dump != nil }

  /// Takes a row; returns `false` for any other line.
  mutating func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    guard let row = Self.row(text), dump != nil || Self.isEvent(row) else {
      if dump != nil { finish(into: &output) }
      guard Self.isWords(text) else { return false }
      finish(into: &output)
      words = line
      return true
    }
    words = nil
    var open = dump ?? ([], line)
    open.octets += row.prefix(Self.headLength + Int(UInt8.max) - open.octets.count)
    dump = open
    if let length = Self.length(of: open.octets), open.octets.count >= length { finish(into: &output) }
    return true
  }

  /// Ends the open dump.
  mutating func finish(into output: inout LogOutput) {
    if let line = words {
      output.losses.append(
        LogLoss(
          line: line, expected: "the bytes of an event", found: "words of BTool about it, and no rows below Dump(Rx)"))
      words = nil
    }
    guard let open = dump else { return }
    dump = nil
    let event = open.octets.dropFirst(Self.headLength)
    guard let length = Self.length(of: open.octets) else { return }
    guard open.octets.count >= length, event.count >= Self.fieldsLength else {
      output.losses.append(.cutPacket(line: open.line, open.octets.count, of: length))
      return
    }
    let fields = Array(event)
    if event.starts(with: Self.report) { return finish(report: fields, line: open.line, into: &output) }
    let data = Array(fields[Self.fieldsLength...].prefix(Int(fields[12])))
    // Its kinds of reports have the numbers of the legacy report.
    guard fields[2] == 0, let kind = PDUKind(legacyEventType: fields[3]), data.count == Int(fields[12]) else {
      output.losses.append(
        LogLoss(line: open.line, expected: "a device that TI's stack found", found: "an event with other fields"))
      return
    }
    let bits = OctetOrder.littleEndian.number(of: fields[5..<11])
    // Types 1 to 3 are the kinds of random addresses.
    output.append(
      data, kind.pdu, of: DeviceAddress(bits: bits, type: fields[4] == 0 ? .public : .random),
      Int8(bitPattern: fields[11]), at: nil, line: open.line)
  }

  /// Hands out an event of the newer stacks as the extended report that it has the fields of (Core Vol 4 Part E 7.7.65.13):
  /// kind, address with its type, PHYs, set, power, strength, target with its type, periodic interval, length of the data.
  private func finish(report fields: [UInt8], line: Int, into output: inout LogOutput) {
    let data = fields.dropFirst(Self.reportHeadLength)
    guard fields.count >= Self.reportHeadLength, data.count == Int(fields[29]) | Int(fields[30]) << 8,
      let length = UInt8(exactly: data.count + 26)
    else {
      output.losses.append(
        LogLoss(line: line, expected: "a report of TI's stack", found: "an event with other fields"))
      return
    }
    output.records.append(
      LogRecord(
        kind: .event,
        octets: [0x3E, length, 0x0D, 1, fields[7], 0] + fields[8..<20] + fields[27..<29] + fields[20..<27]
          + [UInt8(truncatingIfNeeded: data.count)] + data, line: line))
  }

  /// Returns whether a line has the data of an event in words: ` Data         : 02:01:06`.
  private static func isWords(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.first == ASCII.space, text.dropFirst().starts(with: label) else { return false }
    let rest = text.dropFirst(1 + label.count)
    let blanks = rest.prefix { $0 == ASCII.space || $0 == 0x09 }.count
    return blanks > 0 && rest.dropFirst(blanks).starts(with: [ASCII.colon, ASCII.space])
  }

  private static let label = Array("Data".utf8)

  /// Returns the length of an event, with its head.
  private static func length(of octets: [UInt8]) -> Int? {
    octets.count >= headLength ? headLength + Int(octets[2]) : nil
  }

  /// Returns the octets of a line that has nothing else; newer versions print an offset before them, and characters behind.
  private static func row(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var rest = text.drop { $0 <= ASCII.space }
    let hasOffset = rest.count > 5 && rest[rest.startIndex + 4] == ASCII.colon
    if hasOffset { rest = rest.dropFirst(5) }
    let words = rest.split(whereSeparator: { $0 <= ASCII.space })
    let octets = words.prefix(16).map { $0.count == 2 ? HexDigits.octets(of: $0)?.first : nil }
    let known = octets.prefix { $0 != nil }.compactMap { $0 }
    return known.isEmpty || !hasOffset && known.count < words.count ? nil : known
  }
}

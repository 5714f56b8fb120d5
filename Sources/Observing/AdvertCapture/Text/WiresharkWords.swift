internal import AdvertisingData

/// Reports in the words that Wireshark and tshark print of a packet, without the dump of its octets.
///
/// ```
/// Bluetooth HCI Event - LE Meta
///     Event Type: Scan Response (0x04)
///     Peer Address Type: Random Device Address (0x01)
///     BD_ADDR: f0:f1:f2:f3:f4:f5 (f0:f1:f2:f3:f4:f5)
///     Data Length: 8
///     Advertising Data
///         Device Name: Helmet
///             Length: 7
///             Type: Device Name (0x09)
///             Device Name: Helmet
///     RSSI: -60 dBm
/// ```
///
/// A structure is known when its words have as many octets as its length says, and the data when the structures do.
/// Words that say more than octets, such as those of a mesh, leave a loss.
///
/// Source: Wireshark, `packet-btcommon.c`, `packet-bthci_evt.c` and `packet-btle.c`, as tshark 4.0 prints them.
struct WiresharkWords {
  private var report: PrintedReport?
  /// The first line of the report.
  private var line = 0
  /// The type of a packet of the link layer, and that of its address; `nil` for a report of HCI.
  private var pdu: AdvertisingReport.PDU?
  private var addressType = DeviceAddress.AddressType.unstated
  /// The length of the data, in a report of HCI; that of the PDU, in a packet of the link layer.
  private var length: Int?
  private var isInData = false
  private var structures = WiresharkStructures()
  /// All octets of the data, where a line has them.
  private var whole: [UInt8]?
  /// Whether the packet was received with errors.
  private var isDamaged = false
  /// The strength in the header of a packet of the air, which is before its words.
  private var strength: UInt8?

  private static let pduMark = Array("Packet Header: 0x".utf8)
  private static let eventMarks = ["Sub Event: LE ", "Event Type: "].map { Array($0.utf8) }
  private static let marks = eventMarks + [pduMark]

  /// Returns whether a line begins the words of a report.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool {
    let words = line.drop { $0 == ASCII.space }
    return words.starts(with: eventMarks[0]) && ValueText.place(of: advertisingReport, in: words) != nil
      || words.starts(with: eventMarks[1]) && eventType(in: words) != nil
      || words.starts(with: pduMark) && pdu(in: words) != nil
  }

  /// Returns whether a line may begin such words: blanks, and then the first letters.
  @inline(__always)
  static func mayBegin(_ octets: Span<UInt8>, at start: Int) -> Bool {
    var place = start
    while place < octets.count, place < start + 16, octets[place] == ASCII.space { place += 1 }
    return place > start
      && marks.contains { mark in
        place + mark.count < octets.count && mark.indices.allSatisfy { octets[place + $0] == mark[$0] }
      }
  }

  private static let advertisingReport = Array("Advertising Report (0x".utf8)

  /// Takes a line.
  mutating func take(_ text: ArraySlice<UInt8>, line: Int, time: Int64?, into output: inout LogOutput) {
    let indentation = text.prefix { $0 == ASCII.space }.count
    let words = text.dropFirst(indentation)
    let field = BtmonDetail(indentation: indentation, text: words)
    if let type = Self.eventType(in: words) {
      begin(line, time: time, into: &output)
      report = PrintedReport(type: type)
    } else if let pdu = Self.pdu(in: words) {
      begin(line, time: time, into: &output)
      report = PrintedReport(rssi: strength ?? PrintedReport.unmeasured)
      self.pdu = pdu
      addressType = Self.addressType(in: words)
    }
    guard report != nil else {
      strength = rssi(in: field) ?? strength
      return
    }
    isDamaged = isDamaged || ValueText.place(of: Self.incorrectCRC, in: words) != nil
    if isInData {
      if field.value("RSSI") == nil { return structures.take(field) }
      isInData = false
    }
    take(field)
  }

  private mutating func take(_ field: BtmonDetail) {
    if field.value("Peer Address Type: ") != nil, let octets = field.octets(width: 1) {
      report?.addressType = octets[0]
    } else if field.value("BD_ADDR: ") ?? field.value("Advertising Address: ") != nil,
      let octets = field.octets(width: BtmonDetail.addressWidth)
    {
      report?.address = octets
    } else if let phy = field.value("Primary PHY: ") {
      report?.phys.primary = PrintedReport.number(ofPHY: phy)
    } else if let phy = field.value("Secondary PHY: ") {
      report?.phys.secondary = PrintedReport.number(ofPHY: phy)
    } else if let set = field.value("Advertising SID: ").flatMap({ HexNumber($0.prefix { $0 != ASCII.space }) }) {
      report?.set = UInt8(truncatingIfNeeded: set.value)
    } else if let rssi = rssi(in: field) {
      report?.rssi = rssi
    } else if let number = (field.value("Data Length: ") ?? field.value("Length: ")).flatMap(DecimalDigits.value) {
      length = number
    } else if let digits = field.value("Scan Response Data: ") {
      whole = HexDigits.octets(of: digits)
    } else if field.text.elementsEqual("Advertising Data".utf8) {
      isInData = true
    }
  }

  private func rssi(in field: BtmonDetail) -> UInt8? {
    field.value("RSSI") ?? field.value("Signal dBm: ") == nil ? nil : field.octets(width: 1)?.first
  }

  private mutating func begin(_ line: Int, time: Int64?, into output: inout LogOutput) {
    finish(time: time, into: &output)
    self.line = line
  }

  /// Hands out the open report.
  mutating func finish(time: Int64?, into output: inout LogOutput) {
    defer { self = WiresharkWords() }
    guard var report, !report.address.isEmpty, let length else { return }
    guard !isDamaged else {
      output.losses.append(LogLoss(line: line, expected: "a packet as it was sent", found: "one with an incorrect CRC"))
      return
    }
    structures.finish()
    let count = pdu == nil ? length : length - report.address.count
    report.data = whole ?? structures.octets
    report.isWhole = report.data.count == count
    if !report.isWhole {
      if report.data.count > count { report.data = [] }
      output.losses.append(
        LogLoss(
          line: line, expected: "the bytes of \(pdu == .scanRsp ? "a scan response" : report.name)",
          found: "words of Wireshark for \(report.data.count) of \(max(count, 0)) bytes: the capture has the others"))
    }
    guard let pdu else {
      output.records.append(LogRecord(kind: .event, octets: report.event, time: time, line: line))
      return
    }
    // A packet of the air cannot be marked as incomplete.
    guard report.isWhole else { return }
    let address = DeviceAddress(bits: OctetOrder.littleEndian.number(of: report.address[...]), type: addressType)
    let rssi = Int8(bitPattern: report.rssi)
    output.append(report.data, pdu, of: address, rssi, at: time, line: line)
  }

  /// Returns the type of a report: `Event Type: Scan Response (0x04)`, `Event Type: 0x0013, Connectable, …`.
  private static func eventType(in words: ArraySlice<UInt8>) -> [UInt8]? {
    guard words.starts(with: eventMarks[1]) else { return nil }
    let value = words.dropFirst(eventMarks[1].count)
    if let number = HexNumber(value.prefix { $0 != UInt8(ascii: ",") }), number.octets == 2 {
      return OctetOrder.littleEndian.octets(of: number.value, count: 2)
    }
    guard let number = HexNumber.inBrackets(value), number.value < 5 else { return nil }
    return [UInt8(number.value)]
  }

  /// Returns the type of a packet of the link layer: `Packet Header: 0x1740 (PDU Type: ADV_IND, …)`. Those of other
  /// types have no data that stand alone.
  private static func pdu(in words: ArraySlice<UInt8>) -> AdvertisingReport.PDU? {
    guard words.starts(with: pduMark), let rest = ValueText.text(behind: pduType, in: words) else { return nil }
    let name = rest.prefix { $0 == UInt8(ascii: "_") || ASCII.isLetter($0) }
    return [.advInd, .advNonconnInd, .advScanInd, .scanRsp].first { name.elementsEqual($0.rawValue.utf8) }
  }

  /// Returns the type of the sender's address: `TxAdd: Random`.
  private static func addressType(in words: ArraySlice<UInt8>) -> DeviceAddress.AddressType {
    guard let name = ValueText.text(behind: sender, in: words) else { return .unstated }
    return name.starts(with: "Random".utf8) ? .random : name.starts(with: "Public".utf8) ? .public : .unstated
  }

  private static let incorrectCRC = Array("Incorrect CRC".utf8)
  private static let sender = Array("TxAdd: ".utf8)
  private static let pduType = Array("(PDU Type: ".utf8)
}

/// The AD structures in the words of Wireshark: a name, a length, a type, and then the values.
private struct WiresharkStructures {
  /// The octets of the structures up to the first that is not known.
  private(set) var octets: [UInt8] = []
  private var isBroken = false
  /// The octets of the open structure behind its length; `nil` before its type.
  private var open: (length: Int, contents: [UInt8]?)?
  /// The bits of an octet that is printed bit by bit, and which of them are printed.
  private var bits: (value: UInt8, printed: UInt8) = (0, 0)

  /// Takes a line.
  mutating func take(_ field: BtmonDetail) {
    if let length = field.value("Length: ").flatMap(DecimalDigits.value) {
      finish()
      open = (length, nil)
      return
    }
    guard let structure = open else { return }
    guard var contents = structure.contents else {
      if field.value("Type: ") != nil, let type = HexNumber.inBrackets(field.text), type.octets == 1 {
        open?.contents = [UInt8(type.value)]
      }
      return
    }
    guard contents.count < structure.length, let type = contents.first else { return }
    contents += octets(of: field, type: type)
    open?.contents = contents
  }

  /// Ends the open structure.
  mutating func finish() {
    defer {
      open = nil
      bits = (0, 0)
    }
    guard let open else { return }
    guard !isBroken, let contents = open.contents, contents.count == open.length, open.length <= UInt8.max else {
      isBroken = true
      return
    }
    octets += [UInt8(open.length)] + contents
  }

  /// Returns the octets of a value; none for a line without one.
  private mutating func octets(of field: BtmonDetail, type: UInt8) -> [UInt8] {
    switch type {
    case 0x08, 0x09, 0x30:
      return (field.value("Device Name: ") ?? field.value("Broadcast Name: ")).map(Self.unescaped) ?? []
    case 0x24: return field.value("URI: ").map(Self.unescaped) ?? []
    case 0x01, 0x11: return bit(in: field) ?? []
    case 0x0A: return field.octets("Power Level (dBm): ", width: 1) ?? []
    case 0x0D: return field.octets("Class of Device: ", width: 3) ?? []
    case 0x12:
      return field.octets("Connection Interval Min: ", width: 2) ?? field.octets("Connection Interval Max: ", width: 2)
        ?? []
    case 0x17, 0x18: return field.octets("BD_ADDR: ", width: BtmonDetail.addressWidth) ?? []
    case 0x19: return field.octets("Appearance: ", width: 2) ?? []
    case 0x1A: return field.octets("Advertising Interval: ", width: 2) ?? []
    case 0x1B: return bit(in: field) ?? field.octets("BD_ADDR: ", width: BtmonDetail.addressWidth) ?? []
    case 0x1C: return field.octets("Type: ", width: 1) ?? []
    case 0x27: return field.value("LE Features: ").flatMap(Self.firstNumber) ?? []
    case 0xFF where field.value("Company ID: ") != nil: return field.octets(width: 2) ?? []
    default: return Self.uuid(in: field) ?? Self.hex(in: field)
    }
  }

  /// Returns the octet that ends with these bits: `.... .1.. = BR/EDR Not Supported: true (0x1)`; `nil` for any other
  /// line.
  private mutating func bit(in field: BtmonDetail) -> [UInt8]? {
    let pattern = field.text.prefix { $0 != UInt8(ascii: "=") }.filter { $0 != ASCII.space }
    guard pattern.count == 8,
      pattern.allSatisfy({ $0 == UInt8(ascii: ".") || $0 == ASCII.zero || $0 == ASCII.zero + 1 })
    else { return nil }
    for character in pattern.enumerated() where character.element != UInt8(ascii: ".") {
      bits.printed |= 0x80 >> character.offset
      if character.element == ASCII.zero + 1 { bits.value |= 0x80 >> character.offset }
    }
    guard bits.printed == 0xFF else { return [] }
    defer { bits = (0, 0) }
    return [bits.value]
  }

  /// `UUID 16: Battery (0x180f)`, `Custom UUID: afd0ffa0-2a9e-41a9-b9db-115a0e511de4 (Unknown)`.
  private static func uuid(in field: BtmonDetail) -> [UInt8]? {
    guard let colon = ValueText.place(of: uuidEnd, in: field.text),
      field.text[..<colon].allSatisfy({ $0 != ASCII.colon }), ValueText.place(of: uuidMark, in: field.text) != nil
    else { return nil }
    let value = field.text[(colon + uuidEnd.count)...]
    let first = value.prefix { $0 != ASCII.space }
    if first.count == 36, let uuid = BluetoothUUID(text: String(decoding: first, as: UTF8.self)) {
      return uuid.littleEndian(width: .bits128)
    }
    guard let number = HexNumber.inBrackets(value) ?? HexNumber(first), number.octets == 2 || number.octets == 4 else {
      return nil
    }
    return OctetOrder.littleEndian.octets(of: number.value, count: number.octets)
  }

  private static let uuidMark = Array("UUID".utf8)
  private static let uuidEnd = Array(": ".utf8)

  /// Returns the octets of a line whose value is hex and nothing else: `Service Data: 0170f842`.
  private static func hex(in field: BtmonDetail) -> [UInt8] {
    guard let colon = ValueText.place(of: uuidEnd, in: field.text) else { return [] }
    return HexDigits.octets(of: field.text[(colon + uuidEnd.count)...]) ?? []
  }

  /// `0xff, LE Encryption, …`
  private static func firstNumber(_ value: ArraySlice<UInt8>) -> [UInt8]? {
    HexNumber(value.prefix { $0 != UInt8(ascii: ",") }).map { [UInt8(truncatingIfNeeded: $0.value)] }
  }

  /// Returns text with its escaped octets: `\001`, `\n`.
  private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let letters: [UInt8: UInt8] = [
      UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10, UInt8(ascii: "v"): 11,
      UInt8(ascii: "f"): 12, UInt8(ascii: "r"): 13,
    ]
    var octets: [UInt8] = []
    var rest = text
    while let first = rest.popFirst() {
      guard first == ASCII.backslash, let next = rest.first else {
        octets.append(first)
        continue
      }
      let digits = rest.prefix(3)
      if digits.count == 3, digits.allSatisfy({ (ASCII.zero...ASCII.zero + 7).contains($0) }) {
        octets.append(UInt8(truncatingIfNeeded: digits.reduce(0) { $0 << 3 | Int($1 - ASCII.zero) }))
        rest = rest.dropFirst(3)
      } else if let letter = letters[next] {
        octets.append(letter)
        rest = rest.dropFirst()
      } else {
        octets.append(first)
      }
    }
    return octets
  }
}

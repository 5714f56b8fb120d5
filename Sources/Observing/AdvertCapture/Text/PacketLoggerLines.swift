internal import AdvertisingData

/// Extended advertising reports in the text that Apple's PacketLogger copies or exports: a line about the event, then its
/// fields, indented.
///
/// ```
/// May 07 20:15:23.882  HCI Event  0x0000  Lamp  LE - Ext ADV - 1 Report - Normal - Random (static) - C1:22:33:44:55:66 - …
///     Parameter Length: 37 (0x25)
///     Num Reports: 0X01
///     Report 0
///         Event Type: Connectable Advertising - Scannable Advertising - Legacy Advertising PDUs Used - Complete -
///         Address Type: Random (static)
///         Peer Address: C1:22:33:44:55:66
///         RSSI: -60 dBm
///         Data: 02 01 06 07 09 48 65 6C 6D 65 74
/// ```
///
/// Apple does not describe this form. A report is read when all words of its type are known and its data are as long as
/// the length of the event says; else the line is told.
///
/// Source: texts of PacketLogger in public threads, of macOS 15.
struct PacketLoggerLines {
  private var event: Event?

  /// An event whose fields follow.
  private struct Event {
    let line: Int
    let time: Int64?
    var length: Int?
    var reports: Int?
    var type: ArraySlice<UInt8> = []
    var addressType: ArraySlice<UInt8> = []
    var address: UInt64?
    var rssi: Int8?
    var data: [[UInt8]] = []
  }

  /// Whether fields may follow.
  var isOpen: Bool { event != nil }

  private static let kind = Array("HCI Event ".utf8)
  private static let report = Array("LE - Ext ADV - ".utf8)
  /// The octets of an extended event with one report that are not data (Core Vol 4 Part E 7.7.65.13).
  private static let headLength = 26
  /// Every data line of an event, and more than a payload can have structures.
  private static let mostDataLines = 256

  /// Returns whether a line is about such an event.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool {
    guard let kind = ValueText.place(of: kind, in: line), let report = ValueText.place(of: report, in: line) else {
      return false
    }
    return kind < report && !isIndented(line)
  }

  /// Takes a line of an event; returns `false` for any other.
  mutating func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    if Self.begins(text) {
      finish(into: &output)
      event = Event(line: line, time: LineFacts.time(in: Array(text)))
      return true
    }
    guard var open = event else { return false }
    guard Self.isIndented(text) else {
      finish(into: &output)
      return false
    }
    let words = text.drop { $0 <= ASCII.space }
    if let colon = words.firstIndex(of: ASCII.colon) {
      let value = words[(colon + 1)...].drop { $0 == ASCII.space }
      Self.note(words[..<colon], value, in: &open)
      event = open
    }
    return true
  }

  /// Ends the open event.
  mutating func finish(into output: inout LogOutput) {
    guard let open = event else { return }
    event = nil
    guard open.reports == 1, let bits = open.address, let pdu = Self.pdu(open.type),
      let type = Self.addressType(open.addressType),
      let data = open.data.first(where: { $0.count + Self.headLength == open.length })
    else {
      output.losses.append(
        LogLoss(
          line: open.line, expected: "an advertising report with all its fields",
          found: "others in words of PacketLogger: its file, .pklg, has the bytes"))
      return
    }
    output.append(
      data, pdu, of: DeviceAddress(bits: bits, type: type), open.rssi, at: open.time, line: open.line)
  }

  // MARK: Fields

  private static func note(_ key: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>, in event: inout Event) {
    switch String(decoding: key, as: UTF8.self) {
    case "Parameter Length": event.length = event.length ?? DecimalDigits.value(of: value.prefix { ASCII.isDigit($0) })
    case "Num Reports": event.reports = HexDigits.octets(of: value.dropFirst(2).prefix(2)).map { Int($0.first ?? 0) }
    case "Event Type": event.type = value
    case "Address Type": event.addressType = value
    case "Peer Address": event.address = PrintedAddress.bits(in: value.prefix(PrintedAddress.length))
    case "RSSI":
      let digits = value.prefix { $0 == ASCII.hyphen || ASCII.isDigit($0) }
      event.rssi = DecimalDigits.signed(digits).flatMap { Int8(exactly: $0) }
    case "Data":
      let octets = value.split(separator: ASCII.space).map { $0.count == 2 ? HexDigits.octets(of: $0)?.first : nil }
      if !octets.contains(nil), event.data.count < mostDataLines { event.data.append(octets.compactMap { $0 }) }
    default: break
    }
  }

  /// Returns the kind of a legacy report; `nil` for another, and for words that are not known.
  private static func pdu(_ type: ArraySlice<UInt8>) -> AdvertisingReport.PDU? {
    var words = Set(
      String(decoding: type, as: UTF8.self).split(separator: "-").map { String($0.filter { $0 != " " }) })
    words.remove("")
    guard words.remove("LegacyAdvertisingPDUsUsed") != nil, words.remove("Complete") != nil else { return nil }
    let connectable = words.remove("ConnectableAdvertising") != nil
    let scannable = words.remove("ScannableAdvertising") != nil
    let answers = words.remove("ScanResponse") != nil
    guard words.isEmpty, scannable || answers || !connectable else { return nil }
    return answers ? .scanRsp : connectable ? .advInd : scannable ? .advScanInd : .advNonconnInd
  }

  /// Returns the type of an address; `nil` for words that are not known.
  private static func addressType(_ words: ArraySlice<UInt8>) -> DeviceAddress.AddressType? {
    let isIdentity = ValueText.place(of: Array("Identity".utf8), in: words) != nil
    if words.starts(with: Array("Random".utf8)) { return isIdentity ? .randomIdentity : .random }
    return words.starts(with: Array("Public".utf8)) ? isIdentity ? .publicIdentity : .public : nil
  }

  private static func isIndented(_ line: ArraySlice<UInt8>) -> Bool {
    line.isEmpty || line.first == 0x09 || line.starts(with: [ASCII.space, ASCII.space])
  }
}

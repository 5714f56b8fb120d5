internal import AdvertisingData

/// Advertising reports in the words that `hcidump` prints without `-R`: one packet of BtmonLines, whose first line has no
/// number.
///
/// ```
/// > HCI Event: LE Meta Event (0x3e) plen 33
///     LE Advertising Report
///       ADV_IND - Connectable undirected advertising (0)
///       bdaddr F0:F1:F2:F3:F4:F5 (Random)
///       Flags: 0x06
///       Unknown type 0x07 with 16 bytes data
///       RSSI: -61
/// ```
///
/// Flags, lists of 16-bit UUIDs, names and the power can be made again. Of any other structure, only the type and the
/// length are printed, and structures behind it are not kept.
///
/// Source: hcidump of BlueZ 5, `parser/hci.c` (`ext_inquiry_data_dump`).
enum HCIDumpWords {
  private static let heading = Array("LE Advertising Report".utf8)
  /// The octets of an event beside those of its reports, and of a report beside its data (Core Vol 4 Part E 7.7.65.2).
  private static let eventOverhead = 2
  private static let reportOverhead = 10

  /// Returns whether a line says that a packet has reports.
  static func isHeading(_ line: ArraySlice<UInt8>) -> Bool {
    line.first == ASCII.space && line.drop { $0 == ASCII.space }.elementsEqual(heading)
  }

  /// A report, and what its words do not have.
  private struct Told {
    var report: PrintedReport
    /// The first structure without octets, for people.
    var loss: String?
    /// The octets of all structures, known or not.
    var count = 0
  }

  /// Adds the reports of a packet. They are whole when their lengths add up to that of the packet: zeros behind the
  /// structures, and those in a name, are not printed.
  static func add(_ packet: BtmonPacket, to output: inout LogOutput) {
    var reports: [Told] = []
    for detail in packet.details {
      if let type = type(in: detail) {
        reports.append(Told(report: PrintedReport(type: [type])))
      } else if !reports.isEmpty {
        take(detail, into: &reports[reports.count - 1])
      }
    }
    let count = packet.length - eventOverhead - reports.count * reportOverhead
    let addsUp = reports.reduce(0) { $0 + $1.count } == count
    for (position, told) in reports.enumerated() where !told.report.address.isEmpty {
      var report = told.report
      report.isWhole = addsUp && told.loss == nil
      // The strength printed for each report is that of the last one.
      if position + 1 < reports.count { report.rssi = PrintedReport.unmeasured }
      output.records.append(
        LogRecord(kind: .event, octets: report.event, adapter: packet.adapter, time: packet.time, line: packet.line))
      guard !report.isWhole else { continue }
      let found = told.loss ?? "structures of \(told.count) bytes"
      output.losses.append(
        LogLoss(
          line: packet.line, expected: "the bytes of \(report.name)",
          found: "words of hcidump for \(found): hcidump -R has the bytes"))
    }
  }

  /// `ADV_IND - Connectable undirected advertising (0)`
  private static func type(in detail: BtmonDetail) -> UInt8? {
    guard detail.text.starts(with: "ADV_".utf8) || detail.text.starts(with: "SCAN_".utf8),
      detail.text.last == UInt8(ascii: ")")
    else { return nil }
    let digit = detail.text.dropLast().suffix(2)
    guard digit.first == UInt8(ascii: "("), let type = digit.last.map({ $0 &- ASCII.zero }), type < 5 else {
      return nil
    }
    return type
  }

  private static func take(_ detail: BtmonDetail, into told: inout Told) {
    if let address = detail.value("bdaddr ") {
      told.report.address = PrintedAddress.octets(in: address) ?? []
      told.report.addressType = ValueText.place(of: random, in: address) == nil ? 0 : 1
    } else if let digits = detail.value("RSSI: "), let rssi = DecimalDigits.signed(digits) {
      told.report.rssi = UInt8(truncatingIfNeeded: rssi)
    } else if let structure = structure(in: detail) {
      told.count += structure.count + 1
      if told.loss == nil { told.report.data += [UInt8(truncatingIfNeeded: structure.count)] + structure }
    } else {
      let missing = missing(in: detail)
      told.count += missing.count
      told.loss = told.loss ?? missing.words
    }
  }

  private static let random = Array("(Random)".utf8)

  /// Returns the type and the octets of a structure; `nil` when they are not printed.
  private static func structure(in detail: BtmonDetail) -> [UInt8]? {
    if let numbers = detail.value("Flags:") { return octets(numbers, width: 1).map { [0x01] + $0 } }
    if let numbers = detail.value("Shortened service classes:") { return octets(numbers, width: 2).map { [0x02] + $0 } }
    if let numbers = detail.value("Complete service classes:") { return octets(numbers, width: 2).map { [0x03] + $0 } }
    if let text = detail.value("Shortened local name: ") { return name(text).map { [0x08] + $0 } }
    if let text = detail.value("Complete local name: ") { return name(text).map { [0x09] + $0 } }
    return detail.value("TX power level: ").flatMap(DecimalDigits.value).flatMap { UInt8(exactly: $0) }.map {
      [0x0A, $0]
    }
  }

  /// ` 0x180f 0x180a`
  private static func octets(_ text: ArraySlice<UInt8>, width: Int) -> [UInt8]? {
    let words = text.split(separator: ASCII.space)
    let numbers = words.compactMap { HexNumber($0) }
    guard numbers.count == words.count, numbers.allSatisfy({ $0.octets == width }) else { return nil }
    return numbers.flatMap { OctetOrder.littleEndian.octets(of: $0.value, count: width) }
  }

  /// Returns a name in quotation marks; `nil` for one with a dot, which can stand for any character that is not printed.
  private static func name(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let quote = UInt8(ascii: "'")
    guard text.count > 1, text.first == quote, text.last == quote, !text.contains(UInt8(ascii: ".")) else { return nil }
    return Array(text.dropFirst().dropLast())
  }

  /// Returns what a line leaves out, for people: numbers of the line, and no text of it; and its octets.
  private static func missing(in detail: BtmonDetail) -> (words: String, count: Int) {
    if let name = detail.value("Complete local name: '") ?? detail.value("Shortened local name: '") {
      return ("a name with dots, each of which can be another character", name.count + 1)
    }
    let words = detail.text.split(separator: ASCII.space)
    guard detail.value("Unknown type ") != nil, words.count > 4, let type = HexNumber(words[2]), type.octets == 1,
      let count = DecimalDigits.value(of: words[4])
    else { return ("a structure", 0) }
    return ("a structure of type 0x\(HexText.compact([UInt8(type.value)])) with \(counted(count, "byte"))", count + 2)
  }
}

internal import AdvertisingData

/// Scan results of Espressif's AT firmware, and the commands with the data that it shall send. A result has: address, strength, advertising data, scan response data, and the type of the
/// address. One of the two data is empty. Newer firmware has the type of the event, too, and quotation marks.
///
/// ```
/// +BLESCAN:a4:c1:38:11:22:33,-64,02010603030f18,,0
/// +BLESCAN:"c1:22:33:44:55:66",-71,,0409616263,1,4
/// AT+BLEADVDATA="0201060A09457370726573736966"
/// AT+BLESCANRSPDATA="03030F18"
/// ```
///
/// Sources: ESP-AT Programming Guide, `AT+BLESCAN`; outputs in public threads about ESP-AT 1.1 to 3.5. The numbers of
/// events are those of `esp_ble_evt_type_t` in ESP-IDF.
enum ESPATLines {
  private static let mark = Array("+BLESCAN:".utf8)
  private static let longestPayload = 1650

  private struct Result {
    let address: DeviceAddress
    let rssi: Int8
    let advertising: [UInt8]
    let scanResponse: [UInt8]
    let event: Int?
  }

  /// Returns whether a line has a result, or a command with data.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool { result(in: line) != nil || command(in: line) != nil }

  /// Returns the data of a command in hex, and whether they are those of scan responses.
  private static func command(in line: ArraySlice<UInt8>) -> (octets: [UInt8], answers: Bool)? {
    for (mark, answers) in [("AT+BLEADVDATA=\"", false), ("AT+BLESCANRSPDATA=\"", true)] {
      guard let rest = ValueText.text(behind: Array(mark.utf8), in: line) else { continue }
      let digits = rest.prefix { $0 != UInt8(ascii: "\"") }
      guard digits.count <= 2 * longestPayload, digits.endIndex < line.endIndex,
        let octets = HexDigits.octets(of: digits),
        !octets.isEmpty
      else { return nil }
      return (octets, answers)
    }
    return nil
  }

  /// Takes a line with a result or with data to send; returns `false` for any other.
  static func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    let time = LineFacts.time(in: Array(text))
    if let command = command(in: text) {
      let pdu = command.answers ? LineFacts.scanResponse(of: command.octets) : LineFacts.pdu(of: command.octets)
      output.append(command.octets, pdu, of: .anonymous, nil, at: time, line: line)
      return true
    }
    guard let result = result(in: text) else { return false }
    // Without the type of the event, an empty block beside the other one was not received.
    let answers = result.event.map { $0 == 4 } ?? !result.scanResponse.isEmpty
    if !answers || !result.advertising.isEmpty {
      output.append(result.advertising, pdu(of: result), of: result.address, result.rssi, at: time, line: line)
    }
    if answers {
      let pdu = LineFacts.scanResponse(of: result.scanResponse)
      output.append(result.scanResponse, pdu, of: result.address, result.rssi, at: time, line: line)
    }
    return true
  }

  private static func pdu(of result: Result) -> AdvertisingReport.PDU {
    switch result.event {
    case 1: .advDirectInd
    case 2: .advScanInd
    case 3: .advNonconnInd
    case 0: result.advertising.count > 31 ? .auxAdvInd : .advInd
    default: LineFacts.pdu(of: result.advertising)
    }
  }

  private static func result(in line: ArraySlice<UInt8>) -> Result? {
    guard line.contains(mark[0]), let rest = ValueText.text(behind: mark, in: line) else { return nil }
    let comma = UInt8(ascii: ",")
    let columns = rest.split(separator: comma, maxSplits: 6, omittingEmptySubsequences: false).map(withoutQuotes)
    guard columns.count == 5 || columns.count == 6, let bits = PrintedAddress.bits(in: columns[0]),
      let rssi = DecimalDigits.signed(columns[1]).flatMap({ Int8(exactly: $0) }),
      let advertising = payload(columns[2]), let scanResponse = payload(columns[3]),
      let kind = DecimalDigits.signed(columns[4]), 0...3 ~= kind
    else { return nil }
    var event: Int?
    if columns.count == 6 {
      guard let number = DecimalDigits.signed(columns[5]), 0...4 ~= number else { return nil }
      event = number
    }
    return Result(
      // Identity addresses of resolved ones have types of their own.
      address: DeviceAddress(bits: bits, type: [.public, .random, .publicIdentity, .randomIdentity][kind]), rssi: rssi,
      advertising: advertising, scanResponse: scanResponse, event: event)
  }

  private static func withoutQuotes(_ column: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isOutside = { (octet: UInt8) -> Bool in octet <= ASCII.space || octet == UInt8(ascii: "\"") }
    let text = column.drop(while: isOutside)
    return text.dropLast(text.reversed().prefix(while: isOutside).count)
  }

  private static func payload(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count <= 2 * longestPayload else { return nil }
    return text.isEmpty ? [] : HexDigits.octets(of: text)
  }
}

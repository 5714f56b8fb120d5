internal import AdvertisingData

/// Scan results as scripts of Shelly devices hand them on: address, strength, and separate advertising data and scan
/// response data in base64.
///
/// ```
/// "data":[2,[["a4:c1:38:11:22:33",-64,"AgEGAwMPGA==","BAlhYmM="]]]
/// ```
///
/// Home Assistant's log has the same as Python prints it, with other quotation marks. Version 1 has one result without the
/// inner brackets.
///
/// Source: aioshelly, `ble/const.py` and `rpc_device/wsrpc.py`: the event `ble.scan_result`. A device without a scan
/// response has an empty text for it.
enum ShellyLines {
  /// Returns whether a line has a result.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool { !results(in: line).isEmpty }

  /// Takes a line with results; returns `false` for any other.
  static func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    let results = results(in: text)
    guard !results.isEmpty else { return false }
    let time = LineFacts.time(in: Array(text))
    for result in results {
      output.append(
        result.advertising, LineFacts.pdu(of: result.advertising), of: result.address, result.rssi, at: time, line: line
      )
      if !result.scanResponse.isEmpty {
        output.append(result.scanResponse, .scanRsp, of: result.address, result.rssi, at: time, line: line)
      }
    }
    return true
  }

  private struct Result {
    let address: DeviceAddress
    let rssi: Int8
    let advertising: [UInt8]
    let scanResponse: [UInt8]
  }

  private static func results(in line: ArraySlice<UInt8>) -> [Result] {
    var results: [Result] = []
    var rest = line
    while let start = rest.firstIndex(of: UInt8(ascii: "[")) {
      rest = rest[(start + 1)...]
      var list = rest
      if let result = result(in: &list) {
        results.append(result)
        rest = list
      }
    }
    return results
  }

  private static func result(in list: inout ArraySlice<UInt8>) -> Result? {
    // The number of the version.
    if list.first == UInt8(ascii: "1") { list = list.dropFirst().drop { $0 == UInt8(ascii: ",") || $0 == ASCII.space } }
    guard let bits = string(in: &list).flatMap({ PrintedAddress.bits(in: $0) }),
      comma(in: &list), let strength = number(in: &list), let rssi = Int8(exactly: strength), comma(in: &list),
      let advertising = string(in: &list).flatMap({ Base64Text.octets(of: $0) }), comma(in: &list),
      let scanResponse = string(in: &list).flatMap({ Base64Text.octets(of: $0) }), advertising.count <= 1650,
      scanResponse.count <= 1650
    else { return nil }
    return Result(
      address: LineFacts.address(bits), rssi: rssi, advertising: advertising, scanResponse: scanResponse)
  }

  private static func skipBlanks(_ list: inout ArraySlice<UInt8>) { list = list.drop { $0 == ASCII.space } }

  private static func comma(in list: inout ArraySlice<UInt8>) -> Bool {
    skipBlanks(&list)
    return list.popFirst() == UInt8(ascii: ",")
  }

  /// Returns a text without escapes.
  private static func string(in list: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    skipBlanks(&list)
    guard let quote = list.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
    let text = list.dropFirst().prefix { $0 != quote && $0 != ASCII.backslash }
    guard list[text.endIndex...].first == quote else { return nil }
    list = list[(text.endIndex + 1)...]
    return text
  }

  private static func number(in list: inout ArraySlice<UInt8>) -> Int? {
    skipBlanks(&list)
    let digits = list.prefix { $0 == ASCII.hyphen || ASCII.isDigit($0) }
    list = list[digits.endIndex...]
    return DecimalDigits.signed(digits)
  }
}

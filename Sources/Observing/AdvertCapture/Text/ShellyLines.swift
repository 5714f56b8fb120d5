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
///
/// A program prints an event more than once: as it came and as it was read, or in two logs that are joined. The same
/// results at the same time of the device, or in the same line with its time, are one event.
struct ShellyLines {
  /// The last events, the newest last.
  private var latest: [Event] = []

  private static let mostEvents = 64

  private struct Event: Hashable {
    /// The time that the device gave it, or the whole line where there is none.
    let mark: [UInt8]
    let results: [Result]
  }

  /// Returns whether a line has a result.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool { !results(in: line).isEmpty }

  /// Takes a line with results; returns `false` for any other.
  mutating func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    let results = Self.results(in: text)
    guard !results.isEmpty else { return false }
    let time = LineFacts.time(in: Array(text))
    if let mark = Self.time(in: text) ?? (time == nil ? nil : Array(text)) {
      let event = Event(mark: mark, results: results)
      if latest.contains(event) { return true }
      if latest.count == Self.mostEvents { latest.removeFirst() }
      latest.append(event)
    }
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

  /// Returns the digits of the last `ts` of a line, the time that the device gave the event; zeros at the end of a
  /// fraction do not count.
  private static func time(in line: ArraySlice<UInt8>) -> [UInt8]? {
    let places = ["\"ts\":", "'ts':"].compactMap { mark in
      ValueText.lastPlace(of: mark, in: line).map { $0 + mark.utf8.count }
    }
    guard let place = places.max() else { return nil }
    var digits = Array(
      line[place...].drop { $0 == ASCII.space }.prefix { ASCII.isDigit($0) || $0 == UInt8(ascii: ".") })
    if digits.contains(UInt8(ascii: ".")) {
      while let last = digits.last, last == UInt8(ascii: "0") || last == UInt8(ascii: ".") {
        digits.removeLast()
        if last == UInt8(ascii: ".") { break }
      }
    }
    return digits.isEmpty ? nil : digits
  }

  private struct Result: Hashable {
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

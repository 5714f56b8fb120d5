internal import AdvertisingData

/// Bytes as base64 in quotation marks behind a key, beside an address, as plug-ins for apps and gateways print those of both packets:
///
/// ```
/// {"address":"C0:00:00:00:00:01","rssi":-60,"advertisement":"AgEGAwMNGAUJVGVzdA=="}
/// ```
///
/// Many words are base64 by chance: the bytes must be whole AD structures of known types. Data in hex are no base64.
///
/// Source: cordova-plugin-bluetoothle, `BluetoothLePlugin.java` (`startScan`); react-native-ble-manager, `Peripheral.java`;
/// react-native-ble-plx, `Device.ts`.
enum Base64Lines {
  private static let keys = [
    "data", "raw", "rawdata", "advertising", "advertisement", "advertisingdata", "advdata", "scanrecord",
    "rawscanrecord",
    "payload", "bytes",
  ].map { Array($0.utf8) }
  /// Fewer octets are whole structures by chance in some words.
  private static let fewestOctets = 7
  private static let longest = 2200

  /// Returns whether a line has such bytes.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool { merged(in: line, line: 1) != nil }

  /// Takes a line with such bytes; returns `false` for any other.
  static func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    guard let merged = merged(in: text, line: line) else { return false }
    output.merged.append(merged)
    return true
  }

  private static func merged(in text: ArraySlice<UInt8>, line: Int) -> MergedLine? {
    guard let octets = octets(in: text) else { return nil }
    let lower = text.inLowerCase
    guard let printed = LineFacts.printedAddress(of: HexItem.items(in: Array(text)), in: lower) else { return nil }
    return MergedLine(
      address: LineFacts.address(printed.number, in: lower), octets: octets, line: line, rssi: LineFacts.rssi(in: lower)
    )
  }

  private static func octets(in line: ArraySlice<UInt8>) -> [UInt8]? {
    var rest = line
    while let open = rest.firstIndex(where: { isQuote($0) }) {
      let word = line[(open + 1)...].prefix { !isQuote($0) && $0 > ASCII.space }
      rest = line[word.endIndex...].dropFirst()
      guard word.count > fewestOctets, word.count <= longest, isNamed(line[..<open]), HexDigits.octets(of: word) == nil,
        let octets = Base64Text.octets(of: word), octets.count >= fewestOctets, HexItem.payload(of: octets) != nil,
        MergedPayload(octets) != nil
      else { continue }
      return octets
    }
    return nil
  }

  private static func isQuote(_ octet: UInt8) -> Bool { octet == UInt8(ascii: "\"") || octet == UInt8(ascii: "'") }

  /// Returns whether a text ends with a key and its sign.
  private static func isNamed(_ text: ArraySlice<UInt8>) -> Bool {
    let sign = text.reversed().prefix { !ASCII.isAlphanumeric($0) }
    guard sign.count <= 4, sign.contains(ASCII.colon) || sign.contains(UInt8(ascii: "=")) else { return false }
    let word = text.dropLast(sign.count).reversed().prefix { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
      .reversed().filter { $0 != UInt8(ascii: "_") }.inLowerCase
    return keys.contains(word)
  }
}

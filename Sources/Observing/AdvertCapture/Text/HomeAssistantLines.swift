internal import AdvertisingData

/// The bytes that remote scanners handed to Home Assistant, in its diagnostics: the latest bytes of each device, which
/// can be both blocks in one.
///
/// ```
/// "raw_advertisement_data": {
///   "A4:C1:38:11:22:33": {
///     "__type": "<class 'bytes'>",
///     "repr": "b'\\x02\\x01\\x06\\x03\\x03\\x0f\\x18'"
///   },
/// ```
///
/// Source: habluetooth, `base_scanner.py` (`async_diagnostics`). The host's own adapters have no bytes in it.
struct HomeAssistantLines {
  private var address: DeviceAddress?
  /// The number of lines since the address.
  private var lines = 0

  /// The most lines since the address: the type and the bytes follow it at once.
  private static let maximumLines = 2

  /// Whether the bytes of a device are expected.
  var isOpen: Bool { address != nil }

  /// Returns whether a line has bytes that are whole structures; no other entries of diagnostics are.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool {
    guard let octets = bytes(in: line), octets.count > 6 else { return false }
    return HexItem.payload(of: octets) == octets
  }

  /// Takes a line of such an entry; returns `false` for any other.
  mutating func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    if let key = Self.key(in: text) {
      address = key
      lines = 0
      return true
    }
    guard let known = address else { return false }
    lines += 1
    if lines >= Self.maximumLines { address = nil }
    guard let octets = Self.bytes(in: text) else { return lines < Self.maximumLines }
    address = nil
    if !octets.isEmpty { output.merged.append(MergedLine(address: known, octets: octets, line: line, rssi: nil)) }
    return true
  }

  /// Returns an address that is a key, before an object.
  private static func key(in line: ArraySlice<UInt8>) -> DeviceAddress? {
    let text = line.drop { $0 == ASCII.space }
    guard text.first == UInt8(ascii: "\""),
      let bits = PrintedAddress.bits(in: text.dropFirst().prefix(PrintedAddress.length)),
      text.dropFirst(18).elementsEqual("\": {".utf8)
    else { return nil }
    return LineFacts.address(bits)
  }

  /// Returns Python's bytes in a text of JSON, whose backslashes are doubled.
  private static func bytes(in line: ArraySlice<UInt8>) -> [UInt8]? {
    let text = line.drop { $0 == ASCII.space }
    let mark = "\"repr\": \"".utf8
    guard text.starts(with: mark) else { return nil }
    var python: [UInt8] = []
    var rest = text.dropFirst(mark.count)
    while let octet = rest.popFirst(), octet != UInt8(ascii: "\"") {
      guard octet == ASCII.backslash else {
        python.append(octet)
        continue
      }
      guard let escaped = rest.popFirst(), escaped == ASCII.backslash || escaped == UInt8(ascii: "\"") else {
        return nil
      }
      python.append(escaped)
    }
    let literals = PythonBytes.literals(in: python)
    guard literals.count == 1, literals[0].place == 0..<python.count else { return nil }
    return literals[0].octets
  }
}

internal import AdvertisingData

/// A device as people copy it from nRF Connect for Mobile: its name and address, its strength, and its raw data, which are
/// both packets in one.
///
/// ```
/// SHS-2071 (F0:F1:F2:F3:F4:F5)
/// RSSI: -60 dBm
/// 0x02010609095348532D32303731
/// ```
struct NRFConnectLines {
  private var open: Device?

  private struct Device {
    let address: DeviceAddress
    let line: Int
    var rssi: Int8?
  }

  private static let longestName = 64
  private static let mostLines = 4

  /// Whether the lines of a device may follow.
  var isOpen: Bool { open != nil }

  /// Returns whether a line is a name with an address in brackets, and nothing else.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool { address(in: line) != nil }

  /// Takes a line of a device; returns `false` for any other.
  mutating func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    if let address = Self.address(in: text) {
      finish(into: &output)
      open = Device(address: address, line: line)
      return true
    }
    guard let device = open else { return false }
    guard line - device.line < Self.mostLines else {
      finish(into: &output)
      return false
    }
    if let octets = Self.octets(in: text) {
      output.merged.append(MergedLine(address: device.address, octets: octets, line: line, rssi: device.rssi))
      open = nil
      return true
    }
    let words = text.inLowerCase
    guard words.drop(while: { $0 <= ASCII.space }).starts(with: "rssi".utf8), let rssi = LineFacts.namedRSSI(in: words)
    else { return false }
    open?.rssi = rssi
    return true
  }

  /// Ends the lines of a device.
  mutating func finish(into output: inout LogOutput) {
    if let device = open {
      output.losses.append(
        LogLoss(
          line: device.line, expected: UnreadLines.expected,
          found: "a name and an address without data (in nRF Connect, RAW shows the bytes)"))
    }
    open = nil
  }

  private static func address(in line: ArraySlice<UInt8>) -> DeviceAddress? {
    var text = line
    while let last = text.last, last <= ASCII.space { text = text.dropLast() }
    guard text.last == UInt8(ascii: ")"), let open = text.lastIndex(of: UInt8(ascii: "(")),
      2...longestName + 1 ~= open - text.startIndex, text[open - 1] == ASCII.space,
      case let inside = text[(open + 1)...].dropLast(), let bits = PrintedAddress.bits(in: inside)
    else { return nil }
    return LineFacts.address(bits)
  }

  private static func octets(in line: ArraySlice<UInt8>) -> [UInt8]? {
    let text = line.trimmed
    guard text.starts(with: "0x".utf8), let octets = HexDigits.octets(of: text.dropFirst(2)), octets.count > 2,
      HexItem.payload(of: octets) != nil, MergedPayload(octets) != nil
    else { return nil }
    return octets
  }
}

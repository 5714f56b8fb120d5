internal import AdvertisingData

/// The lines of ESPHome's `esp32_ble_tracker` at its most verbose level: the address and strength some lines above the
/// data, which are advertising data and scan response data in one.
///
/// ```
/// [09:11:20][VV][esp32_ble_tracker:343]:   Address: 50:32:37:CD:11:45 (PUBLIC)
/// [09:11:20][VV][esp32_ble_tracker:345]:   RSSI: -75
/// [09:11:20][VV][esp32_ble_tracker:368]: Adv data: 02.01.1A.02.0A.0C.0A.FF.4C.00.10.05.0C.14.B8.FD.70 (17)
/// ```
struct ESPHomeLines {
  private var device: (address: DeviceAddress, rssi: Int8?)?
  /// The number of lines since the address.
  private var lines = 0

  private static let mark = Array("esp32_ble_tracker".utf8)
  /// The most lines of one device, even when other components log between them.
  private static let maximumLines = 64

  /// Whether data of a device are expected.
  var isOpen: Bool { device != nil }

  /// Returns whether a line has data.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool { message(in: line).flatMap { octets(in: $0) } != nil }

  /// Takes a line of the tracker; returns `false` for any other.
  mutating func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    lines += 1
    if lines > Self.maximumLines { device = nil }
    guard let message = Self.message(in: PlainLine.octets(of: text, gap: nil)) else { return false }
    if let rest = Self.value("Address: ", in: message), let bits = PrintedAddress.bits(in: rest) {
      let type = rest.dropFirst(PrintedAddress.length).map { ASCII.isLetter($0) ? $0 | 0x20 : $0 }
      device = (LineFacts.address(bits, in: type), nil)
      lines = 0
    } else if let rest = Self.value("RSSI: ", in: message) {
      device?.rssi = DecimalDigits.signed(rest.prefix { $0 == ASCII.hyphen || ASCII.isDigit($0) }).flatMap {
        Int8(exactly: $0)
      }
    } else if let octets = Self.octets(in: message) {
      output.merged.append(
        MergedLine(
          address: device?.address ?? .anonymous, octets: octets, line: line,
          rssi: device?.rssi))
      device = nil
    }
    return true
  }

  /// Returns the tracker's message, after its name and the number of its line.
  private static func message(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = line
    while let start = rest.firstIndex(of: mark[0]) {
      rest = rest[start...]
      if rest.starts(with: mark) {
        guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        return rest[(end + 1)...].drop { $0 == ASCII.colon || $0 == ASCII.space }
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  private static func value(_ label: String, in message: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    message.starts(with: label.utf8) ? message.dropFirst(label.utf8.count) : nil
  }

  /// Returns octets with points between them, and their number in brackets, as far as the line has them.
  private static func octets(in message: ArraySlice<UInt8>) -> [UInt8]? {
    guard let rest = value("Adv data: ", in: message) else { return nil }
    let digits = rest.prefix { $0 != ASCII.space && $0 != UInt8(ascii: "(") }
    guard let octets = HexDigits.octets(of: digits.filter { $0 != UInt8(ascii: ".") }[...]), !octets.isEmpty else {
      return nil
    }
    let count = rest[digits.endIndex...].filter { ASCII.isDigit($0) }
    return count.isEmpty || DecimalDigits.value(of: count[...]) == octets.count ? octets : nil
  }
}

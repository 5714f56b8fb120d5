internal import AdvertisingData

/// Advertisements from a Bluetooth proxy of ESPHome in a debug log of Home Assistant, as protocol buffers print them:
/// both blocks in one.
///
/// ```
/// Got message of type BluetoothLERawAdvertisementsResponse: advertisements {
///   address: 181149776290355
///   rssi: -96
///   address_type: 1
///   data: "\002\001\006\003\003\017\030"
/// }
/// ```
struct ProxyLines {
  private var entry: Entry?

  private struct Entry {
    var bits: UInt64?
    var rssi: Int8?
    var isRandom: Bool?
    var octets: [UInt8]?
    var line = 0
  }

  private static let mark = Array("advertisements {".utf8)
  private static let message = Array("BluetoothLERawAdvertisementsResponse".utf8)

  /// Whether fields of an advertisement may follow.
  var isOpen: Bool { entry != nil }

  /// Returns whether a line begins such a message.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.dropLast(while: { $0 == ASCII.space })
    guard text.suffix(mark.count).elementsEqual(mark) else { return false }
    return text.indices.contains { text[$0] == message[0] && text[$0...].starts(with: message) }
  }

  /// Takes a line of such a message; returns `false` for any other.
  mutating func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    let content = text.drop { $0 == ASCII.space }.dropLast(while: { $0 == ASCII.space })
    if Self.begins(text) || content.elementsEqual(Self.mark) {
      entry = Entry()
      return true
    }
    guard var open = entry else { return false }
    if content.elementsEqual("}".utf8) {
      entry = nil
      finish(open, into: &output)
      return true
    }
    guard let colon = content.firstIndex(of: ASCII.colon) else {
      entry = nil
      return false
    }
    let value = content[(colon + 1)...].drop { $0 == ASCII.space }
    let name = content[..<colon]
    if name.elementsEqual("address".utf8) {
      open.bits = Self.decimal(value)
    } else if name.elementsEqual("rssi".utf8) {
      open.rssi = DecimalDigits.signed(value).flatMap { Int8(exactly: $0) }
    } else if name.elementsEqual("address_type".utf8) {
      open.isRandom = DecimalDigits.value(of: value).map { $0 == 1 }
    } else if name.elementsEqual("data".utf8) {
      open.octets = EscapedText.octets(of: value)
      open.line = line
    } else {
      entry = nil
      return false
    }
    entry = open
    return true
  }

  private func finish(_ entry: Entry, into output: inout LogOutput) {
    guard let bits = entry.bits, bits < 1 << 48, let octets = entry.octets, !octets.isEmpty else { return }
    let isRandom = entry.isRandom ?? false
    output.merged.append(
      MergedLine(
        address: DeviceAddress(bits: bits, type: isRandom ? .random : .public), octets: octets, line: entry.line,
        rssi: entry.rssi))
  }

  private static func decimal(_ digits: ArraySlice<UInt8>) -> UInt64? {
    guard 1...18 ~= digits.count, digits.allSatisfy({ ASCII.isDigit($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + UInt64($1 - ASCII.zero) }
  }
}

extension ArraySlice<UInt8> {
  /// Returns the octets without those at the end for which the condition holds.
  fileprivate func dropLast(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    var end = endIndex
    while end > startIndex, condition(self[end - 1]) { end -= 1 }
    return self[..<end]
  }
}

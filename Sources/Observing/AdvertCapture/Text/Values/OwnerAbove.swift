internal import AdvertisingData

/// The device that a program names in a line of its own, before the lines with its values or its bytes:
///
/// ```
/// F0:F1:F2:F3:F4:F5: SHS-2071
/// ---------------------------
/// AdvertisementData(local_name='SHS-2071', rssi=-60)
///
/// Address: F0:F1:F2:F3:F4:F5
/// RSSI: -60 dBm
/// Raw data: 0x02010603030D18
/// ```
///
/// Sources: bleak, `examples/discover.py`; what people copy from nRF Connect.
struct OwnerAbove {
  private var address = DeviceAddress.anonymous
  /// The name behind the address; `nil` for an address behind a label.
  private var name: [UInt8]?
  private var rssi: Int8?
  /// The line with the address, or the last with its strength.
  private var line = 0

  /// A line of dashes can be between.
  private static let mostBetween = 1
  private static let longestName = 64
  private static let longestContent = PrintedAddress.length + 2 + longestName
  /// The longest line, with blanks before the address.
  private static let longestLine = 2 * longestContent
  private static let none = Array("None".utf8)
  private static let rssi = Array("rssi".utf8)
  private static let labels = ["address: ", "device address: ", "mac: ", "mac address: "].map { Array($0.utf8) }

  /// The first letters of `RSSI`, `Address`, `Device` and `MAC`.
  private static let firstLetters = Array("radm".utf8)

  /// Notes a line that is an address and nothing but its name or its label, or the strength of the device before it. The
  /// work for any line is limited: nearly all are longer, or begin otherwise.
  mutating func note(_ text: ArraySlice<UInt8>, line: Int) {
    guard Self.mayName(text) else { return }
    let content = text.drop { $0 <= ASCII.space }
    if self.line > 0, line - self.line <= Self.mostBetween + 1, Self.begins(content, with: Self.rssi) {
      guard let strength = LineFacts.namedRSSI(in: content.inLowerCase) else { return }
      rssi = strength
      self.line = line
      return
    }
    let label = Self.labels.first { Self.begins(content, with: $0) }
    let rest = content.dropFirst(label?.count ?? 0)
    guard let bits = PrintedAddress.bits(in: rest.prefix(PrintedAddress.length)) else { return }
    let behind = rest.dropFirst(PrintedAddress.length)
    guard label == nil ? behind.starts(with: ": ".utf8) : behind.allSatisfy({ $0 <= ASCII.space }) else { return }
    address = LineFacts.address(bits)
    name = label == nil ? Array(behind.dropFirst(2)) : nil
    rssi = nil
    self.line = line
  }

  /// Returns whether a line is short enough, and begins with one of the letters or with two digits and a colon.
  private static func mayName(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count <= longestLine else { return false }
    var first = text.startIndex
    while first < text.endIndex, text[first] <= ASCII.space { first += 1 }
    guard text.endIndex - first >= 5, text.endIndex - first <= longestContent else { return false }
    return text[first + 2] == ASCII.colon || firstLetters.contains(text[first] | 0x20)
  }

  /// Returns whether a line begins with lower-case words, in letters of any case.
  private static func begins(_ content: ArraySlice<UInt8>, with words: [UInt8]) -> Bool {
    content.count >= words.count
      && zip(content, words).allSatisfy { ASCII.lowercased($0) == $1 }
  }

  /// Gives the values or the bytes of a line their device, when the lines directly above name it and they have none. Behind
  /// an address without a label, the name must be that of the values: the line can be about another device.
  mutating func give(to output: inout LogOutput, since before: (values: Int, merged: Int), line: Int) {
    guard self.line > 0, line - self.line <= Self.mostBetween + 1, line > self.line else { return }
    if output.values.count == before.values + 1, let last = output.values.last, !last.isNamed,
      name.map({ last.values.name.map { Array($0.utf8) } ?? Self.none == $0 }) ?? true
    {
      output.values[before.values].address = address
      output.values[before.values].rssi = last.rssi ?? rssi.map { Int($0) }
    } else if output.merged.count == before.merged + 1, let last = output.merged.last, !last.address.isKnown,
      name == nil
    {
      output.merged[before.merged].address = address
      output.merged[before.merged].rssi = last.rssi ?? rssi
    } else {
      return
    }
    self.line = 0
  }
}

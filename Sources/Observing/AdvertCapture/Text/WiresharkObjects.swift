internal import AdvertisingData

/// Packets as tshark prints them in JSON: `-T json -x` and `-T jsonraw` with a key or a value in each line, and `-T ek -x`
/// with a packet in each.
///
/// ```
///         "frame_raw": [
///           "012a00030700020a01253c0000fa540100d6be898e4017f5f4f3f2f1f00319000002010609095348532d32303731e7c46e",
/// ```
///
/// Without `-x` there are only values, and only some of the octets can be told from them.
///
/// Source: Wireshark, `epan/print.c`, and tshark 4.0.
struct WiresharkObjects {
  private var frame: WiresharkFrame?
  /// Whether the last line was the key of the octets.
  private var isBeforeOctets = false

  /// Whether a packet continues.
  var isOpen: Bool { frame != nil }

  static let octetsKey = Array("\"frame_raw\":".utf8)
  private static let addressKeys = [
    "\"btle.advertising_address\":", "\"bthci_evt.bd_addr\":", "\"btle_btle_advertising_address\":",
    "\"bthci_evt_bthci_evt_bd_addr\":",
  ].map { Array($0.utf8) }
  private static let firstKeys = [octetsKey] + addressKeys
  private static let timeKeys = ["\"frame.time_epoch\":", "\"frame_frame_time_epoch\":"].map { Array($0.utf8) }
  private static let protocolKeys = ["\"frame.protocols\":", "\"frame_frame_protocols\":"].map { Array($0.utf8) }
  private static let layersKey = Array("\"layers\":".utf8)

  /// Returns whether a line has the octets of a packet, or the address of one with advertising.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool {
    line.contains(quote) && firstKeys.contains { value(of: $0, in: line) != nil }
  }

  /// Takes a line of a packet; returns `false` for any other.
  mutating func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    guard isOpen || text.contains(Self.quote) else { return false }
    if text.first == UInt8(ascii: "{"), ValueText.place(of: Self.layersKey, in: text) != nil {
      finish(into: &output)
      frame = WiresharkFrame(line: line)
      note(text)
      finish(into: &output)
      return true
    }
    // With `-x` the octets come first; without, the next address is of the next packet.
    let isOfNext = frame.map { $0.octets.isEmpty && $0.isOfAdvertising } ?? true
    if Self.value(of: Self.octetsKey, in: text) != nil || isOfNext && Self.begins(text) {
      finish(into: &output)
      frame = WiresharkFrame(line: line)
    }
    guard frame != nil else { return false }
    // A line of JSON has no word outside of quotation marks.
    guard let first = text.first(where: { $0 > ASCII.space }),
      ASCII.isDigit(first) || first == ASCII.hyphen || "\"{}[],".utf8.contains(first)
    else {
      finish(into: &output)
      return false
    }
    if isBeforeOctets {
      frame?.octets = Self.hex(text)
      isBeforeOctets = false
    } else {
      note(text)
    }
    return true
  }

  /// Ends the open packet.
  mutating func finish(into output: inout LogOutput) {
    frame?.finish(into: &output)
    frame = nil
    isBeforeOctets = false
  }

  /// Notes what a line has of the packet.
  private mutating func note(_ text: ArraySlice<UInt8>) {
    if let value = Self.value(of: Self.octetsKey, in: text) {
      frame?.octets = Self.hex(value)
      isBeforeOctets = frame?.octets.isEmpty ?? false
    }
    for key in Self.timeKeys {
      if let value = Self.value(of: key, in: text) {
        frame?.time = WiresharkFrame.time(in: value.drop { $0 == Self.quote })
      }
    }
    for key in Self.protocolKeys {
      if let value = Self.value(of: key, in: text) {
        frame?.protocols = Array(value.drop { $0 == Self.quote }.prefix { $0 != Self.quote })
      }
    }
    if Self.addressKeys.contains(where: { Self.value(of: $0, in: text) != nil }) { frame?.isOfAdvertising = true }
  }

  private static let quote = UInt8(ascii: "\"")

  /// Returns the text behind a key, from its first character on.
  private static func value(of key: [UInt8], in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    ValueText.text(behind: key, in: line)?.drop { $0 <= ASCII.space }
  }

  /// Returns the octets of the first string, in hex; none when there is no such string before a word.
  private static func hex(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let digits = text.drop { $0 <= ASCII.space || $0 == UInt8(ascii: "[") || $0 == quote }.prefix { $0 != quote }
    return HexDigits.octets(of: digits) ?? []
  }
}

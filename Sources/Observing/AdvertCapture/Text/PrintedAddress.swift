internal import AdvertisingData

/// An address as programs print it, `A4:C1:38:EC:0B:03`, the most significant octet first. A blank ends it.
package enum PrintedAddress {
  /// The number of characters.
  static let length = 17

  private static let labels = ["address", "addr", "mac", "bda"].map { Array($0.utf8) }

  /// Returns whether a word in small letters names an address, alone or behind another word: `bdaddr`, `peeraddress`.
  package static func isLabel(_ word: some BidirectionalCollection<UInt8>) -> Bool {
    labels.contains { word.suffix($0.count).elementsEqual($0) }
  }

  /// Returns whether a line has an address among its words.
  package static func isIn(_ line: some StringProtocol) -> Bool {
    Array(line.utf8).split { HexDigits.value(of: $0) == nil && $0 != ASCII.colon }.contains { word in
      octets(in: word) != nil
    }
  }

  /// Returns the octets in the order sent, the last of the text first; `nil` for any other text.
  static func octets(in text: ArraySlice<UInt8>) -> [UInt8]? {
    let word = text.prefix { $0 != ASCII.space }
    guard word.count == length else { return nil }
    let parts = word.split(separator: ASCII.colon, omittingEmptySubsequences: false)
    let octets = parts.compactMap { $0.count == 2 ? HexDigits.octets(of: $0)?.first : nil }
    return octets.count == 6 && parts.count == 6 ? octets.reversed() : nil
  }

  /// Returns the address as a number; `nil` for any other text.
  static func bits(in text: ArraySlice<UInt8>) -> UInt64? {
    octets(in: text).map { OctetOrder.littleEndian.number(of: $0[...]) }
  }
}

/// An address that a person hid before publishing a log: `<mac>`, `XX:XX:XX:XX:XX:XX`, `A4:C1:38:**:**:**`.
enum HiddenAddress {
  /// Returns the place of the last such word of a text; `nil` for a text without one.
  static func place(in text: ArraySlice<UInt8>) -> Int? {
    text.split(separator: ASCII.space).last { isHidden($0.last == ASCII.colon ? $0.dropLast() : $0) }?.startIndex
  }

  /// Returns whether a word is one: `*****` hides all of it.
  static func isHidden(_ word: ArraySlice<UInt8>) -> Bool {
    if word.count >= 3, word.allSatisfy({ $0 == UInt8(ascii: "*") }) { return true }
    if word.first == UInt8(ascii: "<"), word.last == UInt8(ascii: ">") {
      let name = word.inLowerCase
      return names.contains { ValueText.place(of: $0, in: name[...]) != nil }
    }
    let parts = word.split(separator: ASCII.colon, omittingEmptySubsequences: false)
    let hidden = parts.count { part in part.allSatisfy { hiding.contains($0) } }
    // People who hide all of it do not count.
    return parts.allSatisfy { $0.count == 2 } && (parts.count == 6 ? hidden > 0 : parts.count == 5 && hidden == 5)
  }

  private static let names = ["mac", "addr", "redacted", "hidden"].map { Array($0.utf8) }
  private static let hiding = Array("xX*#?".utf8)
}

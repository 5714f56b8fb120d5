internal import AdvertisingData

/// A value in base64 that shows itself as one, by its padding or its quotation marks, alone or behind a label:
/// `manufacturerData: "P/8AAQ=="`.
enum Base64Line {
  private static let quotes = Array("\"'".utf8)
  private static let fewestOctets = 3

  /// Returns the same label with the value in hex; `nil` for other texts.
  static func hex(in text: String) -> String? {
    var value = Array(text.utf8)[...]
    while let last = value.last, last <= 0x20 || last == UInt8(ascii: ",") { value = value.dropLast() }
    let start = value.lastIndex { $0 == UInt8(ascii: ":") || $0 <= 0x20 }.map { $0 + 1 } ?? 0
    let label = value[..<start]
    value = value[start...]
    let isQuoted = value.count > 2 && quotes.contains(value[start]) && value.last == value[start]
    if isQuoted { value = value.dropFirst().dropLast() }
    let name = String(decoding: label.filter { !quotes.contains($0) }, as: UTF8.self)
    let isPadded = value.last == UInt8(ascii: "=")
    let words = name.split { ": ".contains($0) }.joined(separator: " ")
    let isOfValue = isQuoted && PastedValues.kind(ofLabel: words).map { $0 != "a UUID" } ?? false
    guard isPadded || isOfValue, !label.contains(where: { "{[,\n".utf8.contains($0) }),
      label.count(where: { $0 == UInt8(ascii: ":") }) <= 1, let octets = Base64Text.octets(of: value),
      octets.count >= fewestOctets, !value.allSatisfy({ HexDigits.value(of: $0) != nil })
    else { return nil }
    return name + HexText.compact(octets)
  }
}

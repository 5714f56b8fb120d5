internal import AdvertisingData

/// Octets as numbers from -128 to 255 in brackets, as Java, Kotlin, Dart and JavaScript print them: `getBytes()` of Android,
/// which is both blocks in one, padded with zeros.
///
/// ```
/// D/scan: 5C:63:85:AF:50:AE [2, 1, 6, 3, 3, 15, 24, 5, -1, 89, 0, 1, 2, 0, 0, 0]
/// ```
enum DecimalLines {
  /// The fewest octets: fewer numbers are whole structures by chance in some lists.
  private static let fewestOctets = 7

  /// Returns whether a line has such octets.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool { list(in: line) != nil }

  /// Takes a line with such octets; returns `false` for any other.
  static func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    guard let (octets, place) = list(in: text) else { return false }
    // Negative octets are not a signal strength.
    let rest = Array(text[..<place.lowerBound] + text[place.upperBound...])
    let lower = rest.map { ASCII.isLetter($0) ? $0 | 0x20 : $0 }
    let printed = LineFacts.printedAddress(of: HexItem.items(in: rest), in: lower)
    output.merged.append(
      MergedLine(
        address: printed.map { LineFacts.address($0.number, in: lower) } ?? .anonymous,
        octets: octets, line: line, rssi: LineFacts.rssi(in: lower)))
    return true
  }

  /// Returns the first list that is a payload, with its place. A list contains no other list.
  private static func list(in line: ArraySlice<UInt8>) -> (octets: [UInt8], place: Range<Int>)? {
    var start: Int?
    for place in line.indices {
      if line[place] == UInt8(ascii: "[") {
        start = place + 1
      } else if line[place] == UInt8(ascii: "]"), let first = start {
        start = nil
        if let octets = numbers(line[first..<place]), octets.count >= fewestOctets,
          HexItem(octets: octets, place: 0..<0, form: .together).payload(isStrict: true) != nil,
          MergedPayload(octets) != nil
        {
          return (octets, first..<place)
        }
      }
    }
    return nil
  }

  private static func numbers(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var octets: [UInt8] = []
    for word in text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      let digits = word.drop { $0 == ASCII.space }
      guard let number = DecimalDigits.signed(digits), -128...255 ~= number else { return nil }
      octets.append(UInt8(truncatingIfNeeded: number))
    }
    return octets
  }
}

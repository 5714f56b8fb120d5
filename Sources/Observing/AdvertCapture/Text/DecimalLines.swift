internal import AdvertisingData

/// Octets as numbers from -128 to 255 in brackets, as Java, Kotlin, Dart and JavaScript print them, or as pairs of hex digits,
/// as RxAndroidBle prints them: `getBytes()` of Android, which is both blocks in one. For scans of legacy advertising it is padded to 62 octets; an app that asks for extended
/// advertising, too, gets both blocks without the zeros, so few octets are not one block. Source: AOSP, `ScanController.java`;
/// RxAndroidBle, `LoggerUtil.java`.
/// Where the line names the block, `adv=[2, 1, 6] rsp=[3, 3, 15, 24]`, it has one.
///
/// ```
/// D/scan: 5C:63:85:AF:50:AE [2, 1, 6, 3, 3, 15, 24, 5, -1, 89, 0, 1, 2, 0, 0, 0]
/// ```
enum DecimalLines {
  /// The fewest octets: fewer numbers are whole structures by chance in some lists.
  private static let fewestOctets = 7

  /// Returns whether a line has such octets.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool { list(in: line) != nil }

  /// Returns a line with the lists of named blocks in hex, which ``HexLine`` reads.
  static func namedInHex(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var written: [UInt8] = []
    var rest = line[...]
    for (place, octets) in lists(in: line) where isOfNamedBlock(octets, at: place, in: line) {
      written += rest[..<(place.lowerBound - 1)] + Array(HexText.spaced(octets).utf8)
      rest = line[(place.upperBound + 1)...]
    }
    return written.isEmpty ? line : (written + rest)[...]
  }

  /// Takes a line with such octets; returns `false` for any other.
  static func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    guard let (octets, place) = list(in: text) else { return false }
    // Negative octets are not a signal strength.
    let rest = Array(text[..<place.lowerBound] + text[place.upperBound...])
    let lower = rest.inLowerCase
    let printed = LineFacts.printedAddress(of: HexItem.items(in: rest), in: lower)
    output.merged.append(
      MergedLine(
        address: printed.map { LineFacts.address($0.number, in: lower) } ?? .anonymous,
        octets: octets, line: line, rssi: LineFacts.rssi(in: lower)))
    return true
  }

  /// Returns the first list that is a payload of no named block, with its place.
  private static func list(in line: ArraySlice<UInt8>) -> (octets: [UInt8], place: Range<Int>)? {
    for (place, octets) in lists(in: line)
    where octets.count >= fewestOctets && isPayload(octets) && MergedPayload(octets) != nil
      && !isOfNamedBlock(octets, at: place, in: line) && !isOfBuffer(place, in: line)
    {
      return (octets, place)
    }
    return nil
  }

  private static func isPayload(_ octets: [UInt8]) -> Bool {
    HexItem.payload(of: octets) != nil
  }

  /// Returns whether octets that fit into a block stand behind the name of one.
  private static func isOfNamedBlock(_ octets: [UInt8], at place: Range<Int>, in line: ArraySlice<UInt8>) -> Bool {
    guard 3...AdvertisingPDU.advInd.payloadLimit ~= octets.count, isPayload(octets) else { return false }
    return LineFacts.namesBlock(line[..<(place.lowerBound - 1)].inLowerCase[...])
  }

  /// Returns whether a list is a buffer of JavaScript, which ``ScriptLines`` reads: it can be one structure alone.
  private static func isOfBuffer(_ place: Range<Int>, in line: ArraySlice<UInt8>) -> Bool {
    ["\"bytes\":", "\"data\": new Uint8Array("].contains { key in
      line[..<(place.lowerBound - 1)].reversed().starts(with: key.utf8.reversed())
    }
  }

  /// Returns the lists of octets with the places of what is in the brackets. A list contains no other list.
  private static func lists(in line: ArraySlice<UInt8>) -> [(place: Range<Int>, octets: [UInt8])] {
    var lists: [(place: Range<Int>, octets: [UInt8])] = []
    var start: Int?
    for place in line.indices {
      if line[place] == UInt8(ascii: "[") {
        start = place + 1
      } else if line[place] == UInt8(ascii: "]"), let first = start {
        start = nil
        if let octets = numbers(line[first..<place]) { lists.append((first..<place, octets)) }
      }
    }
    return lists
  }

  private static func numbers(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    if let octets = PastedOctets.octets(ofHexList: text) { return octets }
    var octets: [UInt8] = []
    for word in text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      let digits = word.drop { $0 == ASCII.space }
      guard let number = DecimalDigits.signed(digits), -128...255 ~= number else { return nil }
      octets.append(UInt8(truncatingIfNeeded: number))
    }
    return octets
  }
}

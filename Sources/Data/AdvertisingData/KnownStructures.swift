/// The structures at the beginning of octets, as far as advertising data may have their types: evidence that octets are a
/// payload, and no other numbers.
package struct KnownStructures {
  /// The number of these structures.
  package private(set) var count = 0
  /// Whether nothing but zeros is behind them, and there is at least one.
  package let areAll: Bool

  /// Walks octets up to the first structure that is empty, cut, or of a type that advertising data may not have.
  package init(_ octets: ArraySlice<UInt8>) {
    var rest = octets
    while let length = rest.first, length > 1, rest.count > Int(length),
      ADType(rawValue: rest[rest.startIndex + 1]).isOfAdvertisingData
    {
      rest = rest.dropFirst(1 + Int(length))
      count += 1
    }
    areAll = count > 0 && rest.allSatisfy { $0 == 0 }
  }
}

extension KnownStructures {
  /// The most octets of a gateway before the length of a payload: address, strength and kind.
  private static let longestHead = 32
  private static let fewestStructures = 2

  /// Returns the payload at the end of octets that begin with other data, when the octet before the payload counts it, and it is
  /// structures from its beginning to its end; `nil` for other octets.
  package static func counted(atEndOf octets: [UInt8]) -> [UInt8]? {
    guard KnownStructures(octets[...]).count == 0 else { return nil }
    for start in octets.indices.dropFirst(2).prefix(longestHead) where Int(octets[start - 1]) == octets.count - start {
      let known = KnownStructures(octets[start...])
      if known.areAll, known.count >= fewestStructures, octets.last != 0 { return Array(octets[start...]) }
    }
    return nil
  }
}

/// Fewer octets are printable characters by chance.
private let fewestOfText = 4

extension Collection<UInt8> {
  /// Whether the octets are a text: at least four printable characters of ASCII.
  package var isText: Bool { count >= fewestOfText && allSatisfy { 0x20...0x7E ~= $0 } }
}

extension Payload {
  /// The number of printable characters at the beginning that no AD structure begins, before whole structures or the end; 0
  /// for other payloads. People take the end of a name or a whole string for a payload.
  package var textCount: Int {
    let printable = octets.prefix { 0x20...0x7E ~= $0 }.count
    // Nearly all payloads begin with a length that is no character.
    guard printable >= fewestOfText, KnownStructures(octets[...]).count == 0 else { return 0 }
    return printable == octets.count || KnownStructures(octets[printable...]).areAll ? printable : 0
  }
}

extension ADType {
  /// Whether a known source allows the type in advertising data.
  package var isOfAdvertisingData: Bool {
    let allowance = allowance(in: .advertisingData)
    return allowance != .unknown && allowance != .notAllowed
  }
}

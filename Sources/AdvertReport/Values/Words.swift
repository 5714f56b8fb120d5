internal import AdvertisingData

/// How values are put into words, the same way everywhere.
enum Words {
  static func hex(_ octets: [UInt8]) -> String {
    octets.isEmpty ? "no data" : HexText.spaced(octets)
  }

  /// A number in as many octets as it is sent in: `0x03c1`.
  static func hex(number: some BinaryInteger, octets: Int) -> String {
    "0x" + HexText.compact((0..<octets).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
  }

  static func list(_ items: [String], empty: String) -> String {
    items.isEmpty ? empty : items.joined(separator: ", ")
  }

  /// The names of the bits that are set, and the reserved ones as a number.
  static func names(of bits: UInt8, _ names: [(mask: UInt8, name: String)], reserved: UInt8) -> [String] {
    names.filter { bits & $0.mask != 0 }.map(\.name)
      + (bits & reserved == 0 ? [] : ["reserved bits \(hex(number: bits & reserved, octets: 1))"])
  }

  /// Exact milliseconds: `100 ms`, `152.5 ms`.
  static func milliseconds(microseconds: UInt64) -> String {
    var fraction = String(String(1000 + microseconds % 1000).dropFirst())
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(microseconds / 1000)\(fraction.isEmpty ? "" : "." + fraction) ms"
  }

  /// Ascending numbers with runs joined: `0-8, 11`.
  static func ranges(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return list(
      ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }, empty: "none")
  }
}

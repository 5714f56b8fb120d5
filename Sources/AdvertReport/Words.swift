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
}

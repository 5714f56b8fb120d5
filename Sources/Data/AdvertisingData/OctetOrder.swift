/// The order of the octets of a number.
package enum OctetOrder: String, Hashable, Sendable, CaseIterable {
  /// Most significant first, as addresses are printed.
  case bigEndian = "big-endian"
  /// Least significant first, as on the air.
  case littleEndian = "little-endian"

  /// Returns the number in up to eight octets. Of more, the least significant eight count.
  package func number(of octets: ArraySlice<UInt8>) -> UInt64 {
    number(octets.count) { octets[octets.startIndex + $0] } ?? 0
  }

  /// Returns the number in `count` octets.
  ///
  /// - Parameter octet: returns an octet by its position; `nil` when it is missing, and then there is no number.
  @inline(__always)
  package func number(_ count: Int, octet: (Int) -> UInt8?) -> UInt64? {
    var number: UInt64 = 0
    for index in 0..<count {
      guard let next = octet(self == .littleEndian ? count - 1 - index : index) else { return nil }
      number = number << 8 | UInt64(next)
    }
    return number
  }

  /// Returns the lowest `count` octets of a number.
  package func octets(of number: some BinaryInteger, count: Int) -> [UInt8] {
    switch self {
    case .bigEndian: Array(bigEndian: number, count: count)
    case .littleEndian: Array(littleEndian: number, count: count)
    }
  }
}

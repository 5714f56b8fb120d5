/// The order of the octets of a number.
enum ByteOrder {
  case little
  case big

  /// Returns an unsigned number of up to 8 octets; `nil` when one of them is missing.
  ///
  /// - Parameter octet: returns an octet by its position in the file or in memory.
  @inline(__always)
  func number(_ size: Int, octet: (Int) -> UInt8?) -> UInt64? {
    var number: UInt64 = 0
    for index in 0..<size {
      guard let next = octet(self == .little ? size - 1 - index : index) else { return nil }
      number = number << 8 | UInt64(next)
    }
    return number
  }

  /// Returns the number in all of the octets.
  func number(_ octets: ArraySlice<UInt8>) -> UInt64 {
    number(octets.count) { octets[octets.startIndex + $0] } ?? 0
  }

  /// Returns a number as octets.
  func octets(_ number: UInt64, _ size: Int) -> [UInt8] {
    let octets = (0..<size).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    return self == .little ? octets : octets.reversed()
  }
}

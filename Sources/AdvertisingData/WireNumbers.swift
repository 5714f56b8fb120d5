/// Whole numbers of one to eight octets. Callers have checked that the octets are there; a wrong offset is a
/// programmer's error.
extension Span where Element == UInt8 {
  /// A number sent with its least significant octet first, as nearly all of Bluetooth is.
  func littleEndian(at offset: Int, count: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in stride(from: offset + count - 1, through: offset, by: -1) {
      number = number << 8 | UInt64(self[index])
    }
    return number
  }

  /// A number sent with its most significant octet first, as in Bluetooth Mesh.
  func bigEndian(at offset: Int, count: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in offset..<offset + count {
      number = number << 8 | UInt64(self[index])
    }
    return number
  }
}

extension Array where Element == UInt8 {
  /// The lowest `count` octets of a number, least significant first.
  init(littleEndian number: some BinaryInteger, count: Int) {
    self = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// The lowest `count` octets of a number, most significant first.
  init(bigEndian number: some BinaryInteger, count: Int) {
    self = (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

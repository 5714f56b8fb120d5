/// Integers in fields of several octets. The caller has checked that the octets are there.
extension FixedWidthInteger {
  /// The integer whose most significant octet is at `offset`.
  init(bigEndian octets: [UInt8], at offset: Int) {
    var value: Self = 0
    for index in offset..<offset + Self.bitWidth / 8 {
      value = value << 8 | Self(truncatingIfNeeded: octets[index])
    }
    self = value
  }

  /// The integer whose least significant octet is at `offset`.
  init(littleEndian octets: [UInt8], at offset: Int) {
    self = Self(bigEndian: octets, at: offset).byteSwapped
  }

  /// Most significant octet first.
  var bigEndianOctets: [UInt8] { littleEndianOctets.reversed() }

  /// Least significant octet first.
  var littleEndianOctets: [UInt8] {
    (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> Self($0 * 8)) }
  }
}

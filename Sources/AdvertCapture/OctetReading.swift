/// Fixed-width numbers in octets. Callers have checked that the octets are there; a wrong offset is a programmer's error.
extension Span where Element == UInt8 {
  @inline(__always)
  func littleEndian16(at offset: Int) -> UInt16 {
    UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
  }

  @inline(__always)
  func littleEndian32(at offset: Int) -> UInt32 {
    UInt32(littleEndian16(at: offset)) | UInt32(littleEndian16(at: offset + 2)) << 16
  }

  /// Six octets, as addresses have.
  @inline(__always)
  func littleEndian48(at offset: Int) -> UInt64 {
    // One check for all of them.
    let octets = extracting(offset..<offset + 6)
    return UInt64(octets.littleEndian32(at: 0)) | UInt64(octets.littleEndian16(at: 4)) << 32
  }

  @inline(__always)
  func bigEndian16(at offset: Int) -> UInt16 {
    littleEndian16(at: offset).byteSwapped
  }

  @inline(__always)
  func bigEndian32(at offset: Int) -> UInt32 {
    littleEndian32(at: offset).byteSwapped
  }

  /// Eight octets as one number, the first in its lowest bits.
  @inline(__always)
  func eightOctets(at offset: Int) -> UInt64 {
    // One check for all of them, and one load.
    let octets = extracting(offset..<offset &+ 8)
    return UInt64(octets.littleEndian32(at: 0)) | UInt64(octets.littleEndian32(at: 4)) << 32
  }
}

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

  /// A signal strength of an HCI event in dBm; `nil` for 127, which says that it was not measured.
  @inline(__always)
  func rssi(at offset: Int) -> Int8? {
    let rssi = Int8(bitPattern: self[offset])
    return rssi == 127 ? nil : rssi
  }
}

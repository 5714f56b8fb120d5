/// Checksum and lengths behind a zip member's content, when its writer did not know them before (APPNOTE 4.3.9).
struct ZipDescriptor {
  let checksum: UInt32

  static let mark: UInt32 = 0x0807_4B50
  static let firstOctet: UInt8 = 0x50
  /// With the mark, which most writers set, and lengths of 32 bits.
  static let length = 16
  private static let greatestLength = 24

  /// Reads the descriptor at the start of `archive`, behind a content of `packedLength` octets, and moves past it.
  ///
  /// Whether it has the mark, and whether its lengths have 32 or 64 bits, is told by no field: it is the form that has
  /// the right length in it and is followed by another of the archive's marks, or by its end. `nil` when none does.
  static func read(_ archive: inout InputWindow, packedLength: Int) -> ZipDescriptor? {
    _ = archive.fill(atLeast: greatestLength + 4)
    guard let (descriptor, end) = find(archive.bytes, packedLength: packedLength) else { return nil }
    archive.consume(end)
    return descriptor
  }

  private static func find(_ octets: Span<UInt8>, packedLength: Int) -> (descriptor: ZipDescriptor, end: Int)? {
    let starts = octets.count >= 4 && octets.littleEndian32(at: 0) == mark ? [4, 0] : [0]
    for start in starts {
      for lengthOctets in [4, 8] {
        let end = start + 4 + 2 * lengthOctets
        guard octets.count >= end, isMark(octets.extracting(end...)) else { continue }
        let length =
          lengthOctets == 4
          ? UInt64(octets.littleEndian32(at: start + 4)) : octets.integer64(at: start + 4, .littleEndian)
        guard length == UInt64(packedLength) & (lengthOctets == 4 ? 0xFFFF_FFFF : .max) else { continue }
        return (ZipDescriptor(checksum: octets.littleEndian32(at: start)), end)
      }
    }
    return nil
  }

  private static func isMark(_ octets: Span<UInt8>) -> Bool {
    octets.count < 2 || octets[0] == firstOctet && octets[1] == 0x4B
  }
}

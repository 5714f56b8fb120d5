/// The checksum of zip and gzip (RFC 1952, 8).
package enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { octet in
    var sum = UInt32(octet)
    for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
    return sum
  }

  /// Continues `checksum`, which is 0 at the start, with `octets`.
  package static func update(_ checksum: UInt32, with octets: Span<UInt8>) -> UInt32 {
    let table = table
    var sum = ~checksum
    for index in octets.indices { sum = table[Int((sum ^ UInt32(octets[index])) & 0xFF)] ^ sum >> 8 }
    return ~sum
  }
}

/// The checksum of zlib (RFC 1950, 9).
enum Adler32 {
  /// The number of octets after which the sums must be reduced.
  private static let most = 5552

  /// Continues `checksum`, which is 1 at the start, with `octets`.
  static func update(_ checksum: UInt32, with octets: Span<UInt8>) -> UInt32 {
    var (low, high) = (checksum & 0xFFFF, checksum >> 16)
    var place = 0
    while place < octets.count {
      let end = min(place + most, octets.count)
      while place < end {
        low += UInt32(octets[place])
        high += low
        place += 1
      }
      low %= 65_521
      high %= 65_521
    }
    return high << 16 | low
  }
}

/// Does nothing: there are no larger pages.
package func preferLargePages(from start: UnsafeRawPointer?, octets: Int) {}

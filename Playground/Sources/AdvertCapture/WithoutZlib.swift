// The page unpacks files with what the browser has, before this module gets them. What is compressed inside a file stays
// so, and is told as what could not be read.

/// Decompresses nothing.
struct Inflater {
  enum Wrapper {
    case none
    case zlib
    case gzip
  }

  struct Step {
    let packed: Int
    let unpacked: Int
    let outcome: Outcome
  }

  enum Outcome {
    case unfinished
    case finished
    case failed(reason: String)
  }

  init(_ wrapper: Wrapper) throws(InputFailure) {
    throw InputFailure(reason: "compressed data inside a file cannot be read here")
  }

  mutating func inflate(_ packed: Span<UInt8>, into buffer: inout [UInt8], at start: Int) -> Step {
    Step(packed: 0, unpacked: 0, outcome: .failed(reason: "not here"))
  }

  mutating func restart() {}
}

/// The checksum of zip and gzip (RFC 1952, 8).
enum CRC32 {
  /// Continues `checksum`, which is 0 at the start, with `octets`.
  static func update(_ checksum: UInt32, with octets: Span<UInt8>) -> UInt32 {
    var sum = ~checksum
    for index in octets.indices {
      sum ^= UInt32(octets[index])
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
    }
    return ~sum
  }
}

/// There are no larger pages.
package func preferLargePages(from start: UnsafeRawPointer?, octets: Int) {}

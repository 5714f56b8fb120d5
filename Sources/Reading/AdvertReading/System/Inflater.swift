internal import CZlib

/// Decompresses one deflate stream by zlib.
@safe package struct Inflater: ~Copyable {
  /// zlib keeps a pointer to the stream, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  /// The wrapper around the deflate data.
  package enum Wrapper: Int32 {
    /// No wrapper, as in zip archives.
    case none = -15
    /// Two octets before, a checksum after (RFC 1950).
    case zlib = 15
    /// The header and trailer of gzip (RFC 1952).
    case gzip = 31
  }

  /// The result of a step.
  package struct Step {
    /// The number of octets that were taken.
    package let packed: Int
    /// The number of octets that were made.
    package let unpacked: Int
    /// The state after it.
    package let outcome: Outcome
  }

  /// The state of the stream after a step.
  package enum Outcome {
    /// The inflater needs more input or more room.
    case unfinished
    case finished
    case failed(reason: String)
  }

  package init(_ wrapper: Wrapper) throws(InputFailure) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // inflateEnd in deinit is harmless when this fails.
    guard unsafe czlib_inflate_init(stream, wrapper.rawValue) == Z_OK else {
      throw InputFailure(reason: "no memory for decompression")
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deinitialize(count: 1)
    unsafe stream.deallocate()
  }

  /// Decompresses as much of `packed` as fits into `buffer` from `start` on.
  package mutating func inflate(_ packed: Span<UInt8>, into buffer: inout [UInt8], at start: Int) -> Step {
    let offered = min(packed.count, Int(UInt32.max))
    let room = min(buffer.count - start, Int(UInt32.max))
    let code = unsafe packed.withUnsafeBufferPointer { packed in
      unsafe buffer.withUnsafeMutableBufferPointer { buffer in
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: packed.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(offered)
        unsafe stream.pointee.next_out = buffer.baseAddress.map { unsafe $0 + start }
        unsafe stream.pointee.avail_out = UInt32(room)
        return unsafe CZlib.inflate(stream, Z_NO_FLUSH)
      }
    }
    let outcome: Outcome
    switch code {
    case Z_OK, Z_BUF_ERROR: outcome = .unfinished
    case Z_STREAM_END: outcome = .finished
    default: outcome = .failed(reason: failureReason)
    }
    return Step(
      packed: offered - Int(unsafe stream.pointee.avail_in), unpacked: room - Int(unsafe stream.pointee.avail_out),
      outcome: outcome)
  }

  /// Starts over for another stream with the same wrapper.
  package mutating func restart() {
    _ = unsafe inflateReset(stream)
  }

  private var failureReason: String {
    guard let message = unsafe stream.pointee.msg else { return "they need what is not there" }
    return unsafe String(cString: message)
  }
}

/// The checksum of zip and gzip (RFC 1952, 8).
package enum CRC32 {
  /// Continues `checksum`, which is 0 at the start, with `octets`.
  package static func update(_ checksum: UInt32, with octets: Span<UInt8>) -> UInt32 {
    unsafe octets.withUnsafeBufferPointer { octets in
      UInt32(truncatingIfNeeded: unsafe crc32_z(UInt(checksum), octets.baseAddress, octets.count))
    }
  }
}

// Reading and writing of open files, pipes and sockets with the calls of the C library.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Why a call of the system failed, in its words, which begin with a small letter.
package func systemReason(_ error: CInt = errno) -> String {
  let text = unsafe String(cString: strerror(error))
  return text.prefix(1).lowercased() + text.dropFirst()
}

extension InputFailure {
  /// That the latest call of the system failed.
  package static func ofLatestCall() -> InputFailure { InputFailure(reason: systemReason()) }
}

/// Reads bytes that are there into a buffer from `start`.
///
/// - Returns: how many; 0 at the end, and less when reading failed, as `errno` says.
package func readBytes(of descriptor: CInt, into buffer: inout [UInt8], from start: Int) -> Int {
  unsafe buffer.withUnsafeMutableBytes { bytes in
    let free = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
    return unsafe read(descriptor, free.baseAddress, free.count)
  }
}

/// Writes all octets.
///
/// - Returns: whether that succeeded; `errno` says why it did not.
package func writeBytes(_ octets: Span<UInt8>, to descriptor: CInt) -> Bool {
  var written = 0
  while written < octets.count {
    let count = unsafe octets.extracting(written...).withUnsafeBytes { bytes in
      unsafe write(descriptor, bytes.baseAddress, bytes.count)
    }
    if count > 0 {
      written += count
    } else if count < 0, errno != EINTR {
      return false
    }
  }
  return true
}

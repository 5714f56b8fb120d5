internal import PlatformLibrary

// Reading and writing of open files, pipes and sockets with the calls of the C library.

/// Returns the reason why a call of the system failed, in its words, which begin with a small letter.
package func systemReason(_ error: CInt = errno) -> String {
  let text = unsafe String(cString: strerror(error))
  return text.prefix(1).lowercased() + text.dropFirst()
}

extension InputFailure {
  /// Returns the failure of the latest call of the system.
  package static func ofLatestCall() -> InputFailure { InputFailure(reason: systemReason()) }
}

/// Reads present bytes into a buffer from `start`.
///
/// - Returns: the number of bytes; 0 at the end, and less when reading failed, with the reason in `errno`.
package func readBytes(of descriptor: CInt, into buffer: inout [UInt8], from start: Int) -> Int {
  unsafe buffer.withUnsafeMutableBytes { bytes in
    let free = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
    return unsafe read(descriptor, free.baseAddress, free.count)
  }
}

/// Writes all octets.
///
/// - Returns: whether it succeeded; otherwise `errno` has the reason.
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

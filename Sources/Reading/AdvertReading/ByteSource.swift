/// The source of an input's bytes: a file, a pipe, memory, or a decompressor.
public protocol ByteSource: AnyObject {
  /// Puts the next bytes into `buffer` from `start` on, as many as are present and fit. Returns their number, which is
  /// 0 only at the end. The length of the buffer does not change.
  func read(into buffer: inout [UInt8], at start: Int) throws(InputFailure) -> Int
}

/// A failure of the system or a decompressor to deliver bytes.
public struct InputFailure: Error, Hashable, Sendable {
  /// The system's words, in lower case.
  public let reason: String

  /// The caller needs no more bytes.
  public static let interrupted = InputFailure(reason: "interrupted")

  /// A failure for a reason in words.
  public init(reason: String) {
    self.reason = reason
  }
}

/// Bytes in memory.
public final class MemorySource: ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  /// A source of these bytes.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Copies the bytes that fit; returns 0 at the end.
  public func read(into buffer: inout [UInt8], at start: Int) -> Int {
    let count = min(buffer.count - start, bytes.count - position)
    for index in 0..<count {
      buffer[start + index] = bytes[position + index]
    }
    position += count
    return count
  }
}

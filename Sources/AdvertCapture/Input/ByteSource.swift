/// Where the bytes of a capture come from, in order: a file, a pipe, memory, or what a decompressor gives.
public protocol ByteSource {
  /// Puts the next bytes into `buffer` from `start` on, as many as there are and fit, and returns their number, 0 only
  /// at the end. Does not change the buffer's length.
  mutating func read(into buffer: inout [UInt8], at start: Int) throws(InputFailure) -> Int
}

/// The system, or a decompressor, could not deliver bytes.
public struct InputFailure: Error, Hashable, Sendable {
  public let reason: String

  /// Whoever wanted the bytes wants no more of them.
  public static let interrupted = InputFailure(reason: "interrupted")

  public init(reason: String) {
    self.reason = reason
  }
}

/// Bytes in memory, for tests and for members of containers.
public struct MemorySource: ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  public mutating func read(into buffer: inout [UInt8], at start: Int) -> Int {
    let count = min(buffer.count - start, bytes.count - position)
    for index in 0..<count {
      buffer[start + index] = bytes[position + index]
    }
    position += count
    return count
  }
}

/// A capture's bytes seen through a window that moves forward over them.
///
/// Every format reads through this, so files, pipes and decompressed members are all streamed in the same constant
/// memory. The window grows only as bytes arrive, never because a length field asks for it.
public struct InputWindow: ~Copyable {
  private var source: any ByteSource
  private var buffer: [UInt8]
  private var unread: Range<Int> = 0..<0
  private var reachedEnd = false

  /// Offset in the input of the first unread byte.
  public private(set) var offset = 0
  /// Why the input ended early, when the system or a decompressor failed.
  public private(set) var failure: InputFailure?

  public static let defaultCapacity = 1 << 18

  public init(_ source: any ByteSource, capacity: Int = defaultCapacity) {
    self.source = source
    buffer = Array(repeating: 0, count: max(capacity, 1))
  }

  /// The unread bytes that are at hand.
  public var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { buffer.span.extracting(unread) }
  }

  /// Moves past the first `count` unread bytes. `count` must not exceed `bytes.count`.
  public mutating func consume(_ count: Int) {
    unread = unread.lowerBound + count..<unread.upperBound
    offset += count
  }

  /// Reads on until at least `count` unread bytes are at hand; `false` when the input ends before.
  ///
  /// Callers bound `count` themselves: nothing longer than ``longestRecord`` is worth holding in one piece.
  public mutating func fill(atLeast count: Int) -> Bool {
    while unread.count < count {
      guard readMore() else { return false }
    }
    return true
  }

  /// Reads more bytes behind the unread ones; `false` at the end of the input.
  public mutating func readMore() -> Bool {
    guard !reachedEnd else { return false }
    makeRoom()
    let count: Int
    do throws(InputFailure) {
      count = try source.read(into: &buffer, at: unread.upperBound)
    } catch {
      failure = error
      reachedEnd = true
      return false
    }
    reachedEnd = count == 0
    unread = unread.lowerBound..<unread.upperBound + count
    return count > 0
  }

  /// Frees the space of consumed bytes once the buffer is used up, and doubles a buffer that is full of unread ones.
  private mutating func makeRoom() {
    guard unread.upperBound == buffer.count else { return }
    if unread.lowerBound == 0 {
      buffer += Array(repeating: 0, count: buffer.count)
    } else {
      let count = unread.count
      for index in 0..<count {
        buffer[index] = buffer[unread.lowerBound + index]
      }
      unread = 0..<count
    }
  }

  /// The longest record any format accepts, in octets; Wireshark and libpcap draw the same line.
  public static let longestRecord = 262_144
}

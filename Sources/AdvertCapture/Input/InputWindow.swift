/// A capture's bytes seen through a window that moves forward over them.
///
/// Every format reads through this, so files, pipes and decompressed members are all streamed in the same constant
/// memory. The window grows only as bytes arrive, never because a length field asks for it.
struct InputWindow: ~Copyable {
  private var source: any ByteSource
  private var buffer: [UInt8]
  private var unread: Range<Int> = 0..<0
  private var reachedEnd = false

  /// Offset in the input of the first unread byte.
  private(set) var offset = 0
  /// Why the input ended early, when the system or a decompressor failed.
  private(set) var failure: InputFailure?

  /// What unpacking may still cost, shared by all windows on what one input holds.
  let budget: UnpackingBudget
  /// How many compressions and archives these bytes were taken out of.
  let depth: Int
  /// Bytes held to begin with.
  private let capacity: Int

  static let defaultCapacity = CaptureOptions.defaultWindowCapacity

  init(_ source: any ByteSource, capacity: Int = defaultCapacity) {
    self.init(source, capacity: capacity, budget: UnpackingBudget(), depth: 0)
  }

  /// A window on bytes that `source` unpacks from those of `packed`, at first no larger than the one on those.
  init(_ source: any ByteSource, unpackedFrom packed: borrowing InputWindow, capacity: Int) {
    self.init(source, capacity: min(capacity, packed.capacity), budget: packed.budget, depth: packed.depth + 1)
  }

  init(_ source: any ByteSource, capacity: Int, budget: UnpackingBudget, depth: Int) {
    self.source = source
    self.budget = budget
    self.depth = depth
    self.capacity = max(capacity, 1)
    buffer = Array(repeating: 0, count: self.capacity)
  }

  /// The unread bytes that are at hand.
  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { buffer.span.extracting(unread) }
  }

  /// Moves past the first `count` unread bytes. `count` must not exceed `bytes.count`.
  mutating func consume(_ count: Int) {
    unread = unread.lowerBound + count..<unread.upperBound
    offset += count
  }

  /// Moves past `count` bytes, those at hand and those yet to come, without holding more than the window does. Returns
  /// how many there were: fewer at the end of the input.
  mutating func skip(_ count: Int) -> Int {
    var left = count
    while true {
      let passed = min(left, unread.count)
      consume(passed)
      left -= passed
      guard left > 0, readMore() else { return count - left }
    }
  }

  /// Copies the bytes at hand, at most `limit`, to `buffer` from `start` on, as many as fit, and moves past them.
  mutating func copy(into buffer: inout [UInt8], at start: Int, atMost limit: Int) -> Int {
    let count = min(limit, unread.count, buffer.count - start)
    for index in 0..<count {
      buffer[start + index] = self.buffer[unread.lowerBound + index]
    }
    consume(count)
    return count
  }

  /// Reads on until at least `count` unread bytes are at hand; `false` when the input ends before.
  ///
  /// Callers bound `count` themselves: nothing longer than ``longestRecord`` is worth holding in one piece.
  mutating func fill(atLeast count: Int) -> Bool {
    while unread.count < count {
      guard readMore() else { return false }
    }
    return true
  }

  /// Reads more bytes behind the unread ones; `false` at the end of the input.
  mutating func readMore() -> Bool {
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
  static let longestRecord = 262_144
}

/// A window that the source unpacking its bytes and whoever made that source both move forward.
final class SharedWindow {
  var window: InputWindow

  fileprivate init(_ window: consuming InputWindow) {
    self.window = window
  }
}

extension InputWindow {
  /// Lends the window to `body`, and takes it back as far as it was moved. A source that outlives `body` finds itself at
  /// the end of an empty input.
  mutating func lent<Result, Failure>(
    to body: (SharedWindow) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let shared = SharedWindow(InputWindow(MemorySource([]), capacity: 1, budget: budget, depth: depth))
    swap(&self, &shared.window)
    defer { swap(&self, &shared.window) }
    return try body(shared)
  }
}

/// What unpacking one input may cost at most, whatever it claims to hold.
///
/// Everything is streamed in constant memory, so these limits are about time, and about the lists in the summary.
final class UnpackingBudget {
  /// Octets that decompression may give, all members and layers together: 16 GiB, about a minute of work.
  static let mostOctets = 1 << 34
  /// Members of archives that are looked at. A bug report has some thousands.
  static let mostMembers = 65_536
  /// Captures that are read.
  static let mostCaptures = 1024
  /// How deep compressions and archives may nest: a compressed log in an archive that was compressed once more.
  static let greatestDepth = 3

  private var octets: Int
  private var members: Int
  private var captures: Int

  init(octets: Int = mostOctets, members: Int = mostMembers, captures: Int = mostCaptures) {
    self.octets = octets
    self.members = members
    self.captures = captures
  }

  /// Whether `count` more octets are allowed; they are taken then.
  func spend(octets count: Int) -> Bool {
    guard count <= octets else { return false }
    octets -= count
    return true
  }

  /// Whether one more member may be looked at.
  func spendMember() -> Bool {
    guard members > 0 else { return false }
    members -= 1
    return true
  }

  /// Whether one more capture may be read.
  func spendCapture() -> Bool {
    guard captures > 0 else { return false }
    captures -= 1
    return true
  }
}

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

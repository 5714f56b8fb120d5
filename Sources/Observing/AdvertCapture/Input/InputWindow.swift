internal import AdvertReading

/// A window that moves forward over the bytes of an input.
///
/// Every format reads through it, so files, pipes and decompressed members are all streamed in constant memory. The
/// window grows as bytes arrive, never because of a length field.
struct InputWindow: ~Copyable {
  private let source: any ByteSource
  private var buffer: [UInt8]
  private var unread: Range<Int> = 0..<0
  private var reachedEnd = false

  /// Offset in the input of the first unread byte.
  private(set) var offset = 0
  /// The reason why the input ended early, when the system or a decompressor failed.
  private(set) var failure: InputFailure?

  /// The number of the latest record that was read from a file in the input which another file may follow.
  var lastRecord = 0

  /// The limits of unpacking, shared by all windows on one input and its members.
  let budget: UnpackingBudget
  /// The number of compressions and archives around these bytes.
  let depth: Int
  /// The number of bytes in memory at first.
  private let capacity: Int

  static let defaultCapacity = CaptureOptions.defaultWindowCapacity

  init(_ source: any ByteSource, capacity: Int = defaultCapacity) {
    self.init(source, capacity: capacity, budget: UnpackingBudget(), depth: 0)
  }

  /// A window on the bytes that `source` unpacks from `packed`, at first not larger than that window.
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

  /// The unread bytes in the window.
  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { buffer.span.extracting(unread) }
  }

  /// Moves past the first `count` unread bytes. `count` must not exceed `bytes.count`.
  mutating func consume(_ count: Int) {
    unread = unread.lowerBound + count..<unread.upperBound
    offset += count
  }

  /// Moves past `count` bytes, even beyond the window, in constant memory. Returns their number, which is less than
  /// `count` at the end of the input.
  mutating func skip(_ count: Int) -> Int {
    var left = count
    while true {
      let passed = min(left, unread.count)
      consume(passed)
      left -= passed
      guard left > 0, readMore() else { return count - left }
    }
  }

  /// Moves past zeros. Returns the first other byte, which stays unread; `nil` at the end of the input.
  mutating func skipPadding() -> UInt8? {
    while fill(atLeast: 1) {
      var zeros = 0
      while zeros < unread.count, buffer[unread.lowerBound + zeros] == 0 { zeros += 1 }
      guard zeros == unread.count else {
        consume(zeros)
        return buffer[unread.lowerBound]
      }
      consume(zeros)
    }
    return nil
  }

  /// Copies bytes of the window to `buffer` from `start` on, as many as fit but at most `limit`, and moves past them.
  mutating func copy(into buffer: inout [UInt8], at start: Int, atMost limit: Int) -> Int {
    let count = min(limit, unread.count, buffer.count - start)
    for index in 0..<count {
      buffer[start + index] = self.buffer[unread.lowerBound + index]
    }
    consume(count)
    return count
  }

  /// Reads until the window has at least `count` unread bytes; returns `false` when the input ends before.
  ///
  /// The caller limits `count`: no record is longer than ``longestRecord``.
  mutating func fill(atLeast count: Int) -> Bool {
    while unread.count < count {
      guard readMore() else { return false }
    }
    return true
  }

  /// Reads more bytes; returns `false` at the end of the input.
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
    if depth == 0 { budget.allow(forPacked: count) }
    unread = unread.lowerBound..<unread.upperBound + count
    return count > 0
  }

  /// Reuses the space of consumed bytes once the buffer is used up. Doubles a buffer that is more than half full of unread
  /// bytes: to move them each time for a few more would take quadratic time.
  private mutating func makeRoom() {
    guard unread.upperBound == buffer.count else { return }
    if unread.count > buffer.count / 2 {
      buffer += Array(repeating: 0, count: buffer.count)
    } else {
      let count = unread.count
      for index in 0..<count {
        buffer[index] = buffer[unread.lowerBound + index]
      }
      unread = 0..<count
    }
  }

  /// The longest record of any format, in octets. Wireshark and libpcap have the same limit.
  static let longestRecord = 262_144
}

/// A window with two owners that move it forward: the source that unpacks its bytes, and the code that made the source.
final class SharedWindow {
  var window: InputWindow

  fileprivate init(_ window: consuming InputWindow) {
    self.window = window
  }
}

extension InputWindow {
  /// Lends the window to `body`, and takes it back where `body` left it. A source that outlives `body` is at the end of
  /// an empty input.
  mutating func lent<Result, Failure>(
    to body: (SharedWindow) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let shared = SharedWindow(InputWindow(MemorySource([]), capacity: 1, budget: budget, depth: depth))
    swap(&self, &shared.window)
    defer { swap(&self, &shared.window) }
    return try body(shared)
  }
}

/// The limits of unpacking one input.
///
/// All data are streamed in constant memory, so the limits only bound the time, and the lists in the summary.
final class UnpackingBudget {
  /// The most decompressed octets of all members and layers together: 16 GiB take half a minute.
  static let maximumOctets = Int(clamping: 1 << 34 as Int64)
  /// The most octets that a small input may unpack to. A larger input may unpack to more, in proportion to its size:
  /// each layer and member may be packed well, but the time for all of them together must fit the size of the input.
  static let maximumOctetsAnyhow = 1 << 29
  /// The greatest ratio of unpacked to packed octets beyond that.
  static let greatestRatio = 200
  /// The most members of archives. A bug report has some thousands.
  static let maximumMembers = 65_536
  /// The most captures in all archives.
  static let maximumCaptures = 1024
  /// The most layers of compression and archives: a compressed log in an archive that is compressed has three.
  static let greatestDepth = 3

  private var octets: Int
  /// The octets that the size of the input does not allow yet.
  private var withheld: Int
  private var members: Int
  private var captures: Int

  init(octets: Int = maximumOctets, members: Int = maximumMembers, captures: Int = maximumCaptures) {
    self.octets = min(octets, Self.maximumOctetsAnyhow)
    withheld = octets - self.octets
    self.members = members
    self.captures = captures
  }

  /// Adds the octets that octets of the input itself allow.
  func allow(forPacked count: Int) {
    let more = min(withheld, count * Self.greatestRatio)
    withheld -= more
    octets += more
  }

  /// Takes `count` octets from the budget; returns `false` when it has fewer.
  func spend(octets count: Int) -> Bool {
    guard count <= octets else { return false }
    octets -= count
    return true
  }

  /// Takes one member from the budget; returns `false` when there is none left.
  func spendMember() -> Bool {
    guard members > 0 else { return false }
    members -= 1
    return true
  }

  /// Takes one capture from the budget; returns `false` when there is none left.
  func spendCapture() -> Bool {
    guard captures > 0 else { return false }
    captures -= 1
    return true
  }
}

internal import AdvertCapture
internal import AdvertReading
internal import AdvertisingData

/// The octets of all distinct payloads in one growing array, instead of one allocation for each.
struct PayloadStore {
  private var octets: [UInt8] = []

  /// The place of a payload's octets.
  struct Slice: Sendable, BitwiseCopyable {
    private let start: Int
    /// Four octets, because there is one for every layout.
    private let count: UInt32

    fileprivate init(range: Range<Int>) {
      start = range.lowerBound
      count = UInt32(range.count)
    }

    fileprivate var range: Range<Int> { start..<start + Int(count) }
  }

  /// The number of octets of all payloads.
  var octetCount: Int { octets.count }

  mutating func add(_ data: Span<UInt8>) -> Slice {
    let start = octets.count
    octets.makeRoom(for: data.count)
    octets.append(copying: data)
    return Slice(range: start..<octets.count)
  }

  func payload(_ slice: Slice) -> Payload {
    Payload(Array(octets[slice.range]))
  }

  @inline(__always)
  func holds(_ data: Span<UInt8>, at slice: Slice) -> Bool {
    octets.span.extracting(slice.range).hasSameOctets(as: data)
  }

  func hash(_ slice: Slice) -> UInt64 {
    Self.hash(octets.span.extracting(slice.range))
  }

  /// Hashes sixteen octets at a time. Each step multiplies two numbers that depend on random keys, so that no octets
  /// can cancel the keys.
  static func hash(_ data: Span<UInt8>) -> UInt64 {
    let keys = SeededHash.keys
    var hash = keys.first ^ UInt64(data.count)
    guard data.count >= 8 else {
      var octets: UInt64 = 0
      for index in data.indices { octets = octets << 8 ^ UInt64(data[index]) }
      return SeededHash.product(hash ^ octets, keys.second)
    }
    var offset = 0
    while offset < data.count - 16 {
      hash = SeededHash.product(
        hash ^ data.littleEndian64(at: offset), keys.second ^ data.littleEndian64(at: offset &+ 8))
      offset &+= 16
    }
    // The last steps may share octets.
    return SeededHash.product(
      hash ^ data.littleEndian64(at: max(0, data.count - 16)),
      keys.second ^ data.littleEndian64(at: data.count - 8))
  }
}

/// Hashes that depend on random keys, which differ in every process. So no capture can be made whose addresses or
/// payloads all collide.
enum SeededHash {
  static let keys = (first: random, second: random)
  static var seed: UInt64 { keys.first }

  private static var random: UInt64 { UInt64.random(in: .min ... .max) | 1 }

  /// Spreads a number over all 64 bits, depending on the seed.
  @inline(__always)
  static func mix(_ number: UInt64, seed: UInt64 = seed) -> UInt64 {
    product(number ^ seed, 0x9E37_79B9_7F4A_7C15)
  }

  /// Returns both halves of the product of two numbers, combined into one.
  @inline(__always)
  static func product(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    return product.high ^ product.low
  }
}

/// Growth of arrays that can reach a million elements. They grow seldom, because each growth copies the elements, and
/// they grow into large pages. Reserved memory is free until it is written to, but a process may have a limit for it,
/// so the capacity stays in proportion to the number of elements.
extension Array where Element: BitwiseCopyable {
  /// Appends an element. A large array without room grows to four times its length.
  @inline(__always)
  mutating func appendSparingly(_ element: Element) {
    makeRoom(for: 1)
    append(element)
  }

  /// Makes room for `more` elements in a large array, and for three times its length beyond.
  @inline(__always)
  mutating func makeRoom(for more: Int) {
    if count + more > capacity, count >= 1 << 14 { self = Array(withRoomFor: count * 4 + more, copying: self) }
  }

  /// An array of the elements with room for `room` elements.
  @inline(never)
  init(withRoomFor room: Int, copying elements: some Collection<Element>) {
    self.init()
    reserveCapacity(room)
    let octets = capacity * MemoryLayout<Element>.stride
    // Pages that are already written stay small, so this comes before the first element.
    unsafe withUnsafeBufferPointer { unsafe preferLargePages(from: $0.baseAddress, octets: octets) }
    append(contentsOf: elements)
  }
}

/// The position of the next element of a chain through an array, or none, in four octets.
struct ChainLink: Hashable, Sendable, BitwiseCopyable {
  /// 0 means none. The index of an array ends before 2^32 elements.
  private var positionPlusOne: UInt32 = 0

  @inline(__always)
  init(_ position: Int? = nil) {
    self.position = position
  }

  /// The position; `nil` at the end of the chain.
  var position: Int? {
    @inline(__always) get { positionPlusOne == 0 ? nil : Int(positionPlusOne) - 1 }
    @inline(__always) set { positionPlusOne = newValue.map { UInt32($0 + 1) } ?? 0 }
  }
}

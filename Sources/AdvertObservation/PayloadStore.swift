internal import AdvertCapture
import AdvertisingData

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The octets of all distinct payloads, back to back: one growing array instead of one allocation for each.
struct PayloadStore {
  private var octets: [UInt8] = []

  /// Where a payload's octets are.
  struct Slice: Sendable, BitwiseCopyable {
    private let start: Int
    /// Short, as there is one for every layout.
    private let count: UInt32

    fileprivate init(range: Range<Int>) {
      start = range.lowerBound
      count = UInt32(range.count)
    }

    fileprivate var range: Range<Int> { start..<start + Int(count) }
  }

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

  static func hash(_ data: Span<UInt8>) -> UInt64 {
    var hash = HashIndex.seed ^ UInt64(data.count)
    guard data.count >= 8 else {
      for index in data.indices { hash = hash << 8 ^ UInt64(data[index]) }
      return HashIndex.mix(hash)
    }
    var offset = 0
    while offset < data.count - 8 {
      hash = HashIndex.mix(hash ^ data.eightOctets(at: offset))
      offset &+= 8
    }
    return HashIndex.mix(hash ^ data.eightOctets(at: data.count - 8))
  }
}

/// How arrays grow that may come to hold a million elements: seldom, because to copy them costs time and memory, and
/// into large pages. Memory that nothing was written to yet costs nothing, but processes may be allowed only so much of
/// it: the room stays in proportion to what is there.
extension Array where Element: BitwiseCopyable {
  /// Appends an element, and makes room for three times as many more where there are many and no room is left.
  @inline(__always)
  mutating func appendSparingly(_ element: Element) {
    makeRoom(for: 1)
    append(element)
  }

  /// Makes room for so many more, and where there are many, for three times as many.
  @inline(__always)
  mutating func makeRoom(for more: Int) {
    if count + more > capacity, count >= 1 << 14 { self = Array(withRoomFor: count * 4 + more, copying: self) }
  }

  /// With room for so many elements, and those given.
  @inline(never)
  init(withRoomFor room: Int, copying elements: some Collection<Element>) {
    self.init()
    reserveCapacity(room)
    let octets = capacity * MemoryLayout<Element>.stride
    // Before the first is written to: what is in use already stays in small pages.
    unsafe withUnsafeBufferPointer { unsafe preferLargePages($0.baseAddress, octets) }
    append(contentsOf: elements)
  }
}

/// Asks the system for large pages: a table of a million elements then costs a tenth of the page faults. Only whole pages
/// count. A system without large pages refuses, and nothing is lost.
private func preferLargePages(_ start: UnsafeRawPointer?, _ length: Int) {
  #if canImport(Glibc) || canImport(Musl)
    let page = sysconf(Int32(_SC_PAGESIZE))
    guard page > 0, let start = unsafe start else { return }
    let address = Int(bitPattern: start)
    let before = -address & (page - 1)
    let whole = (length - before) & ~(page - 1)
    guard whole > 0 else { return }
    unsafe madvise(UnsafeMutableRawPointer(mutating: start + before), whole, MADV_HUGEPAGE)
  #endif
}

/// The position in an array of the next element of a chain, if there is one, in four octets.
struct ChainLink: Hashable, Sendable, BitwiseCopyable {
  /// 0 stands for none. Arrays of more than four thousand million elements do not occur: their index ends before.
  private var positionPlusOne: UInt32 = 0

  @inline(__always)
  init(_ position: Int? = nil) {
    self.position = position
  }

  /// The position, `nil` at the end of the chain.
  var position: Int? {
    @inline(__always) get { positionPlusOne == 0 ? nil : Int(positionPlusOne) - 1 }
    @inline(__always) set { positionPlusOne = newValue.map { UInt32($0 + 1) } ?? 0 }
  }
}

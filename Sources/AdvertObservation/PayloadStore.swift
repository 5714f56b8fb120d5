internal import AdvertCapture
import AdvertisingData

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

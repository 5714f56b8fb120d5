internal import AdvertCapture
import AdvertisingData

/// The octets of all distinct payloads, back to back: one growing array instead of one allocation for each.
struct PayloadStore {
  private var octets: [UInt8] = []

  /// Where a payload's octets are.
  struct Slice {
    let start: Int
    let count: Int
  }

  mutating func add(_ data: Span<UInt8>) -> Slice {
    let start = octets.count
    octets.makeRoom(for: data.count)
    octets.append(addingCapacity: data.count) { added in
      for index in data.indices { added.append(data[index]) }
    }
    return Slice(start: start, count: data.count)
  }

  func payload(_ slice: Slice) -> Payload {
    Payload(Array(octets[slice.start..<slice.start + slice.count]))
  }

  @inline(__always)
  func holds(_ data: Span<UInt8>, at slice: Slice) -> Bool {
    octets.span.extracting(slice.start..<slice.start + slice.count).hasSameOctets(as: data)
  }

  func hash(_ slice: Slice) -> UInt64 {
    Self.hash(octets.span.extracting(slice.start..<slice.start + slice.count))
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

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
    for index in data.indices {
      octets.append(data[index])
    }
    return Slice(start: start, count: data.count)
  }

  func payload(_ slice: Slice) -> Payload {
    Payload(Array(octets[slice.start..<slice.start + slice.count]))
  }

  func holds(_ data: Span<UInt8>, at slice: Slice) -> Bool {
    guard data.count == slice.count else { return false }
    let stored = octets.span.extracting(slice.start..<slice.start + slice.count)
    // No early exit: the whole comparison then runs in vector registers.
    var difference: UInt8 = 0
    for index in 0..<slice.count {
      difference |= stored[index] ^ data[index]
    }
    return difference == 0
  }

  func hash(_ slice: Slice) -> UInt64 {
    Self.hash(octets.span.extracting(slice.start..<slice.start + slice.count))
  }

  static func hash(_ data: Span<UInt8>) -> UInt64 {
    var hash = HashIndex.seed ^ UInt64(data.count)
    for index in data.indices {
      hash = (hash ^ UInt64(data[index])) &* 0x0000_0100_0000_01B3
    }
    return HashIndex.mix(hash)
  }
}

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
    let count = data.count
    guard count == slice.count else { return false }
    let stored = octets.span.extracting(slice.start..<slice.start + slice.count)
    // Eight octets at a time; the last eight overlap those before them when the number is no multiple.
    guard count >= 8 else {
      for index in 0..<count where stored[index] != data[index] { return false }
      return true
    }
    var offset = 0
    while offset <= count - 8 {
      guard stored.eightOctets(at: offset) == data.eightOctets(at: offset) else { return false }
      offset += 8
    }
    return stored.eightOctets(at: count - 8) == data.eightOctets(at: count - 8)
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

extension Span where Element == UInt8 {
  /// As one number, which tells whether they are the same.
  @inline(__always)
  fileprivate func eightOctets(at offset: Int) -> UInt64 {
    // One check for all of them, and one load.
    let octets = extracting(offset..<offset + 8)
    let low = UInt64(octets[0]) | UInt64(octets[1]) << 8 | UInt64(octets[2]) << 16 | UInt64(octets[3]) << 24
    let high = UInt64(octets[4]) | UInt64(octets[5]) << 8 | UInt64(octets[6]) << 16 | UInt64(octets[7]) << 24
    return high << 32 | low
  }
}

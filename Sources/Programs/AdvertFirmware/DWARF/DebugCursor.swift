internal import AdvertisingData

/// Reads numbers of debug information in sequence. After the end, everything is 0, and ``isPastEnd`` is true.
struct DebugCursor {
  let octets: [UInt8]
  let order: OctetOrder
  var position: Int
  /// The end of the data to read.
  var end: Int
  private(set) var isPastEnd = false

  init(_ octets: [UInt8], _ order: OctetOrder, at position: Int = 0, end: Int? = nil) {
    self.octets = octets
    self.order = order
    self.position = position
    self.end = min(end ?? octets.count, octets.count)
  }

  var isAtEnd: Bool { position >= end || isPastEnd }

  /// Takes a stretch; `nil` when a part of it is missing.
  mutating func take(_ count: UInt64) -> Range<Int>? {
    guard let count = Int(exactly: count), position <= end, count <= end - position else {
      isPastEnd = true
      position = end
      return nil
    }
    defer { position += count }
    return position..<position + count
  }

  mutating func skip(_ count: UInt64) { _ = take(count) }

  mutating func octet() -> UInt8 {
    guard position < end else {
      isPastEnd = true
      return 0
    }
    defer { position += 1 }
    return octets[position]
  }

  /// Reads an unsigned number of 1 to 8 octets.
  mutating func number(_ size: Int) -> UInt64 {
    guard size <= 8, let range = take(UInt64(size)) else { return 0 }
    return order.number(size) { octets[range.lowerBound + $0] } ?? 0
  }

  /// Reads a number with seven bits in each octet (ULEB128). Bits beyond 64 are lost.
  mutating func variable() -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let octet = octet()
      if shift < 64 { number |= UInt64(octet & 0x7F) << shift }
      guard octet & 0x80 != 0, !isPastEnd else { return number }
      shift = min(shift + 7, 64)
    }
  }

  /// Reads such a number with a sign (SLEB128).
  mutating func signedVariable() -> Int64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let octet = octet()
      if shift < 64 { number |= UInt64(octet & 0x7F) << shift }
      shift = min(shift + 7, 64)
      guard octet & 0x80 != 0, !isPastEnd else {
        if octet & 0x40 != 0, shift < 64 { number |= UInt64.max << shift }
        return Int64(bitPattern: number)
      }
    }
  }

  /// Reads a text that ends with a zero octet, cut to a maximum length.
  mutating func text(most: Int = .max) -> String {
    let start = position
    while position < end, octets[position] != 0 {
      guard position - start < most else { return String(decoding: octets[start..<position], as: UTF8.self) }
      position += 1
    }
    guard position < end else {
      isPastEnd = true
      return ""
    }
    defer { position += 1 }
    return String(decoding: octets[start..<position], as: UTF8.self)
  }

  mutating func skipText() {
    while position < end, octets[position] != 0 { position += 1 }
    if position < end { position += 1 } else { isPastEnd = true }
  }

  /// Reads a length, and whether offsets have 8 octets (DWARF 5, 7.4).
  mutating func unitLength() -> (length: UInt64, offsetSize: Int) {
    let length = number(4)
    return length == 0xFFFF_FFFF ? (number(8), 8) : (length, 4)
  }
}

/// Fixed-width numbers in octets. Callers have checked that the octets are there; a wrong offset is a programmer's error.
extension Span where Element == UInt8 {
  @inline(__always)
  func littleEndian16(at offset: Int) -> UInt16 {
    UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
  }

  @inline(__always)
  func littleEndian32(at offset: Int) -> UInt32 {
    UInt32(littleEndian16(at: offset)) | UInt32(littleEndian16(at: offset + 2)) << 16
  }

  /// Six octets, as addresses have.
  @inline(__always)
  func littleEndian48(at offset: Int) -> UInt64 {
    // One check for all of them.
    let octets = extracting(offset..<offset + 6)
    return UInt64(octets.littleEndian32(at: 0)) | UInt64(octets.littleEndian16(at: 4)) << 32
  }

  @inline(__always)
  func bigEndian16(at offset: Int) -> UInt16 {
    littleEndian16(at: offset).byteSwapped
  }

  @inline(__always)
  func bigEndian32(at offset: Int) -> UInt32 {
    littleEndian32(at: offset).byteSwapped
  }

  /// A signal strength of an HCI event in dBm; `nil` for 127, which says that it was not measured.
  @inline(__always)
  func rssi(at offset: Int) -> Int8? {
    let rssi = Int8(bitPattern: self[offset])
    return rssi == 127 ? nil : rssi
  }
}

/// Which octet of a number comes first in a file that can be written either way.
enum OctetOrder: Hashable, Sendable {
  case littleEndian
  case bigEndian
}

extension Span where Element == UInt8 {
  @inline(__always)
  func integer16(at offset: Int, _ order: OctetOrder) -> UInt16 {
    switch order {
    case .littleEndian: littleEndian16(at: offset)
    case .bigEndian: bigEndian16(at: offset)
    }
  }

  @inline(__always)
  func integer32(at offset: Int, _ order: OctetOrder) -> UInt32 {
    switch order {
    case .littleEndian: littleEndian32(at: offset)
    case .bigEndian: bigEndian32(at: offset)
    }
  }

  @inline(__always)
  func integer64(at offset: Int, _ order: OctetOrder) -> UInt64 {
    let first = UInt64(integer32(at: offset, order))
    let second = UInt64(integer32(at: offset + 4, order))
    switch order {
    case .littleEndian: return second << 32 | first
    case .bigEndian: return first << 32 | second
    }
  }
}

/// Octets taken eight at a time, to compare and to hash them.
extension Span where Element == UInt8 {
  /// Eight octets as one number, the first in its lowest bits. Callers have checked that they are there.
  @inline(__always)
  package func eightOctets(at offset: Int) -> UInt64 {
    // One check for all of them, and one load.
    let octets = extracting(offset..<offset &+ 8)
    return UInt64(octets.littleEndian32(at: 0)) | UInt64(octets.littleEndian32(at: 4)) << 32
  }

  /// Whether another has the same octets and no more.
  @inline(__always)
  package func hasSameOctets(as other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    let last = count &- 8
    guard last >= 0 else {
      for index in indices where self[index] != other[index] { return false }
      return true
    }
    var offset = 0
    while offset < last {
      guard eightOctets(at: offset) == other.eightOctets(at: offset) else { return false }
      offset &+= 8
    }
    // The last eight overlap those before when the number is no multiple.
    return eightOctets(at: last) == other.eightOctets(at: last)
  }

  /// Whether another, which has as many octets, has the same but for one; for any of them where that one is beyond.
  @inline(__always)
  func hasSameOctets(as other: Span<UInt8>, exceptAt offset: Int) -> Bool {
    guard extracting(..<offset).hasSameOctets(as: other.extracting(..<offset)) else { return false }
    guard offset + 1 < count else { return true }
    return extracting((offset + 1)...).hasSameOctets(as: other.extracting((offset + 1)...))
  }
}

extension Array where Element == UInt8 {
  /// Appends the octets of a view, all at once.
  @inline(__always)
  package mutating func append(copying octets: Span<UInt8>) {
    // One by one, each would be checked for room.
    unsafe octets.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

internal import AdvertisingData

/// Whole numbers in octets. The caller has checked that there are enough octets; a wrong offset is a programmer's
/// error. They are here, not in AdvertisingData, because the loops over records need them inlined.
extension Span where Element == UInt8 {
  @inline(__always)
  func littleEndian16(at offset: Int) -> UInt16 {
    UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
  }

  @inline(__always)
  func littleEndian32(at offset: Int) -> UInt32 {
    UInt32(littleEndian16(at: offset)) | UInt32(littleEndian16(at: offset + 2)) << 16
  }

  @inline(__always)
  func littleEndian24(at offset: Int) -> UInt32 {
    UInt32(littleEndian16(at: offset)) | UInt32(self[offset + 2]) << 16
  }

  @inline(__always)
  func littleEndian48(at offset: Int) -> UInt64 {
    // One bounds check for all of them.
    let octets = extracting(offset..<offset + 6)
    return UInt64(octets.littleEndian32(at: 0)) | UInt64(octets.littleEndian16(at: 4)) << 32
  }

  @inline(__always)
  package func littleEndian64(at offset: Int) -> UInt64 {
    // One bounds check and one load for all of them.
    let octets = extracting(offset..<offset &+ 8)
    return UInt64(octets.littleEndian32(at: 0)) | UInt64(octets.littleEndian32(at: 4)) << 32
  }

  @inline(__always)
  func bigEndian16(at offset: Int) -> UInt16 {
    littleEndian16(at: offset).byteSwapped
  }

  @inline(__always)
  func bigEndian32(at offset: Int) -> UInt32 {
    littleEndian32(at: offset).byteSwapped
  }

  /// Returns a signal strength in dBm; `nil` for 127, which means not measured.
  @inline(__always)
  func rssi(at offset: Int) -> Int8? { Int8(bitPattern: self[offset]).measuredRSSI }
}

extension BinaryInteger {
  /// The signal strength in dBm; `nil` for 127, with which controllers and systems say that they did not measure it.
  @inline(__always)
  package var measuredRSSI: Self? { self == 127 ? nil : self }
}

/// Numbers in the byte order of a file.
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
    switch order {
    case .littleEndian: littleEndian64(at: offset)
    case .bigEndian: littleEndian64(at: offset).byteSwapped
    }
  }
}

/// Comparison of octets, eight at a time.
extension Span where Element == UInt8 {
  /// Returns whether the octets are equal.
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
      guard littleEndian64(at: offset) == other.littleEndian64(at: offset) else { return false }
      offset &+= 8
    }
    // The last eight overlap the ones before when the count is not a multiple of eight.
    return littleEndian64(at: last) == other.littleEndian64(at: last)
  }

  /// Returns whether the octets are equal except for the one at `offset`, which may be beyond the end. The counts must
  /// be equal.
  @inline(__always)
  func hasSameOctets(as other: Span<UInt8>, exceptAt offset: Int) -> Bool {
    guard extracting(..<offset).hasSameOctets(as: other.extracting(..<offset)) else { return false }
    guard offset + 1 < count else { return true }
    return extracting((offset + 1)...).hasSameOctets(as: other.extracting((offset + 1)...))
  }
}

extension Array where Element == UInt8 {
  /// Appends the octets of a view.
  @inline(__always)
  package mutating func append(copying octets: Span<UInt8>) {
    // Appending one by one would check the capacity for each.
    unsafe octets.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

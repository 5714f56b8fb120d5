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

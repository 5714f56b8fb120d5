extension Array where Element == UInt8 {
  /// Appends the octets of a view, all at once.
  @inline(__always)
  package mutating func append(copying octets: Span<UInt8>) {
    // One by one, each would be checked for room.
    unsafe octets.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

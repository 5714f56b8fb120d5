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

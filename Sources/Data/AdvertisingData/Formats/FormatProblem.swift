extension KnownPayload {
  /// A violation of the format. Offsets count from the first octet after the company identifier or the service UUID.
  public enum Problem: Hashable, Sendable {
    /// The payload is too short to be taken apart at all.
    case length(Malformation)
    /// There are more octets than the format has.
    case surplus(offset: Int, count: Int)
    /// Reserved bits or octets are not zero.
    case reserved(offset: Int)
    /// An item starts here that needs more octets than follow.
    case cut(offset: Int)
    /// The format requires another value here.
    case unexpected(offset: Int, expected: String)

    /// A problem when there are surplus octets.
    static func surplus(_ octets: [UInt8], at offset: Int) -> [Problem] {
      octets.isEmpty ? [] : [.surplus(offset: offset, count: octets.count)]
    }

    /// A problem when there are more octets than the format has.
    static func surplus(of octets: [UInt8], after count: Int) -> [Problem] {
      octets.count <= count ? [] : [.surplus(offset: count, count: octets.count - count)]
    }

    /// A problem when reserved bits are not zero.
    static func reserved(_ bits: some BinaryInteger, at offset: Int) -> [Problem] {
      bits == 0 ? [] : [.reserved(offset: offset)]
    }

    /// The same problem of a part that starts at `start` of the whole.
    func moved(by start: Int) -> Problem {
      switch self {
      case .length: self
      case .surplus(let offset, let count): .surplus(offset: offset + start, count: count)
      case .reserved(let offset): .reserved(offset: offset + start)
      case .cut(let offset): .cut(offset: offset + start)
      case .unexpected(let offset, let expected): .unexpected(offset: offset + start, expected: expected)
      }
    }
  }
}

extension KnownPayload.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .length(let malformation): malformation.description
    case .surplus(let offset, let count):
      "\(counted(count, "byte")) too many at data byte \(offset)"
    case .reserved(let offset): "reserved bits are set at data byte \(offset)"
    case .cut(let offset): "what starts at data byte \(offset) is cut off"
    case .unexpected(let offset, let expected): "data byte \(offset) should be \(expected)"
    }
  }
}

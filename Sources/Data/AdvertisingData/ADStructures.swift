/// Walks the AD structures of one payload in order, without allocating.
///
/// The walk is total: a structure that overruns the payload is delivered with its present octets, and ``ending`` says
/// afterwards how the payload ended. It stops at the first zero length octet (early termination), as Core Specification
/// Vol 3 Part C 11 asks.
public struct ADStructures: ~Escapable {
  private let payload: Span<UInt8>
  private var offset = 0
  /// How the payload ended; meaningful once ``next()`` has returned `nil`.
  public private(set) var ending: PayloadEnding = .complete

  /// A walk that begins at the first octet. It accepts any octets.
  @_lifetime(copy payload)
  public init(_ payload: Span<UInt8>) {
    self.payload = payload
  }

  /// The next structure, or `nil` at the end of the significant part.
  @_lifetime(copy self)
  public mutating func next() -> ADStructure? {
    guard offset < payload.count else { return nil }
    let start = offset
    let declaredLength = Int(payload[start])
    guard declaredLength > 0 else {
      ending = .terminated(offset: start)
      offset = payload.count
      return nil
    }
    guard start + 1 < payload.count else {
      ending = .loneLength(offset: start, declared: declaredLength)
      offset = payload.count
      return nil
    }
    var end = start + 1 + declaredLength
    if end > payload.count {
      ending = .overrun(offset: start, declared: declaredLength, available: payload.count - start - 1)
      end = payload.count
    }
    offset = end
    return ADStructure(
      type: ADType(rawValue: payload[start + 1]), offset: start, declaredLength: declaredLength,
      value: payload.extracting(start + 2..<end))
  }
}

/// How the walk over a payload ended. Offsets count from the start of the payload.
public enum PayloadEnding: Hashable, Sendable {
  /// The last structure ends exactly at the end of the payload.
  case complete
  /// A zero length octet at `offset` ended the significant part early; octets after it are padding.
  case terminated(offset: Int)
  /// The length octet at `offset` asks for `declared` octets where only `available` follow.
  case overrun(offset: Int, declared: Int, available: Int)
  /// The payload's last octet, at `offset`, is a length of `declared` with nothing after it.
  case loneLength(offset: Int, declared: Int)
}

/// One length-type-value element of a payload, viewed in place.
///
/// Source: Core Specification Vol 3 Part C 11. The length octet counts the type octet and the value.
public struct ADStructure: ~Escapable {
  /// The type octet.
  public let type: ADType
  /// Offset of the length octet from the start of the payload.
  public let offset: Int
  /// The length octet as sent: 1 (the type octet) plus the octets of the value.
  public let declaredLength: Int
  /// The octets after the type octet, as many as the payload holds.
  public let value: Span<UInt8>

  @_lifetime(copy value)
  init(type: ADType, offset: Int, declaredLength: Int, value: Span<UInt8>) {
    self.type = type
    self.offset = offset
    self.declaredLength = declaredLength
    self.value = value
  }

  /// Offset of the first value octet from the start of the payload.
  public var valueOffset: Int { offset + 2 }

  /// Octets this structure takes up in the payload, its length octet included.
  public var size: Int { 2 + value.count }

  /// Octets that the length octet counts beyond the end of the payload; 0 for a whole structure.
  public var missingOctets: Int { declaredLength - 1 - value.count }
}

/// The AD structures of one block: advertising data **or** scan response data, never both.
///
/// Any octets are a payload, even when no structure fits them. Source: Core Specification Vol 3 Part C 11.
public struct Payload: Hashable, Sendable {
  /// The octets as sent, without a limit on their number.
  public var octets: [UInt8]

  /// A payload of any octets; empty by default.
  public init(_ octets: [UInt8] = []) {
    self.octets = octets
  }

  /// A payload that owns a copy of any viewed octets.
  public init(copying span: Span<UInt8>) {
    octets = Array(copying: span)
  }

  /// Whether there are no octets.
  public var isEmpty: Bool { octets.isEmpty }
  /// The number of octets, including those after an early termination.
  public var count: Int { octets.count }

  /// A walk over the structures in place.
  public var structures: ADStructures {
    @_lifetime(borrow self)
    get { ADStructures(octets.span) }
  }

  /// The number of its structures. Counting them first costs less than an array that grows.
  package var structureCount: Int {
    var walk = structures
    var count = 0
    while walk.next() != nil { count += 1 }
    return count
  }

  /// The payload decoded: every structure with its meaning, and the octets after the last one.
  public var decoded: DecodedPayload { DecodedPayload(self) }

  /// Octets before the early termination, or all of them.
  public var significantCount: Int {
    var walk = structures
    while walk.next() != nil {}
    return if case .terminated(let offset) = walk.ending { offset } else { count }
  }
}

/// A payload taken apart. It encodes to the same octets again.
public struct DecodedPayload: Hashable, Sendable {
  /// The structures in the order sent. The last one can overrun the payload.
  public let elements: [Element]
  /// The octets after the last structure: from the terminating zero on, or a lone length octet. Usually empty.
  public let remainder: [UInt8]
  /// How the payload ended.
  public let ending: PayloadEnding

  /// One AD structure with its meaning.
  public struct Element: Hashable, Sendable {
    /// The type octet.
    public let type: ADType
    /// The value, with its meaning or the reason why it cannot be decoded.
    public let value: ADValue
    /// Offset of the length octet from the start of the payload.
    public let offset: Int
    /// The length octet as sent.
    public let declaredLength: Int

    /// Octets in the payload, including the length octet.
    public let size: Int
    /// The range of its octets, from the start of the payload.
    public var octetRange: Range<Int> { offset..<offset + size }
    /// Whether the length octet of the structure exceeds the payload.
    public var overruns: Bool { declaredLength > size - 1 }
  }

  /// Takes any payload apart. The context decides the meaning of type 0x10.
  public init(_ payload: Payload, in context: ADContext = .advertisingData) {
    var elements: [Element] = []
    elements.reserveCapacity(payload.structureCount)
    var walk = payload.structures
    var end = 0
    while let structure = walk.next() {
      elements.append(
        Element(
          type: structure.type, value: ADValue(structure, in: context), offset: structure.offset,
          declaredLength: structure.declaredLength, size: structure.size))
      end = structure.offset + structure.size
    }
    self.elements = elements
    ending = walk.ending
    remainder = Array(payload.octets[end...])
  }

  /// Takes the structures behind octets apart that are none, such as text. ``payload`` then lacks these octets.
  package init(_ payload: Payload, behind count: Int) {
    let rest = DecodedPayload(Payload(Array(payload.octets.dropFirst(count))))
    elements = rest.elements.map {
      Element(
        type: $0.type, value: $0.value, offset: $0.offset + count, declaredLength: $0.declaredLength, size: $0.size)
    }
    remainder = rest.remainder
    ending =
      switch rest.ending {
      case .complete: .complete
      case .terminated(let offset): .terminated(offset: offset + count)
      case .overrun(let offset, let declared, let available):
        .overrun(offset: offset + count, declared: declared, available: available)
      case .loneLength(let offset, let declared): .loneLength(offset: offset + count, declared: declared)
      }
  }

  /// The payload that this was decoded from.
  public var payload: Payload {
    var octets: [UInt8] = []
    for element in elements {
      octets.append(UInt8(truncatingIfNeeded: element.declaredLength))
      octets.append(element.type.rawValue)
      octets += element.value.octets
    }
    return Payload(octets + remainder)
  }
}

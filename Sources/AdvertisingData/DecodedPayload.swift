/// A payload taken apart, and put together again to the same octets.
public struct DecodedPayload: Hashable, Sendable {
  public let elements: [Element]
  /// What follows the last structure: from the terminating zero on, or a lone length octet. Usually empty.
  public let remainder: [UInt8]
  public let ending: PayloadEnding

  /// One AD structure with its meaning.
  public struct Element: Hashable, Sendable {
    public let type: ADType
    public let value: ADValue
    /// Offset of the length octet from the start of the payload.
    public let offset: Int
    /// The length octet as sent.
    public let declaredLength: Int

    /// Octets in the payload, the length octet included.
    public var size: Int { 2 + value.octets.count }
    public var octetRange: Range<Int> { offset..<offset + size }
    /// Whether the length octet asks for more than the payload holds.
    public var overruns: Bool { declaredLength > size - 1 }
  }

  /// The context decides what type 0x10 means.
  public init(_ payload: Payload, in context: ADContext = .advertisingData) {
    var elements: [Element] = []
    var walk = payload.structures
    var end = 0
    while let structure = walk.next() {
      elements.append(
        Element(
          type: structure.type, value: ADValue(structure, in: context), offset: structure.offset,
          declaredLength: structure.declaredLength))
      end = structure.offset + structure.size
    }
    self.elements = elements
    ending = walk.ending
    remainder = Array(payload.octets[end...])
  }

  /// The octets this was decoded from.
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

extension Payload {
  /// Builds a payload of whole structures; `nil` when a value is longer than the 254 octets a structure can hold.
  public init?(_ values: [(type: ADType, value: ADValue)]) {
    var octets: [UInt8] = []
    for (type, value) in values {
      let value = value.octets
      guard value.count <= 254 else { return nil }
      octets.append(UInt8(value.count + 1))
      octets.append(type.rawValue)
      octets += value
    }
    self.init(octets)
  }
}

/// The AD structures of one block: advertising data **or** scan response data, never both.
public struct Payload: Hashable, Sendable {
  public var octets: [UInt8]

  public init(_ octets: [UInt8] = []) {
    self.octets = octets
  }

  public init(copying span: Span<UInt8>) {
    octets = Array(copying: span)
  }

  public var isEmpty: Bool { octets.isEmpty }
  public var count: Int { octets.count }

  /// A walk over the structures in place.
  public var structures: ADStructures {
    @_lifetime(borrow self)
    get { ADStructures(octets.span) }
  }

  /// The payload decoded: every structure with its meaning, and what follows the last one.
  public var decoded: DecodedPayload { DecodedPayload(self) }

  /// Octets before the early termination, or all of them.
  public var significantCount: Int {
    if case .terminated(let offset) = decoded.ending { offset } else { count }
  }

  /// The UUIDs of the service lists, complete and incomplete (AD types 0x02 to 0x07), sorted and without repeats.
  ///
  /// Whole UUIDs of a ragged or overrunning list count: receivers see them too.
  public var listedServices: [BluetoothUUID] {
    Set(serviceListings.map { $0.uuid }).sorted()
  }

  /// Every UUID in a service list, in the order sent, with where it is.
  public var serviceListings: [ServiceListing] {
    var listings: [ServiceListing] = []
    var walk = structures
    while let structure = walk.next() {
      guard let width = ServiceUUIDList.width(of: structure.type) else { continue }
      for (index, uuid) in UUIDItems.whole(in: structure.value, width: width).enumerated() {
        let offset = structure.valueOffset + index * width.octets
        listings.append(ServiceListing(uuid: uuid, width: width, offset: offset))
      }
    }
    return listings
  }

  /// Whether a structure of this type is there.
  public func contains(_ type: ADType) -> Bool {
    var walk = structures
    while let structure = walk.next() {
      if structure.type == type { return true }
    }
    return false
  }

  /// The first complete local name, or else the first shortened one.
  public var localName: LocalName? {
    var shortened: LocalName?
    var walk = structures
    while let structure = walk.next() {
      switch structure.type {
      case .completeLocalName: return LocalName(decoding: structure.value, isComplete: true)
      case .shortenedLocalName where shortened == nil:
        shortened = LocalName(decoding: structure.value, isComplete: false)
      default: break
      }
    }
    return shortened
  }
}

/// One UUID of a service list and where its octets are.
public struct ServiceListing: Hashable, Sendable {
  public let uuid: BluetoothUUID
  public let width: BluetoothUUID.Width
  /// Offset of the UUID's first octet from the start of the payload.
  public let offset: Int
}

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
  /// Builds a payload of whole structures, each of its value's type; `nil` when a value is longer than the 254 octets a
  /// structure can hold.
  public init?(_ values: [ADValue]) {
    var octets: [UInt8] = []
    for value in values {
      let valueOctets = value.octets
      guard valueOctets.count <= 254 else { return nil }
      octets.append(UInt8(valueOctets.count + 1))
      octets.append(value.type.rawValue)
      octets += valueOctets
    }
    self.init(octets)
  }
}

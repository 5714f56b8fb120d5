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

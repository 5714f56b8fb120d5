/// What the value of an AD structure means: one case per family of types.
///
/// Decoding is total. A value whose octets do not fit its type becomes ``malformed(_:_:)`` with the reason; a type
/// this library does not decode keeps its octets in ``other(_:)``. Encoding gives back the octets that were decoded.
public enum ADValue: Hashable, Sendable {
  case flags(Flags)
  case serviceUUIDs(ServiceUUIDList)
  case solicitationUUIDs(SolicitationUUIDList)
  case localName(LocalName)
  case txPowerLevel(TxPowerLevel)
  case connectionIntervalRange(ConnectionIntervalRange)
  case serviceData(ServiceData)
  case appearance(Appearance)
  case manufacturerData(ManufacturerData)
  /// A type this library does not decode.
  case other([UInt8])
  /// Octets that do not fit the structure's type.
  case malformed([UInt8], Malformation)

  /// Decodes the value octets of a structure of the given type.
  public init(type: ADType, value: Span<UInt8>) {
    do throws(Malformation) {
      self = try Self.decode(type: type, value: value)
    } catch {
      self = .malformed(Array(copying: value), error)
    }
  }

  /// Decodes the value of a structure, as far as it is there.
  public init(_ structure: borrowing ADStructure) {
    self.init(type: structure.type, value: structure.value)
  }

  private static func decode(type: ADType, value: Span<UInt8>) throws(Malformation) -> ADValue {
    switch type {
    case .flags:
      return .flags(try Flags(decoding: value))
    case .incompleteServiceUUIDs16, .completeServiceUUIDs16, .incompleteServiceUUIDs32, .completeServiceUUIDs32,
      .incompleteServiceUUIDs128, .completeServiceUUIDs128:
      return .serviceUUIDs(try ServiceUUIDList(decoding: value, type: type))
    case .solicitationUUIDs16, .solicitationUUIDs32, .solicitationUUIDs128:
      return .solicitationUUIDs(try SolicitationUUIDList(decoding: value, type: type))
    case .shortenedLocalName, .completeLocalName:
      return .localName(LocalName(decoding: value, isComplete: type == .completeLocalName))
    case .txPowerLevel:
      return .txPowerLevel(try TxPowerLevel(decoding: value))
    case .peripheralConnectionIntervalRange:
      return .connectionIntervalRange(try ConnectionIntervalRange(decoding: value))
    case .serviceData16, .serviceData32, .serviceData128:
      return .serviceData(try ServiceData(decoding: value, type: type))
    case .appearance:
      return .appearance(try Appearance(decoding: value))
    case .manufacturerData:
      return .manufacturerData(try ManufacturerData(decoding: value))
    default:
      return .other(Array(copying: value))
    }
  }

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] {
    switch self {
    case .flags(let value): value.octets
    case .serviceUUIDs(let value): value.octets
    case .solicitationUUIDs(let value): value.octets
    case .localName(let value): value.octets
    case .txPowerLevel(let value): value.octets
    case .connectionIntervalRange(let value): value.octets
    case .serviceData(let value): value.octets
    case .appearance(let value): value.octets
    case .manufacturerData(let value): value.octets
    case .other(let octets), .malformed(let octets, _): octets
    }
  }
}

/// Why the octets of a value do not fit its type.
public enum Malformation: Error, Hashable, Sendable {
  /// The type has a fixed length, and this is not it.
  case wrongLength(expected: Int, actual: Int)
  /// The type needs at least so many octets.
  case tooShort(minimum: Int, actual: Int)
  /// A list of items of `itemSize` octets whose length is not a multiple of it.
  case ragged(itemSize: Int, actual: Int)
}

extension Malformation: CustomStringConvertible {
  public var description: String {
    switch self {
    case .wrongLength(let expected, let actual): "needs exactly \(octetCount(expected)), has \(actual)"
    case .tooShort(let minimum, let actual): "needs at least \(octetCount(minimum)), has \(actual)"
    case .ragged(let itemSize, let actual): "needs a multiple of \(octetCount(itemSize)), has \(actual)"
    }
  }

  private func octetCount(_ count: Int) -> String {
    count == 1 ? "1 byte" : "\(count) bytes"
  }
}

extension ADType {
  /// AD type 0x02: an incomplete ``ServiceUUIDList`` of 16-bit UUIDs.
  public static let incompleteServiceUUIDs16 = Self(rawValue: 0x02)
  /// AD type 0x03: a complete ``ServiceUUIDList`` of 16-bit UUIDs.
  public static let completeServiceUUIDs16 = Self(rawValue: 0x03)
  /// AD type 0x04: an incomplete ``ServiceUUIDList`` of 32-bit UUIDs.
  public static let incompleteServiceUUIDs32 = Self(rawValue: 0x04)
  /// AD type 0x05: a complete ``ServiceUUIDList`` of 32-bit UUIDs.
  public static let completeServiceUUIDs32 = Self(rawValue: 0x05)
  /// AD type 0x06: an incomplete ``ServiceUUIDList`` of 128-bit UUIDs.
  public static let incompleteServiceUUIDs128 = Self(rawValue: 0x06)
  /// AD type 0x07: a complete ``ServiceUUIDList`` of 128-bit UUIDs.
  public static let completeServiceUUIDs128 = Self(rawValue: 0x07)
}

/// A list of service UUIDs of one width (AD types 0x02 to 0x07).
///
/// Source: Core Specification Supplement Part A 1.1. A complete list with no UUID states that the device has no service
/// of that width; an incomplete list states that there are more.
public struct ServiceUUIDList: Hashable, Sendable {
  /// The width of every UUID in the list.
  public let width: BluetoothUUID.Width
  /// Whether the device has no further service with a UUID of this width.
  public let isComplete: Bool
  /// The services in the order sent.
  public let uuids: [BluetoothUUID]
  /// The octets after the last whole UUID, fewer than another UUID needs. Empty in a well-formed list; receivers take
  /// the UUIDs and ignore the rest.
  public let rest: [UInt8]

  /// Creates the list; `nil` when a UUID does not fit the width.
  public init?(_ uuids: [BluetoothUUID], width: BluetoothUUID.Width, isComplete: Bool) {
    guard uuids.allSatisfy({ $0.shortestWidth.octets <= width.octets }) else { return nil }
    self.width = width
    self.isComplete = isComplete
    self.uuids = uuids
    rest = []
  }

  /// A list of the shortest width that fits every UUID.
  init(uuids128 uuids: [BluetoothUUID], isComplete: Bool) {
    width = .bits128
    self.isComplete = isComplete
    self.uuids = uuids
    rest = []
  }

  /// The list in any octets. The type must be one of 0x02 to 0x07.
  init(decoding value: Span<UInt8>, type: ADType) {
    width = Self.width(of: type) ?? .bits16
    (uuids, rest) = UUIDItems.read(value, width: width)
    isComplete = type.rawValue % 2 == 1
  }

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] { UUIDItems.octets(of: uuids, width: width) + rest }

  /// The type of the value's structure.
  public var type: ADType { Self.type(width: width, isComplete: isComplete) }

  /// Returns the type octet of a list of this width and completeness.
  public static func type(width: BluetoothUUID.Width, isComplete: Bool) -> ADType {
    switch width {
    case .bits16: isComplete ? .completeServiceUUIDs16 : .incompleteServiceUUIDs16
    case .bits32: isComplete ? .completeServiceUUIDs32 : .incompleteServiceUUIDs32
    case .bits128: isComplete ? .completeServiceUUIDs128 : .incompleteServiceUUIDs128
    }
  }

  /// The width of the UUIDs in a list of the given type, `nil` when the type is not a service UUID list.
  public static func width(of type: ADType) -> BluetoothUUID.Width? {
    switch type {
    case .incompleteServiceUUIDs16, .completeServiceUUIDs16: .bits16
    case .incompleteServiceUUIDs32, .completeServiceUUIDs32: .bits32
    case .incompleteServiceUUIDs128, .completeServiceUUIDs128: .bits128
    default: nil
    }
  }
}

extension ServiceUUIDList: ADValueCodec {
  static var allowances: Allowances { .everywhere }
  var adValue: ADValue { .serviceUUIDs(self) }

  static let declaredFields: [DeclaredField] = [
    .boolean("complete"), .list("uuids", of: .string), .list("names", of: [.string, .null]), .string("rest"),
  ]

  var fields: [Field] {
    [
      .title("\(isComplete ? "Complete" : "Incomplete") \(width.rawValue)-bit Service UUIDs:"),
      Field("complete", isComplete),
    ] + UUIDItems.fields(of: uuids, rest, width: width)
  }
}

extension ADType {
  /// AD type 0x14: a ``SolicitationUUIDList`` of 16-bit UUIDs.
  public static let solicitationUUIDs16 = Self(rawValue: 0x14)
  /// AD type 0x1F: a ``SolicitationUUIDList`` of 32-bit UUIDs.
  public static let solicitationUUIDs32 = Self(rawValue: 0x1F)
  /// AD type 0x15: a ``SolicitationUUIDList`` of 128-bit UUIDs.
  public static let solicitationUUIDs128 = Self(rawValue: 0x15)
}

/// A list of service UUIDs that the sender looks for in others (AD types 0x14, 0x15 and 0x1F).
///
/// Source: Core Specification Supplement Part A 1.10.
public struct SolicitationUUIDList: Hashable, Sendable {
  /// The width of every UUID in the list.
  public let width: BluetoothUUID.Width
  /// The services in the order sent.
  public let uuids: [BluetoothUUID]
  /// The octets after the last whole UUID, fewer than another UUID needs. Empty in a well-formed list.
  public let rest: [UInt8]

  /// Creates the list; `nil` when a UUID does not fit the width.
  public init?(_ uuids: [BluetoothUUID], width: BluetoothUUID.Width) {
    guard uuids.allSatisfy({ $0.shortestWidth.octets <= width.octets }) else { return nil }
    self.width = width
    self.uuids = uuids
    rest = []
  }

  /// The list in any octets. The type must be one of the three.
  init(decoding value: Span<UInt8>, type: ADType) {
    width = Self.width(of: type) ?? .bits16
    (uuids, rest) = UUIDItems.read(value, width: width)
  }

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] { UUIDItems.octets(of: uuids, width: width) + rest }

  /// Returns the width of the UUIDs in a list of the given type; `nil` when the type is not one of the three.
  public static func width(of type: ADType) -> BluetoothUUID.Width? {
    switch type {
    case .solicitationUUIDs16: .bits16
    case .solicitationUUIDs32: .bits32
    case .solicitationUUIDs128: .bits128
    default: nil
    }
  }

  /// The type of the value's structure.
  public var type: ADType { Self.type(width: width) }

  /// Returns the type octet of a list of this width.
  package static func type(width: BluetoothUUID.Width) -> ADType {
    switch width {
    case .bits16: .solicitationUUIDs16
    case .bits32: .solicitationUUIDs32
    case .bits128: .solicitationUUIDs128
    }
  }
}

extension SolicitationUUIDList: ADValueCodec {
  static var allowances: Allowances { .ofLE(.mayRepeat, outOfBand: .mayRepeat) }
  var adValue: ADValue { .solicitationUUIDs(self) }

  static let declaredFields: [DeclaredField] = [
    .list("uuids", of: .string), .list("names", of: [.string, .null]), .string("rest"),
  ]

  var fields: [Field] {
    [.title("Looks for \(width.rawValue)-bit services:")] + UUIDItems.fields(of: uuids, rest, width: width)
  }
}

/// The octets of a list of UUIDs of one width, in the order sent.
enum UUIDItems {
  /// Returns the whole UUIDs, and the octets that are left over.
  static func read(_ value: Span<UInt8>, width: BluetoothUUID.Width) -> (uuids: [BluetoothUUID], rest: [UInt8]) {
    let count = value.count - value.count % width.octets
    return (whole(in: value, width: width), Array(copying: value.extracting(droppingFirst: count)))
  }

  /// Returns the whole UUIDs at the start of the octets; octets left over are ignored.
  static func whole(in value: Span<UInt8>, width: BluetoothUUID.Width) -> [BluetoothUUID] {
    var uuids: [BluetoothUUID] = []
    appendWhole(in: value, width: width, to: &uuids)
    return uuids
  }

  /// Appends the whole UUIDs at the start of the octets.
  static func appendWhole(in value: Span<UInt8>, width: BluetoothUUID.Width, to uuids: inout [BluetoothUUID]) {
    var offset = 0
    while let uuid = BluetoothUUID(littleEndian: value, at: offset, width: width) {
      uuids.append(uuid)
      offset += width.octets
    }
  }

  static func octets(of uuids: [BluetoothUUID], width: BluetoothUUID.Width) -> [UInt8] {
    uuids.flatMap { $0.littleEndian(width: width) ?? [] }
  }

  static func fields(of uuids: [BluetoothUUID], _ rest: [UInt8], width: BluetoothUUID.Width) -> [Field] {
    let end = uuids.count * width.octets
    return [
      // When octets are left over, the length or the type is wrong, and the octets may have any meaning.
      Field(
        "uuids", .list(uuids.map { .uuid($0) }), whenEmpty: "none", at: 0..<end,
        role: rest.isEmpty ? .structure : .data),
      Field("names", .list(uuids.map { .name(of: .uuid($0)) })),
    ] + (rest.isEmpty ? [] : [Field("rest", .octets(rest), label: "then", at: end..<end + rest.count, separator: "; ")])
  }
}

extension ADType {
  /// AD type 0x2B: ``MeshBeacon``.
  public static let meshBeacon = Self(rawValue: 0x2B)
}

/// A beacon of Bluetooth Mesh (AD type 0x2B).
///
/// Source: Mesh Protocol, mesh beacons; BlueZ's mesh/net-keys.c and mesh/prov-acceptor.c. Numbers and UUIDs are sent most
/// significant octet first.
public enum MeshBeacon: Hashable, Sendable {
  /// The beacon of a device that is not part of a network yet (type 0x00).
  case unprovisionedDevice(UnprovisionedDevice)
  /// The beacon of a network (type 0x01).
  case secureNetwork(SecureNetwork)
  /// Obfuscated and authenticated; the octets after the beacon type.
  case privateNetwork([UInt8])
  /// A beacon type that is not assigned; the octets after it.
  case other(kind: UInt8, [UInt8])

  /// A device that waits to be added to a network.
  public struct UnprovisionedDevice: Hashable, Sendable {
    /// The UUID of the device.
    public let uuid: BluetoothUUID
    /// The sources of out-of-band data for the provisioning, one bit for each.
    public let outOfBand: UInt16
    /// Identifies the URI that another structure advertises.
    public let uriHash: UInt32?

    /// A beacon of a device that waits to be provisioned.
    public init(uuid: BluetoothUUID, outOfBand: UInt16, uriHash: UInt32? = nil) {
      self.uuid = uuid
      self.outOfBand = outOfBand
      self.uriHash = uriHash
    }
  }

  /// Announces the state of a network to its members.
  public struct SecureNetwork: Hashable, Sendable {
    /// Whether the keys are being changed, and the state of the IV update.
    public let flags: UInt8
    /// The identifier of the network.
    public let networkID: UInt64
    /// The IV index of the network.
    public let ivIndex: UInt32
    /// The proof that the beacon is the network's.
    public let authentication: UInt64

    /// A beacon of a network.
    public init(flags: UInt8, networkID: UInt64, ivIndex: UInt32, authentication: UInt64) {
      self.flags = flags
      self.networkID = networkID
      self.ivIndex = ivIndex
      self.authentication = authentication
    }
  }

  /// Throws when there is no beacon type, or an unprovisioned device or secure network beacon has a wrong length.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard !value.isEmpty else { throw .tooShort(minimum: 1, actual: 0) }
    switch value[0] {
    case 0:
      guard value.count == 19 || value.count == 23 else { throw .neitherLength(19, 23, actual: value.count) }
      self = .unprovisionedDevice(
        UnprovisionedDevice(
          uuid: BluetoothUUID(high: value.bigEndian(at: 1, count: 8), low: value.bigEndian(at: 9, count: 8)),
          outOfBand: UInt16(value.bigEndian(at: 17, count: 2)),
          uriHash: value.count == 23 ? UInt32(value.bigEndian(at: 19, count: 4)) : nil))
    case 1:
      guard value.count == 22 else { throw .wrongLength(expected: 22, actual: value.count) }
      self = .secureNetwork(
        SecureNetwork(
          flags: value[1], networkID: value.bigEndian(at: 2, count: 8),
          ivIndex: UInt32(value.bigEndian(at: 10, count: 4)), authentication: value.bigEndian(at: 14, count: 8)))
    case 2: self = .privateNetwork(Array(copying: value.extracting(droppingFirst: 1)))
    default: self = .other(kind: value[0], Array(copying: value.extracting(droppingFirst: 1)))
    }
  }

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] {
    switch self {
    case .unprovisionedDevice(let device):
      [0] + Array(bigEndian: device.uuid.high, count: 8) + Array(bigEndian: device.uuid.low, count: 8)
        + Array(bigEndian: device.outOfBand, count: 2)
        + (device.uriHash.map { Array(bigEndian: $0, count: 4) } ?? [])
    case .secureNetwork(let network):
      [1, network.flags] + Array(bigEndian: network.networkID, count: 8)
        + Array(bigEndian: network.ivIndex, count: 4) + Array(bigEndian: network.authentication, count: 8)
    case .privateNetwork(let octets): [2] + octets
    case .other(let kind, let octets): [kind] + octets
    }
  }
}

extension MeshBeacon: SingleTypeCodec {
  static var assignedType: ADType { .meshBeacon }
  static var allowances: Allowances { Allowances(scanResponse: .notAllowed) }
  var adValue: ADValue { .meshBeacon(self) }

  static func beginning(of octets: [UInt8]) -> [Field] { [.structure(at: 0..<1)] }

  static let declaredFields: [DeclaredField] = [
    DeclaredField("kind", [.string, .integer]), .string("data"), .string("random"), .string("obfuscated"),
    .string("authentication"), .string("uuid"), .integer("oob"), .oobSources, .integer("uriHash", orNull: true),
    .integer("flags"), .string("networkID"), .boolean("keyRefresh"), .boolean("ivUpdate"), .integer("ivIndex"),
  ]

  var fields: [Field] {
    func kind(_ value: Field.Value) -> Field { Field("kind", value, at: 0..<1, role: .structure) }
    let fields: [Field] =
      switch self {
      case .unprovisionedDevice(let device): [kind(.text("unprovisionedDevice"))] + device.fields
      case .secureNetwork(let network): [kind(.text("secureNetwork"))] + network.fields
      case .privateNetwork(let octets):
        [kind(.text("private"))] + Self.privateFields(octets)
      case .other(let number, let octets):
        [
          kind(.number(Int64(number))),
          Field(
            "data", .octets(octets), label: "unassigned kind \(number):", whenEmpty: "no data",
            at: 1..<1 + octets.count),
        ]
      }
    return [.title("Mesh Beacon:")] + fields
  }
}

extension MeshBeacon {
  /// The number of octets after the beacon type of a private beacon: a random number of 13, obfuscated flags and IV
  /// index of 5, and 8 that prove the sender.
  ///
  /// Source: BlueZ's mesh/net-keys.c, which ignores other lengths.
  public static let privateNetworkLength = 26

  private static func privateFields(_ octets: [UInt8]) -> [Field] {
    let end = 1 + octets.count
    guard octets.count == privateNetworkLength else {
      return [Field("data", .octets(octets), label: "private, obfuscated:", whenEmpty: "no data", at: 1..<end)]
    }
    return [
      Field("data", .octets(octets), at: 1..<end),
      .phrase("private network"),
      Field("random", .octets(Array(octets[..<13])), label: "random", at: 1..<14),
      Field("obfuscated", .octets(Array(octets[13..<18])), label: "obfuscated", at: 14..<19),
      Field("authentication", .octets(Array(octets[18...])), label: "authentication", at: 19..<end),
    ]
  }
}

extension MeshBeacon.SecureNetwork {
  /// Whether the keys of the network are being changed: bit 0 of the flags.
  public var isKeyRefreshing: Bool { flags & 0x01 != 0 }
  /// Whether the IV index is being updated: bit 1 of the flags.
  public var isIVUpdating: Bool { flags & 0x02 != 0 }
}

extension MeshBeacon.UnprovisionedDevice {
  fileprivate var fields: [Field] {
    [
      Field("uuid", .text(uuid.description), label: "unprovisioned device", at: 1..<17),
      Field("oob", .hexNumber(UInt64(outOfBand), octets: 2), label: "OOB information", at: 17..<19),
      .outOfBandSources(outOfBand),
      Field(
        "uriHash", uriHash.map { .hexNumber(UInt64($0), octets: 4) } ?? .null, label: "URI hash",
        at: uriHash.map { _ in 19..<23 }),
    ]
  }
}

extension MeshBeacon.SecureNetwork {
  fileprivate var fields: [Field] {
    [
      Field("flags", flags, at: 1..<2),
      Field("networkID", .text(HexDigits.number(networkID, octets: 8)), label: "secure network", at: 2..<10),
      Field("", .hexNumber(UInt64(flags), octets: 1), label: "flags"),
      Field("keyRefresh", isKeyRefreshing, whenTrue: "keys change"),
      Field("ivUpdate", isIVUpdating, whenTrue: "IV update"),
      Field("ivIndex", ivIndex, label: "IV index", at: 10..<14),
      Field("authentication", .text(HexDigits.number(authentication, octets: 8)), label: "authentication", at: 14..<22),
    ]
  }
}

extension ADType {
  /// AD type 0x2A: ``MeshMessage``.
  public static let meshMessage = Self(rawValue: 0x2A)
}

/// A network PDU of Bluetooth Mesh (AD type 0x2A): encrypted and obfuscated but for the first octet.
///
/// Source: Mesh Protocol; BlueZ's mesh/crypto.c for the first octet. Any number of octets is kept; ``usualLengths`` is unverified.
public struct MeshMessage: Hashable, Sendable {
  /// The network PDU as sent.
  public let octets: [UInt8]

  /// The usual number of octets of a network PDU. Unverified: do not judge by it alone.
  public static let usualLengths = 14...29

  /// Reads the PDU; `nil` when the PDU is empty.
  public init?(_ octets: [UInt8]) {
    guard !octets.isEmpty else { return nil }
    self.octets = octets
  }

  /// Throws when there is no octet at all.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard !value.isEmpty else { throw .tooShort(minimum: 1, actual: 0) }
    octets = Array(copying: value)
  }

  /// The network of the PDU, as far as 7 bits of its key show it.
  public var networkIdentifier: UInt8 { octets[0] & 0x7F }
  /// The lowest bit of the IV index that the PDU is encrypted with.
  public var ivIndexBit: UInt8 { octets[0] >> 7 }

  /// Whether the length is one that a network PDU can have.
  public var hasUsualLength: Bool { Self.usualLengths.contains(octets.count) }
}

extension MeshMessage: SingleTypeCodec {
  static var assignedType: ADType { .meshMessage }
  static var allowances: Allowances { Allowances(scanResponse: .notAllowed) }
  var adValue: ADValue { .meshMessage(self) }

  static let declaredFields: [DeclaredField] = [
    .string("pdu"), .integer("nid"), .integer("ivi"), .boolean("usualLength"), .boolean("unverified"),
  ]

  var fields: [Field] {
    let limits = Self.usualLengths
    return [
      .title("Mesh Message, encrypted network PDU:"),
      Field("pdu", .octets(octets), at: 0..<octets.count, wording: .value),
      Field("nid", networkIdentifier, label: "NID"),
      Field("ivi", ivIndexBit, label: "IVI"),
      Field(
        "usualLength", .truth(hasUsualLength),
        wording: hasUsualLength
          ? .hidden : .phrase("not \(limits.lowerBound) to \(limits.upperBound) bytes (unverified)")),
      Field("unverified", true),
    ]
  }
}

extension ADType {
  /// AD type 0x2B: ``MeshBeacon``.
  public static let meshBeacon = Self(rawValue: 0x2B)
}

/// A beacon of Bluetooth Mesh (AD type 0x2B).
///
/// Source: Mesh Protocol, mesh beacons. Numbers and UUIDs are sent most significant octet first.
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
    /// Where out-of-band data for the provisioning is to be found, a bit each.
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

  /// Tells the members of a network its state.
  public struct SecureNetwork: Hashable, Sendable {
    /// Whether the keys are being changed, and the state of the IV update.
    public let flags: UInt8
    /// The identifier of the network.
    public let networkID: UInt64
    /// The IV index of the network.
    public let ivIndex: UInt32
    /// What proves that the beacon is the network's.
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

  var fields: [Field] {
    func kind(_ value: Field.Value) -> Field { Field("kind", value, at: 0..<1, role: .structure) }
    let fields: [Field] =
      switch self {
      case .unprovisionedDevice(let device): [kind(.text("unprovisionedDevice"))] + device.fields
      case .secureNetwork(let network): [kind(.text("secureNetwork"))] + network.fields
      case .privateNetwork(let octets):
        [
          kind(.text("private")),
          Field("data", .octets(octets), label: "private, obfuscated:", whenEmpty: "no data", at: 1..<1 + octets.count),
        ]
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

extension MeshBeacon.UnprovisionedDevice {
  fileprivate var fields: [Field] {
    [
      Field("uuid", .text(uuid.description), label: "unprovisioned device", at: 1..<17),
      Field("oob", .hexNumber(UInt64(outOfBand), octets: 2), label: "OOB information", at: 17..<19),
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
      Field("ivIndex", ivIndex, label: "IV index", at: 10..<14),
      Field("authentication", .text(HexDigits.number(authentication, octets: 8)), label: "authentication", at: 14..<22),
    ]
  }
}

extension ADType {
  /// AD type 0x2A: ``MeshMessage``.
  public static let meshMessage = Self(rawValue: 0x2A)
}

/// A network PDU of Bluetooth Mesh (AD type 0x2A), encrypted and obfuscated.
///
/// Source: Mesh Protocol. Any number of octets is kept; ``usualLengths`` is unverified.
public struct MeshMessage: Hashable, Sendable {
  /// The network PDU as sent.
  public let octets: [UInt8]

  /// How many octets a network PDU has. Unverified: judge nothing by it alone.
  public static let usualLengths = 14...29

  /// `nil` when the PDU is empty.
  public init?(_ octets: [UInt8]) {
    guard !octets.isEmpty else { return nil }
    self.octets = octets
  }

  /// Throws when there is no octet at all.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard !value.isEmpty else { throw .tooShort(minimum: 1, actual: 0) }
    octets = Array(copying: value)
  }

  /// Whether the length is one that a network PDU can have.
  public var hasUsualLength: Bool { Self.usualLengths.contains(octets.count) }
}

extension MeshMessage: SingleTypeCodec {
  static var assignedType: ADType { .meshMessage }
  static var allowances: Allowances { Allowances(scanResponse: .notAllowed) }
  var adValue: ADValue { .meshMessage(self) }

  var fields: [Field] {
    let limits = Self.usualLengths
    return [
      .title("Mesh Message, encrypted network PDU:"),
      Field("pdu", .octets(octets), at: 0..<octets.count, wording: .value),
      Field(
        "usualLength", .truth(hasUsualLength),
        wording: hasUsualLength
          ? .hidden : .phrase("not \(limits.lowerBound) to \(limits.upperBound) bytes (unverified)")),
      Field("unverified", true),
    ]
  }
}

extension ADType {
  /// AD type 0x29: ``ProvisioningBearer``.
  public static let pbADV = Self(rawValue: 0x29)
}

/// A PDU of the provisioning of a Bluetooth Mesh device (AD type 0x29, PB-ADV).
///
/// Source: Mesh Protocol, PB-ADV. The numbers are sent most significant octet first.
public struct ProvisioningBearer: Hashable, Sendable {
  /// Which provisioning this belongs to.
  public let link: UInt32
  /// The number of the transaction.
  public let transaction: UInt8
  /// The generic provisioning PDU, 1 to 24 octets.
  public let pdu: [UInt8]

  /// `nil` unless the PDU has 1 to 24 octets.
  public init?(link: UInt32, transaction: UInt8, pdu: [UInt8]) {
    guard (1...24).contains(pdu.count) else { return nil }
    self.link = link
    self.transaction = transaction
    self.pdu = pdu
  }

  /// Throws unless there are 6 to 29 octets.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count >= 6 else { throw .tooShort(minimum: 6, actual: value.count) }
    guard value.count <= 29 else { throw .tooLong(maximum: 29, actual: value.count) }
    link = UInt32(value.bigEndian(at: 0, count: 4))
    transaction = value[4]
    pdu = Array(copying: value.extracting(droppingFirst: 5))
  }

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] { Array(bigEndian: link, count: 4) + [transaction] + pdu }
}

extension ProvisioningBearer: SingleTypeCodec {
  static var assignedType: ADType { .pbADV }
  static var allowances: Allowances { Allowances(scanResponse: .notAllowed) }
  var adValue: ADValue { .provisioningBearer(self) }

  var fields: [Field] {
    [
      .title("PB-ADV:"),
      Field("link", .hexNumber(UInt64(link), octets: 4), label: "link", at: 0..<4),
      Field("transaction", transaction, label: "transaction", at: 4..<5),
      Field("pdu", .octets(pdu), label: "PDU", at: 5..<5 + pdu.count),
    ]
  }
}

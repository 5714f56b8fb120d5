/// A beacon of Bluetooth Mesh (AD type 0x2B).
///
/// Source: Mesh Protocol, mesh beacons. Numbers and UUIDs are sent most significant octet first.
public enum MeshBeacon: Hashable, Sendable {
  case unprovisionedDevice(UnprovisionedDevice)
  case secureNetwork(SecureNetwork)
  /// Obfuscated and authenticated; the octets after the beacon type.
  case privateNetwork([UInt8])
  /// A beacon type that is not assigned; the octets after it.
  case other(kind: UInt8, [UInt8])

  /// A device that waits to be added to a network.
  public struct UnprovisionedDevice: Hashable, Sendable {
    public let uuid: BluetoothUUID
    /// Where out-of-band data for the provisioning is to be found, a bit each.
    public let outOfBand: UInt16
    /// Identifies the URI that another structure advertises.
    public let uriHash: UInt32?

    public init(uuid: BluetoothUUID, outOfBand: UInt16, uriHash: UInt32? = nil) {
      self.uuid = uuid
      self.outOfBand = outOfBand
      self.uriHash = uriHash
    }
  }

  /// Tells the members of a network its state.
  public struct SecureNetwork: Hashable, Sendable {
    public let flags: UInt8
    public let networkID: UInt64
    public let ivIndex: UInt32
    public let authentication: UInt64

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

  public var hasUsualLength: Bool { Self.usualLengths.contains(octets.count) }
}

/// A PDU of the provisioning of a Bluetooth Mesh device (AD type 0x29, PB-ADV).
///
/// Source: Mesh Protocol, PB-ADV. The numbers are sent most significant octet first.
public struct ProvisioningBearer: Hashable, Sendable {
  /// Which provisioning this belongs to.
  public let link: UInt32
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

  public var octets: [UInt8] { Array(bigEndian: link, count: 4) + [transaction] + pdu }
}

/// The beacon of Microsoft's Connected Devices Platform (company 0x0006, scenario 1): a Windows or Xbox device nearby.
///
/// Source: MS-CDP 2.2.2.2.3, device types in 2.2.2.2.2. What follows the status when a device shares with everyone, and the
/// fifth bit of the status, are from ShortDev's NearShare, which talks to Windows.
public struct ConnectedDevicesBeacon: KnownFormat {
  public static let format = KnownPayload.Format(
    "connectedDevices", name: "Connected Devices Platform", in: .company(0x0006, beginnings: [[scenario]]),
    as: Self.self)
  private static let scenario: UInt8 = 1
  private static let hashLength = 19

  /// Version in the top three bits, ``deviceType`` in the others.
  public let versionAndDeviceType: UInt8
  /// The version of what follows in the top three bits; the lowest say which devices this one shares with.
  public let versionAndFlags: UInt8
  /// ``status`` in the low five bits; the sixth says that the address can be used as the identifier of the device.
  public let flagsAndDeviceStatus: UInt8
  /// Who the device is.
  public let identity: Identity

  /// What follows the status.
  public enum Identity: Hashable, Sendable {
    /// Four octets at random, and a hash over them and the device's certificate: 19 octets when all is well.
    case hashed(salt: [UInt8], hash: [UInt8])
    /// The address as printed (6 octets) and the name, UTF-8 as sent. Only devices that share with everyone send these.
    case open(address: [UInt8], name: [UInt8])
  }

  /// Throws when there is no room for the salt.
  public init(decoding octets: [UInt8], of _: UInt16) throws(Malformation) {
    try octets.require(8)
    versionAndDeviceType = octets[1]
    versionAndFlags = octets[2]
    flagsAndDeviceStatus = octets[3]
    let name = Array(octets.dropFirst(10))
    // A hash can be where a name is expected, but hardly one that can be read.
    identity =
      Self.sharesWithEveryone(octets[2]) && Self.isReadable(name)
      ? .open(address: octets[4..<10].reversed(), name: name)
      : .hashed(salt: Array(octets[4..<8]), hash: Array(octets[8...]))
  }

  private static func sharesWithEveryone(_ flags: UInt8) -> Bool { flags & 0x1F == 0x01 }

  /// Text without control characters.
  private static func isReadable(_ name: [UInt8]) -> Bool {
    guard !name.isEmpty, name.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return false }
    return Array(String(decoding: name, as: UTF8.self).utf8) == name
  }

  public var octets: [UInt8] {
    let start = [Self.scenario, versionAndDeviceType, versionAndFlags, flagsAndDeviceStatus]
    switch identity {
    case .hashed(let salt, let hash): return start + salt + hash
    case .open(let address, let name): return start + address.reversed() + name
    }
  }

  /// The version of the beacon, 0 to 7.
  public var version: UInt8 { versionAndDeviceType >> 5 }
  /// What kind of device sends, 0 to 31.
  public var deviceType: UInt8 { versionAndDeviceType & 0x1F }
  /// Whether the device takes files from everyone rather than from devices of its user.
  public var sharesWithEveryone: Bool { Self.sharesWithEveryone(versionAndFlags) }
  /// Whether the Bluetooth address can be used as the identifier of the device.
  public var isAddressIdentifier: Bool { flagsAndDeviceStatus & 0x20 != 0 }

  /// What the device type stands for; `nil` for numbers without a meaning.
  public var deviceName: String? { Self.devices[deviceType]?.name }
  public var device: String? { Self.devices[deviceType]?.device }

  /// The bits of the extended device status that are set, in words.
  public var status: [String] {
    Self.statusNames.enumerated().filter { flagsAndDeviceStatus >> UInt8($0.offset) & 1 != 0 }.map { $0.element }
  }

  private static let statusNames = [
    "remote session hosted", "no session hosting status", "shares with the same user", "shares with everyone",
    "shares with the family",
  ]

  private static let devices: [UInt8: (name: String, device: String)] = [
    1: ("Xbox One", "Xbox One"), 6: ("iPhone", "iPhone"), 7: ("iPad", "iPad"), 8: ("Android", "Android device"),
    9: ("desktop", "Windows desktop"), 11: ("phone", "Windows phone"), 12: ("Linux", "Linux device"),
    13: ("IoT device", "Windows IoT device"), 14: ("Surface Hub", "Surface Hub"), 15: ("laptop", "Windows laptop"),
    16: ("tablet", "Windows tablet"),
  ]

  public var problems: [KnownPayload.Problem] {
    guard case .hashed(_, let hash) = identity, hash.count != Self.hashLength else { return [] }
    return [.length(.wrongLength(expected: 8 + Self.hashLength, actual: 8 + hash.count))]
  }

  public var fields: [Field] {
    let name = deviceName
    return [
      .structure(at: 0..<1),
      Field(
        "deviceType", deviceType, at: 1..<2, role: .structure,
        wording: .phrase("device type \(deviceType)" + (name.map { " (\($0))" } ?? ""))),
      Field("deviceName", name.map { .text($0) } ?? .null),
      Field("version", version, label: "version", at: 1..<2, role: .structure),
      Field("versionAndFlags", versionAndFlags, at: 2..<3, role: .structure),
      Field("flagsAndStatus", flagsAndDeviceStatus, at: 3..<4, role: .structure),
      Field("sharesWithEveryone", sharesWithEveryone),
      Field("status", .list(status.map { .text($0) }), wording: .items(separator: ", ")),
      Field("addressIsIdentifier", isAddressIdentifier, whenTrue: "address is the identifier"),
    ] + identityFields
  }

  private var identityFields: [Field] {
    switch identity {
    case .hashed(let salt, let hash):
      [
        Field("salt", .octets(salt), label: "salt", at: 4..<8),
        Field("deviceHash", .octets(hash), label: "hash", at: 8..<8 + hash.count),
      ]
    case .open(let address, let name):
      [
        Field(
          "address", .address(address), label: "address", at: 4..<10,
          role: .address(isLittleEndian: true, name: "the address of a Windows device")),
        Field("name", .foreignText(name), label: "name", at: 10..<10 + name.count, role: .text),
      ]
    }
  }

  public static func beginning(of octets: [UInt8]) -> [Field] { [.structure(at: 0..<1)] }
}

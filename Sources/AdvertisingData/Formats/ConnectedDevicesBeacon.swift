/// The beacon of Microsoft's Connected Devices Platform (company 0x0006, scenario 1): a Windows or Xbox device nearby.
///
/// Source: MS-CDP 2.2.2.2.3, device types in 2.2.2.2.2.
public struct ConnectedDevicesBeacon: KnownFormat {
  public static let format = KnownPayload.Format(
    "connectedDevices", name: "Connected Devices Platform", in: .company(0x0006, beginnings: [[scenario]]),
    as: Self.self)
  private static let scenario: UInt8 = 1
  private static let hashLength = 19

  /// Version in the top three bits, ``deviceType`` in the others.
  public let versionAndDeviceType: UInt8
  /// The second octet after the scenario, as sent.
  public let versionAndFlags: UInt8
  /// The third octet after the scenario, as sent.
  public let flagsAndDeviceStatus: UInt8
  /// 4 octets.
  public let salt: [UInt8]
  /// 19 octets when all is well.
  public let deviceHash: [UInt8]

  /// Throws when there is no room for the salt.
  public init(decoding octets: [UInt8], of _: UInt16) throws(Malformation) {
    try octets.require(8)
    versionAndDeviceType = octets[1]
    versionAndFlags = octets[2]
    flagsAndDeviceStatus = octets[3]
    salt = Array(octets[4..<8])
    deviceHash = Array(octets[8...])
  }

  public var octets: [UInt8] {
    [Self.scenario, versionAndDeviceType, versionAndFlags, flagsAndDeviceStatus] + salt + deviceHash
  }

  /// The version of the beacon, 0 to 7.
  public var version: UInt8 { versionAndDeviceType >> 5 }
  /// What kind of device sends, 0 to 31.
  public var deviceType: UInt8 { versionAndDeviceType & 0x1F }

  /// What the device type stands for; `nil` for numbers without a meaning.
  public var deviceName: String? {
    switch deviceType {
    case 1: "Xbox One"
    case 6: "iPhone"
    case 7: "iPad"
    case 8: "Android"
    case 9: "desktop"
    case 11: "phone"
    case 12: "Linux"
    case 13: "IoT device"
    case 14: "Surface Hub"
    case 15: "laptop"
    case 16: "tablet"
    default: nil
    }
  }

  public var problems: [KnownPayload.Problem] {
    deviceHash.count == Self.hashLength
      ? [] : [.length(.wrongLength(expected: 8 + Self.hashLength, actual: 8 + deviceHash.count))]
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
      Field("salt", .octets(salt), label: "salt", at: 4..<8),
      Field("deviceHash", .octets(deviceHash), label: "hash", at: 8..<8 + deviceHash.count),
    ]
  }

  public static func beginning(of octets: [UInt8]) -> [Field] { [.structure(at: 0..<1)] }
}

/// The beacon of Microsoft's Connected Devices Platform (company 0x0006, scenario 1): a Windows or Xbox device nearby.
///
/// Source: MS-CDP. The meaning of device types is unverified.
public struct ConnectedDevicesBeacon: Hashable, Sendable, KnownFormat {
  static let scenario: UInt8 = 1
  private static let hashLength = 19

  /// Version in the top three bits, ``deviceType`` in the others.
  public let versionAndDeviceType: UInt8
  public let versionAndFlags: UInt8
  public let flagsAndDeviceStatus: UInt8
  /// 4 octets.
  public let salt: [UInt8]
  /// 19 octets when all is well.
  public let deviceHash: [UInt8]

  /// Throws when there is no room for the salt.
  init(decoding octets: [UInt8]) throws(Malformation) {
    try Self.require(8, of: octets)
    versionAndDeviceType = octets[1]
    versionAndFlags = octets[2]
    flagsAndDeviceStatus = octets[3]
    salt = Array(octets[4..<8])
    deviceHash = Array(octets[8...])
  }

  public var octets: [UInt8] {
    [Self.scenario, versionAndDeviceType, versionAndFlags, flagsAndDeviceStatus] + salt + deviceHash
  }

  public var version: UInt8 { versionAndDeviceType >> 5 }
  public var deviceType: UInt8 { versionAndDeviceType & 0x1F }

  /// What the device type stands for, from general knowledge; `nil` for others.
  public var unverifiedDeviceName: String? {
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

  public var problems: [KnownPayloadProblem] {
    deviceHash.count == Self.hashLength
      ? [] : [.length(.wrongLength(expected: 8 + Self.hashLength, actual: 8 + deviceHash.count))]
  }

  public var isUnverified: Bool { unverifiedDeviceName != nil }
}

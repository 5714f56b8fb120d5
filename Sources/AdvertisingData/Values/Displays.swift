/// What a 3D display does for 3D glasses (AD type 0x3D).
///
/// Source: 3D Synchronization Profile.
public struct ThreeDInformation: Hashable, Sendable {
  public let flags: Flags
  /// As sent: glasses with a greater path loss are too far away to associate.
  public let pathLossThreshold: UInt8

  public struct Flags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let associationNotification = Self(rawValue: 0x01)
    public static let batteryLevelReporting = Self(rawValue: 0x02)
    public static let sendsBatteryLevelOnStartUp = Self(rawValue: 0x04)
    /// Bits 3 to 6.
    public static let reserved = Self(rawValue: 0x78)
    public static let factoryTest = Self(rawValue: 0x80)
  }

  public init(flags: Flags, pathLossThreshold: UInt8) {
    self.flags = flags
    self.pathLossThreshold = pathLossThreshold
  }

  /// Throws unless there are exactly two octets.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 2 else { throw .wrongLength(expected: 2, actual: value.count) }
    flags = Flags(rawValue: value[0])
    pathLossThreshold = value[1]
  }

  public var octets: [UInt8] { [flags.rawValue, pathLossThreshold] }
}

/// Commands for a group of electronic shelf labels, or their answers (AD type 0x34).
///
/// Source: Electronic Shelf Label Profile.
public struct ElectronicShelfLabel: Hashable, Sendable {
  public let group: UInt8
  /// The commands after the group's number.
  public let commands: [UInt8]

  public init(group: UInt8, commands: [UInt8]) {
    self.group = group
    self.commands = commands
  }

  /// Throws when there is no octet at all.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard !value.isEmpty else { throw .tooShort(minimum: 1, actual: 0) }
    group = value[0]
    commands = Array(copying: value.extracting(droppingFirst: 1))
  }

  public var octets: [UInt8] { [group] + commands }
}

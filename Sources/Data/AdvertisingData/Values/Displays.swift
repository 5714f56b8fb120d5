extension ADType {
  /// AD type 0x3D: ``ThreeDInformation``.
  public static let threeDInformation = Self(rawValue: 0x3D)
}

/// The functions of a 3D display for 3D glasses (AD type 0x3D).
///
/// Source: 3D Synchronization Profile.
public struct ThreeDInformation: Hashable, Sendable {
  /// The functions of the display.
  public let flags: Flags
  /// The threshold as sent: glasses with a greater path loss are too far away to associate.
  public let pathLossThreshold: UInt8

  /// The first octet.
  public struct Flags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The display notifies when glasses are associated.
    public static let associationNotification = Self(rawValue: 0x01)
    /// The display takes reports of the glasses' battery level.
    public static let batteryLevelReporting = Self(rawValue: 0x02)
    /// Glasses report their battery level when they start.
    public static let sendsBatteryLevelOnStartUp = Self(rawValue: 0x04)
    /// Bits 3 to 6.
    public static let reserved = Self(rawValue: 0x78)
    /// The display is in a factory test.
    public static let factoryTest = Self(rawValue: 0x80)
  }

  /// The functions of a display, and a threshold in dB.
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

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] { [flags.rawValue, pathLossThreshold] }
}

extension ThreeDInformation: SingleTypeCodec {
  static var assignedType: ADType { .threeDInformation }
  static var allowances: Allowances {
    Allowances(advertising: .notAllowed, scanResponse: .notAllowed, inquiryResponse: .mayRepeat)
  }
  var adValue: ADValue { .threeDInformation(self) }

  static let declaredFields: [DeclaredField] = [
    .integer("flags"), .list("names", of: .string), .integer("pathLossThreshold"),
  ]

  var fields: [Field] {
    let names = [
      (Flags.associationNotification, "association notification"),
      (.batteryLevelReporting, "battery level reporting"),
      (.sendsBatteryLevelOnStartUp, "send battery level on start-up"), (.factoryTest, "factory test mode"),
    ]
    return [
      .title("3D Information:"),
      Field("flags", flags.rawValue, at: 0..<1, role: .structure),
      .bitNames("names", of: flags, names, reserved: .reserved, whenEmpty: "no flags"),
      Field(
        "pathLossThreshold", pathLossThreshold, label: "path loss threshold", at: 1..<2, role: .structure),
    ]
  }
}

extension ADType {
  /// AD type 0x34: ``ElectronicShelfLabel``.
  public static let electronicShelfLabel = Self(rawValue: 0x34)
}

/// Commands for a group of electronic shelf labels, or their answers (AD type 0x34).
///
/// Source: Electronic Shelf Label Profile.
public struct ElectronicShelfLabel: Hashable, Sendable {
  /// The group of labels that the commands are for.
  public let group: UInt8
  /// The commands after the group's number.
  public let commands: [UInt8]

  /// Commands for a group, as they are sent.
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

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] { [group] + commands }
}

extension ElectronicShelfLabel: SingleTypeCodec {
  static var assignedType: ADType { .electronicShelfLabel }
  static var allowances: Allowances { Allowances(scanResponse: .notAllowed) }
  var adValue: ADValue { .electronicShelfLabel(self) }

  static let declaredFields: [DeclaredField] = [.integer("group"), .string("commands")]

  var fields: [Field] {
    [
      .title("Electronic Shelf Label:"),
      Field("group", group, label: "group", at: 0..<1),
      Field("commands", .octets(commands), label: "commands", whenEmpty: "no data", at: 1..<1 + commands.count),
    ]
  }
}

/// What a scan must be given before it delivers anything.
public enum FilterRequirement: String, Hashable, Sendable, CaseIterable {
  /// Nothing: it can deliver all that it hears.
  case none
  /// Service UUIDs to look for.
  case serviceUUID
  /// A filter of some kind, on any of the data.
  case anyFilter
}

/// Where a payload can mention what somebody looks for.
public struct MentionKinds: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// A service UUID in a service list (AD types 0x02 to 0x07).
  public static let serviceList = Self(rawValue: 1)
  /// A service UUID in front of service data (AD types 0x16, 0x20 and 0x21).
  public static let serviceData = Self(rawValue: 2)
  /// A bit of the overflow area of iOS, which countless service UUIDs share.
  public static let overflowArea = Self(rawValue: 4)
  /// A local name (AD types 0x08 and 0x09).
  public static let localName = Self(rawValue: 8)

  /// Every kind that can mention a service.
  public static let services: Self = [.serviceList, .serviceData, .overflowArea]
}

/// The type octet of an AD structure.
///
/// Any octet is a valid `ADType`; the named ones are those this library decodes or reasons about.
/// Source: Bluetooth Assigned Numbers, common data types; Core Specification Supplement Part A.
public struct ADType: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let flags = Self(rawValue: 0x01)
  public static let incompleteServiceUUIDs16 = Self(rawValue: 0x02)
  public static let completeServiceUUIDs16 = Self(rawValue: 0x03)
  public static let incompleteServiceUUIDs32 = Self(rawValue: 0x04)
  public static let completeServiceUUIDs32 = Self(rawValue: 0x05)
  public static let incompleteServiceUUIDs128 = Self(rawValue: 0x06)
  public static let completeServiceUUIDs128 = Self(rawValue: 0x07)
  public static let shortenedLocalName = Self(rawValue: 0x08)
  public static let completeLocalName = Self(rawValue: 0x09)
  public static let txPowerLevel = Self(rawValue: 0x0A)
  public static let peripheralConnectionIntervalRange = Self(rawValue: 0x12)
  public static let solicitationUUIDs16 = Self(rawValue: 0x14)
  public static let solicitationUUIDs128 = Self(rawValue: 0x15)
  public static let serviceData16 = Self(rawValue: 0x16)
  public static let appearance = Self(rawValue: 0x19)
  public static let solicitationUUIDs32 = Self(rawValue: 0x1F)
  public static let serviceData32 = Self(rawValue: 0x20)
  public static let serviceData128 = Self(rawValue: 0x21)
  public static let manufacturerData = Self(rawValue: 0xFF)
}

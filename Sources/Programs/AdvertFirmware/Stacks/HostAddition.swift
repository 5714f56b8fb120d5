public import AdvertisingData

/// A field that a host adds to a payload when the program runs, with a value that the image does not show.
public enum HostAddition: String, Hashable, Sendable {
  /// The Flags field.
  case flags
  /// The device's name, complete or shortened.
  case name
  /// Manufacturer data.
  case manufacturerData
  /// The transmit power level.
  case transmitPower
  /// A list of service UUIDs.
  case services
  /// Data of a service.
  case serviceData

  /// The AD type of the field.
  public var type: ADType {
    switch self {
    case .flags: .flags
    case .name: .completeLocalName
    case .manufacturerData: .manufacturerData
    case .transmitPower: .txPowerLevel
    case .services: .completeServiceUUIDs16
    case .serviceData: .serviceData16
    }
  }
}

extension [HostAddition] {
  /// The additions in words, with commas between them.
  public var inWords: String { map { $0.description }.joined(separator: ", ") }
}

extension HostAddition: CustomStringConvertible {
  public var description: String {
    switch self {
    case .flags: "Flags"
    case .name: "the device's name"
    case .manufacturerData: "manufacturer data"
    case .transmitPower: "the transmit power"
    case .services: "service UUIDs"
    case .serviceData: "service data"
    }
  }
}

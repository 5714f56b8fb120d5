/// Builds LE Meta events with advertising reports: from the event code on, without packet indicator.
public enum HCIEvent {
  /// An LE Meta event with these parameters, subevent code first.
  public static func meta(_ parameters: [UInt8]) -> [UInt8] {
    [0x3E, UInt8(parameters.count)] + parameters
  }

  public static func legacy(_ reports: [LegacyReport], count: UInt8? = nil, surplus: [UInt8] = []) -> [UInt8] {
    meta([0x02, count ?? UInt8(reports.count)] + reports.flatMap(\.octets) + surplus)
  }

  public static func extended(_ reports: [ExtendedReport], count: UInt8? = nil, surplus: [UInt8] = []) -> [UInt8] {
    meta([0x0D, count ?? UInt8(reports.count)] + reports.flatMap(\.octets) + surplus)
  }
}

/// 11:22:33:44:55:66 as on the wire.
public let exampleAddress: [UInt8] = [0x66, 0x55, 0x44, 0x33, 0x22, 0x11]

/// One report of an LE Advertising Report event.
public struct LegacyReport: Sendable {
  public var eventType: UInt8
  public var addressType: UInt8
  public var address: [UInt8]
  public var data: [UInt8]
  public var rssi: Int8

  public init(
    _ eventType: UInt8 = 0, addressType: UInt8 = 1, address: [UInt8] = exampleAddress, data: [UInt8] = [],
    rssi: Int8 = -60
  ) {
    self.eventType = eventType
    self.addressType = addressType
    self.address = address
    self.data = data
    self.rssi = rssi
  }

  public var octets: [UInt8] {
    [eventType, addressType] + address + [UInt8(data.count)] + data + [UInt8(bitPattern: rssi)]
  }
}

/// One report of an LE Extended Advertising Report event.
public struct ExtendedReport: Sendable {
  public var eventType: UInt16
  public var addressType: UInt8
  public var address: [UInt8]
  public var sid: UInt8
  public var data: [UInt8]
  public var rssi: Int8
  /// The numbers of the primary and the secondary PHY.
  public var phys: (primary: UInt8, secondary: UInt8)

  public init(
    _ eventType: UInt16 = 0, addressType: UInt8 = 1, address: [UInt8] = exampleAddress, sid: UInt8 = 5,
    data: [UInt8] = [], rssi: Int8 = -70, phys: (primary: UInt8, secondary: UInt8) = (1, 2)
  ) {
    self.eventType = eventType
    self.addressType = addressType
    self.address = address
    self.sid = sid
    self.data = data
    self.rssi = rssi
    self.phys = phys
  }

  public var octets: [UInt8] {
    var octets: [UInt8] = []
    octets.append(eventType, order: .little)
    octets += [addressType] + address
    // Primary and secondary PHY, set, transmit power, signal strength, periodic interval, direct address.
    octets += [phys.primary, phys.secondary, sid, 0x7F, UInt8(bitPattern: rssi), 0, 0, 0, 0, 0, 0, 0, 0, 0]
    return octets + [UInt8(data.count)] + data
  }
}

/// Where a drone's operator is, and for a group of drones the area. `nil` stands for what is not known.
public struct RemoteIDSystem: Hashable, Sendable {
  /// The whole message of 25 octets.
  private let octets: [UInt8]

  /// The caller has counted 25 octets.
  init(message: [UInt8]) {
    octets = message
  }

  /// 0 take-off, 1 live, 2 fixed.
  public var operatorLocationType: UInt8 { octets[1] & 0b11 }
  /// 0 undeclared, 1 European Union.
  public var classificationType: UInt8 { octets[1] >> 2 & 0b111 }
  /// Degrees; `nil` when both coordinates are zero.
  public var latitude: DecimalNumber? {
    hasPosition ? DecimalNumber(Int32(littleEndian: octets, at: 2), decimals: 7) : nil
  }
  public var longitude: DecimalNumber? {
    hasPosition ? DecimalNumber(Int32(littleEndian: octets, at: 6), decimals: 7) : nil
  }

  private var hasPosition: Bool { octets[2..<10].contains { $0 != 0 } }

  /// Aircraft in the area.
  public var areaCount: UInt16 { UInt16(littleEndian: octets, at: 10) }
  /// Metres.
  public var areaRadius: Int { Int(octets[12]) * 10 }
  /// Metres above the WGS 84 ellipsoid.
  public var areaCeiling: DecimalNumber? { RemoteIDLocation.altitude(octets, at: 13) }
  public var areaFloor: DecimalNumber? { RemoteIDLocation.altitude(octets, at: 15) }
  /// European category in the high nibble, class in the low one.
  public var classification: UInt8 { octets[17] }
  /// Metres above the WGS 84 ellipsoid.
  public var operatorAltitude: DecimalNumber? { RemoteIDLocation.altitude(octets, at: 18) }
  /// Seconds since 2019-01-01 00:00 UTC; 0 in messages of older versions, which have no timestamp.
  public var timestamp: UInt32 { UInt32(littleEndian: octets, at: 20) }
}

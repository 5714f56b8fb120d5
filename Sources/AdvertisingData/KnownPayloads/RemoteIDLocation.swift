/// Where a drone is and how it moves. `nil` stands for what the drone does not know.
public struct RemoteIDLocation: Hashable, Sendable {
  /// The whole message of 25 octets.
  private let octets: [UInt8]

  /// The caller has counted 25 octets.
  init(message: [UInt8]) {
    octets = message
  }

  /// 0 undeclared, 1 on the ground, 2 airborne, 3 emergency.
  public var status: UInt8 { octets[1] >> 4 }
  /// Whether ``height`` counts from the ground rather than from the take-off.
  public var heightIsAboveGround: Bool { octets[1] & 0x04 != 0 }

  /// Degrees clockwise from true north, 0 to 359.
  public var direction: Int? {
    let degrees = Int(octets[2]) + (octets[1] & 0x02 == 0 ? 0 : 180)
    return degrees < 360 ? degrees : nil
  }

  /// Metres per second. Fast drones send in units of 0.75 above the 63.75 that units of 0.25 reach.
  public var speed: DecimalNumber? {
    guard octets[3] != 255 else { return nil }
    let hundredths = octets[1] & 0x01 == 0 ? Int(octets[3]) * 25 : Int(octets[3]) * 75 + 6375
    return DecimalNumber(hundredths, decimals: 2)
  }

  /// Metres per second, positive upwards.
  public var verticalSpeed: DecimalNumber? {
    let halves = Int8(bitPattern: octets[4])
    return halves == 126 ? nil : DecimalNumber(Int(halves) * 5, decimals: 1)
  }

  /// Degrees; `nil` when both coordinates are zero.
  public var latitude: DecimalNumber? {
    hasPosition ? DecimalNumber(Int32(littleEndian: octets, at: 5), decimals: 7) : nil
  }
  public var longitude: DecimalNumber? {
    hasPosition ? DecimalNumber(Int32(littleEndian: octets, at: 9), decimals: 7) : nil
  }

  private var hasPosition: Bool { octets[5..<13].contains { $0 != 0 } }

  /// Metres by air pressure, against 1013.25 hPa.
  public var pressureAltitude: DecimalNumber? { Self.altitude(octets, at: 13) }
  /// Metres above the WGS 84 ellipsoid.
  public var geodeticAltitude: DecimalNumber? { Self.altitude(octets, at: 15) }
  /// Metres above take-off or ground.
  public var height: DecimalNumber? { Self.altitude(octets, at: 17) }

  /// Seconds after the full hour (UTC).
  public var timestamp: DecimalNumber? {
    let tenths = UInt16(littleEndian: octets, at: 21)
    return tenths == .max ? nil : DecimalNumber(tenths, decimals: 1)
  }

  /// Half metres above -1000 m, which itself says "unknown".
  static func altitude(_ octets: [UInt8], at offset: Int) -> DecimalNumber? {
    let raw = UInt16(littleEndian: octets, at: offset)
    return raw == 0 ? nil : DecimalNumber(Int(raw) * 5 - 10_000, decimals: 1)
  }
}

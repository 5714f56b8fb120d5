extension RemoteID {
  /// Where a drone is and how it moves. `nil` stands for what the drone does not know.
  public struct Location: Hashable, Sendable {
    /// The whole message of 25 octets.
    private let octets: [UInt8]

    /// The caller has counted 25 octets.
    init(message: [UInt8]) {
      octets = message
    }

    /// 0 undeclared, 1 on the ground, 2 airborne, 3 emergency, 4 failure of the Remote ID system.
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

    private var position: Position { Position(octets, at: 5) }
    /// Degrees; `nil` when both coordinates are zero.
    public var latitude: DecimalNumber? { position.latitude }
    /// In degrees, east positive; `nil` when it is not known.
    public var longitude: DecimalNumber? { position.longitude }

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

    /// How exact the place is, as a number: 0 unknown, 12 within 1 m.
    public var horizontalAccuracy: UInt8 { octets[19] & 0x0F }
    /// How exact the geodetic altitude is, as a number: 0 unknown, 6 within 1 m.
    public var verticalAccuracy: UInt8 { octets[19] >> 4 }
    /// How exact the pressure altitude is, by the numbers of ``verticalAccuracy``.
    public var pressureAccuracy: UInt8 { octets[20] >> 4 }
    /// How exact the speed is, as a number: 0 unknown, 4 within 0.3 m/s.
    public var speedAccuracy: UInt8 { octets[20] & 0x0F }
    /// How exact the timestamp is, in tenths of a second: 0 unknown.
    public var timestampAccuracy: UInt8 { octets[23] & 0x0F }

    /// Half metres above -1000 m, which itself says "unknown".
    static func altitude(_ octets: [UInt8], at offset: Int) -> DecimalNumber? {
      let raw = UInt16(littleEndian: octets, at: offset)
      return raw == 0 ? nil : DecimalNumber(Int(raw) * 5 - 10_000, decimals: 1)
    }

    func fields(from start: Int) -> [Field] {
      func at(_ offset: Int, _ count: Int) -> Range<Int> { start + offset..<start + offset + count }
      let above = heightIsAboveGround ? "above ground" : "above take-off"
      return [Field].assigned(
        "status", status, RemoteIDNames.statuses, named: "statusName", of: "status", at: at(1, 1)
      ) + [
        Field("latitude", latitude, label: "latitude", at: at(5, 4)),
        Field("longitude", longitude, label: "longitude", at: at(9, 4)),
        Field("direction", direction, label: "heading", unit: "°", at: at(2, 1)),
        Field("speed", speed, unit: "m/s", at: at(3, 1)),
        Field("verticalSpeed", verticalSpeed, label: "climb", unit: "m/s", at: at(4, 1)),
        Field("pressureAltitude", pressureAltitude, label: "pressure altitude", unit: "m", at: at(13, 2)),
        Field("geodeticAltitude", geodeticAltitude, label: "geodetic altitude", unit: "m", at: at(15, 2)),
        Field("height", height, unit: "m \(above)", at: at(17, 2)),
        Field("heightAboveGround", heightIsAboveGround, at: at(1, 1), role: .structure),
        Field("secondsAfterHour", timestamp, unit: "s after the hour", at: at(21, 2)),
      ] + accuracies(from: start) + position.limits(from: start)
    }

    private func accuracies(from start: Int) -> [Field] {
      func at(_ offset: Int) -> Range<Int> { start + offset..<start + offset + 1 }
      return [
        .accuracy("horizontalAccuracy", horizontalAccuracy, RemoteIDNames.horizontalAccuracies, "m across", at: at(19)),
        .accuracy("verticalAccuracy", verticalAccuracy, RemoteIDNames.verticalAccuracies, "m in altitude", at: at(19)),
        .accuracy(
          "pressureAccuracy", pressureAccuracy, RemoteIDNames.verticalAccuracies, "m in pressure altitude", at: at(20)),
        .accuracy("speedAccuracy", speedAccuracy, RemoteIDNames.speedAccuracies, "m/s in speed", at: at(20)),
        Field(
          "timestampAccuracy", timestampAccuracy == 0 ? nil : DecimalNumber(timestampAccuracy, decimals: 1),
          label: "±", unit: "s in time", at: at(23), role: .structure),
      ]
    }
  }
}

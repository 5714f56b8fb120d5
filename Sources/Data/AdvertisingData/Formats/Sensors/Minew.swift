extension KnownPayload.Format {
  /// Frames of Minew's sensors in service data of 0xFFE1. Other makers also use that number, so the first octets and
  /// the length identify a frame.
  ///
  /// Source: advlib.
  static let minew = KnownPayload.Format(
    "minew", name: "Minew", in: .services([0xFFE1]),
    forms: [
      form("thermometer", 0x01, count: 13, [temperature, .fixed("humidity", at: 5, .bigEndian, unit: "%")]),
      form("light sensor", 0x02, count: 10, [.flag("light", at: 3, mask: 1)]),
      form(
        "accelerometer", 0x03, count: 15,
        [acceleration("X", at: 3), acceleration("Y", at: 5), acceleration("Z", at: 7)]),
      form("light sensor", 0x05, count: 11, [wide("illuminance", unit: "lx")]),
      FixedFormat(
        "probably a Minew device", marks: FixedFormat.Mark.beginning(0xA1, 0x07), count: 8, .known, [address(at: 2)]),
      // A name follows.
      FixedFormat(
        "probably a Minew device", marks: FixedFormat.Mark.beginning(0xA1, 0x08), count: 9, .open,
        [battery, address(at: 3)]),
      FixedFormat(
        "probably a Minew gyroscope", marks: FixedFormat.Mark.beginning(0xA1, 0x15), count: 20, .known,
        [acceleration("X", at: 2), acceleration("Y", at: 4), acceleration("Z", at: 6)]
          + [rotation("X", at: 8), rotation("Y", at: 10), rotation("Z", at: 12), address(at: 14)]),
      form(
        "magnetometer", 0x16, count: 15,
        [
          .fixed("magneticFieldX", at: 3, .bigEndian, unit: ""), .fixed("magneticFieldY", at: 5, .bigEndian, unit: ""),
          .fixed("magneticFieldZ", at: 7, .bigEndian, unit: ""),
        ]),
      form(
        "pressure sensor", 0x17, count: 13,
        [
          .value("pressure", at: 3..<7, unit: "hPa") { octets in
            let sent = Int64(signed: octets.span.bigEndian(at: 3, count: 4), width: 32)
            return .decimal(DecimalNumber(sent * 100 / 65_536, decimals: 2))
          }
        ]),
      form("infrared sensor", 0x11, count: 11, [.flag("motion", at: 4, mask: 1)]),
      form("air sensor", 0x12, count: 11, [wide("volatileOrganicCompounds", unit: "")]),
      form("thermometer", 0x13, count: 11, [temperature]),
      form("vibration sensor", 0x18, count: 14, [.flag("vibration", at: 7, mask: 1)]),
      form("light sensor", 0x19, count: 11, [wide("luminousFlux", unit: "lm")]),
      form("tamper sensor", 0x20, count: 10, [.flag("tampered", at: 3, mask: 1)]),
      form("water sensor", 0x21, count: 10, [.flag("water", at: 3, mask: 1)]),
    ])

  /// Every frame has the battery after its first octets, and the address at its end.
  private static func form(_ name: String, _ type: UInt8, count: Int, _ columns: [FixedFormat.Column]) -> FixedFormat {
    FixedFormat(
      "probably a Minew \(name)", marks: FixedFormat.Mark.beginning(0xA1, type), count: count, .known,
      [battery] + columns + [address(at: count - 6)])
  }

  private static var battery: FixedFormat.Column {
    .number("battery", at: 2, unit: "%")
  }

  private static func address(at offset: Int) -> FixedFormat.Column {
    .address(at: offset, name: "the address of a Minew sensor")
  }

  private static func rotation(_ axis: String, at offset: Int) -> FixedFormat.Column {
    .number("rotation" + axis, at: offset, octets: 2, .bigEndian, isSigned: true, decimals: 2, unit: "°/s")
  }

  private static var temperature: FixedFormat.Column {
    .fixed("temperature", at: 3, .bigEndian, unit: "°C")
  }

  private static func wide(_ key: String, unit: String) -> FixedFormat.Column {
    .number(key, at: 3, octets: 2, .bigEndian, unit: unit)
  }

  private static func acceleration(_ axis: String, at offset: Int) -> FixedFormat.Column {
    .fixed("acceleration" + axis, at: offset, .bigEndian, unit: "g")
  }
}

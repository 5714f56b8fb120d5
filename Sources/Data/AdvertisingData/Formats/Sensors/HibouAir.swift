extension KnownPayload.Format {
  /// Measurements of HibouAir's sensors of Smart Sensor Devices (company 0x075B): the second octet is the kind of
  /// board.
  ///
  /// Source: advlib.
  static let hibouAir = KnownPayload.Format(
    "hibouAir", name: "HibouAir", in: .company(0x075B, beginnings: [[5]]),
    forms: [
      form(
        3,
        [
          light, particles("particles1", "PM1", at: 15), particles("particles", "PM2.5", at: 17),
          particles("coarseParticles", "PM10", at: 19),
        ]),
      form(4, [light, carbonDioxide]),
      form(5, [light, .number("nitrogenDioxide", at: 21, octets: 2, .bigEndian, label: "NO2", unit: "ppm")]),
      form(9, [.number("noise", at: 5, octets: 2, .bigEndian, factor: -1, plus: 120, unit: "dB"), carbonDioxide]),
      form(nil, [light]),
    ])

  private static var light: FixedFormat.Column {
    .number("illuminance", at: 5, octets: 2, unit: "lx")
  }
  private static var carbonDioxide: FixedFormat.Column {
    .number(
      "carbonDioxide", at: 21, octets: 2, .bigEndian, label: "CO2", unit: "ppm")
  }

  private static func particles(_ key: String, _ label: String, at offset: Int) -> FixedFormat.Column {
    .number(key, at: offset, octets: 2, decimals: 1, label: label, unit: "µg/m³")
  }

  private static func form(_ board: UInt8?, _ measurements: [FixedFormat.Column]) -> FixedFormat {
    FixedFormat(
      "HibouAir", marks: board.map { FixedFormat.Mark.beginning(5, $0) } ?? FixedFormat.Mark.beginning(5), count: 24,
      .known,
      [
        .octets("id", at: 2..<5),
        .number("pressure", at: 7, octets: 2, decimals: 1, unit: "hPa"),
        .number("temperature", at: 9, octets: 2, isSigned: true, decimals: 1, unit: "°C"),
        .number("humidity", at: 11, octets: 2, decimals: 1, unit: "%"),
      ] + measurements)
  }
}

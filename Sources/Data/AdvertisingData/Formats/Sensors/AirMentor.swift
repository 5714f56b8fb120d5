extension KnownPayload.Format {
  /// Measurements of Air Mentor's air monitors. A message has a part of the measurements, and its number is in place of
  /// the company identifier: it and the length identify the data.
  ///
  /// Source: ble_monitor. The humidity is that of the sensor, which is warmer than the air.
  static let airMentor = KnownPayload.Format(
    "airMentor", name: "Air Mentor",
    devices: [0x10, 0x20].flatMap { (counter: UInt8) in
      [
        form("Pro 2", counter | 1, 0x21, count: 10, particles),
        form("Pro 2", counter | 2, 0x21, count: 10, climate),
        form("2S", counter | 1, 0x61, count: 14, particles + [formaldehyde]),
        form("2S", counter | 2, 0x51, count: 14, climate),
      ]
    })

  private static func form(
    _ model: String, _ first: UInt8, _ second: UInt8, count: Int, _ columns: [FixedFormat.Column]
  ) -> FixedFormat {
    FixedFormat(
      "probably an Air Mentor \(model)", marks: FixedFormat.Mark.beginning(first, second), count: count, .known, columns
    )
  }

  private static let particles: [FixedFormat.Column] = [
    .number("carbonDioxide", at: 2, octets: 2, .bigEndian, label: "CO2", unit: "ppm"),
    .number("particles", at: 4, octets: 2, .bigEndian, label: "PM2.5", unit: "µg/m³"),
    .number("coarseParticles", at: 6, octets: 2, .bigEndian, label: "PM10", unit: "µg/m³"),
  ]

  private static let formaldehyde = FixedFormat.Column.number(
    "formaldehyde", at: 10, octets: 2, .bigEndian, unit: "ppb")

  private static let climate: [FixedFormat.Column] = [
    .number(
      "volatileOrganicCompounds", at: 2, octets: 2, .bigEndian, label: "volatile organic compounds", unit: "ppb"),
    .number("sensorTemperature", at: 4, octets: 2, .bigEndian, plus: -4000, decimals: 2, unit: "°C"),
    // The sensor's own heat is subtracted, in tenths.
    .value("temperature", at: 4..<7, unit: "°C") { octets in
      let sensor = Int(UInt16(bigEndian: octets, at: 4)) - 4000
      return .decimal(DecimalNumber(sensor - 10 * Int(octets[6]), decimals: 2))
    },
    .number("humidity", at: 7, unit: "%"),
    .number("airQuality", at: 8, octets: 2, .bigEndian, label: "air quality index"),
  ]
}

/// Samples of Sensirion's gadgets (company 0x06D5): the second octet says which measurements follow.
///
/// Source: ble_monitor, after Sensirion's library for Arduino. Its numbers are fractions of 65,535; they are given rounded to
/// hundredths.
enum Sensirion {
  static let format = KnownPayload.Format(
    "sensirion", name: "Sensirion", in: .company(0x06D5, beginnings: [[0]]),
    forms: [
      form(3, [temperature, humidity, vocRaw(4), .number("vocTicks", at: 10, octets: 2, label: "VOC raw")]),
      form(4, [temperature, humidity]), form(6, [temperature, humidityOfAir]),
      form(8, [temperature, humidity, carbonDioxide]), form(10, [temperature, humidity, carbonDioxide]),
      form(12, [temperature, humidity, carbonDioxide, wideParticles(6)]),
      form(14, [temperature, humidity, formaldehyde(4)]),
      form(16, [temperature, humidity, vocRaw(4), wideParticles(6)]),
      form(20, [temperature, humidity, carbonDioxide, vocRaw(6), wideParticles(8), formaldehyde(10)]),
      form(22, [temperature, humidity, vocRaw(4), nitrogenOxides(6)]),
      form(24, [temperature, humidity, vocRaw(4), nitrogenOxides(6), particles(8)]),
      form(26, [temperature, humidity, carbonDioxide, vocRaw(6), nitrogenOxides(8), particles(10)]),
      form(28, [temperature, humidity, carbonDioxide, particles(6)]),
      form(30, [temperature, humidity, vocRaw(4), particles(6)]),
      form(32, [temperature, humidity, carbonDioxide, vocRaw(6), particles(8), formaldehyde(10)]),
    ])

  /// Four octets stand in front of the samples, which are 16-bit numbers.
  private static let start = 4

  private static func form(_ type: UInt8, _ samples: [DataForm.Column]) -> DataForm {
    DataForm(
      "Sensirion", marks: DataForm.Mark.beginning(0, type), count: start + 2 * samples.count, .open,
      [.octets("device", at: 2..<4)] + samples)
  }

  /// `range` parts of 65,535 from `lowest` on, in hundredths.
  private static func fraction(
    _ key: String, at place: Int, of range: Int, from lowest: Int, label: String? = nil, unit: String
  ) -> DataForm.Column {
    let offset = start + place
    return .value(key, at: offset..<offset + 2, label: label, unit: unit) { octets in
      let sent = Int(UInt16(littleEndian: octets, at: offset))
      return .decimal(DecimalNumber((sent * range * 200 + 65_535) / (2 * 65_535) + lowest * 100, decimals: 2))
    }
  }

  private static let temperature = fraction("temperature", at: 0, of: 175, from: -45, unit: "°C")
  private static let humidity = fraction("humidity", at: 2, of: 100, from: 0, unit: "%")
  private static let humidityOfAir = fraction("humidity", at: 2, of: 125, from: -6, unit: "%")
  private static let carbonDioxide = DataForm.Column.number(
    "carbonDioxide", at: start + 4, octets: 2, label: "CO2", unit: "ppm")

  private static func vocRaw(_ place: Int) -> DataForm.Column {
    .number("volatileOrganicCompounds", at: start + place, octets: 2, label: "VOC index")
  }

  private static func nitrogenOxides(_ place: Int) -> DataForm.Column {
    .number("nitrogenOxides", at: start + place, octets: 2, label: "NOx index")
  }

  private static func wideParticles(_ place: Int) -> DataForm.Column {
    fraction("particles", at: place, of: 1000, from: 0, label: "PM2.5", unit: "µg/m³")
  }

  private static func particles(_ place: Int) -> DataForm.Column {
    .number("particles", at: start + place, octets: 2, decimals: 1, label: "PM2.5", unit: "µg/m³")
  }

  private static func formaldehyde(_ place: Int) -> DataForm.Column {
    .number("formaldehyde", at: start + place, octets: 2, factor: 2, decimals: 1, unit: "ppb")
  }
}

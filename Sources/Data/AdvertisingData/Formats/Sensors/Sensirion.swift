extension KnownPayload.Format {
  /// Samples of Sensirion's gadgets (company 0x06D5): the second octet decides which measurements follow.
  ///
  /// Source: ble_monitor, after Sensirion's library for Arduino. Its numbers are fractions of 65,535; they are given
  /// rounded to hundredths.
  static let sensirion = KnownPayload.Format(
    "sensirion", name: "Sensirion", in: .company(0x06D5, beginnings: [[0]]),
    forms: types.map { form($0.number, $0.samples) })

  private static let types: [(number: UInt8, samples: [Sample])] = [
    (3, [.temperature, .humidity, .vocRaw, .vocTicks]),
    (4, [.temperature, .humidity]),
    (6, [.temperature, .humidityOfAir]),
    (8, [.temperature, .humidity, .carbonDioxide]),
    (10, [.temperature, .humidity, .carbonDioxide]),
    (12, [.temperature, .humidity, .carbonDioxide, .wideParticles]),
    (14, [.temperature, .humidity, .formaldehyde]),
    (16, [.temperature, .humidity, .vocRaw, .wideParticles]),
    (20, [.temperature, .humidity, .carbonDioxide, .vocRaw, .wideParticles, .formaldehyde]),
    (22, [.temperature, .humidity, .vocRaw, .nitrogenOxides]),
    (24, [.temperature, .humidity, .vocRaw, .nitrogenOxides, .particles]),
    (26, [.temperature, .humidity, .carbonDioxide, .vocRaw, .nitrogenOxides, .particles]),
    (28, [.temperature, .humidity, .carbonDioxide, .particles]),
    (30, [.temperature, .humidity, .vocRaw, .particles]),
    (32, [.temperature, .humidity, .carbonDioxide, .vocRaw, .particles, .formaldehyde]),
  ]

  /// The offset of the samples, which are 16-bit numbers: four octets are before them.
  private static let start = 4

  private static func form(_ type: UInt8, _ samples: [Sample]) -> FixedFormat {
    FixedFormat(
      "Sensirion", marks: FixedFormat.Mark.beginning(0, type), count: start + 2 * samples.count, .open,
      [.octets("device", at: 2..<4)] + samples.enumerated().map { $0.element.column(at: start + 2 * $0.offset) })
  }

  private enum Sample: Sendable {
    case temperature
    case humidity
    case humidityOfAir
    case carbonDioxide
    case vocRaw
    case vocTicks
    case nitrogenOxides
    case particles
    case wideParticles
    case formaldehyde

    func column(at offset: Int) -> FixedFormat.Column {
      switch self {
      case .temperature: .fraction("temperature", at: offset, .littleEndian, of: 175, from: -45, unit: "°C")
      case .humidity: .fraction("humidity", at: offset, .littleEndian, of: 100, from: 0, unit: "%")
      case .humidityOfAir: .fraction("humidity", at: offset, .littleEndian, of: 125, from: -6, unit: "%")
      case .carbonDioxide: .number("carbonDioxide", at: offset, octets: 2, label: "CO2", unit: "ppm")
      case .vocRaw: .number("volatileOrganicCompounds", at: offset, octets: 2, label: "VOC index")
      case .vocTicks: .number("vocTicks", at: offset, octets: 2, label: "VOC raw")
      case .nitrogenOxides: .number("nitrogenOxides", at: offset, octets: 2, label: "NOx index")
      case .particles: .number("particles", at: offset, octets: 2, decimals: 1, label: "PM2.5", unit: "µg/m³")
      case .wideParticles:
        .fraction("particles", at: offset, .littleEndian, of: 1000, from: 0, label: "PM2.5", unit: "µg/m³")
      case .formaldehyde: .number("formaldehyde", at: offset, octets: 2, factor: 2, decimals: 1, unit: "ppb")
      }
    }
  }
}

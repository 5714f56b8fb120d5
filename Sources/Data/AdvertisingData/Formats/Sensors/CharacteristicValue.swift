extension KnownPayload.Format {
  /// The value of a characteristic as service data: the UUID is that of the characteristic, or of a service with one
  /// main characteristic, and the data are its value.
  ///
  /// Source: the GATT Specification Supplement, which defines the form of each characteristic.
  static let characteristic = KnownPayload.Format(
    id: "characteristic", name: "characteristic", isOfAnyDevice: true, carrier: .services(all.map { $0.number }),
    declaredFields: [
      .measurement(
        [.number("value", orNull: true), .string("name"), .string("unit", orNull: true)],
        measuring: all.map { DeclaredField($0.name, $0.form.columns[0].declared.kinds, unit: $0.unit) })
    ],
    form: { octets, owner, _ in all.firstIndex { $0.number == owner && $0.octets == octets.count } },
    read: { octets, _, form in all[form].form.reading(of: octets) }, isFoundByData: { _, _ in false })

  private struct Kind: Sendable {
    let number: UInt16
    let name: String
    let octets: Int
    let isSigned: Bool
    let factor: Int32
    let decimals: UInt8
    let missing: UInt32?
    let unit: String

    @inline(__always)
    init(
      _ number: UInt16, _ name: String, octets: Int = 2, isSigned: Bool = false, factor: Int32 = 1, decimals: UInt8 = 0,
      missing: UInt32? = nil, unit: String = ""
    ) {
      self.number = number
      self.name = name
      self.octets = octets
      self.isSigned = isSigned
      self.factor = factor
      self.decimals = decimals
      self.missing = missing
      self.unit = unit
    }

    var form: FixedFormat {
      // The value has the name of the title.
      FixedFormat(
        name, count: octets, .known,
        [
          .number(
            "value", at: 0, octets: octets, isSigned: isSigned, factor: factor, decimals: decimals, missing: missing,
            label: "", unit: unit.isEmpty ? " " : unit),
          .word("name", name), .word("unit", unit),
        ])
    }
  }

  private static let all: [Kind] = [
    Kind(0x180F, "battery level", octets: 1, unit: "%"),
    Kind(0x2A07, "transmit power", octets: 1, isSigned: true, unit: "dBm"),
    Kind(0x2A19, "battery level", octets: 1, unit: "%"),
    Kind(0x2A6C, "elevation", octets: 3, isSigned: true, decimals: 2, unit: "m"),
    Kind(0x2A6D, "pressure", octets: 4, decimals: 1, unit: "Pa"),
    Kind(0x2A6E, "temperature", isSigned: true, decimals: 2, missing: 0x8000, unit: "°C"),
    Kind(0x2A6F, "humidity", decimals: 2, missing: 0xFFFF, unit: "%"),
    // ELA's sensors send whole percents.
    Kind(0x2A6F, "humidity", octets: 1, unit: "%"),
    Kind(0x2A70, "wind speed", decimals: 2, unit: "m/s"),
    Kind(0x2A71, "wind direction", decimals: 2, unit: "°"),
    Kind(0x2A72, "apparent wind speed", decimals: 2, unit: "m/s"),
    Kind(0x2A73, "apparent wind direction", decimals: 2, unit: "°"),
    Kind(0x2A74, "gust factor", octets: 1, decimals: 1),
    Kind(0x2A75, "pollen concentration", octets: 3, unit: "/m³"),
    Kind(0x2A76, "UV index", octets: 1),
    Kind(0x2A77, "irradiance", decimals: 1, unit: "W/m²"),
    Kind(0x2A78, "rainfall", unit: "mm"),
    Kind(0x2A79, "wind chill", octets: 1, isSigned: true, unit: "°C"),
    Kind(0x2A7A, "heat index", octets: 1, isSigned: true, unit: "°C"),
    Kind(0x2A7B, "dew point", octets: 1, isSigned: true, unit: "°C"),
    Kind(0x2AEE, "electric current", decimals: 2, missing: 0xFFFF, unit: "A"),
    Kind(0x2AF2, "energy", octets: 3, missing: 0xFFFFFF, unit: "kWh"),
    Kind(0x2AFB, "illuminance", octets: 3, decimals: 2, missing: 0xFFFFFF, unit: "lx"),
    Kind(0x2B05, "power", octets: 3, decimals: 1, missing: 0xFFFFFF, unit: "W"),
    Kind(0x2B18, "voltage", factor: 15_625, decimals: 6, missing: 0xFFFF, unit: "V"),
    Kind(0x2B8C, "CO2 concentration", missing: 0xFFFF, unit: "ppm"),
  ]
}

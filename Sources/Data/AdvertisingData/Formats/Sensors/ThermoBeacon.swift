extension KnownPayload.Format {
  /// Measurements of ThermoBeacon and Brifit thermometers. The number of the model is in place of the company
  /// identifier; it and the length identify the data, together with the device's name or service, or with the zeros in
  /// the data.
  ///
  /// Source: thermobeacon-ble, ble_monitor and Theengs Decoder.
  static let thermoBeacon = KnownPayload.Format(
    "thermoBeacon", name: "ThermoBeacon",
    devices: models.flatMap { model in
      [Telling.bySigns, .byZeros].flatMap { [now(model, $0), sinceStart(model, $0)] }
    })

  private static let models: [UInt8] = [0x10, 0x11, 0x14, 0x15, 0x18, 0x1B, 0x30]

  /// The ways to identify a thermometer.
  private enum Telling {
    case bySigns
    /// Neither name nor service were received. The flags, of which only the button's is used, and the two middle octets
    /// of the address are zero.
    case byZeros

    var signs: [DeviceHints.Sign] {
      switch self {
      case .bySigns: [.name("ThermoBeacon"), .service(BluetoothUUID(0xFFF0))]
      case .byZeros: []
      }
    }

    func marks(of model: UInt8) -> [FixedFormat.Mark] {
      let beginning = FixedFormat.Mark.beginning(model, 0)
      switch self {
      case .bySigns: return beginning
      case .byZeros:
        return beginning + [(3, 0x7F), (6, .max), (7, .max)].map { FixedFormat.Mark(offset: $0, mask: $1, value: 0) }
      }
    }
  }

  private static func now(_ model: UInt8, _ telling: Telling) -> FixedFormat {
    FixedFormat(
      "probably a ThermoBeacon thermometer", beside: telling.signs, marks: telling.marks(of: model), count: 20, .known,
      [
        .flag("button", at: 3, mask: 0x80, whenTrue: "button pressed"), address,
        .number("batteryMillivolts", at: 10, octets: 2, label: "battery", unit: "mV"),
        temperature("temperature", at: 12),
        .number("humidity", at: 14, octets: 2, factor: 625, decimals: 4, unit: "%"),
      ])
  }

  private static func sinceStart(_ model: UInt8, _ telling: Telling) -> FixedFormat {
    FixedFormat(
      "probably a ThermoBeacon thermometer, its extremes", beside: telling.signs, marks: telling.marks(of: model),
      count: 22, .known,
      [address, temperature("highestTemperature", at: 10), temperature("lowestTemperature", at: 16)])
  }

  private static var address: FixedFormat.Column {
    .address(at: 4, name: "the address of a ThermoBeacon thermometer")
  }

  private static func temperature(_ key: String, at offset: Int) -> FixedFormat.Column {
    .number(key, at: offset, octets: 2, isSigned: true, factor: 625, decimals: 4, highest: 100, unit: "°C")
  }
}

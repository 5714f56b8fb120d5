/// Measurements of ThermoBeacon and Brifit thermometers. The number of the model stands in the place of the company identifier,
/// so that the data are known by it and their length beside the device's name or its service.
///
/// Source: thermobeacon-ble, ble_monitor and Theengs Decoder.
enum ThermoBeacon {
  static let format = KnownPayload.Format(
    "thermoBeacon", name: "ThermoBeacon", devices: models.flatMap { [now($0), sinceStart($0)] })

  private static let models: [UInt8] = [0x10, 0x11, 0x14, 0x15, 0x18, 0x1B, 0x30]
  private static let signs: [DeviceSigns.Sign] = [.name("ThermoBeacon"), .service(BluetoothUUID(0xFFF0))]

  private static func now(_ model: UInt8) -> DataForm {
    DataForm(
      "probably a ThermoBeacon thermometer", beside: signs, marks: DataForm.Mark.beginning(model, 0), count: 20, .known,
      [
        .flag("button", at: 3, mask: 0x80, whenTrue: "button pressed"), address,
        .number("batteryMillivolts", at: 10, octets: 2, label: "battery", unit: "mV"),
        temperature("temperature", at: 12),
        .number("humidity", at: 14, octets: 2, factor: 625, decimals: 4, unit: "%"),
      ])
  }

  private static func sinceStart(_ model: UInt8) -> DataForm {
    DataForm(
      "probably a ThermoBeacon thermometer, its extremes", beside: signs, marks: DataForm.Mark.beginning(model, 0),
      count: 22, .known,
      [address, temperature("highestTemperature", at: 10), temperature("lowestTemperature", at: 16)])
  }

  private static var address: DataForm.Column {
    .address(at: 4, name: "the address of a ThermoBeacon thermometer")
  }

  private static func temperature(_ key: String, at offset: Int) -> DataForm.Column {
    .number(key, at: offset, octets: 2, isSigned: true, factor: 625, decimals: 4, highest: 100, unit: "°C")
  }
}

/// Measurements of Inkbird's thermometers. They begin where the company identifier belongs, so that the data are known by their
/// length beside the device's name.
///
/// Source: inkbird-ble, ble_monitor and Theengs Decoder.
enum Inkbird {
  static let format = KnownPayload.Format(
    "inkbird", name: "Inkbird",
    devices: [
      DataForm(
        "probably an Inkbird IBS-TH", beside: [.name("sps")], count: 9, .known,
        small + [.number("humidity", at: 2, octets: 2, decimals: 2, unit: "%")]),
      DataForm(
        "probably an Inkbird IBS-TH2 or P01B", beside: [.name("tps")], count: 9, .known,
        // A model without that sensor sends zero, or more than 100 %.
        small + [.number("humidity", at: 2, octets: 2, decimals: 2, missing: 0, unit: "%")]),
      large("IBS-P02B", "ibs-p02b"), large("ITH-11-B", "ith-11-b"), large("ITH-13-B", "ith-13-b"),
      large("ITH-21-B", "ith-21-b"),
      DataForm(
        "probably an Inkbird IAM-T2", beside: eitherCase("Ink@IAM-T2"), count: 17, .known, air),
      DataForm(
        "probably an Inkbird IAM-T2", marks: DataForm.Mark.beginning(0x54, 0x32, 0x00, 0x62), count: 17, .known, air),
      probes(1, count: 12), probes(2, count: 14), probes(4, count: 18), probes(6, count: 22),
    ])

  private static let air: [DataForm.Column] = [
    .flag("fahrenheit", at: 9, mask: 0x02),
    temperature("temperature", inFahrenheit: false, unit: "°C"),
    temperature("temperatureFahrenheit", inFahrenheit: true, unit: "°F"),
    .number("humidity", at: 12, octets: 2, .bigEndian, decimals: 1, unit: "%"),
    .number("carbonDioxide", at: 14, octets: 2, .bigEndian, label: "CO2", unit: "ppm"),
  ]

  private static let small: [DataForm.Column] = [
    .number("temperature", at: 0, octets: 2, isSigned: true, decimals: 2, unit: "°C"),
    .flag("externalProbe", at: 4, mask: 0xFF),
    .number("battery", at: 7, unit: "%"),
  ]

  /// The temperature stands in the column of its unit.
  private static func temperature(_ key: String, inFahrenheit: Bool, unit: String) -> DataForm.Column {
    .value(key, at: 10..<12, label: "temperature", unit: unit) { octets in
      guard (octets[9] & 0x02 != 0) == inFahrenheit else { return .null }
      return .decimal(DecimalNumber(Int16(bitPattern: UInt16(bigEndian: octets, at: 10)), decimals: 1))
    }
  }

  private static func large(_ model: String, _ name: String) -> DataForm {
    DataForm(
      "probably an Inkbird \(model)", beside: eitherCase(model) + [.name(name)], count: 18, .known,
      [
        .number("temperature", at: 6, octets: 2, isSigned: true, decimals: 1, unit: "°C"),
        .number("humidity", at: 8, octets: 2, decimals: 1, missing: 0, unit: "%"),
        .number("battery", at: 10, unit: "%"),
      ])
  }

  private static func eitherCase(_ name: String) -> [DeviceSigns.Sign] { [.name(name), .name(name.lowercased())] }

  /// Thermometers with probes for meat: after the device's address, a temperature for each.
  private static func probes(_ count: Int, count octets: Int) -> DataForm {
    DataForm(
      "probably an Inkbird iBBQ with \(count) \(count == 1 ? "probe" : "probes")",
      beside: [.name("iBBQ"), .name("xBBQ")], count: octets, .known,
      [.address(at: 4, .bigEndian, name: "the address of an Inkbird thermometer")]
        + (0..<count).map { probe in
          .number(
            probe == 0 ? "temperature" : "temperature\(probe + 1)", at: 10 + 2 * probe, octets: 2, isSigned: true,
            decimals: 1, missing: 0xFFFF, unit: "°C")
        })
  }
}

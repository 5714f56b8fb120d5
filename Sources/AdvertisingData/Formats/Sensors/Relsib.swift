/// Measurements of Relsib's EClerk Eco. The services 0xAA20 to 0xAA22 are not assigned, so that the data are known by their
/// length.
///
/// Source: ble_monitor.
enum Relsib {
  static let format = KnownPayload.Format(
    "relsib", name: "EClerk Eco", in: .services([0xAA20]),
    forms: [
      DataForm(
        "probably an EClerk Eco", count: 22, .known,
        measurements(at: 4) + [
          .flag("externalPower", at: 13, mask: 0x80, whenTrue: "on external power"),
          // On external power the other bits are zero, whatever the battery has.
          .number("battery", at: 13, missingFrom: 0x80, unit: "%"),
        ])
    ])

  /// Scan response data have the measurements in front.
  static let other = KnownPayload.Format(
    "relsibOther", name: "EClerk Eco, others", in: .services([0xAA21, 0xAA22]),
    forms: [DataForm("probably an EClerk Eco", count: 22, .known, measurements(at: 0))])

  private static func measurements(at offset: Int) -> [DataForm.Column] {
    [
      .number("temperature", at: offset, octets: 2, isSigned: true, decimals: 2, missing: 0x8000, unit: "°C"),
      .number("humidity", at: offset + 2, octets: 2, decimals: 2, missing: 0x8000, unit: "%"),
      .number("carbonDioxide", at: offset + 4, octets: 2, missing: 0x8000, label: "CO2", unit: "ppm"),
    ]
  }
}

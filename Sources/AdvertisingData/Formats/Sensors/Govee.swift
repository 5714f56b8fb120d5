/// Measurements of Govee's thermometers, in manufacturer data whose company identifiers are not assigned. So the data are
/// known by their length, and `company-unassigned` still says that the identifier is not theirs.
///
/// Source: ble_monitor and govee-ble. Sensors under the identifier of another company are not recognised.
enum Govee {
  static let format = KnownPayload.Format(
    "govee", name: "Govee", in: .company(0xEC88, beginnings: [[0]]),
    forms: [
      DataForm(
        "probably a Govee H5072 or H5075", marks: DataForm.Mark.beginning(0), count: 6, .known,
        [
          // One number: the thousands are tenths of a degree, the rest tenths of a percent; the top bit is the sign.
          .value("temperature", at: 1..<4, unit: "°C") { octets in
            let tenths = Int64(packed(octets) & 0x7FFFFF) / 1000
            return .decimal(DecimalNumber(octets[1] & 0x80 == 0 ? tenths : -tenths, decimals: 1))
          },
          .value("humidity", at: 1..<4, unit: "%") { octets in
            .decimal(DecimalNumber(Int64(packed(octets) & 0x7FFFFF) % 1000, decimals: 1))
          },
          .number("battery", at: 4, mask: 0x7F, unit: "%"),
          .flag("fault", at: 4, mask: 0x80, whenTrue: "sensor fault"),
        ]),
      little("probably a Govee H5074", count: 7), little("probably a Govee H5051", count: 9),
    ])

  private static func packed(_ octets: [UInt8]) -> UInt64 { octets.span.bigEndian(at: 1, count: 3) }

  private static func little(_ title: String, count: Int) -> DataForm {
    DataForm(
      title, marks: DataForm.Mark.beginning(0), count: count, .known,
      [
        .number("temperature", at: 1, octets: 2, isSigned: true, decimals: 2, unit: "°C"),
        .number("humidity", at: 3, octets: 2, decimals: 2, unit: "%"), .number("battery", at: 5, unit: "%"),
      ])
  }
}

/// Measurements of Relsib's EClerk Eco and WT51. The services 0xAA20 to 0xAA22 are not assigned, so the length
/// identifies the data.
///
/// Source: ble_monitor.
extension KnownPayload.Format {
  static let relsib = KnownPayload.Format(
    "relsib", name: "EClerk Eco", in: .services([0xAA20]),
    forms: [
      FixedFormat(
        "probably an EClerk Eco", count: 22, .known,
        measurements(at: 4) + [
          .flag("externalPower", at: 13, mask: 0x80, whenTrue: "on external power"),
          // On external power the other bits are zero, at any battery level.
          .number("battery", at: 13, missingFrom: 0x80, unit: "%"),
        ])
    ])

  /// Scan response data begin with the measurements.
  static let relsibOther = KnownPayload.Format(
    "relsibOther", name: "EClerk Eco, others", in: .services([0xAA21, 0xAA22]),
    forms: [FixedFormat("probably an EClerk Eco", count: 22, .known, measurements(at: 0))])

  /// The WT51 sends the characters of a number as data of Health Thermometer, which devices of any kind may use.
  static let relsibThermometer = KnownPayload.Format(
    "relsibThermometer", name: "Relsib WT51", in: .services([0x1809]),
    forms: [
      FixedFormat(
        "probably a Relsib WT51", count: 6, .known,
        [.value("temperature", at: 0..<6, unit: "°C") { number($0).map { .decimal($0) } ?? .null }])
    ], where: { number($0) != nil })

  /// A sign, digits, and a point before the last: `+023.5`.
  private static func number(_ characters: [UInt8]) -> DecimalNumber? {
    let (plus, minus, point) = (UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."))
    guard characters.count == 6, characters[0] == plus || characters[0] == minus, characters[4] == point else {
      return nil
    }
    let digits = characters[1..<4] + characters[5...]
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let tenths = digits.reduce(0) { $0 * 10 + Int64($1 & 0x0F) }
    return DecimalNumber(characters[0] == minus ? -tenths : tenths, decimals: 1)
  }

  private static func measurements(at offset: Int) -> [FixedFormat.Column] {
    [
      .number("temperature", at: offset, octets: 2, isSigned: true, decimals: 2, missing: 0x8000, unit: "°C"),
      .number("humidity", at: offset + 2, octets: 2, decimals: 2, missing: 0x8000, unit: "%"),
      .number("carbonDioxide", at: offset + 4, octets: 2, missing: 0x8000, label: "CO2", unit: "ppm"),
    ]
  }
}

extension KnownPayload.Format {
  /// Measurements of Efento's sensors (company 0x026C): the first octet is the version.
  ///
  /// Source: advlib. Only the kinds of measurements that it reads are taken apart.
  static let efento = KnownPayload.Format(
    "efento", name: "Efento", in: .company(0x026C, beginnings: [[2], [3], [4]]),
    forms: [
      FixedFormat(
        "Efento sensor", marks: FixedFormat.Mark.beginning(2), count: 24, .known,
        [
          .value("firmware", at: 1..<3, as: .string) { .text("\($0[1]).\($0[2])") }, battery(at: 3),
          .number("sequence", at: 4, octets: 4, .bigEndian),
          // When the highest bit is set, the number counts seconds, not minutes.
          .value("measuringIntervalSeconds", at: 8..<10, as: .integer, label: "every", unit: "s") { octets in
            let sent = Int64(UInt16(bigEndian: octets, at: 8))
            return .number(sent >= 0x8000 ? sent - 0x8000 : sent * 60)
          },
        ] + quantities { Array(zip($0[11..<14], [14, 16, 18])) }),
      FixedFormat(
        "Efento sensor", marks: FixedFormat.Mark.beginning(3), count: 24, .known,
        [.address(at: 1, .bigEndian, name: "the address of an Efento sensor"), battery(at: 9)]),
      FixedFormat(
        "Efento sensor", marks: FixedFormat.Mark.beginning(4), count: 3, .found,
        quantities { octets in stride(from: 1, to: octets.count - 4, by: 3).map { (octets[$0], $0 + 1) } }),
    ])

  private static func battery(at offset: Int) -> FixedFormat.Column {
    .value("batteryLow", at: offset..<offset + 1, as: .boolean, label: "") { .truth($0[offset] & 0x01 == 0) }
  }

  /// Columns for the measurements of the first kinds, in any places.
  private static func quantities(
    in places: @escaping @Sendable (_ octets: [UInt8]) -> [(UInt8, Int)]
  ) -> [FixedFormat.Column] {
    func column(
      _ key: String, _ type: UInt8, factor: Int64 = 1, plus addend: Int64 = 0, decimals: Int = 0, unit: String
    ) -> FixedFormat.Column {
      .field(.number(key, unit: unit, orNull: true)) { octets in
        let place = places(octets).first { $0.0 == type }
        let number = place.map { place in
          DecimalNumber(Int64(UInt16(bigEndian: octets, at: place.1)) * factor + addend, decimals: decimals)
        }
        return Field(key, number, label: key, unit: unit, at: place.map { $0.1..<$0.1 + 2 })
      }
    }
    return [
      column("temperature", 1, plus: -15_000, decimals: 2, unit: "°C"), column("humidity", 2, unit: "%"),
      column("pressure", 3, decimals: 1, unit: "hPa"),
    ]
  }
}

extension KnownPayload.Format {
  /// Measurements of b-parasite, an open soil sensor (service data of 0x181A, Environmental Sensing), identified by
  /// their length; big-endian.
  ///
  /// Source: ble_monitor.
  static let bParasite = KnownPayload.Format(
    "bParasite", name: "b-parasite", in: .services([0x181A]), isFoundByData: true,
    forms: [form(count: 16, []), form(count: 18, [.number("illuminance", at: 16, octets: 2, .bigEndian, unit: "lx")])])

  private static func form(count: Int, _ last: [FixedFormat.Column]) -> FixedFormat {
    FixedFormat(
      "probably a b-parasite", count: count, .known,
      [
        .number("protocol", at: 0, mask: 0xF0, label: "version", role: .structure),
        .number("sequence", at: 1),
        .number("batteryMillivolts", at: 2, octets: 2, .bigEndian, label: "battery", unit: "mV"),
        .value("temperature", at: 4..<6, unit: "°C") { octets in
          .decimal(DecimalNumber(Int16(bigEndian: octets, at: 4), decimals: octets[0] >> 4 == 2 ? 2 : 3))
        },
        share("humidity", at: 6), share("moisture", at: 8),
        .address(at: 10, .bigEndian, name: "the address of a b-parasite"),
      ] + last)
  }

  /// A fraction of 65,536, in hundredths of a percent.
  private static func share(_ key: String, at offset: Int) -> FixedFormat.Column {
    .value(key, at: offset..<offset + 2, unit: "%") { octets in
      .decimal(DecimalNumber(Int(UInt16(bigEndian: octets, at: offset)) * 10_000 / 65_536, decimals: 2))
    }
  }
}

extension KnownPayload.Format {
  /// Measurements of Moat's S2. Its company identifier is not assigned; it and the length identify the data.
  ///
  /// Source: ble_monitor.
  static let moat = KnownPayload.Format(
    "moat", name: "Moat",
    devices: [
      FixedFormat(
        "probably a Moat S2", marks: FixedFormat.Mark.beginning(0x00, 0x10), count: 20, .known,
        [
          .octets("id", at: 2..<8), share("temperature", at: 12, of: 17_572, from: -4685, unit: "°C"),
          share("humidity", at: 14, of: 12_500, from: -600, unit: "%"),
          .number("batteryMillivolts", at: 16, octets: 2, label: "battery", unit: "mV"),
        ])
    ])

  /// A fraction of a range in parts of 65,536, with the range in hundredths.
  private static func share(
    _ key: String, at offset: Int, of range: Int, from lowest: Int, unit: String
  ) -> FixedFormat.Column {
    .value(key, at: offset..<offset + 2, unit: unit) { octets in
      let sent = Int(UInt16(littleEndian: octets, at: offset))
      return .decimal(DecimalNumber((sent * range + 32_768) >> 16 + lowest, decimals: 2))
    }
  }
}

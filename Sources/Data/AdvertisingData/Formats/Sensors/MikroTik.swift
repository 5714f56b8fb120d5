extension KnownPayload.Format {
  /// State of MikroTik's tags (company 0x094F). The second octet marks encrypted data, which are not taken apart.
  ///
  /// Source: ble_monitor.
  static let mikroTik = KnownPayload.Format(
    "mikroTik", name: "MikroTik tag", in: .company(0x094F, beginnings: [[1]]),
    forms: [
      FixedFormat(
        "MikroTik tag, encrypted", marks: [version, encryption(1)], count: 18, .known,
        [.octets("ciphertext", at: 2..<18, label: "data")]),
      FixedFormat(
        "MikroTik tag", marks: [version, encryption(0)], count: 18, .known,
        [
          acceleration("X", at: 4), acceleration("Y", at: 6), acceleration("Z", at: 8),
          // Indoor tags have no thermometer.
          .value("temperature", at: 10..<12, unit: "°C") { octets in
            let sent = Int16(littleEndian: octets, at: 10)
            return sent == -32_768 ? .null : .decimal(DecimalNumber(ofTwoHundredFiftySixths: sent, decimals: 3))
          },
          .number("uptimeSeconds", at: 12, octets: 4, label: "up for", unit: "s"),
          .flag("switch", at: 16, mask: 0x01, whenTrue: "reed switch closed"), .flag("tilt", at: 16, mask: 0x02),
          .flag("drop", at: 16, mask: 0x04), .flag("impact", at: 16, mask: 0x38),
          .number("battery", at: 17, unit: "%"),
        ]),
    ])

  private static let version = FixedFormat.Mark(offset: 0, mask: .max, value: 1)

  private static func encryption(_ bit: UInt8) -> FixedFormat.Mark {
    FixedFormat.Mark(offset: 1, mask: 0x01, value: bit)
  }

  private static func acceleration(_ axis: String, at offset: Int) -> FixedFormat.Column {
    .value("acceleration\(axis)", at: offset..<offset + 2, label: "acceleration \(axis)", unit: "g") {
      .decimal(DecimalNumber(ofTwoHundredFiftySixths: Int16(littleEndian: $0, at: offset), decimals: 3))
    }
  }
}

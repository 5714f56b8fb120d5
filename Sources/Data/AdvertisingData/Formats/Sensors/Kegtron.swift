extension KnownPayload.Format {
  /// Volumes that Kegtron's keg monitors count, under the company identifier for tests (0xFFFF). The length, the bits
  /// of the port, and the port's name, which ends in zeros, identify the data.
  ///
  /// Source: ble_monitor and kegtron-ble.
  static let kegtron = KnownPayload.Format(
    "kegtron", name: "Kegtron", in: .company(0xFFFF, beginnings: []), forms: [form("KT-100", 0), form("KT-200", 0x40)],
    where: hasName)

  private static func form(_ model: String, _ bit: UInt8) -> FixedFormat {
    FixedFormat(
      "probably a Kegtron \(model)", marks: [FixedFormat.Mark(offset: 6, mask: 0xEE, value: bit)], count: 27, .known,
      [
        volume("size", at: 0), volume("volumeAtStart", at: 2), volume("volumeDispensed", at: 4),
        .choice("port", at: 6, mask: 0x10, role: .structure, [0: "first", 1: "second"]),
        .flag("configured", at: 6, mask: 0x01), .text("name", at: 7..<27),
      ])
  }

  private static func volume(_ key: String, at offset: Int) -> FixedFormat.Column {
    .number(key, at: offset, octets: 2, .bigEndian, decimals: 3, unit: "L")
  }

  /// Returns whether characters come first, and then only zeros.
  private static func hasName(_ octets: [UInt8]) -> Bool {
    let name = octets[7...].prefix { $0 >= 0x20 && $0 != 0x7F }
    return octets[name.endIndex...].allSatisfy { $0 == 0 }
  }
}

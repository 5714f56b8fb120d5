extension KnownPayload.Format {
  /// Frames of Minew's newer sensors in manufacturer data (company 0x0639): the first octets are the kind of frame.
  ///
  /// Source: advlib. Encrypted parts, and blocks of measurements after the first, are not taken apart.
  static let minewConnect = KnownPayload.Format(
    "minewConnect", name: "Minew Connect", in: .company(0x0639, beginnings: [[0x51], [0xA3], [0xA4], [0xCA]]),
    forms: [
      FixedFormat(
        "Minew MSE", marks: FixedFormat.Mark.beginning(0x51), count: 7, .open,
        [
          .choice("model", at: 1, role: .structure, [1: "MSE01", 2: "MSE02"]),
          .number("sequence", at: 2), .number("battery", at: 3, unit: "%"),
          .value("contact", at: 4..<5, as: .boolean, label: "") { .truth($0[4] & 0x01 == 0) },
          .flag("motion", at: 4, mask: 0x02), .flag("pressed", at: 4, mask: 0x20),
          .flag("pressed2", at: 4, mask: 0x40, whenTrue: "second pressed"),
          .value("level", at: 5..<7, unit: "%") { octets in
            .decimal(DecimalNumber(Int(UInt16(littleEndian: octets, at: 5)) * 10_000 / 4095, decimals: 2))
          },
        ]),
      FixedFormat(
        "Minew S3", marks: FixedFormat.Mark.beginning(0xA3, 0x01), count: 20, .known,
        [firmware, .number("hardware", at: 5, octets: 2, .bigEndian), address(at: 12)]),
      FixedFormat(
        "Minew S3", marks: FixedFormat.Mark.beginning(0xA3, 0x03), count: 16, .known,
        [.number("battery", at: 2, unit: "%")] + climate(at: 3) + [address(at: 7)]),
      FixedFormat(
        "Minew S4", marks: FixedFormat.Mark.beginning(0xA4, 0x00), count: 18, .known, [firmware, address(at: 10)]),
      FixedFormat(
        "Minew S4", marks: FixedFormat.Mark.beginning(0xA4, 0x01), count: 15, .known,
        [
          .number("battery", at: 2, unit: "%"), .flag("open", at: 3, mask: .max),
          .flag("tampered", at: 4, mask: .max), .flag("alarm", at: 5, mask: .max), address(at: 7),
        ]),
      FixedFormat(
        "Minew device", marks: FixedFormat.Mark.beginning(0xCA, 0x00), count: 24, .known,
        [
          address(at: 2), .number("battery", at: 8, unit: "%"),
          .value("firmware", at: 9..<11, as: .string) { octets in
            let sent = UInt16(bigEndian: octets, at: 9)
            return .text("\(sent >> 13 & 0x03).\(sent >> 7 & 0x3F).\(sent & 0x7F)")
          },
        ]),
      FixedFormat(
        "Minew accelerometer", marks: FixedFormat.Mark.beginning(0xCA, 0x03, 0x03), count: 9, .open,
        [
          .fixed("accelerationX", at: 3, .bigEndian, unit: "g"), .fixed("accelerationY", at: 5, .bigEndian, unit: "g"),
          .fixed("accelerationZ", at: 7, .bigEndian, unit: "g"),
        ]),
      FixedFormat(
        "Minew sensor", marks: FixedFormat.Mark.beginning(0xCA, 0x03), count: 3, .open,
        [.number("block", at: 2, role: .structure)]),
      FixedFormat(
        "Minew thermometer", marks: [first, second(0x05), FixedFormat.Mark(offset: 3, mask: 0x02, value: 0x02)],
        count: 24,
        .known, [.fixed("temperature", at: 5, .bigEndian, unit: "°C"), name]),
      FixedFormat(
        "Minew thermometer", marks: [first, second(0x05)], count: 24, .known, climate(at: 5) + [name]),
      FixedFormat(
        "Minew counter of people", marks: FixedFormat.Mark.beginning(0xCA, 0x18, 0x00), count: 24, .known,
        [.number("sequence", at: 3), .number("entries", at: 4, octets: 2), .number("exits", at: 6, octets: 2)]),
      FixedFormat(
        "Minew radar", marks: FixedFormat.Mark.beginning(0xCA, 0x18, 0x01), count: 24, .known,
        [.number("sequence", at: 3), .number("people", at: 4, mask: 0x0F)]),
      FixedFormat(
        "Minew tag", marks: [first, second(0x1B), FixedFormat.Mark(offset: 2, mask: 0x80, value: 0)], count: 24, .known,
        [
          .number("product", at: 3, octets: 2, .bigEndian, role: .structure), address(at: 6),
          .number("batteryMillivolts", at: 12, octets: 2, .bigEndian, label: "battery", unit: "mV"),
          .fixed("temperature", at: 14, .bigEndian, unit: "°C"),
          .number("txPower", at: 17, isSigned: true, label: "TX power", unit: "dBm"),
        ]),
      FixedFormat(
        "Minew distance sensor", marks: FixedFormat.Mark.beginning(0xCA, 0x1E), count: 24, .known,
        [
          .number("distanceMillimetres", at: 4, octets: 2, label: "distance", unit: "mm"),
          .flag("batteryLow", at: 6, mask: 0x08), .flag("occupied", at: 6, mask: 0x04),
          .flag("motion", at: 6, mask: 0x02),
          .value("contact", at: 6..<7, as: .boolean, label: "") { .truth($0[6] & 0x01 == 0) },
        ]),
    ])

  private static let first = FixedFormat.Mark(offset: 0, mask: .max, value: 0xCA)
  private static var name: FixedFormat.Column { .text("name", at: 9..<17) }
  private static var firmware: FixedFormat.Column {
    .value("firmware", at: 2..<5, as: .string) { .text("\($0[2]).\($0[3]).\($0[4])") }
  }

  private static func second(_ value: UInt8) -> FixedFormat.Mark {
    FixedFormat.Mark(offset: 1, mask: .max, value: value)
  }

  @inline(__always)
  private static func address(at offset: Int) -> FixedFormat.Column {
    .address(at: offset, name: "the address of a Minew sensor")
  }

  private static func climate(at offset: Int) -> [FixedFormat.Column] {
    [
      .fixed("temperature", at: offset, .bigEndian, unit: "°C"),
      .fixed("humidity", at: offset + 2, .bigEndian, unit: "%"),
    ]
  }
}

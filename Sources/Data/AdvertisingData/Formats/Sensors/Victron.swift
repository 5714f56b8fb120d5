/// Victron's instant readout (company 0x02E1): a header, then values that are encrypted with a key of the device.
///
/// Source: victron-ble.
enum Victron {
  static let format = KnownPayload.Format(
    "victron", name: "Victron", in: .company(0x02E1, beginnings: [[0x10]]),
    fields: form.declaredFields(ofAtLeast: 1) + [.boolean("decrypted")]
      + readouts.flatMap { $0.form.columns.declared },
    encryption: KnownPayload.Encryption(
      needsAddress: false, sealed: { octets, _, _ in sealed(octets) },
      fields: { octets, _, opening in fields(of: octets, opening) })
  ) { octets, _ in form.reading(of: octets) }

  private static let form = FixedFormat(
    "Victron instant readout", marks: FixedFormat.Mark.beginning(0x10), count: headerCount, .open,
    [
      .number("prefix", at: 1, label: "", role: .structure),
      .hexNumber("model", at: 2, octets: 2, label: "model", role: .structure),
      .choice(
        "readout", at: 4, role: .structure,
        [
          0x01: "solar charger", 0x02: "battery monitor", 0x03: "inverter", 0x04: "DC/DC converter",
          0x05: "smart lithium", 0x08: "AC charger", 0x09: "smart battery protect", 0x0A: "Lynx smart BMS",
          0x0B: "multi RS", 0x0C: "VE.Bus", 0x0D: "DC energy meter", 0x0F: "Orion XS",
        ]),
      .number("counter", at: 5, octets: 2), .octets("keyCheck", at: 7..<8, label: "key check"),
    ])

  private static let headerCount = 8

  /// Returns the encrypted values; `nil` when the header is not whole.
  private static func sealed(_ octets: [UInt8]) -> EncryptedPayload? {
    guard octets.count > headerCount else { return nil }
    return EncryptedPayload(
      nonce: octets[5..<7] + [UInt8](repeating: 0, count: 14), associatedData: [],
      ciphertext: Array(octets[headerCount...]), proof: .firstKeyOctet(octets[7]))
  }

  /// Returns the fields, with the result of decryption. Each value has the place of its encrypted octets.
  private static func fields(of octets: [UInt8], _ opening: DecryptionResult) -> [Field] {
    let fields = form.reading(of: octets).fields
    let header = fields.filter { $0.key != "rest" } + opening.fields
    guard case .opened(let plaintext) = opening else { return header + fields.filter { $0.key == "rest" } }
    let opened = octets.prefix(headerCount) + plaintext
    guard let values = readouts.first(where: { $0.number == opened[4] })?.form, opened.count >= values.count else {
      return header + [
        Field("rest", .octets(plaintext), label: "not decoded", at: headerCount..<headerCount + plaintext.count)
      ]
    }
    return header + values.reading(of: Array(opened)).fields
  }
}

extension Victron {
  private typealias Column = FixedFormat.Column

  /// The values of each readout. Their offsets count from the header on, as for data that are not encrypted.
  private static let readouts: [(number: UInt8, form: FixedFormat)] = [
    (
      0x01,
      values(
        20,
        [
          state, error(at: 9), volts("batteryVolts", at: 10), amperes("batteryCurrent", at: 12),
          .number("yieldToday", at: 14, octets: 2, factor: 10, missing: 0xFFFF, unit: "Wh"),
          .number("solarPower", at: 16, octets: 2, missing: 0xFFFF, unit: "W"),
          .number("loadCurrent", at: 18, octets: 2, mask: 0x1FF, decimals: 1, missing: 0x1FF, unit: "A"),
        ])
    ),
    (
      0x02,
      values(
        23,
        [remaining(at: 8), volts("batteryVolts", at: 10), alarm(at: 12)] + auxiliary(at: 14) + [
          current,
          .number(
            "consumedAmpereHours", at: 19, octets: 3, mask: 0x0F_FFFF, factor: -1, decimals: 1, missing: 0xF_FFFF,
            label: "consumed", unit: "Ah"),
          .number("charge", at: 21, octets: 2, mask: 0x3FF0, decimals: 1, missing: 0x3FF, unit: "%"),
        ])
    ),
    (
      0x03,
      values(
        19,
        [
          state, alarm(at: 9), volts("batteryVolts", at: 11),
          .number("apparentPower", at: 13, octets: 2, missing: 0xFFFF, unit: "VA"),
          .number("acVolts", at: 15, octets: 2, mask: 0x7FFF, decimals: 2, missing: 0x7FFF, label: "AC", unit: "V"),
          .number(
            "acCurrent", at: 16, octets: 3, mask: 0x3_FF80, decimals: 1, missing: 0x7FF, label: "AC current",
            unit: "A"),
        ])
    ),
    (
      0x04,
      values(
        18,
        [state, error(at: 9), unsignedVolts("inputVolts", at: 10), volts("outputVolts", at: 12), offReason(at: 14)])
    ),
    (
      0x05,
      values(
        24,
        [.number("flags", at: 8, octets: 4), .number("error", at: 12, octets: 2)] + (0..<8).map(cell) + [
          .number(
            "batteryVolts", at: 21, octets: 2, mask: 0xFFF, decimals: 2, missing: 0xFFF, label: "battery", unit: "V"),
          .choice("balancer", at: 22, mask: 0xF0, [0: "unknown", 1: "balanced", 2: "balancing", 3: "imbalance"]),
          temperature(at: 23),
        ])
    ),
    (
      0x08,
      values(
        21,
        [state, error(at: 9)] + (0..<3).flatMap(output) + [
          temperature(at: 19),
          .number(
            "acCurrent", at: 19, octets: 2, mask: 0xFF80, decimals: 1, missing: 0x1FF, label: "AC current", unit: "A"),
        ])
    ),
    (
      0x09,
      values(
        23,
        [
          state, .choice("output", at: 9, [0: "shut down", 1: "on", 4: "off"]), error(at: 10), alarm(at: 11),
          .number("warning", at: 13, octets: 2), volts("inputVolts", at: 15), unsignedVolts("outputVolts", at: 17),
          offReason(at: 19),
        ])
    ),
    (
      0x0A,
      values(
        24,
        [
          error(at: 8), remaining(at: 9), volts("batteryVolts", at: 11), amperes("batteryCurrent", at: 13),
          .number("inputs", at: 15, octets: 2), .number("alarm", at: 17, octets: 3, mask: 0x3_FFFF),
          .number("charge", at: 19, octets: 2, mask: 0xFFC, decimals: 1, missing: 0x3FF, unit: "%"),
          .number(
            "consumedAmpereHours", at: 20, octets: 3, mask: 0xFF_FFF0, decimals: 1, missing: 0xF_FFFF,
            label: "consumed", unit: "Ah"),
          temperature(at: 23),
        ])
    ),
    (
      0x0B,
      values(
        22,
        [
          state, error(at: 9), amperes("batteryCurrent", at: 10), batteryWithInput, input,
          power("acInputPower", at: 14), power("acOutputPower", at: 16),
          .number("solarPower", at: 18, octets: 2, missing: 0xFFFF, unit: "W"),
          .number("yieldToday", at: 20, octets: 2, factor: 10, missing: 0xFFFF, unit: "Wh"),
        ])
    ),
    (
      0x0C,
      values(
        21,
        [
          state, error(at: 9), amperes("batteryCurrent", at: 10), batteryWithInput, input,
          .number(
            "acInputPower", at: 14, octets: 3, mask: 0x7_FFFF, isSigned: true, missing: 0x3_FFFF, label: "AC input",
            unit: "W"),
          .number(
            "acOutputPower", at: 16, octets: 3, mask: 0x3F_FFF8, isSigned: true, missing: 0x3_FFFF, label: "AC output",
            unit: "W"),
          .choice("alarmLevel", at: 18, mask: 0xC0, [0: "none", 1: "warning", 2: "alarm"]), temperature(at: 19),
          .number("charge", at: 19, octets: 2, mask: 0x3F80, missing: 0x7F, unit: "%"),
        ])
    ),
    (
      0x0D,
      values(
        19,
        [
          // The number is signed, and these are all numbers: the lower octet distinguishes them.
          .choice(
            "meter", at: 8,
            [
              0xF7: "solar charger", 0xF8: "wind charger", 0xF9: "shaft generator", 0xFA: "alternator",
              0xFB: "fuel cell", 0xFC: "water generator", 0xFD: "DC/DC charger", 0xFE: "AC charger",
              0xFF: "generic source", 1: "generic load", 2: "electric drive", 3: "fridge", 4: "water pump",
              5: "bilge pump", 6: "DC system", 7: "inverter", 8: "water heater",
            ]), volts("batteryVolts", at: 10), alarm(at: 12),
        ] + auxiliary(at: 14) + [current])
    ),
    (
      0x0F,
      values(
        22,
        [
          state, error(at: 9), unsignedVolts("outputVolts", at: 10), outputOrInput("outputCurrent", at: 12),
          unsignedVolts("inputVolts", at: 14), outputOrInput("inputCurrent", at: 16), offReason(at: 18),
        ])
    ),
  ]

  private static func values(_ count: Int, _ columns: [Column]) -> FixedFormat {
    FixedFormat("", count: count, .open, columns)
  }

  private static let state = Column.choice(
    "state", at: 8,
    [
      0: "off", 1: "low power", 2: "fault", 3: "bulk", 4: "absorption", 5: "float", 6: "storage", 7: "equalizing",
      8: "passing through", 9: "inverting", 10: "assisting", 11: "power supply", 244: "sustain", 245: "starting up",
      246: "repeated absorption", 248: "battery safe", 252: "external control", 255: "unknown",
    ])
  /// Two bits of the same octets are the source of the AC input.
  private static let batteryWithInput = Column.number(
    "batteryVolts", at: 12, octets: 2, mask: 0x3FFF, decimals: 2, missing: 0x3FFF, label: "battery", unit: "V")
  private static let input = Column.choice(
    "acInput", at: 13, mask: 0xC0, label: "AC input", [0: "1", 1: "2", 2: "not connected", 3: "unknown"])
  /// Above the two bits with the kind of the auxiliary input. A device without a sensor sends the largest number.
  private static let current = Column.number(
    "batteryCurrent", at: 16, octets: 3, mask: 0xFF_FFFC, isSigned: true, decimals: 3, missing: 0x1F_FFFF, unit: "A")

  private static func error(at offset: Int) -> Column { .number("error", at: offset, missing: 0xFF) }

  private static func alarm(at offset: Int) -> Column { .number("alarm", at: offset, octets: 2) }

  private static func offReason(at offset: Int) -> Column { .number("offReason", at: offset, octets: 4) }

  private static func remaining(at offset: Int) -> Column {
    .number("remainingMinutes", at: offset, octets: 2, missing: 0xFFFF, label: "remaining", unit: "min")
  }

  private static func volts(_ key: String, at offset: Int) -> Column {
    .number(
      key, at: offset, octets: 2, isSigned: true, decimals: 2, missing: 0x7FFF, label: String(key.dropLast(5)),
      unit: "V")
  }

  private static func unsignedVolts(_ key: String, at offset: Int) -> Column {
    .number(key, at: offset, octets: 2, decimals: 2, missing: 0xFFFF, label: String(key.dropLast(5)), unit: "V")
  }

  private static func amperes(_ key: String, at offset: Int) -> Column {
    .number(key, at: offset, octets: 2, isSigned: true, decimals: 1, missing: 0x7FFF, unit: "A")
  }

  private static func outputOrInput(_ key: String, at offset: Int) -> Column {
    .number(key, at: offset, octets: 2, decimals: 1, missing: 0xFFFF, unit: "A")
  }

  private static func power(_ key: String, at offset: Int) -> Column {
    .number(
      key, at: offset, octets: 2, isSigned: true, missing: 0x7FFF,
      label: key == "acInputPower" ? "AC input" : "AC output",
      unit: "W")
  }

  private static func temperature(at offset: Int) -> Column {
    .number("temperature", at: offset, mask: 0x7F, plus: -40, missing: 0x7F, unit: "°C")
  }

  /// One of eight cells, of 7 bits each: 2.61 V and up. At the limits of the range, the voltage is beyond it.
  private static func cell(_ index: Int) -> Column {
    .value("cell\(index + 1)Volts", at: 14..<21, label: "cell \(index + 1)", unit: "V") { octets in
      let sent = Int(octets.span.littleEndian(at: 14, count: 7) >> UInt64(7 * index) & 0x7F)
      return (1..<0x7E).contains(sent) ? .decimal(DecimalNumber(260 + sent, decimals: 2)) : .null
    }
  }

  /// One of three outputs of a charger.
  private static func output(_ index: Int) -> [Column] {
    let offset = 10 + 3 * index
    return [
      .number(
        "output\(index + 1)Volts", at: offset, octets: 3, mask: 0x1FFF, decimals: 2, missing: 0x1FFF,
        label: "output \(index + 1)", unit: "V"),
      .number(
        "output\(index + 1)Current", at: offset, octets: 3, mask: 0xFF_E000, decimals: 1, missing: 0x7FF,
        label: "output \(index + 1)", unit: "A"),
    ]
  }

  /// The auxiliary input. The two lowest bits after it are its kind of measurement.
  private static func auxiliary(at offset: Int) -> [Column] {
    func column(_ key: String, _ label: String, mode: UInt8, unit: String, _ value: @escaping @Sendable (UInt16) -> Int)
      -> Column
    {
      .value(key, at: offset..<offset + 2, label: label, unit: unit) { octets in
        let sent = UInt16(littleEndian: octets, at: offset)
        return octets[offset + 2] & 0b11 == mode && sent != 0xFFFF
          ? .decimal(DecimalNumber(value(sent), decimals: 2)) : .null
      }
    }
    return [
      column("starterVolts", "starter battery", mode: 0, unit: "V") { Int(Int16(truncatingIfNeeded: $0)) },
      column("midpointVolts", "midpoint", mode: 1, unit: "V") { Int($0) },
      column("temperature", "temperature", mode: 2, unit: "°C") { Int($0) - 27_315 },
    ]
  }
}

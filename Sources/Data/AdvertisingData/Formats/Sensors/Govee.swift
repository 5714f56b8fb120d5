extension KnownPayload.Format {
  /// Measurements of Govee's sensors, under company identifiers of other companies, or unassigned ones. So the length
  /// of the data together with the device's name identifies them, and for some their beginning. `company-unassigned`
  /// still flags the identifiers.
  ///
  /// Source: govee-ble and ble_monitor. Encrypted data are recognised, but not read.
  static let govee = KnownPayload.Format(
    "govee", name: "Govee",
    devices: forms.flatMap { [$0, withBeacon($0)].compactMap { $0 } })

  private static let forms = [
    packed("probably a Govee H5072 or H5075", marks: own, at: 3, count: 8),
    little("probably a Govee H5074", marks: own, at: 3, count: 9),
    little("probably a Govee H5051, H5052 or H5071", marks: own, at: 3, count: 11),
    little("probably a Govee H5179", marks: FixedFormat.Mark.beginning(0x01, 0x88, 0xEC), at: 6, count: 11),
    packed("probably a Govee thermometer", beside: thermometers, at: 4, count: 8),
    packed("probably a Govee H5108", beside: names("5108"), at: 4, count: 10),
    FixedFormat(
      "probably a Govee H5112", beside: names("5112"), marks: borrowed, count: 10, .known,
      measurements(at: 4) + battery(at: 7) + [.choice("probe", at: 9, [0x41: "first", 0x82: "second"])]),
    FixedFormat(
      "probably a Govee H5106", beside: names("5106"), marks: borrowed, count: 8, .known,
      [
        wide("temperature", divisor: 1_000_000, isSigned: true, decimals: 1, unit: "°C"),
        wide("humidity", modulus: 1_000_000, divisor: 1000, decimals: 1, unit: "%"),
        wide("particles", modulus: 1000, label: "PM2.5", unit: "µg/m³"),
      ]),
    FixedFormat(
      "probably a Govee H5140", beside: names("5140"), count: 10, .known,
      measurements(at: 4)
        + [.number("carbonDioxide", at: 7, octets: 2, .bigEndian, label: "CO2", unit: "ppm")]),
    FixedFormat(
      "probably a Govee H5178", beside: names("5178") + [.nameBeginning("B5178")], marks: borrowed, count: 11, .known,
      [.choice("sensor", at: 4, [0: "primary", 1: "remote"])] + measurements(at: 5) + battery(at: 8)),
    presence(0x03, 1), presence(0x43, 1), presence(0x03, 2), presence(0x43, 2),
    probes("H5181", 0x8151, count: 16, first: 10),
    probes("H5182", 0x8251, count: 19, first: 10, second: 15),
    probes("H5183", 0x8351, count: 16, first: 10),
    probes("H5184", 0x8451, count: 19, first: 10, second: 15, pairs: true),
    probes("H5185", 0x8551, count: 22, first: 10, second: 16),
    probes("H5198", 0x9851, count: 22, first: 10, second: 16, pairs: true),
    probes("H5191", 0x9151, count: 22, first: 10, ambient: 16),
    FixedFormat(
      "probably a Govee H5055", beside: [.service(BluetoothUUID(0x5550)), .nameBeginning("GVH5055")], count: 22,
      .known,
      [.number("battery", at: 4, mask: 0x7F, unit: "%"), .number("probes", at: 5, mask: 0x3F)]
        + spike("", at: 7) + spike("2", at: 14)),
    FixedFormat(
      "probably a Govee, encrypted", marks: FixedFormat.Mark.beginning(0x88, 0xEF), count: 26, .known,
      [.octets("id", at: 2..<5), .octets("ciphertext", at: 5..<26, label: "data")]),
  ]

  /// Some scanners deliver the data and the following iBeacon as one structure.
  private static func withBeacon(_ form: FixedFormat) -> FixedFormat? {
    guard case .known = form.ending else { return nil }
    let beacon = FixedFormat.Mark.beginning(0x4C, 0x00, 0x02, 0x15).map { mark in
      FixedFormat.Mark(offset: mark.offset + UInt8(truncatingIfNeeded: form.count), mask: mark.mask, value: mark.value)
    }
    return FixedFormat(
      form.title, beside: form.signs, marks: form.marks + beacon, count: form.count + 25, .known,
      form.columns + [.octets("iBeacon", at: form.count..<form.count + 25, label: "iBeacon")])
  }

  /// The unassigned identifier that most models use, and a zero.
  private static let own = FixedFormat.Mark.beginning(0x88, 0xEC, 0)
  /// The identifier of another company.
  private static let borrowed = FixedFormat.Mark.beginning(0x01, 0x00)

  private static let thermometers = [
    "5100", "5101", "5102", "5103", "5104", "5105", "5110", "5174", "5177", "5179",
  ].flatMap(names)

  /// The beginnings of the names of a model.
  private static func names(_ model: String) -> [DeviceHints.Sign] {
    [.nameBeginning("GVH" + model), .nameBeginning("GV" + model)]
  }

  // MARK: Thermometers

  /// One number of three octets: its thousands are tenths of a degree, the rest tenths of a percent; the top bit is the
  /// sign.
  private static func measurements(at offset: Int) -> [FixedFormat.Column] {
    [
      .value("temperature", at: offset..<offset + 3, unit: "°C") { octets in
        let sent = octets.span.bigEndian(at: offset, count: 3)
        let tenths = Int64(sent & 0x7FFFFF) / 1000
        return .decimal(DecimalNumber(sent & 0x800000 == 0 ? tenths : -tenths, decimals: 1))
      },
      .value("humidity", at: offset..<offset + 3, unit: "%") { octets in
        .decimal(DecimalNumber(Int64(octets.span.bigEndian(at: offset, count: 3) & 0x7FFFFF) % 1000, decimals: 1))
      },
    ]
  }

  private static func battery(at offset: Int) -> [FixedFormat.Column] {
    [
      .number("battery", at: offset, mask: 0x7F, unit: "%"),
      .flag("fault", at: offset, mask: 0x80, whenTrue: "sensor fault"),
    ]
  }

  private static func packed(
    _ title: String, beside signs: [DeviceHints.Sign] = [], marks: [FixedFormat.Mark] = borrowed, at offset: Int,
    count: Int
  ) -> FixedFormat {
    FixedFormat(
      title, beside: signs, marks: marks, count: count, .known, measurements(at: offset) + battery(at: offset + 3))
  }

  private static func little(_ title: String, marks: [FixedFormat.Mark], at offset: Int, count: Int) -> FixedFormat {
    FixedFormat(
      title, marks: marks, count: count, .known,
      [
        .number("temperature", at: offset, octets: 2, isSigned: true, decimals: 2, unit: "°C"),
        .number("humidity", at: offset + 2, octets: 2, decimals: 2, unit: "%"),
        .number("battery", at: offset + 4, unit: "%"),
      ])
  }

  /// A part of one number of four octets, with the sign of the temperature in the top bit.
  private static func wide(
    _ key: String, modulus: Int64 = .max, divisor: Int64 = 1, isSigned: Bool = false, decimals: Int = 0,
    label: String? = nil, unit: String
  ) -> FixedFormat.Column {
    .value(key, at: 4..<8, label: label, unit: unit) { octets in
      let sent = octets.span.bigEndian(at: 4, count: 4)
      let number = Int64(sent & 0x7FFF_FFFF) % modulus / divisor
      return .decimal(DecimalNumber(isSigned && sent & 0x8000_0000 != 0 ? -number : number, decimals: decimals))
    }
  }

  // MARK: Others

  /// The first octet has flags; the second and third are a number that Govee uses for other data too.
  private static func presence(_ flags: UInt8, _ version: UInt8) -> FixedFormat {
    FixedFormat(
      "probably a Govee H5127", marks: FixedFormat.Mark.beginning(flags, 0x88, 0xEC, 0, version, 1), count: 8, .known,
      [
        .value("present", at: 6..<7, as: .boolean, label: "") { .truth($0[6] == 1) },
        .value("motion", at: 7..<8, as: .boolean) { .truth($0[7] == 17) },
      ])
  }

  /// Thermometers with probes for meat: each probe has its temperature and that of its alarm, in hundredths; a negative
  /// one is missing.
  ///
  /// - Parameter pairs: whether a bit of an octet distinguishes the first two probes from the others.
  private static func probes(
    _ model: String, _ service: UInt32, count: Int, first: Int, second: Int? = nil, ambient: Int? = nil,
    pairs: Bool = false
  ) -> FixedFormat {
    func columns(_ number: String, _ offset: Int) -> [FixedFormat.Column] {
      [
        .number(
          "temperature" + number, at: offset, octets: 2, .bigEndian, decimals: 2, missingFrom: 0x8000, unit: "°C"),
        .number("alarm" + number, at: offset + 2, octets: 2, .bigEndian, decimals: 2, missingFrom: 0x8000, unit: "°C"),
      ]
    }
    return FixedFormat(
      "probably a Govee \(model)", beside: [.service(BluetoothUUID(service)), .nameBeginning("GV" + model)],
      count: count, .known,
      columns("", first) + (second.map { columns("2", $0) } ?? [])
        + (ambient.map {
          [.number("ambient", at: $0, octets: 2, .bigEndian, isSigned: true, decimals: 2, unit: "°C")]
        } ?? []) + (pairs ? [.number("probes", at: 8, mask: 0x3F)] : []))
  }

  /// A probe of the older models, in whole degrees: its temperature, and the limits of its alarm.
  private static func spike(_ number: String, at offset: Int) -> [FixedFormat.Column] {
    ["temperature", "alarmBelow", "alarmAbove"].enumerated().map { index, key in
      .number(
        key + number, at: offset + 2 * index, octets: 2, isSigned: true, missing: 0xFFFF, unit: "°C")
    }
  }
}

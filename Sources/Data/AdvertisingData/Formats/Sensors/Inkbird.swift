extension KnownPayload.Format {
  /// Measurements of Inkbird's thermometers. They begin in place of the company identifier, so the length of the data
  /// together with the device's name identifies them.
  ///
  /// Source: inkbird-ble, ble_monitor and Theengs Decoder.
  static let inkbird = KnownPayload.Format(
    "inkbird", name: "Inkbird",
    devices: [
      FixedFormat(
        "probably an Inkbird IBS-TH", beside: [.name("sps")], count: 9, .known,
        small + [.number("humidity", at: 2, octets: 2, decimals: 2, unit: "%")]),
      FixedFormat(
        "probably an Inkbird IBS-TH2 or P01B", beside: [.name("tps")], count: 9, .known,
        // A model without that sensor sends zero, or more than 100 %.
        small + [.number("humidity", at: 2, octets: 2, decimals: 2, missing: 0, unit: "%")]),
      large("IBS-P02B", "ibs-p02b"), large("ITH-11-B", "ith-11-b"), large("ITH-13-B", "ith-13-b"),
      large("ITH-21-B", "ith-21-b"),
      FixedFormat(
        "probably an Inkbird IAM-T2", beside: eitherCase("Ink@IAM-T2"), count: 17, .known, air),
      FixedFormat(
        "probably an Inkbird IAM-T2", marks: FixedFormat.Mark.beginning(0x54, 0x32, 0x00, 0x62), count: 17, .known, air),
    ]
      + [(1, 12), (2, 14), (4, 18), (6, 22)].flatMap {
        [probes($0, count: $1, .byName), probes($0, count: $1, .byZeros)]
      })

  /// The ways to identify a thermometer with probes.
  private enum Telling {
    /// The sensor is recognised by its name.
    case byName
    /// The name was not received: the data begin with four zeros, and the device lists its service, which many others
    /// have.
    case byZeros

    var signs: [DeviceHints.Sign] {
      switch self {
      case .byName: [.name("iBBQ"), .name("xBBQ")]
      case .byZeros: [.service(BluetoothUUID(0xFFF0))]
      }
    }

    var marks: [FixedFormat.Mark] {
      switch self {
      case .byName: []
      case .byZeros: FixedFormat.Mark.beginning(0, 0, 0, 0)
      }
    }
  }

  private static let air: [FixedFormat.Column] = [
    .flag("fahrenheit", at: 9, mask: 0x02),
    temperature("temperature", inFahrenheit: false, unit: "°C"),
    temperature("temperatureFahrenheit", inFahrenheit: true, unit: "°F"),
    .number("humidity", at: 12, octets: 2, .bigEndian, decimals: 1, unit: "%"),
    .number("carbonDioxide", at: 14, octets: 2, .bigEndian, label: "CO2", unit: "ppm"),
  ]

  private static let small: [FixedFormat.Column] = [
    .number("temperature", at: 0, octets: 2, isSigned: true, decimals: 2, unit: "°C"),
    .flag("externalProbe", at: 4, mask: 0xFF),
    .number("battery", at: 7, unit: "%"),
  ]

  /// The temperature is in the column of its unit.
  private static func temperature(_ key: String, inFahrenheit: Bool, unit: String) -> FixedFormat.Column {
    .value(key, at: 10..<12, label: "temperature", unit: unit) { octets in
      guard (octets[9] & 0x02 != 0) == inFahrenheit else { return .null }
      return .decimal(DecimalNumber(Int16(bitPattern: UInt16(bigEndian: octets, at: 10)), decimals: 1))
    }
  }

  private static func large(_ model: String, _ name: String) -> FixedFormat {
    FixedFormat(
      "probably an Inkbird \(model)", beside: eitherCase(model) + [.name(name)], count: 18, .known,
      [
        .number("temperature", at: 6, octets: 2, isSigned: true, decimals: 1, unit: "°C"),
        .number("humidity", at: 8, octets: 2, decimals: 1, missing: 0, unit: "%"),
        .number("battery", at: 10, unit: "%"),
      ])
  }

  private static func eitherCase(_ name: String) -> [DeviceHints.Sign] { [.name(name), .name(name.lowercased())] }

  /// The values for a probe that is not plugged in.
  private static let noProbe: Set<UInt16> = [0xFFFF, 0xFFF6]

  /// Thermometers with probes for meat: after the device's address, a temperature for each.
  private static func probes(_ count: Int, count octets: Int, _ telling: Telling) -> FixedFormat {
    FixedFormat(
      "probably an Inkbird iBBQ with \(counted(count, "probe"))",
      beside: telling.signs, marks: telling.marks, count: octets, .known,
      [.address(at: 4, .bigEndian, name: "the address of an Inkbird thermometer")]
        + (0..<count).map { probe in
          .value(
            probe == 0 ? "temperature" : "temperature\(probe + 1)", at: 10 + 2 * probe..<12 + 2 * probe, unit: "°C"
          ) { octets in
            let sent = UInt16(littleEndian: octets, at: 10 + 2 * probe)
            return noProbe.contains(sent) ? .null : .decimal(DecimalNumber(Int16(bitPattern: sent), decimals: 1))
          }
        })
  }
}

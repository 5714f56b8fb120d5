extension Continuity.MessageKind {
  private typealias Column = FixedFormat.Column

  /// The types whose values are a row of fields. Numbers have their most significant octet first.
  static let rows: [Self] = [
    Self(
      0x02, "iBeacon", count: 21,
      [
        .octets("proximityUUID", at: 0..<16, label: "proximity uuid"),
        .integer("major", at: 16, octets: 2, .bigEndian, label: "major"),
        .integer("minor", at: 18, octets: 2, .bigEndian, label: "minor"),
        // The power at 1 m belongs to the model.
        .integer("measuredPower", at: 20, isSigned: true, label: "measured power", role: .structure),
      ]),
    Self(
      0x03, "AirPrint", count: 22,
      [
        .integer("addressType", at: 0, label: "address type"), .integer("pathType", at: 1, label: "path type"),
        .integer("securityType", at: 2, label: "security type"), .octets("port", at: 3..<5),
        .octets("address", at: 5..<21), .integer("measuredPower", at: 21, isSigned: true, label: "measured power"),
      ]),
    Self(
      0x05, "AirDrop", count: 18, zeros: [0..<8, 17..<18],
      [
        .integer("version", at: 8, label: "version"), .octets("accountHash", at: 9..<11),
        .octets("phoneHash", at: 11..<13), .octets("emailHash", at: 13..<15), .octets("secondEmailHash", at: 15..<17),
      ]),
    Self(
      0x08, "Hey Siri", count: 7, device: { deviceClass($0) },
      [
        .octets("hash", at: 0..<2), .integer("signalToNoise", at: 2, label: "signal to noise"),
        .integer("confidence", at: 3, label: "confidence"),
      ] + named("deviceClass", "device class", at: 4..<6) { deviceClass($0) } + [
        .integer("random", at: 6, label: "random")
      ]),
    Self(
      0x09, "AirPlay target", count: 6,
      [
        .integer("flags", at: 0, label: "flags"), .integer("seed", at: 1, label: "seed"),
        .field(.string("address")) { value in
          let address = value[2..<6].map { "\($0)" }.joined(separator: ".")
          return Field("address", .text(address), label: "address", at: 2..<6)
        },
      ]),
    Self(0x0A, "AirPlay source", count: 1, [.integer("flags", at: 0, label: "flags")]),
    Self(
      0x0B, "Magic Switch", count: 3,
      [.octets("data", at: 0..<2)]
        + named("wristConfidence", "wrist confidence", at: 2..<3) { value in
          switch value[2] {
          case 0x03: "not on the wrist"
          case 0x1F: "wrist detection off"
          case 0x3F: "on the wrist"
          default: nil
          }
        }),
    Self(
      0x0C, "Handoff", count: 14,
      [
        .integer("clipboard", at: 0, label: "clipboard"), .octets("sequence", at: 1..<3),
        .integer("tag", at: 3, label: "tag"), .octets("encrypted", at: 4..<14),
      ]),
    Self(0x0D, "tethering target", count: 4, [.octets("account", at: 0..<4)]),
    Self(
      0x0E, "tethering source", count: 6,
      [
        .integer("version", at: 0, label: "version"), .integer("flags", at: 1, label: "flags"),
        .integer("battery", at: 2, label: "battery"),
      ]
        + named("cellType", "cell type", at: 3..<5) { value in
          let names = ["4G (GSM)", "1xRTT", "GPRS", "EDGE", "3G (EV-DO)", "3G", "4G", "LTE"]
          return value[3] == 0 && names.indices.contains(Int(value[4])) ? names[Int(value[4])] : nil
        } + [.integer("bars", at: 5, label: "bars")]),
  ]

  private static func deviceClass(_ value: [UInt8]) -> String? {
    switch (value[4], value[5]) {
    case (0, 0x02): "iPhone"
    case (0, 0x03): "iPad"
    case (0, 0x07): "HomePod"
    case (0, 0x09): "MacBook"
    case (0, 0x0A): "Apple Watch"
    default: nil
    }
  }

  /// A number, or octets that may be one, with its words.
  private static func named(
    _ key: String, _ label: String, at range: Range<Int>, _ name: @escaping @Sendable (_ value: [UInt8]) -> String?
  ) -> [Column] {
    [
      .field(DeclaredField(key, range.count == 1 ? .integer : .string)) { value in
        let octets = Array(value[range])
        return Field(
          key, octets.count == 1 ? .number(Int64(octets[0])) : .octets(octets), label: label, at: range,
          wording: name(value).map { .phrase("\(label) \($0)") })
      },
      .field(.string(key + "Name", orNull: true)) { Field(key + "Name", name($0).map { .text($0) } ?? .null) },
    ]
  }
}

/// State of SwitchBot devices (service data of 0xFD3D, formerly 0x0D00): the first octet is the model.
///
/// Source: pySwitchbot. What a model sends beyond its table is not taken apart.
enum SwitchBot {
  static let format = KnownPayload.Format(
    "switchBot", name: "SwitchBot", in: .services([0xFD3D, 0x0D00]),
    forms: [
      model("T", "Meter", count: 6, meter), model("t", "Meter", count: 6, meter),
      model("i", "Meter Plus", count: 6, meter), model("I", "Meter Plus", count: 6, meter),
      model("w", "Indoor/Outdoor Meter", count: 3, [battery]), model("W", "Indoor/Outdoor Meter", count: 3, [battery]),
      model("4", "Meter Pro", count: 3, [battery]), model("5", "Meter Pro CO2", count: 3, [battery]),
      model("H", "Bot", count: 3, bot),
      model("c", "Curtain", count: 6, curtain), model("C", "Curtain", count: 6, curtain),
      model("{", "Curtain 3", count: 6, curtain), model("[", "Curtain 3", count: 6, curtain),
      model("s", "Motion Sensor", count: 6, motion), model("S", "Motion Sensor", count: 6, motion),
      model("d", "Contact Sensor", count: 9, contact), model("D", "Contact Sensor", count: 9, contact),
    ] + others.map { model($0.letter, $0.name, count: 1, []) })

  /// Models whose state is in their manufacturer data.
  private static let others: [(letter: Unicode.Scalar, name: String)] = [
    ("r", "Light Strip"), ("R", "Light Strip"), ("v", "Hub 2"), ("V", "Hub 2"), ("g", "Plug Mini"), ("G", "Plug Mini"),
    ("j", "Plug Mini"), ("J", "Plug Mini"), ("?", "Plug Mini"), ("u", "Color Bulb"), ("U", "Color Bulb"),
    ("q", "Ceiling Light"), ("Q", "Ceiling Light"), ("n", "Ceiling Light Pro"), ("N", "Ceiling Light Pro"),
    ("e", "Humidifier"), ("E", "Humidifier"), ("#", "Evaporative Humidifier"), ("o", "Lock"), ("O", "Lock"),
    ("$", "Lock Pro"), ("-", "Lock Lite"), ("x", "Blind Tilt"), ("X", "Blind Tilt"), ("&", "Leak Detector"),
    ("y", "Keypad"), ("Y", "Keypad"), ("<", "Relay Switch 1PM"), (";", "Relay Switch 1"), ("=", "Relay Switch 2PM"),
    ("b", "Remote"), ("B", "Remote"), (",", "Roller Shade"), ("%", "Hub Mini Matter"), ("~", "Circulator Fan"),
    ("^", "Circulator Fan"), (".", "K20 Vacuum"), ("z", "S10 Vacuum"), ("Z", "S10 Vacuum"), ("}", "K10+ Vacuum"),
    ("]", "K10+ Vacuum"), ("(", "K10+ Pro Vacuum"), ("*", "Air Purifier"), ("+", "Air Purifier"),
    ("7", "Air Purifier Table"), ("8", "Air Purifier Table"), (">", "Garage Door Opener"),
  ]

  private static func model(
    _ letter: Unicode.Scalar, _ name: String, count: Int, _ columns: [DataForm.Column]
  ) -> DataForm {
    let title = "SwitchBot \(name)"
    let model = DataForm.Column { _ in Field("model", .text(name), at: 0..<1, role: .structure, wording: .hidden) }
    return DataForm(
      title, marks: DataForm.Mark.beginning(UInt8(truncatingIfNeeded: letter.value)), count: count, .open,
      [model] + columns)
  }

  private static let battery = DataForm.Column.number("battery", at: 2, mask: 0x7F, unit: "%")

  private static let meter = [battery] + thermometer(at: 3)

  /// Temperature in degrees and tenths; the top bit of the degrees says that they are above zero.
  static func thermometer(at offset: Int) -> [DataForm.Column] {
    [
      .value("temperature", at: offset..<offset + 2, unit: "°C") { octets in
        let tenths = Int(octets[offset + 1] & 0x7F) * 10 + Int(octets[offset] & 0x0F)
        return .decimal(DecimalNumber(octets[offset + 1] & 0x80 == 0 ? -tenths : tenths, decimals: 1))
      },
      .number("humidity", at: offset + 2, mask: 0x7F, unit: "%"),
      .flag("fahrenheit", at: offset + 2, mask: 0x80, whenTrue: "shows °F"),
    ]
  }

  private static let bot: [DataForm.Column] = [
    .flag("switchMode", at: 1, mask: 0x80),
    .value("on", at: 1..<2, label: "") { $0[1] & 0x80 == 0 ? .null : .truth($0[1] & 0x40 == 0) },
    battery,
  ]

  private static let curtain: [DataForm.Column] = [
    .flag("calibrated", at: 1, mask: 0x40), battery, .flag("moving", at: 3, mask: 0x80),
    .number("position", at: 3, mask: 0x7F, unit: "%"), .number("lightLevel", at: 4, mask: 0xF0),
    .number("deviceChain", at: 4, mask: 0x07),
  ]

  private static let motion: [DataForm.Column] = [
    .flag("motion", at: 1, mask: 0x40), battery, .flag("led", at: 5, mask: 0x20, whenTrue: "LED"),
    .number("senseDistance", at: 5, mask: 0x0C), .number("lightLevel", at: 5, mask: 0x03),
  ]

  private static let contact: [DataForm.Column] = [
    .flag("motion", at: 1, mask: 0x40), battery, .flag("open", at: 3, mask: 0x02),
    .flag("openTooLong", at: 3, mask: 0x04), .flag("light", at: 3, mask: 0x01),
    .number("buttonCount", at: 8, mask: 0x0F),
  ]
}

/// State of SwitchBot devices (service data of 0xFD3D, formerly 0x0D00): the first octet is the model.
///
/// Source: pySwitchbot. Octets of a model beyond its table are not taken apart.
enum SwitchBot {
  static let format = KnownPayload.Format(
    "switchBot", name: "SwitchBot", in: .services([0xFD3D, 0x0D00]),
    forms: models.flatMap { model in
      model.letters.utf8.map {
        FixedFormat(
          "SwitchBot " + model.name, marks: FixedFormat.Mark.beginning($0), count: model.kind.count, .open,
          [.word("model", model.name)] + model.kind.columns)
      }
    }
      + numbered.map { model in
        FixedFormat(
          "SwitchBot " + model.name,
          marks: [
            FixedFormat.Mark(offset: 3, mask: 0xFE, value: 0),
            FixedFormat.Mark(offset: 4, mask: .max, value: model.number.0),
            FixedFormat.Mark(offset: 5, mask: .max, value: model.number.1),
            FixedFormat.Mark(offset: 6, mask: .max, value: model.number.2),
          ], count: 7, .known, [.word("model", model.name)] + (model.hasBattery ? [battery] : []))
      })

  /// Models with a number after their state instead of a letter before it.
  ///
  /// The battery of the others is in the manufacturer data, or they have none.
  private static let numbered: [(number: (UInt8, UInt8, UInt8), name: String, hasBattery: Bool)] = [
    ((0x10, 0xB9, 0x40), "Hub 3", false), ((0x10, 0xA5, 0xB8), "Lock Ultra", true),
    ((0x10, 0xD0, 0xB0), "Floor Lamp", false), ((0x10, 0xD0, 0xB1), "Strip Light 3", false),
    ((0x10, 0xD0, 0xB3), "RGBICWW Strip Light", false), ((0x10, 0xD0, 0xB4), "RGBICWW Floor Lamp", false),
    ((0x10, 0xD0, 0xB5), "RGBIC Neon Wire Rope Light", false), ((0x10, 0xD0, 0xB6), "RGBIC Neon Rope Light", false),
    ((0x10, 0xD0, 0xB7), "Permanent Outdoor Light", false), ((0x10, 0xFB, 0xA8), "K11+ Vacuum", false),
    ((0x10, 0xF3, 0xD8), "Climate Panel", false), ((0x10, 0xE0, 0x50), "S20 Vacuum", false),
    ((0x10, 0xCC, 0xC8), "Presence Sensor", true), ((0x10, 0xFF, 0x90), "Lock Pro Wifi", true),
    ((0x10, 0x53, 0xB0), "Weather Station", true), ((0x11, 0x22, 0xB8), "Candle Warmer Lamp", false),
    ((0x11, 0xBE, 0xF8), "RGBICWW Light Bars", false), ((0x11, 0xBB, 0x10), "RGBICWW Ceiling Light", false),
    ((0x11, 0xB3, 0x40), "Circulator Fan Pro", false), ((0x11, 0x36, 0x40), "Smart Thermostat Radiator", false),
    ((0x11, 0x3E, 0x10), "Art Frame", false), ((0x11, 0x03, 0x78), "Keypad Vision", false),
    ((0x11, 0x51, 0x98), "Keypad Vision Pro", false), ((0x11, 0x69, 0x09), "Lock Vision Pro", true),
    ((0x11, 0x69, 0x08), "Lock Vision", true), ((0x11, 0x9F, 0xB8), "Lock Ultra Max", true),
    ((0x11, 0x07, 0x60), "Standing Fan", false),
  ]

  /// The models with the same table.
  private enum Kind: Sendable {
    /// The state is in the manufacturer data.
    case other
    case bot
    case contact
    case curtain
    case meter
    case motion
    /// Only the battery; the rest is in the manufacturer data.
    case powered

    var count: Int {
      switch self {
      case .other: 1
      case .bot, .powered: 3
      case .curtain, .meter, .motion: 6
      case .contact: 9
      }
    }

    var columns: [FixedFormat.Column] {
      switch self {
      case .other: []
      case .bot: SwitchBot.bot
      case .contact: SwitchBot.contact
      case .curtain: SwitchBot.curtain
      case .meter: [battery] + thermometer(at: 3)
      case .motion: SwitchBot.motion
      case .powered: [battery]
      }
    }
  }

  /// The letters that identify a model.
  private static let models: [(letters: String, name: String, kind: Kind)] = [
    ("Tt", "Meter", .meter), ("iI", "Meter Plus", .meter), ("wW", "Indoor/Outdoor Meter", .powered),
    ("4", "Meter Pro", .powered), ("5", "Meter Pro CO2", .powered), ("H", "Bot", .bot), ("cC", "Curtain", .curtain),
    ("{[", "Curtain 3", .curtain), ("sS", "Motion Sensor", .motion), ("dD", "Contact Sensor", .contact),
    ("rR", "Light Strip", .other), ("vV", "Hub 2", .other), ("gGjJ?", "Plug Mini", .other),
    ("uU", "Color Bulb", .other), ("qQ", "Ceiling Light", .other), ("nN", "Ceiling Light Pro", .other),
    ("eE", "Humidifier", .other), ("#", "Evaporative Humidifier", .other), ("oO", "Lock", .other),
    ("$", "Lock Pro", .other), ("-", "Lock Lite", .other), ("xX", "Blind Tilt", .other), ("&", "Leak Detector", .other),
    ("yY", "Keypad", .other), ("<", "Relay Switch 1PM", .other), (";", "Relay Switch 1", .other),
    ("=", "Relay Switch 2PM", .other), ("bB", "Remote", .other), (",", "Roller Shade", .other),
    ("%", "Hub Mini Matter", .other), ("~^", "Circulator Fan", .other), (".", "K20 Vacuum", .other),
    ("zZ", "S10 Vacuum", .other), ("}]", "K10+ Vacuum", .other), ("(", "K10+ Pro Vacuum", .other),
    ("*+", "Air Purifier", .other), ("78", "Air Purifier Table", .other), (">", "Garage Door Opener", .other),
  ]

  private static var battery: FixedFormat.Column {
    .number("battery", at: 2, mask: 0x7F, unit: "%")
  }

  /// Temperature in degrees and tenths; the top bit of the degrees means above zero.
  static func thermometer(at offset: Int) -> [FixedFormat.Column] {
    [
      .value("temperature", at: offset..<offset + 2, unit: "°C") { octets in
        let tenths = Int(octets[offset + 1] & 0x7F) * 10 + Int(octets[offset] & 0x0F)
        return .decimal(DecimalNumber(octets[offset + 1] & 0x80 == 0 ? -tenths : tenths, decimals: 1))
      },
      .number("humidity", at: offset + 2, mask: 0x7F, unit: "%"),
      .flag("fahrenheit", at: offset + 2, mask: 0x80, whenTrue: "shows °F"),
    ]
  }

  private static let bot: [FixedFormat.Column] = [
    .flag("switchMode", at: 1, mask: 0x80),
    .value("on", at: 1..<2, as: [.boolean, .null], label: "") { $0[1] & 0x80 == 0 ? .null : .truth($0[1] & 0x40 == 0) },
    battery,
  ]

  private static let curtain: [FixedFormat.Column] = [
    .flag("calibrated", at: 1, mask: 0x40), battery, .flag("moving", at: 3, mask: 0x80),
    .number("position", at: 3, mask: 0x7F, unit: "%"), .number("lightLevel", at: 4, mask: 0xF0),
    .number("deviceChain", at: 4, mask: 0x07),
  ]

  private static let motion: [FixedFormat.Column] = [
    .flag("motion", at: 1, mask: 0x40), battery, .flag("led", at: 5, mask: 0x20, whenTrue: "LED"),
    .number("senseDistance", at: 5, mask: 0x0C), .number("lightLevel", at: 5, mask: 0x03),
  ]

  private static let contact: [FixedFormat.Column] = [
    .flag("motion", at: 1, mask: 0x40), battery,
    // When a door is open too long, only the bit for that is set.
    .flag("open", at: 3, mask: 0x06),
    .flag("openTooLong", at: 3, mask: 0x04), .flag("light", at: 3, mask: 0x01),
    .number("buttonCount", at: 8, mask: 0x0F),
  ]
}

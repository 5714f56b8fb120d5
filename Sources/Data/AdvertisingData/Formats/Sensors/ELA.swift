/// Measurements of ELA Innovation's Blue sensors and of Teltonika's EYE sensors of the same make (company 0x0757): the
/// first octet is the kind of measurement.
///
/// Source: advlib and Theengs Decoder.
extension KnownPayload.Format {
  static let ela = KnownPayload.Format(
    "ela", name: "ELA Innovation", in: .company(0x0757, beginnings: []),
    forms: [
      form("ID", 0x06, count: 7, [.octets("id", at: 1..<7)]),
      form("thermometer", 0x12, count: 3, [temperature(at: 1)]),
      form("thermometer", 0x21, count: 5, [.number("humidity", at: 1, unit: "%"), temperature(at: 3)]),
      counting("magnet sensor", 0x32, "contact"), counting("motion sensor", 0x42, "motion"),
      form(
        "accelerometer", 0x56, count: 7,
        [acceleration("X", at: 1), acceleration("Y", at: 3), acceleration("Z", at: 5)]),
      counting("input", 0x62, "contact"), counting("infrared sensor", 0x92, "motion"),
      counting("button", 0xB2, "pressed"),
      form("battery", 0xF1, count: 2, [.number("battery", at: 1, unit: "%")]),
      form("battery", 0xF2, count: 3, [.number("batteryMillivolts", at: 1, octets: 2, label: "battery", unit: "mV")]),
    ])

  /// The same for magnet sensors in service data of 0x2A06 (Alert Level), identified by their length.
  static let elaMagnet = KnownPayload.Format(
    "elaMagnet", name: "ELA magnet sensor", in: .services([0x2A06]),
    forms: [
      FixedFormat(
        "probably an ELA magnet sensor", count: 2, .known,
        [.flag("contact", at: 0, mask: 1), .number("events", at: 0, octets: 2, mask: 0xFFFE)])
    ])

  private static func form(
    _ name: String, _ type: UInt8, count: Int, _ columns: [FixedFormat.Column]
  ) -> FixedFormat {
    FixedFormat("ELA \(name)", marks: FixedFormat.Mark.beginning(type), count: count, .known, columns)
  }

  /// A state in the lowest bit, and above it the number of its changes.
  private static func counting(_ name: String, _ type: UInt8, _ state: String) -> FixedFormat {
    form(name, type, count: 3, [.flag(state, at: 1, mask: 1), .number("events", at: 1, octets: 2, mask: 0xFFFE)])
  }

  private static func temperature(at offset: Int) -> FixedFormat.Column {
    .number("temperature", at: offset, octets: 2, isSigned: true, decimals: 2, unit: "°C")
  }

  private static func acceleration(_ axis: String, at offset: Int) -> FixedFormat.Column {
    .number("acceleration" + axis, at: offset, octets: 2, isSigned: true, decimals: 3, unit: "g")
  }
}

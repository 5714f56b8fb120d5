/// Measurements of Jaalee's JHT (service data of 0xF51C and 0xF525, which are not assigned), identified by their
/// length. The device also sends them as an iBeacon.
///
/// Source: ble_monitor.
enum Jaalee {
  static let format = KnownPayload.Format(
    "jaalee", name: "Jaalee", in: .services([0xF51C, 0xF525]), forms: [form(count: 11), form(count: 12)])

  /// The measurements are at the end.
  private static func form(count: Int) -> FixedFormat {
    FixedFormat(
      "probably a Jaalee JHT", count: count, .known,
      [
        .number("battery", at: 0, unit: "%"), .address(at: 1, name: "the address of a Jaalee sensor"),
        .fraction("temperature", at: count - 4, .bigEndian, of: 175, from: -45, unit: "°C"),
        .fraction("humidity", at: count - 2, .bigEndian, of: 100, from: 0, unit: "%"),
      ])
  }

  /// The same in an iBeacon: the measurements are in the place of its numbers, and the battery follows its power.
  static let inBeacon: [FixedFormat.Column] = [
    .field(.boolean("jaalee")) { _ in Field("jaalee", true, whenTrue: "probably a Jaalee JHT") },
    .fraction("temperature", at: 18, .bigEndian, of: 175, from: -45, unit: "°C"),
    .fraction("humidity", at: 20, .bigEndian, of: 100, from: 0, unit: "%"), .number("battery", at: 23, unit: "%"),
  ]
}

extension KnownPayload.Format {
  /// Measurements of SensorPush's sensors. They are in place of the company identifier, so the device's service or name
  /// identifies the data.
  ///
  /// Source: sensorpush-ble and ble_monitor. The measurements are the digits of one number, each of another base.
  static let sensorPush = KnownPayload.Format(
    "sensorPush", name: "SensorPush",
    devices: [
      form(
        "HTP.xw", type: 0, count: 7,
        [
          Digit("temperature", from: -400_000, step: 25, to: 1_400_000, decimals: 4, unit: "°C"),
          Digit("humidity", from: 0, step: 25, to: 1_000_000, decimals: 4, unit: "%"),
          Digit("pressurePascals", from: 30_000, step: 1, to: 125_000, decimals: 0, unit: "Pa"),
        ]),
      form(
        "HT.w", type: 1, count: 5,
        [
          Digit("temperature", from: -400_000, step: 25, to: 1_250_000, decimals: 4, unit: "°C"),
          Digit("humidity", from: 0, step: 25, to: 1_000_000, decimals: 4, unit: "%"),
        ]),
      form("TC.x", type: 2, count: 4, [thermocouple]), form("TC.x", type: 2, count: 5, [thermocouple]),
      FixedFormat(
        "probably a SensorPush HT1", beside: firstService,
        marks: [FixedFormat.Mark(offset: 3, mask: 0x7C, value: 0x04)],
        count: 4, .open,
        [
          .value("temperature", at: 1..<4, unit: "°C") { octets in
            let sent = Int64(octets.span.littleEndian(at: 0, count: 4) >> 12 & 0x3FFF)
            return .decimal(DecimalNumber((17_572 * sent + 8192) >> 14 - 4685, decimals: 2))
          },
          .value("humidity", at: 0..<2, unit: "%") { octets in
            let sent = Int64(octets.span.littleEndian(at: 0, count: 2) & 0x0FFF)
            return .decimal(DecimalNumber(min(max((12_500 * sent + 2048) >> 12 - 600, 0), 10_000), decimals: 2))
          },
        ]),
    ])

  private static let thermocouple = Digit(
    "temperature", from: -2_000_000, step: 625, to: 18_000_000, decimals: 4, unit: "°C")
  private static let firstService: [DeviceHints.Sign] = [.service("ef090000-11d6-42ba-93b8-9dd7ec090aa9")]
  private static let laterService: [DeviceHints.Sign] = [.service("ef090000-11d6-42ba-93b8-9dd7ec090ab0")]

  /// One measurement: a number from `from` to `to` in steps.
  private struct Digit: Sendable {
    let key: String
    let first: Int64
    let step: Int64
    let base: UInt64
    let decimals: Int
    let unit: String

    init(_ key: String, from first: Int64, step: Int64, to last: Int64, decimals: Int, unit: String) {
      self.key = key
      self.first = first
      self.step = step
      base = UInt64((last - first) / step) + 1
      self.decimals = decimals
      self.unit = unit
    }
  }

  /// The first octet is the type of the sensor and the number of the page; the first page has the measurements.
  private static func form(_ model: String, type: UInt8, count: Int, _ digits: [Digit]) -> FixedFormat {
    var divisor: UInt64 = 1
    var columns: [FixedFormat.Column] = []
    for digit in digits {
      let weight = divisor
      columns.append(
        .value(digit.key, at: 1..<count, label: digit.key == "pressurePascals" ? "pressure" : nil, unit: digit.unit) {
          let steps = $0.span.littleEndian(at: 1, count: count - 1) / weight % digit.base
          return .decimal(DecimalNumber(digit.first + digit.step * Int64(steps), decimals: digit.decimals))
        })
      divisor *= digit.base
    }
    return FixedFormat(
      "probably a SensorPush \(model)", beside: laterService + [.nameBeginning("SensorPush")],
      marks: FixedFormat.Mark.beginning(type << 2), count: count, .known, columns)
  }
}

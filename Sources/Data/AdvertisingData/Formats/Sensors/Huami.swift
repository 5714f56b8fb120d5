extension KnownPayload.Format {
  /// Steps of Huami's bands and weights of its scales (service data of 0xFEE0).
  ///
  /// Source: ble_monitor.
  static let huami = KnownPayload.Format(
    "huami", name: "Huami", in: .services([0xFEE0]),
    forms: [
      FixedFormat("Mi Band or Amazfit", count: 4, .known, [.number("steps", at: 0, octets: 4)]),
      FixedFormat(
        "Amazfit Smart Scale", count: 20, .known,
        [
          .number("weight", at: 7, octets: 2, factor: 5, decimals: 3, unit: "kg"),
          whenStable("impedance", at: 5, octets: 2, decimals: 1, unit: "Ω"),
          whenStable("heartRate", at: 12, octets: 1, decimals: 0, unit: "/min"),
        ]),
    ])

  /// A measurement that exists only when the weight is stable.
  private static func whenStable(
    _ key: String, at offset: Int, octets count: Int, decimals: Int, unit: String
  ) -> FixedFormat.Column {
    .value(key, at: offset..<offset + count, label: key == "heartRate" ? "heart rate" : nil, unit: unit) { octets in
      guard octets[9..<12].contains(where: { $0 != 0 }) else { return .null }
      let sent = octets.span.littleEndian(at: offset, count: count)
      return .decimal(DecimalNumber(Int64(truncatingIfNeeded: sent), decimals: decimals))
    }
  }
}

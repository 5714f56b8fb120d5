extension KnownPayload.Format {
  /// Measurements of Jinou's BEC07-5. They are in place of the company identifier, so the length of the data together
  /// with the service identifies them.
  ///
  /// Source: ble_monitor.
  static let jinou = KnownPayload.Format(
    "jinou", name: "Jinou",
    devices: [
      FixedFormat(
        "probably a Jinou BEC07-5", beside: [.service(BluetoothUUID(0xAA20))], count: 13, .known,
        [
          number("temperature", at: 1, unit: "°C") { $0[0] == 1 }, number("humidity", at: 4, unit: "%") { _ in false },
          .octets("id", at: 7..<13),
        ])
    ])

  /// The digits before the decimal point, then those after it.
  private static func number(
    _ key: String, at offset: Int, unit: String, isNegative: @escaping @Sendable ([UInt8]) -> Bool
  ) -> FixedFormat.Column {
    .value(key, at: offset..<offset + 2, unit: unit) { octets in
      let behind = Int(octets[offset + 1])
      let number = Int(octets[offset]) * 100 + (behind < 10 ? behind * 10 : behind)
      return .decimal(DecimalNumber(isNegative(octets) ? -number : number, decimals: 2))
    }
  }
}

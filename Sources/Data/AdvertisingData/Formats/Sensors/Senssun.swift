extension KnownPayload.Format {
  /// Weights of Senssun's scales under the company identifier of another company, identified by their length together
  /// with the device's name.
  ///
  /// Source: ble_monitor.
  static let senssun = KnownPayload.Format(
    "senssun", name: "Senssun scale",
    devices: [
      FixedFormat(
        "probably a Senssun scale", beside: [.name("IF_B7")], marks: FixedFormat.Mark.beginning(0x00, 0x01), count: 19,
        .known,
        [
          .number("weight", at: 12, octets: 2, .bigEndian, decimals: 2, unit: "kg"),
          .number("impedance", at: 14, octets: 2, .bigEndian, unit: "Ω"),
          .value("stable", at: 16..<17, as: .boolean, label: "") { .truth($0[16] & 0xA0 == 0xA0) },
        ])
    ])
}

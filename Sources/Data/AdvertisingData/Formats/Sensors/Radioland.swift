extension KnownPayload.Format {
  /// Measurements of Radioland's beacon RDL52832 (service data of 0x1803, Link Loss). The service is assigned to
  /// devices of any kind, so the length and the digits of the accelerations identify the data.
  ///
  /// Source: Theengs Decoder. The manufacturer data of the device are an iBeacon.
  static let radioland = KnownPayload.Format(
    "radioland", name: "Radioland RDL52832", in: .services([0x1803]),
    forms: [
      FixedFormat(
        "probably a Radioland RDL52832",
        marks: [4, 5, 8, 9, 12, 13].map { FixedFormat.Mark(offset: $0, mask: 0xFE, value: 0) }, count: 16, .known,
        [
          .fixed("temperature", at: 0, .bigEndian, unit: "°C"), .fixed("humidity", at: 2, .bigEndian, unit: "%"),
          acceleration("X", at: 4), acceleration("Y", at: 8), acceleration("Z", at: 12),
        ])
    ])

  /// A sign, the whole, tenths and hundredths, each in one octet.
  private static func acceleration(_ axis: String, at offset: Int) -> FixedFormat.Column {
    .value("acceleration" + axis, at: offset..<offset + 4, unit: "g") { octets in
      let size = 100 * Int(octets[offset + 1]) + 10 * Int(octets[offset + 2]) + Int(octets[offset + 3])
      return .decimal(DecimalNumber(octets[offset] == 0 ? size : -size, decimals: 2))
    }
  }
}

extension KnownPayload.Format {
  /// Measurements of MOKO's BeaconX Pro (service data of 0xFEAB, which is Nokia's), identified by the first octet and
  /// their length.
  ///
  /// Source: Theengs Decoder.
  static let mokoBeacon = KnownPayload.Format(
    "mokoBeacon", name: "MOKO BeaconX Pro", in: .services([0xFEAB]),
    forms: [
      FixedFormat(
        "probably a MOKO BeaconX Pro", marks: FixedFormat.Mark.beginning(0x70), count: 16, .known,
        [
          .number("temperature", at: 3, octets: 2, .bigEndian, isSigned: true, decimals: 1, unit: "°C"),
          .number("humidity", at: 5, octets: 2, .bigEndian, decimals: 1, unit: "%"),
          .number("batteryMillivolts", at: 7, octets: 2, .bigEndian, label: "battery", unit: "mV"),
          .address(at: 10, .bigEndian, name: "the address of a MOKO beacon"),
        ]),
      FixedFormat(
        "probably a MOKO BeaconX Pro", marks: FixedFormat.Mark.beginning(0x60), count: 21, .known,
        [
          .number("accelerationX", at: 6, octets: 2, .bigEndian, isSigned: true),
          .number("accelerationY", at: 8, octets: 2, .bigEndian, isSigned: true),
          .number("accelerationZ", at: 10, octets: 2, .bigEndian, isSigned: true),
          .number("batteryMillivolts", at: 12, octets: 2, .bigEndian, label: "battery", unit: "mV"),
          .address(at: 15, .bigEndian, name: "the address of a MOKO beacon"),
        ]),
    ])
}

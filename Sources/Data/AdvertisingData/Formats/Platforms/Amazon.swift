/// Data that devices of Amazon's networks and Alexa accessories send beside or with the service 0xFE03.
///
/// Source: the samples of sdk-nrf and sdk-sidewalk of Nordic Semiconductor, and Qualcomm's sender of Alexa Mobile Accessory.
extension KnownPayload.Format {
  /// Amazon Sidewalk: data of company 0x0171 beside the service. Their meaning is not public.
  static let sidewalk = KnownPayload.Format(
    "sidewalk", name: "Amazon Sidewalk",
    devices: [
      FixedFormat(
        "probably Amazon Sidewalk", beside: [.service(BluetoothUUID(0xFE03))],
        marks: FixedFormat.Mark.beginning(0x71, 0x01), count: 2, .open, [])
    ])

  /// Service data of gadgets for Echo devices, identified by their third to sixth octet, and of accessories that
  /// connect to Alexa on a phone, identified by their length.
  static let alexa = KnownPayload.Format(
    "alexa", name: "Alexa accessory", in: .services([0xFE03]),
    forms: [
      FixedFormat(
        "Alexa gadget",
        marks: [
          FixedFormat.Mark(offset: 2, mask: .max, value: 0), FixedFormat.Mark(offset: 3, mask: .max, value: 0xFF),
          FixedFormat.Mark(offset: 4, mask: .max, value: 0), FixedFormat.Mark(offset: 5, mask: 0xFE, value: 0),
        ], count: 6, .open, [vendor, .flag("pairing", at: 5, mask: 0x01)]),
      FixedFormat(
        "probably an Alexa Mobile Accessory", count: 10, .known,
        [
          vendor,
          .hexNumber("product", at: 2, octets: 2, label: "product", role: .structure),
          .number("color", at: 4), .flag("needsSetup", at: 5, mask: 0x01, whenTrue: "needs setup"),
          .flag("classicDiscoverable", at: 5, mask: 0x02, whenTrue: "discoverable over BR/EDR"),
          .flag("prefersRFCOMM", at: 6, mask: 0x01, whenTrue: "prefers RFCOMM"),
          .flag("prefersIAP", at: 6, mask: 0x02, whenTrue: "prefers iAP"),
          .octets("reserved", at: 7..<10),
        ]),
    ])

  private static var vendor: FixedFormat.Column {
    .field(.integer("vendor")) { octets in
      Field("vendor", .company(UInt16(littleEndian: octets, at: 0)), label: "of", at: 0..<2, role: .structure)
    }
  }
}

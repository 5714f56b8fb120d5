extension KnownPayload.Format {
  /// Activity bands and watches of Huami (company 0x0157): Mi Band, Amazfit.
  ///
  /// Source: Theengs Decoder and ble_monitor. The meaning of most octets is not public.
  static let miBand = KnownPayload.Format(
    "miBand", name: "Huami data", in: .company(0x0157, beginnings: []),
    forms: [
      FixedFormat(
        "Mi Band or Amazfit", marks: FixedFormat.Mark.beginning(0x02), count: 24, .known,
        [.number("heartRate", at: 3, missing: 0xFF, unit: "/min"), data(from: 4), address]),
      FixedFormat("Mi Band or Amazfit", count: 24, .known, [data(from: 0), address]),
      FixedFormat(
        "Huami device", count: 6, .known, [.address(at: 0, .bigEndian, name: "the address of a Huami device")]),
    ])

  private static func data(from offset: Int) -> FixedFormat.Column {
    .octets("rest", at: offset..<18, label: "not decoded")
  }

  private static var address: FixedFormat.Column {
    .address(at: 18, .bigEndian, name: "the address of a Mi Band")
  }
}

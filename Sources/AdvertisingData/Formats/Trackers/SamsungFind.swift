/// Samsung's phones, watches and earphones that are offline (service data of 0xFD69).
///
/// Source: AirGuard.
enum SamsungFind {
  static let format = KnownPayload.Format(
    tracker: "samsungFind", name: "Samsung Find device", in: [0xFD69],
    forms: [
      FixedFormat(
        "Samsung Find device", count: 14, .open,
        [
          .octets("id", at: 1..<13), .flag("ultraWideband", at: 13, mask: 0x04, whenTrue: "has ultra-wideband"),
        ])
    ])
}

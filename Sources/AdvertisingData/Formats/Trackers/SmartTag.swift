/// Samsung's tags (service data of 0xFD5A, and of 0xFD59 before they are registered).
///
/// Source: AirGuard; Assigned Numbers for the owner of the UUIDs. The meaning of a tag's data before it is registered
/// is not public.
enum SmartTag {
  static let format = KnownPayload.Format(
    tracker: "smartTag", name: "Samsung SmartTag", in: [0xFD5A],
    forms: [
      // The five higher bits of the first octet hold a version and the kind of data.
      FixedFormat(
        "Samsung SmartTag", marks: FixedFormat.Mark.bits(0xF8, of: 0x10), count: 20, .open,
        [
          .choice(
            "state", at: 0, mask: 0x07,
            [
              1: "just left its owner", 2: "away from its owner", 3: "away from its owner for long",
              5: "with its owner",
            ]),
          .number("agingCounter", at: 1, octets: 3),
          .octets("privacyID", at: 4..<12, label: "privacy id"),
          .choice("battery", at: 12, mask: 0x03, [0: "very low", 1: "low", 2: "medium", 3: "full"]),
          .flag("ultraWideband", at: 12, mask: 0x04, whenTrue: "has ultra-wideband"),
          // The order of these two is known, but not their width.
          .field(.boolean("encrypted")) {
            Field("encrypted", $0[12] & 0x08 != 0, whenTrue: "encrypted", at: 12..<13, isUnverified: true)
          },
          .field(.integer("region")) {
            Field("region", $0[12] >> 4, label: "region", at: 12..<13, isUnverified: true)
          },
          .octets("reserved", at: 13..<16), .octets("signature", at: 16..<20),
        ])
    ])

  static let unregistered = KnownPayload.Format(
    tracker: "smartTagUnregistered", name: "Samsung SmartTag, unregistered", in: [0xFD59])
}

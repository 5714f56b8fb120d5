extension KnownPayload {
  /// The formats of trackers: all data of their services are a tracker's, and only their length can be wrong.
  public static let trackers: [Format] = [
    .smartTag, .smartTagUnregistered, .samsungFind, .tile, .chipolo, .pebblebee,
    .findMyAccessory,
  ]
}

extension KnownPayload.Format {
  /// A format of a tracker's own services: data without a form, whose meaning is not public, are also a tracker's.
  ///
  /// - Parameter device: the kind of device for people; the name by default.
  convenience init(
    tracker id: String, name: String, device: String? = nil, in services: [UInt16], forms: [FixedFormat] = []
  ) {
    let device = device ?? name
    self.init(
      id: id, name: name, carrier: .services(services),
      declaredFields: forms.flatMap { $0.declaredFields(ofAtLeast: 0) } + [.string("data")],
      form: { _, _, _ in 0 },
      read: { octets, _, _ in
        forms.first { $0.fits(octets) }?.reading(of: octets)
          ?? KnownPayload.Reading(
            title: device, fields: [Field("data", .octets(octets), label: "with data", at: octets.indices)])
      }, isFoundByData: { _, _ in false }, device: { _ in device })
  }

  /// Samsung's tags (service data of 0xFD5A, and of 0xFD59 before they are registered).
  ///
  /// Source: AirGuard; Assigned Numbers for the owner of the UUIDs. The meaning of a tag's data before it is registered
  /// is not public.
  static let smartTag = KnownPayload.Format(
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

  static let smartTagUnregistered = KnownPayload.Format(
    tracker: "smartTagUnregistered", name: "Samsung SmartTag, unregistered", in: [0xFD59])

  /// Samsung's phones, watches and earphones that are offline (service data of 0xFD69).
  ///
  /// Source: AirGuard.
  static let samsungFind = KnownPayload.Format(
    tracker: "samsungFind", name: "Samsung Find device", in: [0xFD69],
    forms: [
      FixedFormat(
        "Samsung Find device", count: 14, .open,
        [
          .octets("id", at: 1..<13), .flag("ultraWideband", at: 13, mask: 0x04, whenTrue: "has ultra-wideband"),
        ])
    ])

  /// Tile's tags. Neither their identifier nor their address changes.
  ///
  /// Source: AirGuard; Assigned Numbers for the owners of the UUIDs. The meaning of data with another beginning is not
  /// public.
  static let tile = KnownPayload.Format(
    tracker: "tile", name: "Tile tracker", in: [0xFEED, 0xFEEC, 0xFD84],
    forms: [
      FixedFormat(
        "Tile tracker", marks: FixedFormat.Mark.beginning(0x02, 0x00), count: 10, .open, [.octets("id", at: 2..<10)])
    ])

  /// Chipolo's tags. The meaning of their data depends on the firmware, and most of it is not public.
  ///
  /// Source: AirGuard; the owner of the UUIDs is from Assigned Numbers.
  static let chipolo = KnownPayload.Format(tracker: "chipolo", name: "Chipolo tracker", in: [0xFE33, 0xFE65])

  /// Pebblebee's tags. Their UUID is not assigned, so the identification is not certain.
  ///
  /// Source: AirGuard. The meaning of their data is not public.
  static let pebblebee = KnownPayload.Format(
    tracker: "pebblebee", name: "Pebblebee tracker", device: "probably a Pebblebee tracker", in: [0xFA25])

  /// Accessories of Apple's Find My network under Apple's own services. Once they have an owner, they send messages of
  /// ``Continuity`` instead. The meaning of the data is not public.
  ///
  /// Source: Assigned Numbers for the owners of the UUIDs; vendors' code for the Find My network uses 0xFD44.
  static let findMyAccessory = KnownPayload.Format(
    tracker: "findMyAccessory", name: "Apple Find My accessory", in: [0xFD44, 0xFD43])

  /// Key finders that are sold under many names and send the name iTAG. Their company identifiers are invented, so the
  /// name and the length of the data identify them.
  ///
  /// Source: Theengs Decoder. The meaning of the data is not public.
  static let iTag = KnownPayload.Format(
    "iTag", name: "iTAG key finder",
    devices: [4, 13].map { count in
      FixedFormat(
        "probably an iTAG key finder", beside: [.nameBeginning("iTAG")], count: count, .known,
        [.octets("data", at: 0..<count)])
    })
}

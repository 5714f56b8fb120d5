extension KnownPayload {
  /// The formats of trackers: all data of their services are a tracker's, and only their length can be wrong. A new
  /// format is one file in this folder, and one line here.
  public static let trackers: [Format] = [
    SmartTag.format, SmartTag.unregistered, SamsungFind.format, Tile.format, Chipolo.format, Pebblebee.format,
    FindMyAccessory.format,
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
}

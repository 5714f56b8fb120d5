/// AltBeacon: the open beacon format, under any company identifier.
///
/// Source: AltBeacon protocol specification 1.0.
package enum AltBeacon {
  /// The octets behind the company identifier.
  package static let code: [UInt8] = [0xBE, 0xAC]

  package static let format = KnownPayload.Format(
    "altBeacon", name: "AltBeacon", in: .company(nil, beginnings: [code]),
    fields: [.string("data")] + columns.declared + [.integer("manufacturerReserved", orNull: true)],
    beginning: { _ in [.structure(at: 0..<2)] },
    read: { octets, _ throws(Malformation) in
      try octets.require(length - 1)
      // Many beacons leave out the last octet, against the specification.
      let reserved = octets.count < length ? nil : octets[length - 1]
      return KnownPayload.Reading(
        fields: columns.fields(of: octets) + [
          Field("manufacturerReserved", reserved, at: length - 1..<min(length, octets.count))
        ],
        problems: (reserved == nil ? [.length(.tooShort(minimum: length, actual: length - 1))] : [])
          + KnownPayload.Problem.surplus(of: octets, after: length))
    })

  private static let length = 24

  private static let columns: [FixedFormat.Column] = [
    .structure(at: 0..<2),
    // Usually a UUID and two big-endian 16-bit numbers.
    .octets("id", at: 2..<22),
    // The power at 1 m belongs to the model.
    .integer("referenceRSSI", at: 22, isSigned: true, unit: "dBm at 1 m", role: .structure),
  ]
}

/// Apple's iBeacon (company 0x004C): a region's UUID with two numbers, and the power to estimate distance with.
///
/// Source: Apple, "Getting Started with iBeacon". Fields of several octets are big-endian.
package enum IBeacon {
  /// Continuity type 0x02 and its length.
  package static let format = KnownPayload.Format(
    "iBeacon", name: "iBeacon", in: .company(0x004C, beginnings: [[0x02, 0x15]]),
    fields: [.string("data")] + columns.declared + Jaalee.inBeacon.declared,
    beginning: { _ in [.structure(at: 0..<2)] },
    read: { octets, _ throws(Malformation) in
      try octets.require(length)
      // Jaalee's JHT sends measurements in place of the two numbers and after the last field. The octet count and the
      // end of the UUID, which is the same for all of these devices, identify it.
      let jaalee =
        octets.count == length + 1 && octets[16] == 0xF5 && octets[17] == 0x25
        ? [.structure(at: 16..<18)] + Jaalee.inBeacon.fields(of: octets) : []
      return KnownPayload.Reading(
        fields: columns.fields(of: octets) + jaalee,
        problems: jaalee.isEmpty ? KnownPayload.Problem.surplus(of: octets, after: length) : [])
    })

  private static let length = 23

  private static let columns: [FixedFormat.Column] = [
    .structure(at: 0..<2),
    // The owner's UUID: all beacons of one owner share it.
    .field(.string("uuid")) { octets in
      let uuid = BluetoothUUID(high: UInt64(bigEndian: octets, at: 2), low: UInt64(bigEndian: octets, at: 10))
      return Field("uuid", .text(uuid.fullText), at: 2..<18, wording: .value)
    },
    // A group of the owner's beacons, and one of the group.
    .integer("major", at: 18, octets: 2, .bigEndian, label: "major"),
    .integer("minor", at: 20, octets: 2, .bigEndian, label: "minor"),
    // The power at 1 m belongs to the model.
    .integer("measuredPower", at: 22, isSigned: true, unit: "dBm at 1 m", role: .structure),
  ]
}

/// Data that trackers of all makers send so that phones can warn tracked people (service data of 0xFCB2).
///
/// Source: IETF draft "Detecting Unwanted Location Trackers: Accessory Protocol" (draft-ietf-dult-accessory-protocol), the
/// location-enabled payload. Apple's number is not in any specification.
package enum UnwantedTracking {
  package static let format = KnownPayload.Format(
    "unwantedTracking", name: "unwanted tracking", in: .services([0xFCB2]),
    fields: [
      .string("data"), .integer("networkID"), .string("network", orNull: true), .boolean("nearOwner"),
      .string("payload"),
    ],
    beginning: { $0.isEmpty ? [] : [.structure(at: 0..<1)] },
    // The draft has no service list beside the data.
    isFoundByData: { _, _ in true }, device: { $0.count < fixedCount ? nil : "tracker" },
    read: { octets, _ throws(Malformation) in
      try octets.require(fixedCount)
      let number = octets[0]
      // Phones warn only of trackers that have not met their owner's phone recently.
      let isNearOwner = octets[1] & nearOwnerBit != 0
      let network = number == 1 ? "Apple" : number == 2 ? "Google" : nil
      return KnownPayload.Reading(
        title: "tracker that warns of unwanted tracking:",
        fields: [
          Field(
            "networkID", number, at: 0..<1, role: .structure,
            wording: .phrase(network.map { "\($0)'s network" } ?? "network " + HexDigits.number(number, octets: 1)),
            isUnverified: number == 1),
          Field("network", network.map { .text($0) } ?? .null),
          Field(
            "nearOwner", .truth(isNearOwner), at: 1..<2, role: .bits(~nearOwnerBit),
            wording: .phrase(isNearOwner ? "near its owner" : "away from its owner")),
          Field("payload", .octets(Array(octets[2...])), label: "payload", at: 2..<octets.count),
        ],
        problems: KnownPayload.Problem.reserved(octets[1] & ~nearOwnerBit, at: 1)
          + KnownPayload.Problem.surplus(of: octets, after: fixedCount + maximumPayload))
    })

  private static let fixedCount = 2
  private static let nearOwnerBit: UInt8 = 0x01
  /// The octets that an advertisement of 31 octets has left after Flags and the earlier fields.
  private static let maximumPayload = 22
}

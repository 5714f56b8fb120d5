/// Data of trackers of Google's Find Hub network under the UUID of Eddystone: an identifier that changes, and flags.
///
/// Source: Google, "Find Hub Network Accessory Specification", advertised frames.
enum FindHub {
  static let device = "Find Hub tracker"
  /// Octets of the identifier; more where extended advertising is used.
  static let identifierCount = 20
  private static let longIdentifierCount = 32

  static let declaredFields: [DeclaredField] = [
    .string("id"), .integer("hashedFlags", orNull: true), .boolean("unwantedTrackingProtection"),
  ]

  /// Reads the data, which have an identifier.
  static func read(_ octets: [UInt8]) -> KnownPayload.Reading {
    let end = 1 + (octets.count < 1 + longIdentifierCount ? identifierCount : longIdentifierCount)
    // The battery level in bits 5 and 6 and the mode in bit 7, masked with octets that only the owner's key gives.
    let flags = end < octets.count ? octets[end] : nil
    return KnownPayload.Reading(
      title: device,
      fields: [
        Field("id", .octets(Array(octets[1..<end])), label: "id", at: 1..<end),
        Field(
          "hashedFlags", flags.map { .hexNumber(UInt64($0), octets: 1) } ?? .null, label: "hashed flags",
          at: end..<end + (flags == nil ? 0 : 1)),
        // The tracker is away from its owner, so other people's phones warn of it.
        Field(
          "unwantedTrackingProtection", octets[0] == 0x41, whenTrue: "unwanted tracking protection mode", at: 0..<1,
          role: .structure),
      ], problems: KnownPayload.Problem.surplus(of: octets, after: end + 1))
  }
}

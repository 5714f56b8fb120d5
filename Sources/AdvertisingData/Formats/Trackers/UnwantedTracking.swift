/// What trackers of all makers send, so that phones can warn the people who are tracked (service data of 0xFCB2).
///
/// Source: IETF draft "Detecting Unwanted Location Trackers: Accessory Protocol" (draft-ietf-dult-accessory-protocol), the
/// location-enabled payload.
public struct UnwantedTracking: KnownFormat {
  public static let format = KnownPayload.Format(
    "unwantedTracking", name: "unwanted tracking", in: .services([0xFCB2]), as: Self.self)

  /// The draft has no list of services beside the data.
  public static func isFoundByData(_: [UInt8], of _: UInt16) -> Bool { true }

  /// Who runs the network that looks for the tracker.
  public let networkID: UInt8
  /// Bit 0 says whether the tracker is near its owner; the others are reserved.
  public let nearOwnerAndReserved: UInt8
  /// What the network adds, at most 22 octets.
  public let payload: [UInt8]

  private static let nearOwnerBit: UInt8 = 0x01
  /// What an advertisement of 31 octets leaves beside flags and the fields before.
  static let longestPayload = 22

  /// A tracker's data with the reserved bits clear.
  public init(networkID: UInt8, isNearOwner: Bool, payload: [UInt8] = []) {
    self.networkID = networkID
    nearOwnerAndReserved = isNearOwner ? Self.nearOwnerBit : 0
    self.payload = payload
  }

  /// Throws when there are fewer than 2 octets.
  public init(decoding octets: [UInt8], of _: UInt16) throws(Malformation) {
    try octets.require(2)
    networkID = octets[0]
    nearOwnerAndReserved = octets[1]
    payload = Array(octets[2...])
  }

  public var octets: [UInt8] { [networkID, nearOwnerAndReserved] + payload }

  /// Whether the tracker has met its owner's phone lately. Phones warn only of trackers that have not.
  public var isNearOwner: Bool { nearOwnerAndReserved & Self.nearOwnerBit != 0 }

  /// Who runs the network; `nil` for numbers that are not public. Apple's is not in any specification.
  public var networkName: String? {
    switch networkID {
    case 1: "Apple"
    case 2: "Google"
    default: nil
    }
  }

  public var title: String { "tracker that warns of unwanted tracking:" }
  public var device: String? { "tracker" }

  public var problems: [KnownPayload.Problem] {
    KnownPayload.Problem.reserved(nearOwnerAndReserved & ~Self.nearOwnerBit, at: 1)
      + KnownPayload.Problem.surplus(Array(payload.dropFirst(Self.longestPayload)), at: 2 + Self.longestPayload)
  }

  public var fields: [Field] {
    let number = HexDigits.number(networkID, octets: 1)
    return [
      Field(
        "networkID", networkID, at: 0..<1, role: .structure,
        wording: .phrase(networkName.map { "\($0)'s network" } ?? "network \(number)"), isUnverified: networkID == 1),
      Field("network", networkName.map { .text($0) } ?? .null),
      Field(
        "nearOwner", .truth(isNearOwner), at: 1..<2, role: .bits(~Self.nearOwnerBit),
        wording: .phrase(isNearOwner ? "near its owner" : "away from its owner")),
      Field("payload", .octets(payload), label: "payload", at: 2..<2 + payload.count),
    ]
  }

  public static func beginning(of octets: [UInt8]) -> [Field] { octets.isEmpty ? [] : [.structure(at: 0..<1)] }
}

/// AltBeacon: the open beacon format, under any company identifier.
///
/// Source: AltBeacon protocol specification 1.0.
public struct AltBeacon: KnownFormat {
  public static let format = KnownPayload.Format(
    "altBeacon", name: "AltBeacon", in: .company(nil, beginnings: [code]), as: Self.self)
  private static let code: [UInt8] = [0xBE, 0xAC]
  private static let length = 24

  /// 20 octets; usually a UUID and two big-endian 16-bit numbers.
  public let identifier: [UInt8]
  /// RSSI in dBm at 1 m.
  public let referenceRSSI: Int8
  /// For the manufacturer's own use; `nil` when it is left out, against the specification.
  public let manufacturerReserved: UInt8?
  /// Octets after the last field; empty in practice.
  public let surplus: [UInt8]

  /// `nil` unless the identifier has 20 octets.
  public init?(identifier: [UInt8], referenceRSSI: Int8, manufacturerReserved: UInt8 = 0) {
    guard identifier.count == 20 else { return nil }
    self.identifier = identifier
    self.referenceRSSI = referenceRSSI
    self.manufacturerReserved = manufacturerReserved
    surplus = []
  }

  /// Throws when there are fewer than 23 octets. They start with be ac.
  public init(decoding octets: [UInt8], of _: UInt16) throws(Malformation) {
    try octets.require(Self.length - 1)
    identifier = Array(octets[2..<22])
    referenceRSSI = Int8(bitPattern: octets[22])
    manufacturerReserved = octets.count < Self.length ? nil : octets[23]
    surplus = Array(octets.dropFirst(Self.length))
  }

  public var octets: [UInt8] {
    Self.code + identifier + [UInt8(bitPattern: referenceRSSI)] + (manufacturerReserved.map { [$0] } ?? []) + surplus
  }

  public var problems: [KnownPayload.Problem] {
    let length: [KnownPayload.Problem] =
      manufacturerReserved == nil ? [.length(.tooShort(minimum: Self.length, actual: Self.length - 1))] : []
    return length + KnownPayload.Problem.surplus(surplus, at: Self.length)
  }

  public var fields: [Field] {
    [
      .structure(at: 0..<2),
      Field("id", .octets(identifier), label: "id", at: 2..<22),
      // The power at 1 m is that of the model.
      Field("referenceRSSI", referenceRSSI, unit: "dBm at 1 m", at: 22..<23, role: .structure),
      Field("manufacturerReserved", manufacturerReserved, at: 23..<(manufacturerReserved == nil ? 23 : 24)),
    ]
  }

  public static func beginning(of octets: [UInt8]) -> [Field] { [.structure(at: 0..<2)] }
}

/// Apple's iBeacon (company 0x004C): a region's UUID with two numbers, and the power to estimate distance with.
///
/// Source: Apple, "Getting Started with iBeacon". Fields of several octets are big-endian.
public struct IBeacon: KnownFormat {
  public static let format = KnownPayload.Format(
    "iBeacon", name: "iBeacon", in: .company(0x004C, beginnings: [prefix]), as: Self.self)
  /// Continuity type 0x02 and its length.
  private static let prefix: [UInt8] = [0x02, 0x15]

  /// Whose beacon it is: all beacons of one owner share it.
  public let proximityUUID: BluetoothUUID
  /// A group of the owner's beacons.
  public let major: UInt16
  /// One beacon of the group.
  public let minor: UInt16
  /// RSSI in dBm at 1 m.
  public let measuredPower: Int8
  /// Octets after the last field: a sensor has its battery there. Nearly always empty.
  public let surplus: [UInt8]

  /// A beacon with these numbers. The power is in dBm at one metre.
  public init(proximityUUID: BluetoothUUID, major: UInt16, minor: UInt16, measuredPower: Int8) {
    self.proximityUUID = proximityUUID
    self.major = major
    self.minor = minor
    self.measuredPower = measuredPower
    surplus = []
  }

  /// Throws when there are fewer than 23 octets. They start with 02 15.
  public init(decoding octets: [UInt8], of _: UInt16) throws(Malformation) {
    try octets.require(23)
    proximityUUID = BluetoothUUID(
      high: UInt64(bigEndian: octets, at: 2), low: UInt64(bigEndian: octets, at: 10))
    major = UInt16(bigEndian: octets, at: 18)
    minor = UInt16(bigEndian: octets, at: 20)
    measuredPower = Int8(bitPattern: octets[22])
    surplus = Array(octets[23...])
  }

  public var octets: [UInt8] {
    Self.prefix + proximityUUID.high.bigEndianOctets + proximityUUID.low.bigEndianOctets + major.bigEndianOctets
      + minor.bigEndianOctets + [UInt8(bitPattern: measuredPower)] + surplus
  }

  public var problems: [KnownPayload.Problem] {
    jaalee.isEmpty ? KnownPayload.Problem.surplus(surplus, at: 23) : []
  }

  /// What Jaalee's JHT measures in the place of the two numbers and after the last field. It is known by that octet and by
  /// the end of the UUID.
  private var jaalee: [Field] {
    guard surplus.count == 1, proximityUUID.low & 0xFFFF == 0xF525 else { return [] }
    // What it is known by says nothing of one device.
    return [.structure(at: 16..<18)] + Jaalee.fields(inPlaceOf: octets)
  }

  public var fields: [Field] {
    [
      .structure(at: 0..<2),
      Field("uuid", .text(proximityUUID.fullText), at: 2..<18, wording: .value),
      Field("major", major, label: "major", at: 18..<20),
      Field("minor", minor, label: "minor", at: 20..<22),
      // The power at 1 m is that of the model.
      Field("measuredPower", measuredPower, unit: "dBm at 1 m", at: 22..<23, role: .structure),
    ] + jaalee
  }

  public static func beginning(of octets: [UInt8]) -> [Field] { [.structure(at: 0..<2)] }
}

extension BluetoothUUID {
  /// All 32 digits, also where a short form would do.
  fileprivate var fullText: String {
    let groups: [(half: UInt64, shift: UInt64, digits: Int)] = [
      (high, 32, 8), (high, 16, 4), (high, 0, 4), (low, 48, 4), (low, 0, 12),
    ]
    return groups.map { HexDigits.text($0.half >> $0.shift, digits: $0.digits) }.joined(separator: "-")
  }
}

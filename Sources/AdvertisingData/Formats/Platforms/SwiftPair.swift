/// Microsoft's Swift Pair (company 0x0006, beacon 3): Windows offers to pair with the device.
///
/// Source: Microsoft's Swift Pair page; RivieraWaves' Bluetooth stack, whose lengths of the three sub-scenarios agree.
public struct SwiftPair: KnownFormat {
  public static let format = KnownPayload.Format(
    "swiftPair", name: "Swift Pair", in: .company(0x0006, beginnings: [[beaconID]]), as: Self.self)
  private static let beaconID: UInt8 = 3
  /// What the octet in place of an RSSI should be.
  public static let reservedRSSI: UInt8 = 0x80

  /// How to pair, which the sub-scenario tells.
  public let pairing: Pairing
  /// ``reservedRSSI``, as sent.
  public let rssi: UInt8
  /// The name to show, UTF-8 as sent; usually empty.
  public let displayName: [UInt8]

  /// The ways to pair.
  public enum Pairing: Hashable, Sendable {
    /// Sub-scenario 0: over LE only.
    case lowEnergy
    /// Sub-scenario 1: over BR/EDR. Address (6 octets) and class of device (3) as sent.
    case classic(address: [UInt8], classOfDevice: [UInt8])
    /// Sub-scenario 2: over both. Class of device (3 octets) as sent.
    case both(classOfDevice: [UInt8])
    /// Another sub-scenario; what follows the RSSI is kept as the display name.
    case other(UInt8)
  }

  /// Manufacturer data that ask to be paired in this way.
  public init(_ pairing: Pairing = .lowEnergy, displayName: String = "") {
    self.pairing = pairing
    rssi = Self.reservedRSSI
    self.displayName = Array(displayName.utf8)
  }

  /// Throws when the octets are too few for their sub-scenario.
  public init(decoding octets: [UInt8], of _: UInt16) throws(Malformation) {
    try octets.require(3)
    rssi = octets[2]
    switch octets[1] {
    case 0: pairing = .lowEnergy
    case 1:
      try octets.require(12)
      pairing = .classic(address: Array(octets[3..<9]), classOfDevice: Array(octets[9..<12]))
    case 2:
      try octets.require(6)
      pairing = .both(classOfDevice: Array(octets[3..<6]))
    case let scenario: pairing = .other(scenario)
    }
    displayName = Array(octets[(3 + Self.octets(of: pairing).count)...])
  }

  private static func octets(of pairing: Pairing) -> [UInt8] {
    switch pairing {
    case .lowEnergy, .other: []
    case .classic(let address, let classOfDevice): address + classOfDevice
    case .both(let classOfDevice): classOfDevice
    }
  }

  /// The number of the way to pair, as sent.
  public var subScenario: UInt8 {
    switch pairing {
    case .lowEnergy: 0
    case .classic: 1
    case .both: 2
    case .other(let scenario): scenario
    }
  }

  public var octets: [UInt8] { [Self.beaconID, subScenario, rssi] + Self.octets(of: pairing) + displayName }

  public var problems: [KnownPayload.Problem] {
    var problems: [KnownPayload.Problem] = []
    if subScenario > 2 { problems.append(.unexpected(offset: 1, expected: "a sub-scenario from 0 to 2")) }
    if rssi != Self.reservedRSSI { problems.append(.unexpected(offset: 2, expected: "0x80")) }
    return problems
  }

  public var fields: [Field] {
    var fields = [
      // What stands in a reserved octet is not known to be structure.
      .structure(at: 0..<(rssi == Self.reservedRSSI ? 3 : 2)),
      Field(
        "subScenario", subScenario, at: 1..<2, role: .structure, wording: .phrase(transport),
        isUnverified: subScenario > 2),
    ]
    var nameRole = Field.Role.text
    switch pairing {
    case .lowEnergy: break
    case .classic(let address, let classOfDevice):
      fields += [
        // The page does not say which order the address has.
        Field(
          "addressOctets", .octets(address), label: "address octets", at: 3..<9,
          role: .address(isLittleEndian: nil, name: "the BR/EDR address")),
        Field("classOfDevice", .octets(classOfDevice), label: "class of device", at: 9..<12, role: .structure),
      ]
    case .both(let classOfDevice):
      fields.append(
        Field("classOfDevice", .octets(classOfDevice), label: "class of device", at: 3..<6, role: .structure))
    case .other: nameRole = .data
    }
    let end = octets.count
    fields.append(
      Field(
        "name", .foreignText(displayName), label: "name", at: end - displayName.count..<end, role: nameRole))
    return fields
  }

  private var transport: String {
    switch pairing {
    case .lowEnergy: "over LE"
    case .classic: "over BR/EDR"
    case .both: "over LE and BR/EDR"
    case .other(let scenario): "sub-scenario \(scenario)"
    }
  }

  public static func beginning(of octets: [UInt8]) -> [Field] { [.structure(at: 0..<2)] }
}

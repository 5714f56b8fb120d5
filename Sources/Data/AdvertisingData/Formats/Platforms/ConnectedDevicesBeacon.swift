/// The beacon of Microsoft's Connected Devices Platform (company 0x0006, scenario 1): a Windows or Xbox device nearby.
///
/// Source: MS-CDP 2.2.2.2.3, device types in 2.2.2.2.2. The octets after the status when a device shares with everyone,
/// and the fifth bit of the status, are from ShortDev's NearShare, which communicates with Windows.
package enum ConnectedDevicesBeacon {
  package static let format = KnownPayload.Format(
    "connectedDevices", name: "Connected Devices Platform", in: .company(0x0006, beginnings: [[1]]),
    fields: [.string("data")] + columns.declared + hashed.declared + open.declared + [
      .string("deviceHash"), .string("name"),
    ],
    beginning: { _ in [.structure(at: 0..<1)] },
    device: { $0.count < fixedCount ? nil : devices[$0[1] & typeMask]?.device },
    read: { octets, _ throws(Malformation) in
      try octets.require(fixedCount)
      let name = Array(octets.dropFirst(10))
      // A hash can be where a name is expected, but is hardly ever readable.
      guard sharesWithEveryone(octets), isReadable(name) else {
        let hash = Field("deviceHash", .octets(Array(octets[8...])), label: "hash", at: 8..<octets.count)
        let isWhole = octets.count == fixedCount + hashLength
        return KnownPayload.Reading(
          fields: columns.fields(of: octets) + hashed.fields(of: octets) + [hash],
          problems: isWhole
            ? [] : [.length(.wrongLength(expected: fixedCount + hashLength, actual: octets.count))])
      }
      return KnownPayload.Reading(
        fields: columns.fields(of: octets) + open.fields(of: octets) + [
          Field("name", .foreignText(name), label: "name", at: 10..<octets.count, role: .text)
        ])
    })

  /// Octets up to the salt.
  private static let fixedCount = 8
  private static let hashLength = 19
  private static let typeMask: UInt8 = 0x1F

  /// Returns whether the device takes files from everyone rather than from devices of its user.
  private static func sharesWithEveryone(_ octets: [UInt8]) -> Bool { octets[2] & 0x1F == 0x01 }

  /// Returns whether a name is text without control characters.
  private static func isReadable(_ name: [UInt8]) -> Bool {
    guard !name.isEmpty, name.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return false }
    return Array(String(decoding: name, as: UTF8.self).utf8) == name
  }

  private static let columns: [FixedFormat.Column] = [
    .structure(at: 0..<1),
    .field(.integer("deviceType")) { octets in
      let type = octets[1] & typeMask
      let name = devices[type].map { " (\($0.name))" } ?? ""
      return Field("deviceType", type, at: 1..<2, role: .structure, wording: .phrase("device type \(type)" + name))
    },
    .field(.string("deviceName", orNull: true)) {
      Field("deviceName", devices[$0[1] & typeMask].map { .text($0.name) } ?? .null)
    },
    .integer("version", at: 1, mask: 0xE0, label: "version", role: .structure),
    .integer("versionAndFlags", at: 2, role: .structure), .integer("flagsAndStatus", at: 3, role: .structure),
    .field(.boolean("sharesWithEveryone")) { Field("sharesWithEveryone", sharesWithEveryone($0)) },
    .field(.list("status", of: .string)) { octets in
      let status = statusNames.enumerated().filter { octets[3] >> UInt8($0.offset) & 1 != 0 }
      return Field("status", .list(status.map { .text($0.element) }), wording: .items(separator: ", "))
    },
    .field(.boolean("addressIsIdentifier")) {
      Field("addressIsIdentifier", $0[3] & 0x20 != 0, whenTrue: "address is the identifier")
    },
  ]

  /// Four random octets. A hash over them and the device's certificate follows.
  private static let hashed: [FixedFormat.Column] = [.octets("salt", at: 4..<8)]

  /// Only devices that share with everyone send their address, and their name after it.
  private static let open: [FixedFormat.Column] = [
    .field(.string("address")) { octets in
      Field(
        "address", .address(octets[4..<10].reversed()), label: "address", at: 4..<10,
        role: .address(isLittleEndian: true, name: "the address of a Windows device"))
    }
  ]

  private static let statusNames = [
    "remote session hosted", "no session hosting status", "shares with the same user", "shares with everyone",
    "shares with the family",
  ]

  private static let devices: [UInt8: (name: String, device: String)] = [
    1: ("Xbox One", "Xbox One"), 6: ("iPhone", "iPhone"), 7: ("iPad", "iPad"), 8: ("Android", "Android device"),
    9: ("desktop", "Windows desktop"), 11: ("phone", "Windows phone"), 12: ("Linux", "Linux device"),
    13: ("IoT device", "Windows IoT device"), 14: ("Surface Hub", "Surface Hub"), 15: ("laptop", "Windows laptop"),
    16: ("tablet", "Windows tablet"),
  ]
}

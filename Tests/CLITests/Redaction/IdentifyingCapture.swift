import Foundation
import TestSupport

/// A capture full of what tells who a device is, with a list of all of it.
enum IdentifyingCapture {
  /// Addresses as printed.
  static let addresses: [[UInt8]] = [
    [0xF3, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5], [0x5B, 0x19, 0x28, 0x37, 0x46, 0x5C], [0x2C, 0x9F, 0x8E, 0x7D, 0x6C, 0x5B],
    [0x00, 0x1E, 0xC0, 0x4D, 0x5A, 0x67], [0xD7, 0x31, 0x42, 0x53, 0x64, 0x75], [0xC8, 0x13, 0x57, 0x9B, 0xDF, 0x24],
  ]
  /// Names of which no six characters stand in a sentence: `s lamp` would, of the texts of rules.
  static let names = [
    "Jane's Xylo-7731", "Kitchen-4F2A1C", "Bürolampe", "S-C8:13:57:9B:DF:24", "Hallway", "Jims Pager",
  ]
  /// Serial numbers and what else identifies, as sent.
  static let identities: [String: [UInt8]] = [
    "serial number": Array("SN48151623".utf8), "drone": Array("1581F45T7N".utf8),
    "operator": Array("FIN87astrdge12k8".utf8),
    "region": [UInt8](hex: "4b1c9e83d2f7465ab1a85d0c7e21f6b4"), "namespace": [UInt8](hex: "8b0ca750e7a74e14bd99"),
    "host": Array("jane-doe.net".utf8), "Find My key": [UInt8](hex: "91a2b3c4d5e6f708192a3b4c5d6e7f80919b"),
    "account": [UInt8](hex: "7d51c3e8a4"), "set identifier": [UInt8](hex: "4f9e6d7c8b5a"),
    "confirmation": [UInt8](hex: "0d1f2e3d4c5b6a798897a6b5c4d3e2f1"),
    "ciphertext": [UInt8](hex: "c7d8e9fa0b1c2d3e4f5a"),
    "unassigned": [UInt8](hex: "5e6f7a8b9cad"), "padding": [UInt8](hex: "3e4d5c6b7a89"),
    "mesh": [UInt8](hex: "a9b8c7d6e5f4031526"),
    "HomeKit device": [UInt8](hex: "6ea15fb0c142"),
  ]

  static func structure(_ type: UInt8, _ value: [UInt8]) -> [UInt8] { [UInt8(value.count + 1), type] + value }

  private static func value(_ name: String) -> [UInt8] { identities[name] ?? [] }

  /// What each address sends: the advertising data, then the scan responses.
  private static func payloads(of device: Int) -> [[UInt8]] {
    let address = addresses[device]
    let name = structure(9, Array(names[device].utf8))
    switch device {
    case 0:
      return [
        [2, 1, 0x86] + structure(0xFF, [0x59, 0] + address.reversed() + value("serial number")),
        name + structure(0x16, [0x0F, 0x18] + address),
      ]
    case 1:
      return [
        structure(0x16, [0xD2, 0xFC, 0x42] + address.reversed() + [1, 100]) + name,
        structure(0x08, Array(names[1].utf8.prefix(7))) + structure(0x24, [0x17, 0x2F, 0x2F] + value("host")),
      ]
    case 2:
      return [
        structure(0xFF, [0x4C, 0, 0x12, 0x19, 0] + value("Find My key") + [1, 2, 3, 4, 3, 9]),
        name + structure(0xFF, [0x4C, 0, 0x06, 0x2D, 1] + value("HomeKit device") + [2, 0, 1, 2, 3, 4]),
      ]
    case 3:
      return [
        [2, 1, 6] + structure(0xFF, [0x4C, 0, 2, 0x15] + value("region") + [0, 1, 0, 2, 0xC5]),
        name + structure(0x1B, address.reversed() + [0]),
        structure(0x22, value("confirmation")) + structure(0x17, addresses[0].reversed()),
        structure(0x2E, value("set identifier")),
      ]
    case 4:
      return [
        structure(0x16, [0xAA, 0xFE, 0, 0xEE] + value("namespace") + [1, 2, 3, 4, 5, 6]),
        name + structure(0x31, value("ciphertext")),
        structure(0x2A, value("mesh")) + structure(0x16, [0x2C, 0xFE, 0, 0x50] + value("account")),
      ]
    default:
      return [
        structure(0x16, [0xFA, 0xFF, 0x0D, 1, 2, 0x12] + value("drone") + [UInt8](repeating: 0, count: 13)),
        name + [0, 0] + value("padding"),
        structure(0xF3, value("unassigned")) + [20, 0x16, 0xFA, 0xFF] + value("serial number"),
        structure(0x16, [0xFA, 0xFF, 0x0D, 1, 0x52, 0] + value("operator") + [UInt8](repeating: 0, count: 7)),
      ]
    }
  }

  static var octets: [UInt8] {
    var file = BtsnoopFile(dataLink: 1002)
    // A moment of no other meaning.
    var time: Int64 = 1_687_342_951_123_457
    func add(_ packet: [UInt8], flags: UInt32 = 3) {
      file.add(packet, flags: flags, microseconds: time)
      time += 41_250
    }
    for round in 0..<6 {
      for device in addresses.indices {
        for (index, data) in payloads(of: device).enumerated() {
          let type: UInt8 = device == 3 ? 0 : 1
          let report = LegacyReport(
            index == 0 ? 0 : 4, addressType: type, address: addresses[device].reversed(), data: Array(data.prefix(31)),
            rssi: -60 - Int8(round))
          add([4] + HCIEvent.legacy([report]))
        }
      }
    }
    // The host advertises with the second name, and an event has a type that is not defined.
    let own = structure(9, Array(names[4].utf8))
    add([1, 0x05, 0x20, 6] + addresses[5].reversed(), flags: 2)
    add([1] + [UInt8](hex: "0620 0f a000 a000 00 01 00 000000000000 07 00"), flags: 2)
    add([1, 0x08, 0x20, 32, UInt8(own.count)] + own + [UInt8](repeating: 0, count: 31 - own.count), flags: 2)
    add([1] + [UInt8](hex: "0a20 01 01"), flags: 2)
    add([4] + HCIEvent.extended([ExtendedReport(0x13, addressType: 1, address: addresses[1].reversed(), data: own)]))
    add([4] + HCIEvent.legacy([LegacyReport(0x77, address: addresses[0].reversed(), data: own)]))
    return file.octets + [0, 0, 0] + addresses[0]
  }

  /// The time of the first record, as printed.
  static let times = ["1687342951", "2023-06-21"]
  static let folder = "jane-doe-4711"

  /// How many things ``survivors(in:)`` can find.
  static let everything = times.count + 1 + names.count + addresses.count + identities.count

  /// Calls with the path of the capture, in a folder with the name of a person.
  static func withFile(_ body: (String) throws -> Void) throws {
    let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let folder = place.appending(path: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    let file = folder.appending(path: "capture.btsnoop")
    try Data(octets).write(to: file)
    try body(file.path)
  }

  /// What of the identities a text gives away, each however it is written.
  static func survivors(in text: String) -> [String] {
    let text = text.lowercased()
    let bare = text.replacing("0x", with: "").filter { $0.isLetter || $0.isNumber }
    var found = times.filter(text.contains) + [folder].filter(text.contains)
    for name in names where pieces(of: Array(name.utf8), 6).contains(where: { isWritten($0, text, bare) }) {
      found.append(name)
    }
    for address in addresses where isAddressWritten(address, bare) { found.append("address " + address.hex) }
    for (name, octets) in identities where pieces(of: octets, 5).contains(where: { isWritten($0, text, bare) }) {
      found.append(name)
    }
    return found.sorted()
  }

  private static func isAddressWritten(_ address: [UInt8], _ bare: String) -> Bool {
    (pieces(of: address, 5) + pieces(of: address.reversed(), 5)).contains { bare.contains($0.hex) }
  }

  private static func pieces(of octets: [UInt8], _ count: Int) -> [[UInt8]] {
    (0...max(0, octets.count - count)).map { Array(octets[$0..<min($0 + count, octets.count)]) }
  }

  /// As hex in either order with anything between, as text, or with percent escapes.
  private static func isWritten(_ octets: [UInt8], _ text: String, _ bare: String) -> Bool {
    if bare.contains(octets.hex) || bare.contains(Array(octets.reversed()).hex) { return true }
    let written = String(decoding: octets, as: UTF8.self).lowercased()
    let escaped = octets.map { "%" + [$0].hex }.joined()
    return text.contains(written) || text.contains(escaped)
  }
}

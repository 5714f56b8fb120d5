import Foundation
import TestSupport
import Testing

/// What `inspect` says of devices beyond their layouts: one device behind several addresses, addresses and moving bytes
/// in vendor data.
@Suite struct InspectIdentityTests {
  static let key = "EC0234A357C8AD05341010A60A397D9B"
  /// Made with that key by another implementation of the cipher.
  static let resolvable = ["70:81:94:0D:FB:AA", "4A:0B:1C:56:A7:B0", "7F:FF:FF:D5:9A:83"]
  /// Made with another key.
  static let foreign = "5A:5A:5A:86:21:3F"
  static let sensor = "C0:A1:B2:C3:D4:E5"

  /// Each resolvable address and the foreign one advertise twice; a sensor with a fixed address sends that and a counter
  /// with the XOR of all.
  static func withCapture(_ body: (String) throws -> Void) throws {
    var file = BtsnoopFile(dataLink: 1002)
    func hear(_ address: String, _ data: [UInt8]) {
      let wire = address.split(separator: ":").compactMap { UInt8($0, radix: 16) }.reversed()
      let record = Int64(file.recordOffsets.count)
      file.add(
        [4] + HCIEvent.legacy([LegacyReport(address: Array(wire), data: data)]),
        microseconds: 1_700_000_000_000_000 + record * 1_000_000)
    }
    for address in resolvable + [foreign] + resolvable + [foreign] {
      hear(address, [UInt8](hex: "020106"))
    }
    for count: UInt8 in 0..<5 {
      let data: [UInt8] = [0xC0, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 254 &+ count, 0x40]
      hear(sensor, [12, 0xFF, 0xFF, 0xFF] + data + [data.reduce(0, ^)])
    }
    let path = FileManager.default.temporaryDirectory.appending(path: "identity-\(UUID().uuidString).btsnoop")
    try Data(file.octets).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    try body(path.path)
  }

  static func advertisers(_ arguments: [String]) throws -> [[String: Any]] {
    let output = CommandLineRun(["inspect", "--format", "json"] + arguments).output
    let document = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    return try #require(document?["advertisers"] as? [[String: Any]])
  }

  /// The addresses of one device have one layout, not three.
  @Test func aKeyCountsForFindings() throws {
    struct Document: Decodable {
      struct Summary: Decodable { let layouts: Int }
      let summary: Summary
    }
    try Self.withCapture { path in
      func layouts(_ options: [String]) throws -> Int {
        let output = CommandLineRun(["lint", path, "--format", "json", "--fail-on", "never"] + options).output
        return try JSONDecoder().decode(Document.self, from: Data(output.utf8)).summary.layouts
      }
      let apart = try layouts([])
      #expect(try layouts(["--irk", Self.key]) == apart - 2)
      #expect(try layouts(["--irk", Self.key, "--redact"]) == apart - 2)
    }
  }

  @Test func withoutKeyEveryAddressIsAnAdvertiser() throws {
    try Self.withCapture { path in
      let advertisers = try Self.advertisers([path])
      #expect(advertisers.count == 5)
      #expect(advertisers.allSatisfy { ($0["addresses"] as? [String])?.count == 1 && $0["resolvedBy"] is NSNull })
    }
  }

  /// In both orders of the key, as the second key given, and from any of the device's addresses.
  @Test(arguments: [
    key, "9b7d390aa6101034 05adc857a33402ec", "0x" + key.lowercased(),
  ]) func aKeyMakesOneAdvertiser(_ key: String) throws {
    try Self.withCapture { path in
      let other = "00000000000000000000000000000001"
      let advertisers = try Self.advertisers([path, "--irk", other, "--irk", key])
      #expect(advertisers.count == 3)
      let device = try #require(advertisers.first { $0["resolvedBy"] as? Int == 1 })
      #expect(device["address"] as? String == Self.resolvable[0])
      #expect(device["addresses"] as? [String] == Self.resolvable)
      #expect(device["addressType"] as? String == "random-resolvable")
      #expect(device["advertisements"] as? Int == 6)
      #expect((device["layouts"] as? [[String: Any]])?.compactMap { $0["count"] as? Int } == [6])
      #expect(device["lastSeen"] as? Double == 1_700_000_006)
      for address in Self.resolvable {
        let selected = try Self.advertisers([path, "--irk", key, "--device", address])
        #expect(selected.map { $0["resolvedBy"] as? Int } == [0])
      }
      #expect(try Self.advertisers([path, "--irk", key, "--device", Self.foreign]).count == 1)
    }
  }

  @Test func textTellsTheAddresses() throws {
    try Self.withCapture { path in
      let lines = CommandLineRun(["inspect", path, "--irk", Self.key, "--device", Self.resolvable[1]]).output
        .split(separator: "\n").map(String.init)
      #expect(lines[0].hasSuffix("13 advertisements, 0 scan responses, 3 advertisers"))
      #expect(lines[3].hasPrefix("70:81:94:0D:FB:AA and 2 more  –  "))
      #expect(lines[3].contains("  random resolvable, resolved by key 1  "))
      #expect(
        lines[4...6] == [
          "70:81:94:0D:FB:AA (random resolvable, resolved by key 1)", "also 4A:0B:1C:56:A7:B0",
          "also 7F:FF:FF:D5:9A:83",
        ])
    }
  }

  @Test(arguments: [
    ("EC0234", "expected 16 bytes as hex, found 3"), (key + "00", "expected 16 bytes as hex, found 17"),
    ("", "expected 16 bytes as hex, found 0"), ("no key", "expected 16 bytes as hex"),
  ]) func whatIsNoKeyIsRefused(_ key: String, _ reason: String) throws {
    let run = CommandLineRun(["inspect", "Fixtures/angi/before.btsnoop", "--irk", key])
    #expect(run.status.rawValue == 2)
    #expect(run.output.isEmpty)
    #expect(run.diagnostics.contains("'--irk <hex>': \(reason); `advert"))
  }

  @Test func textTellsWhatVendorDataDo() throws {
    try Self.withCapture { path in
      let text = CommandLineRun(["inspect", path, "--device", Self.sensor]).output
      #expect(
        text.contains(
          """
          its own address is at byte 4 of the advertising data, in manufacturer data of the company number for tests (0xffff), \
          most significant byte first
          manufacturer data of the company number for tests (0xffff), 9 bytes in the advertising data, 5 different:
            bytes 0 to 5 stay
            byte 6 counts up
            byte 7 stays
            byte 8 is the XOR of the bytes before
          """))
    }
  }

  @Test func jsonTellsWhatVendorDataDo() throws {
    try Self.withCapture { path in
      let sensor = try #require(try Self.advertisers([path, "--device", Self.sensor]).first)
      let embedded = try #require((sensor["embeddedAddresses"] as? [[String: Any]])?.first)
      #expect(embedded["block"] as? String == "advertising")
      #expect(embedded["offset"] as? Int == 4)
      #expect(embedded["order"] as? String == "big-endian")
      #expect(embedded["difference"] as? Int == 0)
      #expect(embedded["company"] as? Int == 0xFFFF)
      let behaviour = try #require((sensor["payloadBehaviours"] as? [[String: Any]])?.first)
      #expect(behaviour["distinct"] as? Int == 5)
      #expect(behaviour["length"] as? Int == 9)
      let fields = try #require(behaviour["fields"] as? [[String: Any]])
      #expect(fields.map { $0["offset"] as? Int } == [0, 6, 7, 8])
      #expect(fields.map { $0["role"] as? String } == ["constant", "counter", "constant", "checksum"])
      #expect(fields[1]["missed"] as? Int == 0)
      let checksums = fields[3]["checksums"] as? [[String: Any]]
      #expect(checksums?.map { $0["algorithm"] as? String } == ["XOR"])
    }
  }
}

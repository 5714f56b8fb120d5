import AdvertisingData
import TestSupport
import Testing

/// Tags that help to find things, and what they say of themselves.
@Suite struct TrackerTests {
  /// The title, then each field that says something, as `key value`.
  private func read(service: UInt32, _ hex: String) throws -> [String] {
    let known = try #require(try Recognition.known(service: service, hex))
    return [known.reading.title]
      + known.reading.fields.flattened.compactMap { field in
        switch field.value {
        case .truth(let truth): truth ? field.key : nil
        case .number(let number): "\(field.key) \(number)"
        case .decimal(let number): "\(field.key) \(number)"
        case .text(let text): "\(field.key) \(text)"
        case .octets(let octets): octets.isEmpty ? nil : "\(field.key) \(HexText.compact(octets))"
        default: nil
        }
      }
  }

  @Test func smartTag() throws {
    #expect(
      try read(service: 0xFD5A, "13563412a1a2a3a4a5a6a7a8a7000000b1b2b3b4") == [
        "Samsung SmartTag:", "state away from its owner for long", "agingCounter 1193046",
        "privacyID a1a2a3a4a5a6a7a8", "battery full", "ultraWideband", "region 10", "reserved 000000",
        "signature b1b2b3b4",
      ])
    #expect(try read(service: 0xFD5A, "2301") == ["Samsung SmartTag", "data 2301"])
    let short = try #require(try Recognition.known(service: 0xFD5A, "1101"))
    #expect(short.problems == [.length(.tooShort(minimum: 20, actual: 2))])
    #expect(try read(service: 0xFD59, "01") == ["Samsung SmartTag, unregistered", "data 01"])
  }

  @Test func otherTags() throws {
    #expect(try read(service: 0xFEED, "0200a1a2a3a4a5a6a7a8") == ["Tile tracker:", "id a1a2a3a4a5a6a7a8"])
    #expect(try read(service: 0xFEEC, "03") == ["Tile tracker", "data 03"])
    #expect(try read(service: 0xFE33, "0102") == ["Chipolo tracker", "data 0102"])
    #expect(
      try read(service: 0xFD69, "00a1a2a3a4a5a6a7a8a9aaabac04") == [
        "Samsung Find device:", "id a1a2a3a4a5a6a7a8a9aaabac", "ultraWideband",
      ])
  }

  @Test(
    arguments: [
      (0xFD5A, "13", "Samsung SmartTag"), (0xFEED, "02", "Tile tracker"), (0xFE65, "", "Chipolo tracker"),
      (0xFA25, "01", "probably a Pebblebee tracker"), (0xFD44, "01", "Apple Find My accessory"),
      (0xFCB2, "0100", "tracker"), (0xFEAA, "40" + String(repeating: "a1", count: 21), "Find Hub tracker"),
    ] as [(UInt32, String, String)])
  func kinds(_ service: UInt32, _ hex: String, _ kind: String) throws {
    #expect(try Recognition.known(service: service, hex)?.device == kind)
  }

  @Test func unwantedTracking() throws {
    let known = try #require(try Recognition.known(service: 0xFCB2, "0201a1a2"))
    #expect(known.values("networkID", "network", "nearOwner", "payload") == ["2", "Google", "true", "a1a2"])
    #expect(known.problems == [])
    #expect(known.isFoundByData)
    #expect(!known.isUnverified)
    // No specification says which number is Apple's.
    #expect(try Recognition.known(service: 0xFCB2, "0100")?.isUnverified == true)
    #expect(try Recognition.known(service: 0xFCB2, "0204")?.problems == [.reserved(offset: 1)])
    let long = "0200" + String(repeating: "a1", count: 23)
    #expect(try Recognition.known(service: 0xFCB2, long)?.problems == [.surplus(offset: 24, count: 1)])
    #expect(
      try Recognition.known(service: 0xFCB2, "02")?.problems == [.length(.tooShort(minimum: 2, actual: 1))])
  }

  /// Bits 4 and 5 of the status are the kind of device, 6 and 7 the battery, bit 2 is the owner's visit.
  @Test(
    arguments: [
      (0x00, nil, nil, false), (0x24, "Find My accessory", "full", true), (0x64, "Find My accessory", "medium", true),
      (0xA4, "Find My accessory", "low", true), (0xE4, "Find My accessory", "very low", true),
      (0x10, "AirTag", "full", false), (0x90, "AirTag", "low", false), (0x34, "AirPods", "full", true),
      (0x80, nil, nil, false),
    ] as [(UInt8, String?, String?, Bool)])
  func findMyStatus(_ status: UInt8, _ device: String?, _ battery: String?, _ isMaintained: Bool) throws {
    let near = HexText.compact([0x12, 0x02, status, 0x03])
    let away = HexText.compact([0x12, 0x19, status] + [UInt8](repeating: 7, count: 24))
    for (hex, isNear) in [(near, true), (away, false)] {
      let known = try #require(try Recognition.known(company: 0x004C, hex))
      #expect(
        known.values("device", "battery", "maintained", "state") == [
          device ?? "null", battery ?? "null", "\(isMaintained)", isNear ? "nearOwner" : "separated",
        ])
      #expect(known.device == device)
      #expect(!known.isUnverified && known.problems == [])
    }
  }
}

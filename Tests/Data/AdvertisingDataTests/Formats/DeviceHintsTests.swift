import AdvertisingData
import TestSupport
import Testing

/// Sensors without a company identifier of their own, recognised by what they send beside their data.
@Suite struct DeviceSignsTests {
  /// The title and the values of manufacturer data, which a name and services stand beside.
  private static func read(
    _ hex: String, name: String? = nil, services: [BluetoothUUID] = []
  ) throws -> [String]? {
    let octets = try HexText.octets(of: hex)
    let data = try #require(ManufacturerData(octets: octets))
    let known = KnownPayload.recognised(in: data, beside: try signs(name: name, services: services))
    return known?.reading.lines
  }

  private static func signs(name: String?, services: [BluetoothUUID]) throws -> DeviceHints {
    var payload: [UInt8] = []
    if let name { payload += [UInt8(name.utf8.count + 1), 0x09] + name.utf8 }
    for service in services {
      let list = try #require(ServiceUUIDList([service], width: service.shortestWidth, isComplete: true))
      payload += [UInt8(list.octets.count + 1), list.type.rawValue] + list.octets
    }
    return DeviceHints(Payload(payload))
  }

  @Test(
    arguments: [
      (
        "ca08881300a1a264a3", "sps",
        ["probably an Inkbird IBS-TH:", "temperature 22.5", "battery 100", "humidity 50"]
      ),
      (
        "f6ff000001a1a264a3", "tps",
        ["probably an Inkbird IBS-TH2 or P01B:", "temperature -0.1", "externalProbe", "battery 100"]
      ),
      (
        "0000 0000 a1a2a3a4a5a6 e100 f6ff", "iBBQ",
        ["probably an Inkbird iBBQ with 2 probes:", "address A1:A2:A3:A4:A5:A6", "temperature 22.5"]
      ),
      (
        "c2e8002d022c", "TP357 (AB12)",
        ["probably a ThermoPro thermometer:", "temperature 23.2", "humidity 45", "battery full"]
      ),
      ("c2ffffff002c", "TP357S (AB12)", ["probably a ThermoPro thermometer:", "battery low"]),
      (
        "00 7300 400c 3800", "TP960R",
        ["probably a ThermoPro TP96 or TP97:", "probe 1", "temperature 85", "batteryMillivolts 3136", "ambient 26"]
      ),
      (
        "0100 0101 03519e64", "GVH5101_AB12",
        ["probably a Govee thermometer:", "temperature 21.7", "humidity 50.2", "battery 100"]
      ),
      (
        "0100 0101 0e1c5f41", "GVH5106_AB12",
        ["probably a Govee H5106:", "temperature 23.6", "humidity 74", "particles 417"]
      ),
      (
        "0188 ec000101 ca09bf1364", nil,
        ["probably a Govee H5179:", "temperature 25.06", "humidity 50.55", "battery 100"]
      ),
      ("0388 ec0001010111", nil, ["probably a Govee H5127:", "present", "motion"]),
    ] as [(String, String?, [String])])
  func byName(_ hex: String, _ name: String?, _ lines: [String]) throws {
    #expect(try Self.read(hex, name: name) == lines)
  }

  @Test(
    arguments: [
      (
        "04e045ae4e", "ef090000-11d6-42ba-93b8-9dd7ec090ab0",
        ["probably a SensorPush HT.w:", "temperature 20", "humidity 50"]
      ),
      ("08201c", "ef090000-11d6-42ba-93b8-9dd7ec090ab0", nil),
      ("08201c00", "ef090000-11d6-42ba-93b8-9dd7ec090ab0", ["probably a SensorPush TC.x:", "temperature 250"]),
      (
        "5900 03 60 5a 64 41 a1a2a3 01ff", "fee5",
        [
          "probably a Mopeka Pro Check:", "batteryVolts 3", "temperature 50", "level 356", "quality 1",
          "address a1a2a3",
          "accelerationX 1", "accelerationY -1",
        ]
      ),
    ] as [(String, String, [String]?)])
  func byService(_ hex: String, _ service: String, _ lines: [String]?) throws {
    #expect(try Self.read(hex, services: [try #require(BluetoothUUID(text: service))]) == lines)
  }

  /// The same data mean nothing, or something else, without the name and with another length.
  @Test func nameAndShapeTogether() throws {
    #expect(try Self.read("ca08881300a1a264a3") == nil)
    #expect(try Self.read("ca08881300a1a264a3", name: "spst") == nil)
    #expect(try Self.read("ca08881300a1a264a3a4", name: "sps") == nil)
    #expect(try Self.read("c3e8002d022c", name: "TP357 (AB12)") == nil)
    #expect(try Self.read("0200010103519e64", name: "GVH5101_AB12") == nil)
    #expect(try Self.read("590003605a6441a1a2a301ff") == nil)
  }

  /// A name tells a format as a whole, not by its first letter.
  @Test(
    arguments: [
      ("TP357 (1)", true), ("TP", false), ("Tag 1", false), ("sps", true), ("spst", false), ("", false), (nil, false),
    ] as [(String?, Bool)])
  func namesThatTellAFormat(_ name: String?, _ isTelling: Bool) throws {
    #expect(try Self.signs(name: name, services: []).tellAFormat == isTelling)
    #expect(try Self.signs(name: name, services: [0xFEE5]).tellAFormat)
    #expect(try Self.signs(name: name, services: [0x180F]).tellAFormat == isTelling)
  }

  /// Hostile payloads have many names: the first few count.
  @Test func namesAreBounded() {
    var many: [UInt8] = []
    for number in UInt8.min ... .max { many += [3, 0x09, 0x41, number] }
    #expect(DeviceHints(Payload(many)).names.count == 4)
  }

  private static let names = [
    "sps", "tps", "iBBQ", "ITH-11-B", "Ink@IAM-T2", "TP357 (1)", "TP962", "GVH5101_", "GVH5106_", "GVH5178_",
  ]
  private static let services: [BluetoothUUID] = [
    0xFEE5, 0x8151, 0x8251, 0x8451, "ef090000-11d6-42ba-93b8-9dd7ec090ab0",
  ]
  private static let beginnings: [[UInt8]] = [
    [], [0xC2], [0x01, 0x00], [0x88, 0xEC, 0], [0x01, 0x88, 0xEC], [0x59, 0x00, 3], [4],
  ]

  /// Whatever the octets of a device are, they are read, and no field lies beyond them.
  @Test(arguments: names) func everyFormIsTotal(_ name: String) throws {
    var random = SplitMix64(seed: 11)
    var met = 0
    let signs = try Self.signs(name: name, services: Self.services)
    for round in 0..<(isExhaustive ? 400 : 100) {
      let octets = random.octets(3 + round % 22)
      for beginning in Self.beginnings {
        let whole = beginning + octets.dropFirst(beginning.count)
        let data = try #require(ManufacturerData(octets: whole))
        guard let known = KnownPayload.recognised(in: data, beside: signs) else { continue }
        if known.start == 0 { met += 1 }
        let reading = known.reading
        #expect(known.octets == Array(whole.dropFirst(known.start)))
        for field in reading.fields.flattened {
          #expect(field.range?.upperBound ?? 0 <= known.octets.count, "\(reading.title) \(field.key)")
        }
      }
    }
    #expect(met > 0)
  }
}

extension ManufacturerData {
  fileprivate init?(octets: [UInt8]) {
    guard octets.count >= 2 else { return nil }
    self.init(company: UInt16(octets[0]) | UInt16(octets[1]) << 8, data: Array(octets[2...]))
  }
}

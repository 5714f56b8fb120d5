import AdvertManifest
import AdvertObservation
import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@Suite struct FieldTests {
  /// A field and the bytes it stands for.
  static let fields: [(String, String)] = [
    ("flags: [general-discoverable, br-edr-not-supported]", "02 01 06"),
    ("flags: limited-discoverable", "02 01 01"),
    ("flags: []", "02 01 00"),
    ("flags: [simultaneous-controller, simultaneous-host]", "02 01 18"),
    ("flags: 0x86", "02 01 86"),
    ("flags: 6", "02 01 06"),
    ("services16: [180f, 0x180A]", "05 03 0f 18 0a 18"),
    ("services16: []", "01 03"),
    ("services16: 1812", "03 03 12 18"),
    ("services32: [180f, 0001f00d]", "09 05 0f 18 00 00 0d f0 01 00"),
    ("services128: [180f]", "11 07 fb 34 9b 5f 80 00 00 80 00 10 00 00 0f 18 00 00"),
    ("incompleteServices16: [180f]", "03 02 0f 18"),
    ("incompleteServices32: [180f]", "05 04 0f 18 00 00"),
    (
      "incompleteServices128: [afd0ffa0-2a9e-41a9-b9db-115a0e511de4]",
      "11 06 e4 1d 51 0e 5a 11 db b9 a9 41 9e 2a a0 ff d0 af"
    ),
    (
      "services: [afd0ffa0-2a9e-41a9-b9db-115a0e511de4, 0001f00d, 180f, 1812]",
      "05 03 0f 18 12 18 05 05 0d f0 01 00 11 07 e4 1d 51 0e 5a 11 db b9 a9 41 9e 2a a0 ff d0 af"
    ),
    ("services: []", ""),
    ("name: SHS-2071", "09 09 53 48 53 2d 32 30 37 31"),
    ("name: \"Höhe\"", "06 09 48 c3 b6 68 65"),
    ("name: \"\"", "01 09"),
    ("name: 017", "04 09 30 31 37"),
    ("shortName: no", "03 08 6e 6f"),
    ("txPower: -8", "02 0a f8"),
    ("txPower: 4", "02 0a 04"),
    ("appearance: 0x0341", "03 19 41 03"),
    ("appearance: 833", "03 19 41 03"),
    ("connectionInterval: { min: 7.5 ms, max: 4 s }", "05 12 06 00 80 0c"),
    ("connectionInterval: { min: unspecified, max: 0 ms }", "05 12 ff ff 00 00"),
    ("solicitation16: [180f]", "03 14 0f 18"),
    ("solicitation32: [180f]", "05 1f 0f 18 00 00"),
    ("solicitation128: [180f]", "11 15 fb 34 9b 5f 80 00 00 80 00 10 00 00 0f 18 00 00"),
    ("solicitation: [180f, 0001f00d]", "03 14 0f 18 05 1f 0d f0 01 00"),
    ("serviceData: { uuid: fcd2, data: 40 64 }", "05 16 d2 fc 40 64"),
    ("serviceData: { uuid: fcd2 }", "03 16 d2 fc"),
    ("serviceData16: { uuid: fcd2, data: \"\" }", "03 16 d2 fc"),
    ("serviceData32: { uuid: fcd2, data: 01 }", "06 20 d2 fc 00 00 01"),
    ("serviceData128: { uuid: fcd2, data: 01 }", "12 21 fb 34 9b 5f 80 00 00 80 00 10 00 00 d2 fc 00 00 01"),
    ("manufacturerData: { company: 0x004c, data: 0215 }", "05 ff 4c 00 02 15"),
    ("manufacturerData: { company: 76 }", "03 ff 4c 00"),
    ("uri: https://a.example", "0d 24 17 2f 2f 61 2e 65 78 61 6d 70 6c 65"),
    ("uri: nobody:x", "0a 24 01 6e 6f 62 6f 64 79 3a 78"),
    ("leRole: peripheral-preferred", "02 1c 02"),
    ("leFeatures: [0, 9]", "03 27 01 02"),
    ("advertisingInterval: 152.5 ms", "03 1a f4 00"),
    ("advertisingInterval: 40.96 s", "04 2f 00 00 01"),
    ("advertisingInterval: 10485.76 s", "05 2f 00 00 00 01"),
    ("leDeviceAddress: { address: F0:F1:F2:F3:F4:F5, type: random }", "08 1b f5 f4 f3 f2 f1 f0 01"),
    ("publicTargets: [00:01:02:03:04:05]", "07 17 05 04 03 02 01 00"),
    ("randomTargets: [F0-F1-F2-F3-F4-F5, c00000000001]", "0d 18 f5 f4 f3 f2 f1 f0 01 00 00 00 00 c0"),
    ("classOfDevice: 0x5a020c", "04 0d 0c 02 5a"),
    ("broadcastName: Aula", "05 30 41 75 6c 61"),
    ("raw: { type: 0x33, value: 01 02 }", "03 33 01 02"),
    ("raw: { type: 1 }", "01 01"),
  ]

  @Test(arguments: fields) func standsForItsBytes(_ field: String, _ hex: String) throws {
    let octets = try HexText.octets(of: hex)
    // A list of fields, and a mapping of them.
    for text in ["[ { \(field) } ]", "\n      \(field)"] {
      #expect(try layout(advertising: text).layout.advertising == Payload(octets), "\(text)")
    }
  }

  @Test func everyFieldHasACase() {
    let keys = Set(Self.fields.map { String($0.0.prefix { $0 != ":" }) })
    #expect(keys == Set(StructuredField.all.map(\.key)))
  }

  @Test func fieldsAndHexMix() throws {
    let read = try layout(advertising: "[ 02 01 06, { name: A, txPower: 0 }, \"0303\", 0f18 ]")
    #expect(
      read.layout.advertising == Payload([2, 1, 6, 2, 9, 0x41, 2, 0x0A, 0, 3, 3, 0x0F, 0x18]))
    let text = try #require(read.advertisingText)
    #expect(text.octets[1] == TextRange(line: 3, column: 23, count: 2))
    #expect(text.octets[3] == TextRange(line: 3, column: 32, count: 7))
    #expect(text.octets[6] == TextRange(line: 3, column: 41, count: 10))
    #expect(text.octets[9] == TextRange(line: 3, column: 56, count: 2))
    #expect(text.range == TextRange(line: 3, column: 18, count: 51))
  }

  @Test(arguments: [
    ("[ { nmae: x } ]", "line 3, column 22: expected the name of a field, found \"nmae\"; did you mean \"name\"?"),
    (
      "[ { flags: [general] } ]",
      "line 3, column 30: expected a flag (limited-discoverable, general-discoverable, br-edr-not-supported, simultaneous-controller, simultaneous-host), found \"general\""
    ),
    ("[ { flags: 256 } ]", "line 3, column 29: expected a byte of flags (0 to 255), found \"256\""),
    (
      "[ { services16: [afd0ffa0-2a9e-41a9-b9db-115a0e511de4] } ]",
      "line 3, column 35: expected a UUID that has 16 bits, found \"afd0ffa0-2a9e-41a9-b9db-115a0e511de4\""
    ),
    ("[ { services: {} } ]", "line 3, column 32: expected a list of UUIDs, found a mapping"),
    ("[ { txPower: 128 } ]", "line 3, column 31: expected a power in dBm (-128 to 127), found \"128\""),
    ("[ { txPower: 0x-1 } ]", "line 3, column 31: expected a power in dBm (-128 to 127), found \"0x-1\""),
    ("[ { appearance: } ]", "line 3, column 34: expected an appearance (0 to 65535), found nothing"),
    (
      "[ { connectionInterval: { min: 7 ms, max: 4 s } } ]",
      "line 3, column 49: expected a multiple of 1.25 ms, or \"unspecified\", found \"7 ms\""
    ),
    (
      "[ { connectionInterval: { min: 7.5 ms } } ]",
      "line 3, column 42: expected the key \"max\" in a connection interval, found none"
    ),
    ("[ { manufacturerData: 4c 00 } ]", "line 3, column 40: expected manufacturer data, found \"4c 00\""),
    ("[ { raw: { type: 1, value: 0 } } ]", "line 3, column 45: expected two hex digits for each byte, found one"),
    ("[ { publicTargets: [] } ]", "line 3, column 37: expected an address, found none"),
    ("[ [02] ]", "line 3, column 20: expected bytes in hex, or fields, found a list"),
    ("02 01 0g", "line 3, column 25: expected a hex digit, found \"g\""),
    ("02 01 0", "line 3, column 24: expected two hex digits for each byte, found one"),
    ("\"\\x30g\"", "line 3, column 23: expected a hex digit, found \"g\""),
    ("", "line 3, column 17: expected bytes in hex, or fields, found nothing"),
  ])
  func saysWhatIsWrong(_ text: String, _ message: String) {
    #expect(problem(in: "layouts:\n  a:\n    advertising: \(text)\n") == message)
  }

  @Test func refusesValuesThatNoStructureHolds() {
    #expect(
      problem(in: "layouts: { a: { advertising: [ { name: \(String(repeating: "x", count: 255)) } ] } }")
        == "line 1, column 40: expected at most 254 bytes in an AD structure, found 255")
    #expect(problem(in: "layouts: { a: { advertising: [ { name: \(String(repeating: "x", count: 254)) } ] } }") == nil)
  }

  // MARK: Writing

  /// What is written for a payload, and read again.
  func readBack(_ payload: Payload) throws -> Payload? {
    let items = WrittenFields.items(of: payload).map { "\n      - " + $0 }.joined()
    return try layout(advertising: items.isEmpty ? "[]" : items).layout.advertising
  }

  @Test(arguments: [
    ("02 01 06", ["{flags: [general-discoverable, br-edr-not-supported]}"]),
    ("02 01 86", ["{flags: 0x86}"]),
    ("03 01 06 00", ["{raw: {type: 0x01, value: \"06 00\"}}"]),
    ("03 03 0f 18", ["{services16: [180f]}"]),
    ("03 02 0f 18", ["{incompleteServices16: [180f]}"]),
    ("04 03 0f 18 00", ["{raw: {type: 0x03, value: \"0f 18 00\"}}"]),
    ("09 09 53 48 53 2d 32 30 37 31", ["{name: SHS-2071}"]),
    ("03 09 6e 6f", ["{name: \"no\"}"]),
    ("04 09 22 5c 07", ["{name: \"\\\"\\\\\\U00000007\"}"]),
    ("02 09 ff", ["{raw: {type: 0x09, value: ff}}"]),
    ("05 16 d2 fc 40 64", ["{serviceData: {uuid: fcd2, data: \"40 64\"}}"]),
    ("06 20 d2 fc 00 00 01", ["{serviceData32: {uuid: fcd2, data: 01}}"]),
    ("03 ff 4c 00", ["{manufacturerData: {company: 0x004c, data: \"\"}}"]),
    ("05 12 06 00 80 0c", ["{connectionInterval: {min: \"7.5 ms\", max: \"4000 ms\"}}"]),
    ("0d 24 17 2f 2f 61 2e 65 78 61 6d 70 6c 65", ["{uri: \"https://a.example\"}"]),
    ("02 01 06 00 00", ["{flags: [general-discoverable, br-edr-not-supported]}", "\"00 00\""]),
    ("02 01 06 05 09 41", ["{flags: [general-discoverable, br-edr-not-supported]}", "\"05 09 41\""]),
    ("02 1c 09", ["{raw: {type: 0x1c, value: 09}}"]),
    ("", []),
  ])
  func writesFields(_ hex: String, _ items: [String]) throws {
    let payload = Payload(try HexText.octets(of: hex))
    #expect(WrittenFields.items(of: payload) == items)
    #expect(try readBack(payload) == payload)
  }

  /// Each type with every value of one byte, and none.
  @Test func everyTypeReadsBack() throws {
    for type in UInt8.min...UInt8.max {
      for payload in [
        Payload([1, type]), Payload([2, type, 0]), Payload([2, type, 0x7F]), Payload([2, type, 0xFF]),
      ] {
        #expect(try readBack(payload) == payload, "type \(type)")
      }
    }
    for value in UInt8.min...UInt8.max {
      for type: UInt8 in [1, 9, 0x0A, 0x1C, 0x27] {
        #expect(try readBack(Payload([2, type, value])) == Payload([2, type, value]), "type \(type), value \(value)")
      }
    }
  }

  @Test(arguments: UInt64(1)...40) func randomPayloadsReadBack(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let types: [UInt8] = [
      1, 2, 3, 4, 5, 6, 7, 8, 9, 0x0A, 0x0D, 0x12, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1F, 0x20,
      0x21,
      0x24, 0x27, 0x2F, 0x30, 0xFF,
    ]
    let alphabet = Array("aZ09 :#{}[],&*!|>'\"%@`\\-?\n\tü水🚲\u{301}".unicodeScalars)
    for round in 0..<20 {
      var octets: [UInt8] = []
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let type = types.randomElement(using: &random) ?? 9
        var value = random.octets([0, 1, 2, 3, 4, 6, 7, 12, 16, 20].randomElement(using: &random) ?? 0)
        if [8, 9, 0x24, 0x30].contains(type), Bool.random(using: &random) {
          var text = String.UnicodeScalarView()
          for _ in 0..<Int.random(in: 0...12, using: &random) {
            text.append(alphabet.randomElement(using: &random) ?? "a")
          }
          value = Array(String(text).utf8)
        }
        octets += [UInt8(value.count + 1), type] + value
      }
      if Int.random(in: 0..<3, using: &random) == 0 { octets += random.octets(3) }
      let payload = Payload(octets)
      #expect(try readBack(payload) == payload, "seed \(seed), round \(round): \(HexText.compact(octets))")
    }
  }
}

import AdvertLint
import AdvertManifest
import AdvertObservation
import AdvertReading
import AdvertScan
import AdvertisingData
import Testing

@Suite struct ManifestTests {
  static let helmet = """
    expect: { services: [afd0ffa0-2a9e-41a9-b9db-115a0e511de4], within: 1.5 min }
    devices: [SHS-2071, "F0:F1:F2:F3:F4:F5"]
    profiles: [ios-background]
    rules:
      flags-missing: off
      flags-reserved-bits: error
    ignore:
      - { rule: service-uuid-only-in-scan-response, layout: angi, reason: first hardware }
      - rule: flags-missing
        device: SHS-2071
    overrides:
      - path: "lab/**"
        rules: { flags-missing: note }
        ignore: [{ rule: flags-missing, device: "F0:F1:F2:F3:F4:F5" }]
    layouts:
      angi:
        pdu: ADV_IND
        address: random-static
        interval: 152.5 ms
        advertising:  02 01 06  03 19 00 00  09 09 53 48 53 2d 32 30 37 31
        scanResponse: [ { services128: [afd0ffa0-2a9e-41a9-b9db-115a0e511de4] } ]
        expect: { services: 180f, within: 10 s, percent: 50 }
      beacon:
        pdu: ADV_NONCONN_IND
    """

  @Test func readsEverything() throws {
    let manifest = try Manifest(reading: Self.helmet)
    let service = try #require(BluetoothUUID(text: "afd0ffa0-2a9e-41a9-b9db-115a0e511de4"))
    #expect(manifest.expectedServices == [service])
    #expect(manifest.demand == DiscoveryDemand(within: 90_000_000, percent: 95))
    #expect(manifest.layouts.map(\.demand) == [DiscoveryDemand(within: 10_000_000, percent: 50), nil])
    #expect(manifest.devices == ["SHS-2071", "F0:F1:F2:F3:F4:F5"])
    #expect(manifest.profiles.map(\.id) == ["ios-background"])
    #expect(manifest.settings.map(\.path) == [nil, "lab/**"])
    #expect(manifest.settings[0].levels == ["flags-missing": .off, "flags-reserved-bits": .severity(.error)])
    #expect(
      manifest.settings[0].ignores == [
        LintSettings.Ignore(
          rule: "service-uuid-only-in-scan-response", target: .layout("angi"), reason: "first hardware",
          place: TextRange(line: 8, column: 5, count: 82)),
        LintSettings.Ignore(
          rule: "flags-missing", target: .device("SHS-2071"),
          place: TextRange(line: 9, column: 5, endLine: 10, endColumn: 21)),
      ])
    #expect(manifest.settings[1].levels == ["flags-missing": .severity(.note)])
    #expect(manifest.settings[1].ignores.map(\.target) == [.device("F0:F1:F2:F3:F4:F5")])
    #expect(manifest.layouts.map(\.name) == ["angi", "beacon"])

    let angi = manifest.layouts[0]
    #expect(angi.addressKind == .randomStatic)
    #expect(angi.intervalMicroseconds == 152_500)
    #expect(angi.expectedServices == [BluetoothUUID(0x180F)])
    #expect(angi.place == TextRange(line: 16, column: 3, count: 4))
    #expect(
      angi.layout
        == Layout(
          pdu: .advInd,
          advertising: Payload(
            [2, 1, 6, 3, 0x19, 0, 0, 9, 9, 0x53, 0x48, 0x53, 0x2D, 0x32, 0x30, 0x37, 0x31]),
          declaring: Payload(
            [0x11, 7, 0xE4, 0x1D, 0x51, 0x0E, 0x5A, 0x11, 0xDB, 0xB9, 0xA9, 0x41, 0x9E, 0x2A, 0xA0, 0xFF, 0xD0, 0xAF])))
    #expect(angi.advertisingText?.range(offset: 3, length: 4) == TextRange(line: 20, column: 29, count: 11))
    #expect(angi.scanResponseText?.range == TextRange(line: 21, column: 19, count: 59))
    #expect(angi.scanResponseText?.octets.first == TextRange(line: 21, column: 23, count: 51))
    #expect(manifest.layouts[1].layout.scanResponse == .notScannable)
    #expect(manifest.layouts[1].advertisingText == nil)
  }

  @Test(arguments: [
    ("layouts:\n  a: {}", ["layouts"]),
    ("# words\n\n---\nexpect:\n  services: []\nlayouts :\n", ["expect", "layouts"]),
    ("{ \"layouts\": {} }", ["layouts"]), ("{layouts: {}}", ["layouts"]), ("\"rules\": {}", ["rules"]),
    ("# layouts:\n02 01 06", []), ("layouts", []), ("layouts:1", []), ("a: {layouts: }", []), ("", []),
    ("  layouts:", []),
    ("helmet: 02 01 06", []), ("layoutsmore: 1", []),
  ])
  func isRecognisedByItsKeys(_ text: String, _ keys: [String]) {
    #expect(Manifest.keys(in: text).sorted() == keys)
  }

  @Test(
    arguments: [
      ("152.5 ms", 152_500), ("1 s", 1_000_000), ("20ms", 20_000), ("625 us", 625), ("\"625µs\"", 625),
      ("0.02 s", 20_000),
      ("1.2850 s", 1_285_000), ("10485.759375 s", 10_485_759_375), ("10.0 us", 10),
    ] as [(String, Int64)])
  func readsIntervals(_ text: String, _ microseconds: Int64) throws {
    let manifest = try Manifest(reading: "layouts: { a: { interval: \(text) } }")
    #expect(manifest.layouts.first?.intervalMicroseconds == microseconds)
  }

  @Test(arguments: [
    "152.5", "ms", "fast", "1 m", "-1 ms", "1e3 ms", "0.0001 ms", "1..5 ms", "1.2.3 s", ".5 s", "5. s", "1,5 s",
    "1 ms s",
    "99999999999999999999 s", "٣ ms",
  ])
  func refusesWhatIsNoInterval(_ text: String) {
    #expect(
      problem(in: "layouts: { a: { interval: \"\(text)\" } }")
        == "line 1, column 27: expected a time such as \"152.5 ms\", found \"\(text)\"")
  }

  @Test(arguments: ["0 ms", "10486 s"]) func refusesIntervalsThatCannotBe(_ text: String) {
    #expect(
      problem(in: "layouts: { a: { interval: \(text) } }")
        == "line 1, column 27: expected a time such as \"152.5 ms\", 0.001 ms to 10485759.375 ms, found \"\(text)\"")
  }

  @Test func knowsEveryKindOfPDUAndAddress() throws {
    for pdu in AdvertisingPDU.allCases {
      let manifest = try Manifest(reading: "layouts: { a: { pdu: \(pdu.rawValue) } }")
      #expect(manifest.layouts.first?.layout.pdu == pdu)
    }
    for kind in DeviceAddress.Kind.allCases {
      let manifest = try? Manifest(reading: "layouts: { a: { address: \(kind.rawValue) } }")
      #expect(manifest?.layouts.first?.addressKind == (kind == .unknown || kind == .randomReserved ? nil : kind))
    }
  }
}

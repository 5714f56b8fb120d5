import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

/// Devices as programs in JavaScript print them.
@Suite struct ScriptLineTests {
  private static func read(_ text: String) throws -> CaptureSummary {
    try RecordedCapture.read(MemorySource(Array(text.utf8))).summary
  }

  private static func words(_ line: ValueLine) -> String {
    let values = line.values
    let data =
      values.manufacturerData.sorted { $0.key < $1.key }.map { "\($0)=\(HexText.compact($1))" }
      + values.serviceData.sorted { $0.key < $1.key }.map { "\($0)=\(HexText.compact($1))" }
    return
      "\(line.line) \(line.program) \(line.identifier.map { "\($0)" } ?? "\(line.address)") \(line.rssi.map { "\($0)" } ?? "-")"
      + " \(values.name ?? "-") \(values.services) \(data)"
  }

  @Test(arguments: [
    // react-native-ble-plx, as React Native prints an object on Android, which goes on for long; another app writes, too.
    (
      """
      08-13 16:58:45.152 13235 14506 I ReactNativeJS: { overflowServiceUUIDs: null,
      08-13 16:58:45.152 13235 14506 I ReactNativeJS:   serviceUUIDs: [ '0000180f-0000-1000-8000-00805f9b34fb' ],
      08-13 16:58:45.153  1235  1406 D Other: { id: 1,
      08-13 16:58:45.152 13235 14506 I ReactNativeJS:   manufacturerData: 'TAAQBQscj0MW',
      08-13 16:58:45.152 13235 14506 I ReactNativeJS:   rssi: -77,
      08-13 16:58:45.152 13235 14506 I ReactNativeJS:   name: null,
      08-13 16:58:45.152 13235 14506 I ReactNativeJS:   id: '38:F9:D3:E1:2B:2A',
      08-13 16:58:45.152 13235 14506 I ReactNativeJS:   _manager:
      08-13 16:58:45.152 13235 14506 I ReactNativeJS:    { _eventEmitter:
      08-13 16:58:45.152 13235 14506 I ReactNativeJS:       { stop: { [Function: a] type: 'async' },
      """, "1 blePlx 38:F9:D3:E1:2B:2A -77 - [180f] [\"76=10050b1c8f4316\"]"
    ),
    // The same in one line, on iOS.
    (
      " LOG  {\"_manager\": {\"a\": {}}, \"id\": \"3DF4DD74-5027-1722-0970-AB439897BA03\", \"localName\": \"B \\u00e9\\\"}\", "
        + "\"manufacturerData\": null, \"name\": \"x\", \"rssi\": -67, \"serviceData\": {\"FCD2\": \"QAA=\"}, \"serviceUUIDs\": null}",
      "1 blePlx 3df4dd74-5027-1722-0970-ab439897ba03 -67 B é\"} [] [\"fcd2=4000\"]"
    ),
    // react-native-ble-manager, whose first line has a short key and no more.
    (
      """
      01-22 13:47:35.245 19148 19538 I ReactNativeJS: 'Found: ', { advertising:
      01-22 13:47:35.245 19148 19538 I ReactNativeJS:    { serviceUUIDs: [ '180f' ],
      01-22 13:47:35.245 19148 19538 I ReactNativeJS:      isConnectable: true },
      01-22 13:47:35.245 19148 19538 I ReactNativeJS:   id: 'C1:22:33:44:55:66', rssi: -60 }
      """, "1 bleManager C1:22:33:44:55:66 -60 - [180f] []"
    ),
    // react-native-ble-manager: companies by their number in hex.
    (
      "Discovered {\"id\":\"F0:F1:F2:F3:F4:F5\",\"name\":\"x\",\"rssi\":-60,\"advertising\":{\"isConnectable\":true,"
        + "\"localName\":\"SHS\",\"serviceUUIDs\":[\"180d\"],\"manufacturerData\":{\"004c\":{\"CDVType\":\"ArrayBuffer\","
        + "\"bytes\":[2,21],\"data\":\"AhU=\"}},\"manufacturerRawData\":{\"bytes\":[0,0,0,76,2,21]}}}",
      "1 bleManager F0:F1:F2:F3:F4:F5 -60 SHS [180d] [\"76=0215\"]"
    ),
    // noble, as Node.js prints an object.
    (
      """
      <ref *1> Peripheral {
        _events: [Object: null prototype] {},
        _noble: Noble { address: '00:1a:7d:da:71:13', _peripherals: { 'c4': [Circular *1] }, x: [Function (anonymous)] },
        id: 'c4be84705423',
        address: 'c4:be:84:70:54:23',
        addressType: 'public',
        advertisement: {
          localName: 'Sensor' +
            'Tag',
          manufacturerData: <Buffer 0d 00 03 00 00>,
          serviceData: [ { uuid: 'fe95', data: <Buffer 71 20> } ],
          serviceUuids: [ 'aa80', '713d0000503e4c75ba943148f18d941e' ]
        },
        rssi: -60
      }
      """,
      "1 noble C4:BE:84:70:54:23 -60 SensorTag [aa80, 713d0000-503e-4c75-ba94-3148f18d941e] [\"13=030000\", \"fe95=7120\"]"
    ),
    // The words of the program stand before the first line alone, those of the logger before each.
    (
      """
      2026-11-24 17:00:00 app[12]: Discovered: {
      2026-11-24 17:00:00 app[12]:   "id": "F0:F1:F2:F3:F4:F5",
      2026-11-24 17:00:00 app[12]:   "advertising": {
      2026-11-24 17:00:00 app[12]:     "localName": "SHS",
      2026-11-24 17:00:01 app[12]:     "serviceUUIDs": []
      2026-11-24 17:00:01 app[12]:   }
      2026-11-24 17:00:01 app[12]: }
      """, "1 bleManager F0:F1:F2:F3:F4:F5 - SHS [] []"
    ),
    ("Discovered {\n  id: 'F0:F1:F2:F3:F4:F5',\n  serviceUUIDs: null\n}", "1 blePlx F0:F1:F2:F3:F4:F5 - - [] []"),
    // noble's example.
    (
      "Peripheral discovered (c47c8d6e069c with address <c4:7c:8d:6e:06:9c, public>, connectable: true, RSSI -79:\n"
        + "\thello my local name is:\n\t\tFlower care\n\tcan I interest you in any of the following advertised services:\n"
        + "\t\t[\"fe95\"]\n\there is my service data:\n\t\t\"fe95\": \"7120\"\n\there is my manufacturer data:\n\t\t\"aabb0c\"\n"
        + "\tmy TX power level is:\n\t\t-4\n\ntext",
      "1 noble C4:7C:8D:6E:06:9C -79 Flower care [fe95] [\"48042=0c\", \"fe95=7120\"]"
    ),
    // On macOS there is no address.
    (
      "peripheral discovered (518e5806703b4173a12030c9e369f10f with address <unknown, unknown>, connectable true, RSSI -42:\n"
        + "\thello my local name is:\n\t\tundefined\n",
      "1 noble 518e5806-703b-4173-a120-30c9e369f10f -42 - [] []"
    ),
  ])
  func valuesAreRead(_ text: String, _ expected: String) throws {
    let summary = try Self.read("\(text)\n")
    #expect(summary.values.map(Self.words) == [expected])
    #expect(summary.problems.map(\.kind) == [.valuesOnly] && summary.records == 0)
  }

  /// In noble's example, values that are empty or missing end no device.
  @Test(arguments: ["", "\t\t", "\t\tundefined", "\t\tnull", "\t\tA b"], ["[]", "undefined", "null", "[\"fe95\"]"])
  func emptyValuesOfNobleAreRead(_ name: String, _ list: String) throws {
    for manufacturerData in ["\"\"", "undefined", "null", "\"ffff0c\""] {
      let device =
        "\thello my local name is:\n\(name)\n\tcan I interest you in any of the following advertised services:\n\t\t\(list)\n"
        + "\there is my service data:\n\t\t\"fff6\": \"00e3\"\n\there is my manufacturer data:\n\t\t\(manufacturerData)\n"
        + "\tmy TX power level is:\n\t\t0\n\n"
      let addresses = ["d2:96:10:00:00:05", "d2:96:10:00:00:06"]
      let text = addresses.map {
        "Peripheral discovered (d296 with address <\($0), random>, connectable: true, RSSI -62:\n" + device
      }
      let summary = try Self.read(text.joined())
      let data = (manufacturerData == "\"ffff0c\"" ? ["65535=0c"] : []) + ["fff6=00e3"]
      let rest = "-62 \(name == "\t\tA b" ? "A b" : "-") \(list == "[\"fe95\"]" ? "[fe95]" : "[]") \(data)"
      #expect(
        summary.values.map(Self.words)
          == ["1 noble D2:96:10:00:00:05 \(rest)", "13 noble D2:96:10:00:00:06 \(rest)"])
      #expect(summary.values.allSatisfy { !$0.values.mayBeMore } && summary.problems.map(\.kind) == [.valuesOnly])
    }
  }

  /// The reader reports a value of noble that it cannot read, and the device may have sent more.
  @Test(arguments: [
    ("here is my service data:", "\"fff6\": \"00e\""), ("here is my service data:", "\"fff6\": \"00eg\""),
    ("here is my service data:", "\"fff6\": \"00e3"), ("here is my service data:", "fff6"),
    ("here is my manufacturer data:", "\"4c0\""), ("here is my manufacturer data:", "\"4c\""),
    ("here is my manufacturer data:", "\"4c00…\""),
    ("can I interest you in any of the following advertised services:", "[\"fe9\"]"),
    ("can I interest you in any of the following advertised services:", "[\"fe95\",\"18"),
  ])
  func unreadValuesOfNobleAreTold(_ label: String, _ value: String) throws {
    let summary = try Self.read(
      "Peripheral discovered (d296 with address <d2:96:10:00:00:05, random>, connectable: true, RSSI -62:\n"
        + "\thello my local name is:\n\t\tAb\n\t\(label)\n\t\t\(value)\n\tmy TX power level is:\n\t\t0\n")
    #expect(summary.values.map(\.values.name) == ["Ab"] && summary.values.allSatisfy(\.values.mayBeMore))
    #expect(summary.problems.contains { $0.kind == .lineUnread && $0.count == 1 })
  }

  /// react-native-ble-manager hands on the whole record as manufacturer data on Android: never is a company made of it.
  @Test(arguments: (UInt64(1)...300).sampled(oneIn: 10)) func recordsAreNoManufacturerData(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let name = (0..<Int.random(in: 3...12, using: &random)).map { _ in UInt8.random(in: 97...122, using: &random) }
    let flags: [UInt8] = [2, 1, 6]
    let named = [UInt8(name.count + 1), 9] + name
    let isNested = Bool.random(using: &random)
    func text(_ octets: [UInt8]) -> String {
      let data =
        "\"manufacturerData\":{\"CDVType\":\"ArrayBuffer\",\"bytes\":[\(octets.map(String.init).joined(separator: ","))]}"
      return "{\"id\":\"F0:F1:F2:F3:F4:F5\",\"rssi\":-60," + (isNested ? "\"advertising\":{\(data)}}\n" : "\(data)}\n")
    }
    let padding = [UInt8](repeating: 0, count: 62 - named.count - 3)
    for record in [flags + named, flags + named + padding, named + flags + padding] {
      let summary = try Self.read(text(record))
      #expect(summary.merged.map(\.octets) == [record] && summary.values.isEmpty)
    }
    // It may be either, and is neither.
    let unplaced = try Self.read(text(named))
    #expect(unplaced.values.map(Self.words) == ["1 bleManager F0:F1:F2:F3:F4:F5 -60 - [] []"])
    #expect(unplaced.values.allSatisfy(\.values.mayBeMore) && unplaced.merged.isEmpty)
    let own = try Self.read(text([76, 0, 2, 21] + name))
    #expect(
      own.values.map(Self.words) == [
        "1 bleManager F0:F1:F2:F3:F4:F5 -60 - [] [\"76=0215\(HexText.compact(name))\"]"
      ])
    #expect(own.values.allSatisfy { !$0.values.mayBeMore })
  }

  /// The list of an excerpt that ends in it may be the beginning of a record: its first two octets are no company.
  @Test(arguments: ["[ 9,\n 9,\n 79,", "[9, 9, 79", "[ 9, 9, 79, 119,"]) func cutBuffers(_ list: String) throws {
    let head = "{ name: 'Owl', id: 'F0:F1:F2:F3:F4:F5', advertising: { isConnectable: true, manufacturerData: { bytes: "
    let cut = try Self.read(head + list + "\n")
    #expect(cut.values.map(Self.words) == ["1 bleManager F0:F1:F2:F3:F4:F5 - Owl [] []"])
    #expect(cut.values.allSatisfy(\.values.mayBeMore) && cut.merged.isEmpty)
    let whole = try Self.read(head + "[ 89, 0, 79 ] }, serviceUUIDs: [] } }\n")
    #expect(whole.values.map(Self.words) == ["1 bleManager F0:F1:F2:F3:F4:F5 - Owl [] [\"89=4f\"]"])
  }

  /// An excerpt of Home Assistant's diagnostics has the keys of bleak, and companies in decimal.
  @Test(arguments: [0, 76, 0xFFFE, 0xFFFF]) func diagnosticsOfHomeAssistantAreRead(_ company: Int) throws {
    func text(_ octets: String) -> String {
      """
      {
        "name": "x",
        "address": "A4:C1:38:11:22:33",
        "rssi": -60,
        "manufacturer_data": {
          "\(company)": {
            "__type": "<class 'bytes'>",
            "repr": "\(octets)"
          }
        },
        "service_data": {
          "0000fcd2-0000-1000-8000-00805f9b34fb": {
            "__type": "<class 'bytes'>",
            "repr": "b'@\\\\x00'"
          }
        },
        "service_uuids": ["0000180f-0000-1000-8000-00805f9b34fb"],
        "advertisement": ["x", {}, {}, [], -60, -127, []]
      }

      """
    }
    let whole = try Self.read(text("b'\\\\x01\\\\x02'"))
    #expect(
      whole.values.map(Self.words) == [
        "1 bleak A4:C1:38:11:22:33 -60 x [180f] [\"\(company)=0102\", \"fcd2=4000\"]"
      ])
    #expect(whole.values.allSatisfy { !$0.values.mayBeMore })
    // Bytes that are cut are not those of the device.
    let cut = try Self.read(text("b'\\\\x01\\\\x02"))
    #expect(cut.values.map(Self.words) == ["1 bleak A4:C1:38:11:22:33 -60 x [180f] [\"fcd2=4000\"]"])
    #expect(cut.values.allSatisfy { $0.values.mayBeMore })
  }

  /// Older diagnostics of Home Assistant have the values in a list, and excerpts begin and end in the middle.
  @Test(arguments: [
    (#"null, { "2409": \#(repr) }, {}, [], -127, -57, []"#, #" - [] ["2409=0102"]"#),
    (#""Owl", {}, { "0000fcd2-0000-1000-8000-00805f9b34fb": \#(repr) }, [], -127, -57, []"#, #" Owl [] ["fcd2=0102"]"#),
    (#""Owl", {}, {}, ["0000180f-0000-1000-8000-00805f9b34fb"], -127, -57"#, " Owl [180f] []"),
  ]) func listsOfHomeAssistantAreRead(_ list: String, _ words: String) throws {
    let values = list.replacing(", ", with: ",\n    ")
    let device = """
        {
          "name": "",
          "address": "C6:32:34:35:66:42",
          "rssi": -57,
          "advertisement_data": [
          \(values)
          ],
          "details": { "source": "x" }
        },

      """
    for text in [device, "  \"history\": [\n" + device, device + "  {\n    \"name\": \"y\",\n"] {
      let summary = try Self.read(text)
      #expect(
        summary.values.prefix(1).map { String(Self.words($0).drop { $0 != " " }) }
          == [" bleak C6:32:34:35:66:42 -57" + words], "\(text)")
    }
  }

  private static let repr = #"{ "__type": "<class 'bytes'>", "repr": "b'\\x01\\x02'" }"#

  /// Home Assistant's websocket and its integrations have octets in hex; a line that is cut ends at the next device.
  @Test(arguments: [0, 76, 0xFFFE, 0xFFFF]) func devicesOfHomeAssistantAreRead(_ company: Int) throws {
    func text(_ address: String, _ rest: String) -> String {
      "{\"name\":\"Ab_1\",\"address\":\"\(address)\",\"rssi\":-64,\"manufacturer_data\":{\"\(company)\":\"ec00010100\"},"
        + "\"service_data\":\(rest)\n"
    }
    let addresses = ["C6:32:34:35:66:42", "CC:32:37:38:64:27"]
    for rest in ["", "\n", "{\"fcd2\":\"4000\"},\"service_uuids\":[]}"] {
      let summary = try Self.read(addresses.map { text($0, rest) }.joined())
      let data = ["\(company)=ec00010100"] + (rest.count > 1 ? ["fcd2=4000"] : [])
      #expect(
        summary.values.map { String(Self.words($0).drop { $0 != " " }) }
          == addresses.map { " bleak \($0) -64 Ab_1 [] \(data)" })
      #expect(summary.values.map(\.values.mayBeMore) == (rest.count > 1 ? [false, false] : [true, true]))
    }
  }

  /// A list in quotation marks that its elements have too is read, and the values around it.
  @Test(arguments: [
    #""["FEAA", "FEF5"]""#, #"["FEAA", "FEF5"]"#, #""[FEAA, FEF5]""#, #"'["FEAA","FEF5"]'"#, #""[\"FEAA\", \"FEF5\"]""#,
    #"[ 'FEAA', 'FEF5' ]"#,
  ])
  func listsInAnyQuotesAreRead(_ list: String) throws {
    let text = """
      {
        "id": "55620925-48B4-7AC8-3DFB-663E3A959821",
        "rssi": "-64",
        advertising: {
          "serviceUUIDs" : \(list),
          "serviceData": {
            "FEAA": { "bytes": [32, 0, 12], "data": "1AA-w=", "CDVType": "ArrayBuffer" },
            "FFF0": { "data": "LhcC", "CDVType": "ArrayBuffer", },
          },
          "manufacturerData": {},
         "localName": "STATION-A",
      """
    for (end, isWhole) in [("", true), ("\n }\n}", true)] {
      let summary = try Self.read(text + end + "\n")
      #expect(
        summary.values.map(Self.words) == [
          "1 bleManager 55620925-48b4-7ac8-3dfb-663e3a959821 -64 STATION-A [feaa, fef5] [\"feaa=20000c\", \"fff0=2e1702\"]"
        ])
      #expect(summary.values.map(\.values.mayBeMore) == [!isWhole])
    }
  }

  /// An object that is cut, or with a value that cannot be read, can have had more than was read.
  @Test func cutObjectsMayHaveMore() throws {
    let text =
      #"{"id": "55620925-48B4-7AC8-3DFB-663E3A959821", "advertising": {"localName": "A", "serviceUUIDs": ["FEAA", "180F"], "#
      + #""manufacturerData": {"004c": {"bytes": [1]}}, "serviceData": {"FEAA": {"bytes": [32, 0]}}, "isConnectable": true}}"#
    #expect(try Self.read(text + "\n").values.map(\.values.mayBeMore) == [false])
    let octets = Array(text.utf8)
    let end = try #require(text.firstRange(of: ", \"isConnectable"))
    let last = text[..<end.lowerBound].utf8.count
    for place in 70..<last {
      let summary = try Self.read(String(decoding: octets[..<place], as: UTF8.self) + "\n")
      #expect(summary.values.allSatisfy { $0.values.mayBeMore }, "\(place)")
    }
    for (value, other) in [("[\"FEAA\", \"180F\"]", "[FEAA]"), ("[1]", "[Array]"), ("[32, 0]", "[Array]")] {
      let changed = text.replacing(value, with: other) + "\n"
      #expect(try Self.read(changed).values.map(\.values.mayBeMore) == [true], "\(other)")
    }
  }

  /// In a print of react-native-ble-manager, `null` is no absence: nothing shows in which packet the data were.
  @Test(arguments: ["null", "undefined", "{}"]) func nullIsNoAbsence(_ nothing: String) throws {
    func text(_ data: String) -> String {
      "{\"advertising\": {\"manufacturerData\": \(data), \"serviceUUIDs\": [\"180f\"]}, "
        + "\"id\": \"29872b51-7f76-8f7c-4c4d-3265008d611d\", \"rssi\": -43}\n"
    }
    let summary = try Self.read(
      text(nothing) + text("{\"CDVType\": \"ArrayBuffer\", \"bytes\": [Array], \"data\": \"VkwxWQ==\"}"))
    #expect(summary.values.map(\.count) == [2] && summary.values.map(\.values.mayBeMore) == [nothing != "{}"])
    #expect(summary.values.map { $0.contents.likelyDivision == nil } == [nothing != "{}"])
  }

  /// cordova-plugin-bluetoothle, whose objects people print as strings: all bytes on Android, manufacturer data on iOS.
  @Test(arguments: [false, true]) func resultsOfCordovaAreRead(_ isEscaped: Bool) throws {
    func text(_ advertisement: String, _ address: String) -> String {
      let object =
        "{\"status\":\"scanResult\",\"name\":\"Owl\",\"advertisement\":\"\(advertisement)\",\"address\":\"\(address)\",\"rssi\":-66}"
      return "Stringify: " + (isEscaped ? object.replacing("\"", with: "\\\"") + "\"" : object) + "\n"
    }
    let android = try Self.read(text("AgEGAwMPGAQJYWJjAAAA", "D0:5F:B8:44:4A:E1"))
    #expect(android.merged.map { HexText.compact($0.octets) } == ["02010603030f180409616263000000"])
    #expect(android.merged.map(\.address.description) == ["D0:5F:B8:44:4A:E1"] && android.merged[0].rssi == -66)
    let iOS = try Self.read(text("AAEBACUp", "1CFBDB83-B643-F9DC-1425-493C4A549F64"))
    #expect(
      iOS.values.map(Self.words) == ["1 cordova 1cfbdb83-b643-f9dc-1425-493c4a549f64 -66 Owl [] [\"256=01002529\"]"])
    #expect(iOS.values.allSatisfy { $0.values.mayBeMore })
  }

  /// noble's log of what macOS tells it has UUIDs as buffers, one number in a line.
  @Test(arguments: [2, 16]) func eventsOfAppleAreRead(_ size: Int) throws {
    let uuid = (0..<size).map { 203 &+ UInt8($0) }
    func buffer(_ octets: [UInt8]) -> String {
      "{\n \"type\": \"Buffer\",\n \"data\": [\n" + octets.map { " \($0)" }.joined(separator: ",\n") + "\n ]\n}"
    }
    let text = """
        highsierra-bindings xpcEvent: {
        "kCBMsgId": 48,
        "kCBMsgArgs": {
          "kCBMsgArgAdvertisementData": {
            "kCBAdvDataIsConnectable": 1,
            "kCBAdvDataServiceUUIDs": [
              \(buffer(uuid))
            ],
            "kCBAdvDataServiceData": [ \(buffer([0xFC, 0xD2])), \(buffer([1])) ],
            "kCBAdvDataManufacturerData": \(buffer([0x4C, 0, 2]))
          },
          "kCBMsgArgRssi": -87,
          "kCBMsgArgDeviceUUID": \(buffer(Array(1...16))),
          "kCBMsgArgName": "X"
        }
      } +42ms

      """
    let summary = try Self.read(text)
    let service = try #require(BluetoothUUID(text: HexText.compact(uuid)))
    #expect(
      summary.values.map(Self.words) == [
        "1 coreBluetooth 01020304-0506-0708-090a-0b0c0d0e0f10 -87 - [\(service)] [\"76=02\", \"fcd2=01\"]"
      ])
    #expect(summary.values.allSatisfy { !$0.values.mayBeMore })
    // The name that the system has is none that was heard.
    #expect(summary.values.map(\.values.systemName) == ["X"])
  }

  @Test func nameOfTheSystem() throws {
    let text =
      "Discovered {\n    advertising =     {\n        kCBAdvDataIsConnectable = 1;\n    };\n"
      + "    id = \"DBC2205A-AB82-D6A5-6D71-4CB132615472\";\n    name = \"Owl    \";\n    rssi = \"-90\";\n}\n"
    #expect(try Self.read(text).values.map(\.values.systemName) == ["Owl    "])
    #expect(try Self.read(text.replacing("name =", with: "names =")).values.map(\.values.systemName) == [nil])
  }

  /// Where the library has the bytes of both packets, they are taken.
  @Test(arguments: [
    "{\"id\": \"F0:F1:F2:F3:F4:F5\", \"rssi\": -60, \"rawScanRecord\": \"AgEGAwMPGAQJYWJjAAAA\", \"serviceUUIDs\": []}",
    "{\"id\":\"F0:F1:F2:F3:F4:F5\",\"rssi\":-60,\"advertising\":{\"rawData\":{\"bytes\":[2,1,6,3,3,15,24,4,9,97,98,99,0]}}}",
    "{ id: 'F0:F1:F2:F3:F4:F5',\n  rssi: -60,\n  advertising:\n   { CDVType: 'ArrayBuffer',\n     data: 'AgEGAwMPGAQJYWJj' } }",
    "{\n  \"id\": \"F0:F1:F2:F3:F4:F5\",\n  \"rssi\": -60,\n  \"advertising\": {\n    \"manufacturerData\": {\n      \"bytes\": [\n"
      + [2, 1, 6, 3, 3, 15, 24, 4, 9, 97, 98, 99].map { "        \($0)" }.joined(separator: ",\n")
      + "\n      ]\n    }\n  }\n}",
  ])
  func bytesAreTaken(_ text: String) throws {
    let summary = try Self.read("text\n\(text)\n")
    #expect(summary.merged.map { HexText.compact($0.octets.prefix(12)) } == ["02010603030f180409616263"])
    #expect(summary.merged.map(\.line) == [2] && summary.merged[0].rssi == -60 && summary.values.isEmpty)
  }

  /// On iOS, the record is JSON, and its values are with the others.
  @Test func otherRecordsAreNoBytes() throws {
    let summary = try Self.read(
      "{\"id\": \"3DF4DD74-5027-1722-0970-AB439897BA03\", \"rawScanRecord\": \"eyJpc0Nvbm5lY3RhYmxlIjp0cnVlfQ==\", \"name\": \"x\"}\n"
    )
    #expect(summary.merged.isEmpty && summary.values.map(\.values.name) == ["x"])
  }

  /// noble prints the event, then its data once more: they are one report.
  @Test func whatNobleRepeatsIsOneReport() throws {
    let capture = try RecordedCapture.read(
      MemorySource(
        Array(
          """
            hci onSocketData: 043e2802010300193cc88514bc1c1bff75004204018000bc1485c83c19be1485a83c6201000000000000d4 +0ms
            hci                   address = bc:14:85:c8:3c:19 +0ms
            hci                   eir = 1bff75004204018000bc1485c83c19be1485a83c6201000000000000 +0ms
            gap advertisement = {"manufacturerData":{"type":"Buffer","data":[117,0,66,4,1,128,0]},"serviceUuids":[]} +15ms
          """.utf8)))
    #expect(capture.reports.map(\.record) == [1] && capture.summary.values.isEmpty)
    #expect(capture.reports.map { $0.address.description } == ["BC:14:85:C8:3C:19"])
  }

  /// Without the bytes of the event, the object of noble's log is all that is known.
  @Test(arguments: ["", "  ", "Sun, 01 Nov 2026 10:00:00 GMT "]) func theObjectsOfNobleAlone(_ head: String) throws {
    let object =
      "{\"localName\":\"EST\",\"serviceData\":[{\"uuid\":\"feaa\",\"data\":[32,0,11]}],\"serviceUuids\":[\"feaa\"]}"
    let summary = try Self.read("\(head)gap advertisement = \(object) +2s\n")
    #expect(summary.values.map(\.values.name) == ["EST"] && summary.values.map(\.values.services) == [[0xFEAA]])
    #expect(summary.values.first?.values.serviceData == [0xFEAA: [32, 0, 11]])
  }

  /// An object of another program is none, and what is in it is read as without it.
  @Test func otherObjectsAreNoDevices() throws {
    let summary = try Self.read(
      "{\n  \"id\": \"a\",\n  \"data\": \"a4:c1:38:11:22:33 -60 020106\"\n}\nstruct x {\n  int a;\n};\n{ name: 'x', manufacturerData: 1 }\n"
    )
    #expect(summary.values.isEmpty && summary.merged.isEmpty && summary.reports == 1)
  }

  /// A text that is cut or changed anywhere ends in no crash.
  @Test func damagedObjectsAreRead() throws {
    let text =
      "a4:c1:38:11:22:33 -60 020106\n{ id: 'F0:F1:F2:F3:F4:F5',\n  name: 'x\\u00e9',\n  manufacturerData: 'TAAQ', serviceData: [ <Buffer 1>, [1, {}] ],\n"
      + "  advertisement: { serviceUuids: [ '180f' ] }\n}\n"
    var random = SplitMix64(seed: 7)
    let alphabet = Array("{}[]'\"<>:,+\\ \n0aé".utf8)
    for place in 29...text.utf8.count {
      var changed = Array(text.utf8)
      if place < changed.count { changed[place] = alphabet.randomElement(using: &random) ?? 0 }
      for octets in [Array(text.utf8.prefix(place)), changed] {
        #expect(try RecordedCapture.read(MemorySource(octets)).reports.first?.record == 1)
      }
    }
    let deep = String(repeating: "{ id: ", count: 5000) + "manufacturerData: 1"
    #expect(throws: CaptureError.self) { try Self.read(deep) }
  }

  /// A record that is there and cannot be read leaves open what the device sends.
  @Test(arguments: ["AgEGAwMNG", "not base64", "3q2+7w==", "AgEGCQlB"]) func recordsThatAreNotRead(_ record: String)
    throws
  {
    let object = "{\"id\":\"F0:F1:F2:F3:F4:F5\",\"rssi\":-60,\"serviceUUIDs\":null,\"rawScanRecord\":\"\(record)\"}\n"
    let read = try Self.read(object)
    #expect(read.values.map(\.values.mayBeMore) == [true] && read.merged.isEmpty, "\(record)")
    let empty = try Self.read(object.replacing(record, with: ""))
    #expect(empty.values.map(\.values.mayBeMore) == [false])
  }
}

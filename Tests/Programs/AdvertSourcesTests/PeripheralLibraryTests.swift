import AdvertBuilders
import AdvertObservation
import AdvertReading
import AdvertSources
import AdvertisingData
import TestSupport
import Testing

/// Libraries that hand names and services to a system below them: what each of them makes of the calls of a program.
@Suite struct PeripheralLibraryTests {
  private static let lamp = "a07498ca-ad5b-474e-940d-16f1fbe7e8cd"
  private static let lampOctets = "cde8e7fbf1160d944e475badca9874a0"

  private func sent(_ text: String, _ language: ProgramReader.Language) -> [[String]] {
    blocks(ProgramReader(text, language: language))
  }

  // MARK: bleno

  @Test func bleno() {
    expect(
      """
      const bleno = require('@abandonware/bleno');
      const service = new bleno.PrimaryService({ uuid: 'fffffffffffffffffffffffffffffff0', characteristics: [] });
      bleno.on('stateChange', (state) => {
        if (state === 'poweredOn') { bleno.startAdvertising('Lamp', ['180d', service.uuid, '12345678'], done); }
      });
      """, .javaScript,
      [["ADV_IND", "02010603030d18" + "1106f0ffffffffffffffffffffffffffffff", "05084c616d70"]])
    expect(
      """
      import bleno from 'bleno';
      bleno.startAdvertisingIBeacon('e2c56db5-dffb-48d2-b060-d0f5a71096e0', 0, 0xffff, -59);
      bleno.startAdvertisingWithEIRData(Buffer.from('0201060303aafe', 'hex'), Buffer.from([2, 10, 0]), done);
      """, .javaScript,
      [
        ["ADV_IND", "0201061aff4c000215e2c56db5dffb48d2b060d0f5a71096e00000ffffc5", ""],
        ["ADV_IND", "0201060303aafe", "020a00"],
      ])
  }

  /// pybleno is a copy of bleno in Python.
  @Test(arguments: [
    ("bleno.startAdvertising('Lamp', ['180d', '12345678'])", ["ADV_IND", "02010603030d18", "05084c616d70"]),
    ("self.bleno.startAdvertising('Lamp', [])", ["ADV_IND", "020106", "05084c616d70"]),
    (
      "bleno.startAdvertisingIBeacon('e2c56db5-dffb-48d2-b060-d0f5a71096e0', 0, 1, -59)",
      ["ADV_IND", "0201061aff4c000215e2c56db5dffb48d2b060d0f5a71096e000000001c5", ""]
    ),
    ("bleno.startAdvertising(name='Lamp', service_uuids=[])", []),
    ("bleno.startAdvertising('L\u{e9}', [])", []),
  ])
  func pybleno(_ call: String, _ layout: [String]) {
    let program = ProgramReader(
      "from pybleno import *\nbleno = Bleno()\ndef on_state(self, state):\n    if state == 'poweredOn':\n        \(call)\n",
      language: .python)
    #expect(blocks(program) == (layout.isEmpty ? [] : [layout]), "\(program.unread)")
  }

  /// Constants of modules of the project.
  @Test(arguments: [
    (
      "const { NAME, PULSE } = require('./names');", "names.js",
      "const NAME = 'Lamp';\nconst PULSE = '180d'\nmodule.exports = { NAME, PULSE };", true
    ),
    (
      "import { NAME, PULSE } from './names.js'", "names.js",
      "export const NAME = 'Lamp'\nexport const PULSE = \"180d\"\n", true
    ),
    (
      "import { NAME, PULSE } from '../names'", "../names.ts",
      "export const NAME: string = 'Lamp';\nexport const PULSE = '180d';", true
    ),
    (
      "import { NAME, PULSE } from './names'", "names/index.ts",
      "export const NAME = 'Lamp';\nexport const PULSE = '180d';", true
    ),
    // Other names, values that are made when the module runs, and names with two values.
    (
      "import { NAME as PULSE } from './names.js'", "names.js",
      "export const NAME = 'Lamp'\nexport const PULSE = '180d'", false
    ),
    (
      "import { NAME, PULSE } from 'names'", "names.js", "export const NAME = 'Lamp'\nexport const PULSE = '180d'",
      false
    ),
    (
      "import { NAME, PULSE } from './names'", "names.js",
      "export const NAME = make()\nexport const PULSE = process.env.PULSE", false
    ),
    (
      "import { NAME, PULSE } from './names'", "names.js", "function f() { const NAME = 'Lamp'; const PULSE = '180d' }",
      false
    ),
    (
      "const { NAME, PULSE } = require('./names');", "names.js",
      "const NAME = 'Lamp'\nconst PULSE = '180d'\nmodule.exports = { NAME: other, PULSE: other }", false
    ),
    (
      "import { NAME, PULSE } from './names'\nfunction f() { NAME = 'Owl'; PULSE = '180f' }", "names.js",
      "export const NAME = 'Lamp'\nexport const PULSE = '180d'", false
    ),
  ])
  func constantsOfModules(_ taking: String, _ path: String, _ module: String, _ isKnown: Bool) {
    let program = ProgramReader(
      "import bleno from 'bleno';\n\(taking)\nbleno.startAdvertising(NAME, [PULSE]);\n", language: .javaScript,
      project: SourceProject(sources: ProjectSources { $0 == path ? module : nil }))
    let known = ["ADV_IND", "02010603030d18", "05084c616d70"]
    #expect((blocks(program) == [known]) == isKnown, "\(taking) \(program.unread)")
  }

  /// A service that is not read leaves the rest known.
  @Test func unreadServices() throws {
    let program = ProgramReader(
      "const bleno = require('bleno');\nbleno.startAdvertising('Lamp', [config.uuid]);\n", language: .javaScript)
    #expect(
      blocks(program)
        == ["1106" + String(repeating: "??", count: 16), "0303????"].map { ["ADV_IND", "020106" + $0, "05084c616d70"] })
    let doubt = try #require(program.layouts.first?.doubts.first)
    #expect(doubt.part == .octets(.advertising, 5..<21) && doubt.kind == .unknown)
    #expect(program.layouts.first?.stackBuild == nil)
  }

  @Test(arguments: [
    (
      "bleno.startAdvertisingWithEIRData(Buffer.from('\(String(repeating: "00", count: 32))', 'hex'));",
      "31 bytes\": 32"
    ),
    ("bleno.startAdvertising('A name of more than twenty-nine bytes', []);", "Scan data is over maximum limit"),
    ("bleno.startAdvertising('a', ['\(lamp)', '180d'].concat(more));", "not computed"),
    ("const start = bleno.startAdvertising;", "other than in a call"),
  ]) func refusalsOfBleno(_ line: String, _ words: String) {
    expectRefusal("const bleno = require('bleno');\n" + line, .javaScript, 2, words)
  }

  /// Seeded programs against the rules of lib/hci-socket/gap.js, written here once more.
  @Test func seededBleno() {
    var random = SplitMix64(seed: 81)
    for _ in 0..<300 {
      let name = Self.name(0...24, &random)
      var texts: [String] = []
      var short = ""
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let number = UInt16.random(in: 0...0xFFFF, using: &random)
        texts.append(HexDigits.text(UInt64(number), digits: 4))
        short += HexText.compact([UInt8(number & 0xFF), UInt8(number >> 8)])
      }
      var long = ""
      if Bool.random(using: &random) {
        let octets = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
        texts.insert(HexText.compact(octets), at: Int.random(in: 0...texts.count, using: &random))
        long = HexText.compact(octets.reversed())
      }
      var advertising = "020106"
      if !short.isEmpty { advertising += HexText.compact([UInt8(short.count / 2 + 1)]) + "03" + short }
      if !long.isEmpty { advertising += "1106" + long }
      let response =
        name.isEmpty ? "" : HexText.compact([UInt8(name.utf8.count + 1)]) + "08" + HexText.compact(Array(name.utf8))
      let list = texts.map { "\"\($0)\"" }.joined(separator: ", ")
      let program = ProgramReader(
        "const bleno = require('bleno');\nbleno.startAdvertising('\(name)', [\(list)]);\n", language: .javaScript)
      if advertising.count > 62 {
        #expect(program.layouts.isEmpty && program.unread.first?.refusal?.isCertain == true)
      } else {
        #expect(program.unread.isEmpty && blocks(program) == [["ADV_IND", advertising, response]], "\(program.unread)")
      }
    }
  }

  // MARK: Phones

  @Test func reactNative() {
    let calls = """
      BLEPeripheral.setName('Lamp');
      BLEPeripheral.addService('\(Self.lamp)', true);
      BLEPeripheral.start().then(() => {});
      """
    expect(
      "import BLEPeripheral from 'react-native-ble-peripheral';\n" + calls, .javaScript,
      [
        ["ADV_IND", "02010205094c616d701107" + Self.lampOctets, ""],
        ["ADV_IND", "02011a1107" + Self.lampOctets + "05094c616d70", ""],
      ])
    // The module has a name of its own, which every app gets that says none.
    let unnamed = ProgramReader(
      "const Ble = require('react-native-ble-peripheral');\nBle.addService('\(Self.lamp)', true);\nBle.start();\n",
      language: .javaScript)
    #expect(blocks(unnamed).first?[1] == "020102" + "0709524e5f424c45" + "1107" + Self.lampOctets)
    for (line, words) in [
      ("Ble.addService('180D', true);", "IllegalArgumentException"),
      ("if (a) Ble.addService('\(Self.lamp)', true);", "the if in line 2"),
      ("all.forEach((one) => { Ble.addService(one, true); });", "forEach"),
    ] {
      let program = ProgramReader(
        "import Ble from 'react-native-ble-peripheral';\n\(line)\nBle.start();\n", language: .javaScript)
      #expect(program.unread.first?.reason.contains(words) == true, "\(program.unread)")
    }
  }

  private static let flutter = "import 'package:flutter_ble_peripheral/flutter_ble_peripheral.dart';\n"

  @Test func flutterPeripheral() {
    let data =
      "AdvertiseData(serviceUuid: '\(Self.lamp)', localName: 'Lamp', manufacturerId: 1234, "
      + "manufacturerData: Uint8List.fromList([1, 2]))"
    let android = "05ffd2040102" + "1107" + Self.lampOctets
    let apple = ["ADV_IND", "02011a1107" + Self.lampOctets + "05094c616d70", ""]
    // The default is extended advertising that nobody can connect to.
    expect(
      Self.flutter + "final data = \(data);\nvoid go() { FlutterBlePeripheral().start(advertiseData: data); }\n", .dart,
      [["EXT_NONCONNECTABLE", android, "none"], apple])
    let unset = ProgramReader(
      Self.flutter + "void go() { FlutterBlePeripheral().start(advertiseData: \(data)); }\n", language: .dart)
    #expect(unset.layouts.first?.stackBuild?.changes.first?.change.words.contains("nobody can connect") == true)
    expect(
      Self.flutter
        + "void go() { p.start(advertiseData: \(data), advertiseSettings: AdvertiseSettings(advertiseSet: false)); }\n",
      .dart, [["ADV_SCAN_IND", android, ""], apple])
    let set = "advertiseSetParameters: AdvertiseSetParameters(legacyMode: true, connectable: true, scannable: true)"
    #expect(
      sent(Self.flutter + "void go() { p.start(advertiseData: \(data), \(set)); }\n", .dart).first?.first == "ADV_IND")
  }

  /// Fields that a system does not get, and data that only extended advertising has room for.
  @Test func whatFlutterPeripheralLeavesOut() throws {
    let text =
      "AdvertiseData(serviceUuid: '\(Self.lamp)', localName: 'Lamp', serviceDataUuid: '\(Self.lamp)', "
      + "serviceData: Uint8List.fromList([1]), manufacturerId: 1234, manufacturerData: Uint8List.fromList([1, 2]))"
    let program = ProgramReader(
      Self.flutter + "void go() { p.start(advertiseData: \(text)); }\n", language: .dart)
    #expect(program.layouts.count == 2, "\(program.unread)")
    for (layout, names) in zip(program.layouts, [["localName"], ["manufacturerData", "serviceData"]]) {
      let changes = (layout.stackBuild?.changes ?? []).map { $0.change.words }
      #expect(names.allSatisfy { name in changes.contains { $0.contains("does not get \(name)") } }, "\(changes)")
    }
    #expect(
      program.assumptions.contains { $0.words.contains("with legacy advertising") && $0.words.contains("31 available") }
    )
    let legacy = ProgramReader(
      Self.flutter
        + "void go() { p.start(advertiseData: \(text), advertiseSettings: AdvertiseSettings(advertiseSet: false)); }\n",
      language: .dart)
    #expect(legacy.unread.contains { $0.reason.contains("DATA_TOO_LARGE") }, "\(legacy.unread)")
  }

  @Test(arguments: [
    ("serviceUuid: '180D'", "", "IllegalArgumentException"),
    ("manufacturerData: Uint8List.fromList([1])", "", "without manufacturerId"),
    ("serviceDataUuid: '\(lamp)', serviceData: [1, 2]", "", "ClassCastException"),
    ("serviceUuid: '\(lamp)'", ", advertiseResponseData: AdvertiseData(localName: 'a')", "advertiseResponseData"),
    ("serviceUuids: ['\(lamp)']", "", "serviceUuids"),
    ("manufacturerId: 1, manufacturerData: bytes", "", "does not set bytes once"),
  ]) func refusalsOfFlutterPeripheral(_ fields: String, _ others: String, _ words: String) {
    let program = ProgramReader(
      Self.flutter + "void go() { p.start(advertiseData: AdvertiseData(\(fields))\(others)); }\n", language: .dart)
    #expect(program.unread.contains { $0.line == 2 && $0.reason.contains(words) }, "\(program.unread)")
    #expect(!program.layouts.contains { $0.name?.contains("Android") ?? false })
  }

  /// Android sends service data last, so that all before it is known.
  @Test func unknownServiceDataOfBluetoothLowEnergy() throws {
    let text = """
      import 'package:bluetooth_low_energy/bluetooth_low_energy.dart';
      void go() async {
        await manager.startAdvertising(Advertisement(
          serviceUUIDs: [UUID.short(0x180d)], serviceData: { uuid: bytes }));
      }
      """
    let layouts = ProgramReader(text, language: .dart).layouts
    let android = try #require(layouts.first { $0.name?.contains("Android") ?? false })
    #expect(blocks(android)[1] == "02010203030d18" && android.knownCount(of: .advertising) == 7)
  }

  @Test func phonesNameOfFlutterPeripheral() {
    let fields = "serviceUuid: '\(Self.lamp)', includeDeviceName: true"
    let program = ProgramReader(
      Self.flutter
        + "void go() { p.start(advertiseData: AdvertiseData(\(fields)), advertiseSettings: AdvertiseSettings(advertiseSet: false)); }\n",
      language: .dart)
    let layout = program.layouts.first { $0.name?.contains("Android") ?? false }
    #expect(layout?.doubts.contains { $0.cause.words.contains("the phone's own") } == true, "\(program.unread)")
    // What the library drops is a loss beside the name, too, and no other request mends it.
    let dropping = ProgramReader(
      Self.flutter
        + "void go() { p.start(advertiseData: AdvertiseData(\(fields), includePowerLevel: true), advertiseSettings: AdvertiseSettings(advertiseSet: false)); }\n",
      language: .dart)
    let build = dropping.layouts.first { $0.name?.contains("Android") ?? false }?.stackBuild
    #expect(build?.losses.contains("includePowerLevel") == true && build?.remedies == [nil], "\(dropping.unread)")
  }

  /// On Android, the name is in both blocks, so a 128-bit service has room beside a name of 8 bytes only.
  @Test func blePeripheral() {
    func program(_ name: String, _ others: String = "") -> ProgramReader {
      ProgramReader(
        """
        import 'package:ble_peripheral/ble_peripheral.dart';
        void go() async {
          await BlePeripheral.startAdvertising(services: ['\(Self.lamp)'], localName: '\(name)'\(others));
        }
        """, language: .dart)
    }
    #expect(
      blocks(program("Lamp")) == [
        ["ADV_IND", "02010205094c616d701107" + Self.lampOctets, "05094c616d70"],
        ["ADV_IND", "02011a1107" + Self.lampOctets + "05094c616d70", ""],
      ])
    let data = ", manufacturerData: ManufacturerData(manufacturerId: 89, data: Uint8List.fromList([1]))"
    #expect(
      blocks(program("Lamp", data + ", addManufacturerDataInScanResponse: true")).first?[2] == "05094c616d70"
        + "04ff590001")
    let long = program("Lamp in hall")
    #expect(long.unread.first?.reason.contains("ADVERTISE_FAILED_DATA_TOO_LARGE") == true)
    // Lines that are copied without the import.
    let lines = SourceExcerpt("AdvertiseData(serviceUuid: '\(Self.lamp)', manufacturerId: 1, includePowerLevel: true)")
    #expect(lines?.program.layouts.map { blocks($0)[0] } == ["EXT_NONCONNECTABLE", "ADV_IND"])
  }

  /// The call that lines lack can ask for legacy advertising, in which 31 bytes have room.
  @Test(
    arguments: [
      ("serviceUuid: '\(lamp)'", nil),
      ("serviceUuid: '\(lamp)', manufacturerId: 89, manufacturerData: Uint8List.fromList([1])", nil),
      (
        "serviceUuid: '\(lamp)', serviceDataUuid: '\(lamp)', serviceData: Uint8List.fromList([1])",
        "ADVERTISE_FAILED_DATA_TOO_LARGE (1): the fields need 37 bytes, 31 available"
      ),
    ] as [(String, String?)]) func unseenStart(_ fields: String, _ words: String?) throws
  {
    let program = try #require(SourceExcerpt("AdvertiseData(\(fields), includePowerLevel: false)")).program
    #expect(program.assumptions.contains { $0.words.hasPrefix("start is assumed to get these data alone") })
    let tooLarge = program.assumptions.first { $0.words.contains("TOO_LARGE") }
    #expect(words.map { tooLarge?.words.contains($0) ?? false } ?? (tooLarge == nil), "\(program.assumptions)")
    let android = try #require(program.layouts.first { $0.name?.hasSuffix("Android") ?? false })
    #expect(android.isKindAssumed)
  }

  @Test func bluetoothLowEnergy() {
    let text = """
      import 'package:bluetooth_low_energy/bluetooth_low_energy.dart';
      void go() async {
        final advertisement = Advertisement(
          name: 'Lamp', serviceUUIDs: [UUID.fromString('\(Self.lamp)')],
          manufacturerSpecificData: [ManufacturerSpecificData(id: 0x2e19, data: Uint8List.fromList([1, 2]))]);
        await manager.startAdvertising(advertisement);
      }
      """
    expect(
      text, .dart,
      [
        ["ADV_IND", "02010205ff192e01021107" + Self.lampOctets, "05094c616d70"],
        ["ADV_IND", "02011a1107" + Self.lampOctets + "05094c616d70", ""],
      ])
    #expect(
      ProgramReader(text, language: .dart).layouts.last?.stackBuild?.changes.map { $0.change.kind } == [.leftOut])
  }

  /// Seeded programs for Flutter: Flags, manufacturer data, 16-bit services, 128-bit services, and the name in the scan response.
  @Test func seededBluetoothLowEnergy() {
    var random = SplitMix64(seed: 82)
    for _ in 0..<200 {
      let name = Self.name(1...26, &random)
      let number = UInt16.random(in: 0...0xFFFF, using: &random)
      let company = UInt16.random(in: 0...0xFFFF, using: &random)
      let data = (0..<Int.random(in: 0...12, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      let isLong = Bool.random(using: &random)
      let services =
        "UUID.short(\(Bool.random(using: &random) ? "\(number)" : "0x" + HexDigits.text(UInt64(number), digits: 4)))"
        + (isLong ? ", UUID.fromString('\(Self.lamp)')" : "")
      let little = { (value: UInt16) in HexText.compact([UInt8(value & 0xFF), UInt8(value >> 8)]) }
      let advertising =
        "020102" + HexText.compact([UInt8(data.count + 3)]) + "ff" + little(company) + HexText.compact(data) + "0303"
        + little(number) + (isLong ? "1107" + Self.lampOctets : "")
      let program = ProgramReader(
        """
        import 'package:bluetooth_low_energy/bluetooth_low_energy.dart';
        void go() => manager.startAdvertising(Advertisement(
          manufacturerSpecificData: [ManufacturerSpecificData(data: Uint8List.fromList(\(data)), id: \(company))],
          serviceUUIDs: [\(services)], name: "\(name)"));
        """, language: .dart)
      let android = program.layouts.filter { $0.name?.contains("Android") ?? false }
      if advertising.count > 62 {
        #expect(android.isEmpty && program.unread.contains { $0.refusal?.isCertain ?? false }, "\(program.unread)")
      } else {
        let response = HexText.compact([UInt8(name.utf8.count + 1)]) + "09" + HexText.compact(Array(name.utf8))
        #expect(android.map { blocks($0) } == [["ADV_IND", advertising, response]], "\(program.unread)")
      }
    }
  }

  // MARK: Python

  @Test func bless() {
    let text = """
      from bless import BlessServer
      async def run(loop):
          gatt: Dict = {"\(Self.lamp)": {}, "0000180d-0000-1000-8000-00805f9b34fb": {}}
          my_name = "Lamp"
          server = BlessServer(name=my_name, loop=loop)
          await server.add_gatt(gatt)
          await server.start()
      """
    let program = ProgramReader(text, language: .python)
    #expect(blocks(program).first == ["ADV_IND", "1107" + Self.lampOctets, "05094c616d70"], "\(program.unread)")
    #expect(program.layouts.first?.stackBuild?.changes.contains { $0.change.kind == .leftOut } == true)
    // A longer name takes the place of all services on macOS.
    let long = ProgramReader(text.replacing("\"Lamp\"", with: "\"Lamp in the hall\""), language: .python)
    #expect(blocks(long).last?[1] == "02011a" + "11094c616d7020696e207468652068616c6c")
    #expect(
      ProgramReader(text.replacing("    await server.start()", with: "    pass"), language: .python).unread.first?
        .reason
        .contains("does not start") == true)
  }

  @Test func bluezero() {
    expect(
      """
      from bluezero import peripheral
      SERVICE = '12341000-1234-1234-1234-123456789abc'
      def main(address):
          monitor = peripheral.Peripheral(address, local_name='CPU', appearance=1344)
          monitor.add_service(srv_id=1, uuid=SERVICE, primary=True)
          monitor.add_service(2, '180F', False)
          monitor.publish()
      """, .python,
      [["ADV_IND", "1107bc9a785634123412341234120010341203194005", "0409435055"]])
    let program = ProgramReader(
      """
      from bluezero import advertisement
      advert = advertisement.Advertisement(1, 'peripheral')
      advert.service_UUIDs = ['FEAA']
      advert.manufacturer_data(0xffff, [1, 2])
      advert.service_data = {'FEAA': [0], '180F': b'\\x64'}
      advertisement.AdvertisingManager().register_advertisement(advert, {})
      """, language: .python)
    #expect(blocks(program) == [["ADV_IND", "0303aafe05ffffff010204160f1864", ""]], "\(program.unread)")
    #expect(program.layouts.first?.stackBuild?.changes.contains { $0.change.kind == .leftOut } == true)
    expect(
      """
      from bluezero import broadcaster
      alt = broadcaster.Beacon()
      alt.add_manufacturer_data('ffff', b'\\xBE\\xAC')
      alt.start_beacon()
      """, .python, [["ADV_NONCONN_IND", "05ffffffbeac", "none"]])
  }

  /// Seeded programs for bluez_peripheral: services, manufacturer data, appearance, and last the Flags.
  @Test func seededBluezPeripheral() {
    var random = SplitMix64(seed: 83)
    for _ in 0..<200 {
      let name = Self.name(1...20, &random)
      let number = UInt16.random(in: 1...0xFFFF, using: &random)
      // Octets of a file that is not in UTF-8 would be those of U+FFFD.
      let data = (1...6).map { _ in UInt8.random(in: 0...0xEE, using: &random) }
      let appearance = UInt16.random(in: 0...0xFFFF, using: &random)
      let uuid = HexDigits.text(UInt64(number), digits: 4)
      let services = Bool.random(using: &random) ? "\"\(uuid)\"" : "BTUUID.from_uuid16(\(number))"
      let bytes = "b\"" + data.map { "\\x" + HexDigits.text(UInt64($0), digits: 2) }.joined() + "\""
      let program = ProgramReader(
        """
        from bluez_peripheral.advert import Advertisement
        async def main():
            advert = Advertisement("\(name)", [\(services)], \(appearance), 60, manufacturerData={0xFFFF: \(bytes)})
            await advert.register(bus, adapter)
        """, language: .python)
      let little = { (value: UInt16) in HexText.compact([UInt8(value & 0xFF), UInt8(value >> 8)]) }
      let advertising =
        "0303" + little(number) + "09ffffff" + HexText.compact(data) + "0319" + little(appearance) + "020106"
      let response = HexText.compact([UInt8(name.utf8.count + 1)]) + "09" + HexText.compact(Array(name.utf8))
      #expect(program.unread.isEmpty && blocks(program) == [["ADV_IND", advertising, response]], "\(program.unread)")
    }
  }

  @Test(arguments: [
    (
      "bluez_peripheral", "a = Advertisement('a', ['180D'], 0, 60, serviceData={'180D': b'a'})\na.register(b)",
      "refuses"
    ),
    ("bluez_peripheral", "a = Advertisement('a', ['180D'], 0, 60)\n", "does not register"),
    ("bluezero", "p = Peripheral(a, 'a')\nif x:\n    p.add_service(1, '180D', True)\np.publish()", "the if in line 3"),
    ("bluezero", "self.p = Peripheral(a, 'a')\nself.p.publish()", "no name is set"),
    ("bless", "s = BlessServer('a')\ns.start()", "no service"),
  ]) func refusalsInPython(_ module: String, _ lines: String, _ words: String) {
    let program = ProgramReader("from \(module) import *\n" + lines + "\n", language: .python)
    #expect(program.unread.contains { $0.reason.contains(words) }, "\(program.unread)")
    #expect(!program.layouts.contains { $0.name != "start on macOS" })
  }

  // MARK: Keyboards

  /// An object that another file makes, and one that the file declares twice.
  @Test func keyboardOfAnotherFile() throws {
    let text = "#include <BleKeyboard.h>\nextern BleKeyboard kb;\nvoid setup() { kb.begin(); }\n"
    let layout = try #require(ProgramReader(text, language: .cPlusPlus).layouts.first)
    #expect(blocks(layout)[1].hasPrefix("0201060319c1030a09??…"))
    #expect(layout.doubts.contains { "\($0)".contains("another file makes kb") })
    let both = text.replacing("void", with: "BleKeyboard kb(\"Lamp\");\nvoid")
    let made = ProgramReader(both, language: .cPlusPlus).layouts
    #expect(made.count == 1 && made[0].knownCount(of: .advertising) == nil)
  }

  /// Seeded sketches: Flags, appearance, a name of at most 15 bytes, the TX power, which is not known, the service, and the
  /// connection intervals if they have room.
  @Test func seededKeyboards() {
    var random = SplitMix64(seed: 84)
    for _ in 0..<100 {
      let name = Self.name(1...20, &random)
      let maker = [", \"Me\", 100", ", \"Me\"", ""].randomElement(using: &random) ?? ""
      let text = """
        #include <BleKeyboard.h>
        BleKeyboard keyboard("\(name)"\(maker));
        void setup() { Serial.begin(115200); keyboard.begin(); }
        void loop() { if (keyboard.isConnected()) { keyboard.print("a"); } }
        """
      let kept = Array(name.utf8.prefix(15))
      let advertising =
        "0201060319c103" + HexText.compact([UInt8(kept.count + 1)]) + "09" + HexText.compact(kept) + "020a0003031218"
        + (kept.count <= 9 ? "051220004000" : "")
      expect(text, .cPlusPlus, [["ADV_IND", advertising, ""]])
    }
    expect(
      "#include <BleGamepad.h>\nBleGamepad pad;\nvoid setup() { pad.begin(); }\nvoid loop() {}\n", .cPlusPlus,
      [["ADV_IND", "0201060319c403030312181209455350333220424c452047616d65706164", ""]])
    expectRefusal(
      "#include <BleMouse.h>\nBleMouse mouse(\"a\");\nvoid setup() {}\n", .cPlusPlus, 2, "does not call begin()")
  }

  // MARK: Changes

  static let programs: [(ProgramReader.Language, String)] = [
    (.javaScript, "const bleno = require('bleno');\nbleno.startAdvertising('Lamp', ['180d', '\(lamp)']);\n"),
    (
      .javaScript,
      "import B from 'react-native-ble-peripheral';\nB.setName('Lamp');\nB.addService('\(lamp)', true);\nB.start();\n"
    ),
    (
      .dart,
      flutter + "void go() { p.start(advertiseData: AdvertiseData(serviceUuid: '\(lamp)', manufacturerId: 89, "
        + "manufacturerData: Uint8List.fromList([1, 2])), advertiseSettings: AdvertiseSettings(connectable: true)); }\n"
    ),
    (.python, "from bless import BlessServer\ns = BlessServer(name='Lamp')\ns.add_new_service('\(lamp)')\ns.start()\n"),
    (
      .python,
      "from bluezero import peripheral\np = peripheral.Peripheral(a, 'Lamp')\np.add_service(1, '180D', True)\np.publish()\n"
    ),
    (.cPlusPlus, "#include <BleKeyboard.h>\nBleKeyboard k(\"Lamp\", \"Me\", 100);\nvoid setup() { k.begin(); }\n"),
    (.cPlusPlus, "#include <BleKeyboard.h>\nBleKeyboard m;\nvoid setup() { m.setName(\"Lamp\"); m.begin(); }\n"),
  ]

  /// Any change of a few characters is read or refused, and ends; a line in a comment is no call.
  @Test(arguments: programs) func anyChange(_ language: ProgramReader.Language, _ text: String) {
    for changed in ChangedText.some(of: text, marks: "(){}[]\"'#\\\n;,*&/<>=.0xA:") {
      // A service that is not read is one layout for each width.
      #expect(ProgramReader(changed, language: language).layouts.count <= 4)
    }
    let mark = language == .python ? "# " : "// "
    let lines = text.split(separator: "\n")
    for index in lines.indices.dropFirst() where language != .cPlusPlus {
      var some = lines
      some[index] = Substring(mark + lines[index])
      let program = ProgramReader(some.joined(separator: "\n"), language: language)
      let all = ProgramReader(text, language: language)
      // Without a line of it, the same is never said.
      #expect(blocks(program) != blocks(all), "\(some)")
    }
  }

  private static func name(_ count: ClosedRange<Int>, _ random: inout SplitMix64) -> String {
    String(
      (0..<Int.random(in: count, using: &random)).map { _ in "abcdefgh XYZ0189-_".randomElement(using: &random) ?? "a" }
    )
  }
}

import AdvertCapture
import AdvertisingData
import TestSupport
import Testing

@testable import advert

/// Values and HCI packets that people paste in the place of AD structures.
@Suite struct PastedValuesTests {
  /// Manufacturer data of 0x0059, 01 02, as libraries print them.
  @Test(arguments: [
    #"{89: b'\x01\x02'}"#, #"{"89": "AQI="}"#, #"{0x0059: b"\x01\x02"}"#, #"manufacturer_data={89: b'\x01\x02'}"#,
    #"'manufacturer_data': {89: b'\x01\x02'},"#, "kCBAdvDataManufacturerData = <59000102>;",
    #""kCBAdvDataManufacturerData": {length = 4, bytes = 0x59000102}"#, "manufacturerData: [89, 0, 1, 2]",
    "Manufacturer Data: 59 00 01 02", "raw_mfr: 59000102", "manufacturerData = <59 00 01 02>",
    "Manufacturer specific data: 0x59000102", #"AdvertisementData(manufacturer_data={89: b'\x01\x02'}, rssi=-60)"#,
    #"AdvertisementData(local_name='A, b', manufacturer_data={89: b'\x01\x02'}, service_uuids=['180d'], rssi=-50)"#,
    "Company: Nordic Semiconductor ASA <0x0059> 0x0102", "Manufacturer data: Company: Reserved ID <0x0059> 0x0102",
    "Manufacturer data (Bluetooth Core 4.1): Company: Nordic Semiconductor ASA <0x0059> 0x0102",
    #"manufacturerData: {"0059": "0102"}"#,
  ]) func manufacturerData(_ text: String) throws {
    let values = try #require(PastedValues(text))
    #expect(values.payload.octets == [UInt8](hex: "05ff59000102"))
    let run = CommandLineRun(["decode", text])
    #expect(run.status == .success, "\(run.diagnostics)")
    #expect(run.output.contains("note: this is manufacturer data as libraries give it to programs"))
    #expect(run.output.contains("Nordic Semiconductor"))
  }

  /// Four digits that no decimal number has are hex, and others are decimal.
  @Test(arguments: [
    (#"manufacturerData: {"004C": "1005"}"#, "05ff4c001005"), (#"manufacturerData: {"ffff": "1005"}"#, "05ffffff1005"),
    (#"manufacturerData: {"1234": "1005"}"#, "05ffd2041005"), (#"manufacturerData: {"76": "1005"}"#, "05ff4c001005"),
  ]) func companiesOfKeys(_ text: String, _ octets: String) {
    #expect(PastedValues(text)?.payload.octets == [UInt8](hex: octets))
  }

  /// Data that is empty is data all the same.
  @Test(arguments: [
    ("Services: {180d: []}", "03160d18"), ("{89: b''}", "03ff5900"), (#"serviceData: {"180d": ""}"#, "03160d18"),
    ("kCBAdvDataServiceData = { 180D = <>; };", "03160d18"), ("Company: Apple, Inc. <0x004C>", "03ff4c00"),
  ]) func emptyValues(_ text: String, _ octets: String) {
    #expect(PastedValues(text)?.payload.octets == [UInt8](hex: octets))
    let run = CommandLineRun(["decode", text])
    #expect(run.status == .success && !run.output.contains("problem"), "\(run.transcript)")
  }

  @Test(arguments: [
    #"service_data={'0000180d-0000-1000-8000-00805f9b34fb': b'\x40\x02'}"#,
    #"{"0000180D-0000-1000-8000-00805F9B34FB": b'\x40\x02'}"#, "serviceData: {180d: 4002}",
    "UUID: 0x180D, Data: 40 02", "Services: {180d: [64, 2]}",
    #"serviceData: {"180d": "QAI="}"#, "uuid: 180d, data: 0x4002",
    "kCBAdvDataServiceData = { 180D = <4002>; };",
  ]) func serviceData(_ text: String) throws {
    let values = try #require(PastedValues(text))
    #expect(values.payload.octets == [UInt8](hex: "05160d184002"))
  }

  /// Texts that name a value are read, and no other text is one.
  @Test(arguments: [
    "020106", "{0x02, 0x01, 0x06}", "{ 2, 1, 6 }", "uint8_t manufacturerData[] = {2, 1, 6};", "manufacturer_data={}",
    "manufacturer_data={89: none}", "manufacturerData: null", "{'a': b'\\x01'}", "{70000: b'\\x01\\x02'}",
    "UUID: 0x180D", "UUID: 0x180D, Data:", "Company: <0x59> 0102", "the Company: A <0x0059> 0102",
    "Company: A 0x0059 0102", "serviceData: 4002", "Services: {180d, 180f}", "Services: [180d]",
    "manufacturerData: 59", "{", "}", "{}", ":", "=", "",
    "the manufacturer sends service data: 40 02",
    #"AdvertisementData(local_name='A', rssi=-60)"#, #"manufacturer_data={89: b'\x01\x02'}, x"#, "f(2, 1, 6)",
  ]) func otherTexts(_ text: String) { #expect(PastedValues(text) == nil) }

  /// The beginnings and changes of such texts give values or none, and no trap.
  @Test func anyTexts() {
    let texts = [
      #"manufacturer_data={89: b'\x01\x02', 76: bytearray(b'\x10\x05')}"#, "UUID: 0x180D, Data: 40 02",
      "kCBAdvDataServiceData = { 180D = <4002>; FEAA = <1000>; };",
    ]
    var random = SystemRandomNumberGenerator()
    for text in texts {
      let octets = Array(text.utf8)
      for count in octets.indices { _ = PastedValues(String(decoding: octets[..<count], as: UTF8.self)) }
      for _ in 0..<2000 {
        var changed = octets
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          guard let index = changed.indices.randomElement() else { break }
          if Bool.random() {
            changed.remove(at: index)
          } else {
            changed[index] = Array("{}[]<>()'\"=:,;\\b0x ".utf8).randomElement()!
          }
        }
        _ = PastedValues(String(decoding: changed, as: UTF8.self))
      }
    }
  }

  /// Octets that are no structures and are exactly a known format as a value.
  @Test(arguments: [
    ("4c000215000102030405060708090a0b0c0d0e0f00010001c5", "iBeacon"), ("40 02 c4 09 03 bf 13", "BTHome"),
    ("TAACFQABAgMEBQYHCAkKCwwNDg8AAQABxQ==", "iBeacon"),
  ]) func valuesOfKnownFormats(_ text: String, _ format: String) {
    let run = CommandLineRun(["decode", text])
    #expect(run.status == .success)
    #expect(run.output.contains("note: these bytes are no AD structures; as the value of"))
    #expect(run.output.contains(format))
  }

  /// A word that says nothing does not make structures of a known format.
  @Test(arguments: [
    ("mfg: bebabeace02316314636493b978c6963e38ffabedeadbeefbb00", "AltBeacon"),
    ("altBEACON    data: be ba be ac e0 23 16 31 46 36 49 3b 97 8c 69 63 e3 8f fa be de ad be ef bb 00", "AltBeacon"),
    ("seen = 4c000215000102030405060708090a0b0c0d0e0f00010001c5", "iBeacon"),
  ]) func valuesBehindAnyWord(_ text: String, _ format: String) {
    let run = CommandLineRun(["decode", text])
    #expect(run.status == .success && run.output.contains(format), "\(run.transcript)")
    #expect(!run.output.contains("bytes follow"))
  }

  @Test(arguments: ["adv: 02010603030d18", "raw = 02 01 06 03 03 0d 18"]) func structuresBehindAnyWord(_ text: String) {
    #expect(PastedValues(text) == nil)
    #expect(CommandLineRun(["decode", text]).output.contains("Heart Rate"))
  }

  /// Libraries whose key is the company take it off, and the first bytes then name another one.
  @Test(arguments: [
    ("0215fda50693a4e24fb1afcfc6eb0764782500010002d8", "iBeacon", "an unassigned company (0x1502)"),
    ("01 00 00 00 00 00 00 00 00 00 40 00 00 00 00 00 00", "overflow", "Nokia Mobile Phones (0x0001)"),
    ("12 02 00 03", "Find My", "Interplan Co., Ltd (0x0212)"),
    ("0512fc5394c37c0004fffc040cac364200cdcbb8334c884f", "RuuviTag", "an unassigned company (0x1205)"),
  ]) func dataWithoutACompany(_ octets: String, _ format: String, _ other: String) {
    let run = CommandLineRun(["decode", "Manufacturer data: " + octets])
    let words = run.output.unwrapped
    #expect(run.status == .success && words.lowercased().contains(format.lowercased()), "\(run.transcript)")
    let maker = format == "RuuviTag" ? "Ruuvi Innovations Ltd. (0x0499)" : "Apple, Inc. (0x004c)"
    #expect(words.contains("without the company identifier of \(maker), whose format and length it has"))
    #expect(words.contains("if the first two bytes are a company all the same, it is \(other)"))
  }

  /// BTHome's parser logs the objects without the octet before them, and people paste them so.
  @Test(arguments: [
    ("Owl 1F2E: BTHome objects are not in order, payload: 022e090164", "object id that is not below"),
    ("[bthome_ble.parser] BTHome payload: 0164", "battery 100 %"),
    ("bthome data: 01 64 02 ca 09", "temperature 25.06 °C"),
    ("0235082e39050000000cd70c", "humidity 57 %"), ("01 64 02 ca 09 03 bf 13 2f 10", "moisture 16 %"),
  ]) func objectsOfBTHome(_ text: String, _ words: String) {
    let run = CommandLineRun(["decode", text])
    #expect(run.status == .success && run.output.unwrapped.contains(words), "\(run.transcript)")
    #expect(run.output.unwrapped.contains("without its first byte (0x40"))
  }

  /// Whole data, a payload, octets that are no objects to their end, and few objects without the name keep their meaning.
  @Test(arguments: [
    "payload: 400164", "02010603030d18", "bthome rssi: 44", "bthome payload: 0164ee", "0164 02ca09 03bf13",
    "020106 0303aafe 0416aafe", "40 0013 015e 02a709 035b08", "bthome data: 40 0013 015e 02a709 035b08",
  ]) func otherThanObjects(_ text: String) {
    #expect(PastedValues(text)?.lacksHead ?? false == false)
  }

  /// Any company can stand before the code of an AltBeacon, so the note names no company.
  @Test func altBeaconWithoutACompany() {
    let beacon = "beac" + "e02316314636493b978c6963e38ffabedeadbeefbb00"
    let words = CommandLineRun(["decode", "Manufacturer data: " + beacon]).output.unwrapped
    #expect(words.contains("are an AltBeacon without the company identifier before it"))
    let whole = CommandLineRun(["decode", "Manufacturer data: 5900" + beacon]).output.unwrapped
    #expect(whole.contains("AltBeacon") && !whole.contains("without the company identifier"))
  }

  /// Values behind a label that says nothing of their kind.
  @Test func valuesBehindALabelOfPayloads() {
    let beacon = CommandLineRun(["decode", "payload: 0215fda50693a4e24fb1afcfc6eb0764782500010002d8"])
    #expect(beacon.status == .success && beacon.output.contains("iBeacon"))
    let value = CommandLineRun(["decode", "data: 5900f29f8b2ca18e"])
    #expect(value.status == .failure && value.diagnostics.contains("Nordic Semiconductor ASA (0x0059)"))
    #expect(CommandLineRun(["decode", "payload: 02010603030d18"]).output.contains("Heart Rate"))
  }

  /// Other lengths, many bits, and a company that is a key are of the company that they name.
  @Test func companiesStay() throws {
    let area = "0100000000000000000040000000000000"
    for text in [
      area + "00", String(area.dropLast(2)), "01" + String(repeating: "ff", count: 16),
      "0215fda50693a4e24fb1afcfc6eb0764782500010002", "5900" + String(repeating: "01", count: 15),
    ] {
      #expect(try #require(PastedValues("Manufacturer data: " + text)).missingCompany == nil)
    }
    let keyed = "manufacturer_data={1: b'" + String(repeating: "\\x00", count: 14) + "\\x40'}"
    #expect(try #require(PastedValues(keyed)).missingCompany == nil)
  }

  /// A packet of the link layer without its access address, with its checksum and without.
  @Test(arguments: ["", "96 C9 74"]) func packetsWithoutAccessAddress(_ checksum: String) throws {
    let packet = "40 18 04 19 ED 5A 48 E3 02 01 04 0E 09 42 42 43 20 6D 69 63 72 6F 3A 62 69 74 "
    let run = CommandLineRun(["decode", packet + checksum])
    #expect(run.status == .success && run.output.contains("18 of 31 bytes"), "\(run.transcript)")
    // Another length, another kind of packet, data that are no structures, and structures of their own.
    for text in [packet + "96 C9", packet.replacing("40 18", with: "45 18"), packet.replacing("02 01", with: "09 01")] {
      #expect(try PacketHex.log(of: HexText.octets(of: text)) == nil)
    }
    let flags = try HexText.octets(of: "02 09 41 03 03 0d 18")
    #expect(PacketHex.log(of: flags) == nil)
    for count in 0..<26 { _ = try PacketHex.log(of: Array(HexText.octets(of: packet)[..<count])) }
  }

  @Test(arguments: [
    ("01 0C 11 22 33 44 55 66 04 19 ED 5A 48 E3", "ADV_DIRECT_IND"),
    ("C3 0C 11 22 33 44 55 66 04 19 ED 5A 48 E3", "SCAN_REQ"),
    (
      "05 22 11 22 33 44 55 66 04 19 ED 5A 48 E3 11 22 33 44 AA BB CC 02 11 00 18 00 00 00 48 00 FF FF FF FF 1F 05",
      "CONNECT_IND"
    ),
  ]) func packetsWithoutData(_ packet: String, _ name: String) {
    let run = CommandLineRun(["decode", "D6 BE 89 8E " + packet + " AA BB CC"])
    #expect(run.status == .failure)
    #expect(run.diagnostics.contains("\(name) of the link layer, which has no advertising data"))
  }

  /// A packet behind the header of a sniffer, of any length.
  @Test func headersOfSniffers() throws {
    let packet =
      "D6 BE 89 8E 40 18 04 19 ED 5A 48 E3 02 01 04 0E 09 42 42 43 20 6D 69 63 72 6F 3A 62 69 74 96 C9 74 19 A5"
    let octets = try HexText.octets(of: packet)
    for header in ["", "00 28 00 51 07 65 59 23", "01", "d6 be 89 8e 00", "05 01 02 03"] {
      let before = try HexText.octets(of: header)
      #expect(PacketHex.headerCount(in: before + octets) == before.count)
      let run = CommandLineRun(["decode", header + " " + packet])
      #expect(run.status == .success && run.output.contains("BBC micro:bit"), "\(run.transcript)")
      #expect(!run.output.contains("more than fit") && run.output.contains("18 of 31 bytes"))
    }
    // An access address in the data of a payload is no packet.
    let payload: [UInt8] = [0x11, 0xFF, 0x59, 0] + octets.prefix(14)
    #expect(PacketHex.headerCount(in: payload) == 0)
    for count in octets.indices { _ = PacketHex.headerCount(in: Array(octets[..<count])) }
  }

  /// Printable characters are not explained as a structure alone.
  @Test(arguments: [
    ("642E6769657365636B652E746B0A0955524C426561636F6E", "the first 13 bytes are printable characters"),
    ("4553505f5350505f534552564552", "all 14 bytes are printable characters"),
  ]) func textAmongBytes(_ text: String, _ words: String) {
    let run = CommandLineRun(["decode", text])
    #expect(run.output.unwrapped.contains(words) && run.output.contains("text: "), "\(run.transcript)")
    // A byte of a text is no length, and no type.
    for structure in ["length byte", "Unassigned", "malformed", "should probably"] {
      #expect(!run.transcript.unwrapped.contains(structure), "\(run.transcript)")
      #expect(!CommandLineRun(["decode", text, "--format", "json"]).output.contains(structure))
    }
    #expect(run.status == .findings && run.diagnostics.contains("no AD structure begins here"))
  }

  @Test(arguments: ["0201060a0955524c426561636f6e", "0a0955524c426561636f6e", "20094142", "4142ff"])
  func otherBytesAreNoText(_ text: String) {
    #expect(!CommandLineRun(["decode", text]).output.contains("printable characters"))
  }

  /// A payload stays one, whatever its bytes are as a value.
  @Test func payloadsAreNoValues() {
    for text in ["02010603030d18", "03034c00", "0201061aff4c000215000102030405060708090a0b0c0d0e0f00010001c5"] {
      #expect(!CommandLineRun(["decode", text]).output.contains("as the value of"))
    }
  }

  @Test(arguments: [
    ("040e0401082000", "LE Set Advertising Data (0x2008): success"), ("0e0401082000", "(0x2008): success"),
    ("040e040183fc42", "command 0xfc83 of the controller's vendor: status 0x42, which the vendor defines"),
    ("040f0400010820", "LE Set Advertising Data (0x2008): success"), ("01 08 20 00", "(0x2008): success"),
    ("01 07 20 00 0C", "command 0x2007: success"),
    ("04 0e 04 01 83 fc 42 00", "command 0xfc83 of the controller's vendor"),
  ]) func answersOfControllers(_ text: String, _ words: String) {
    let run = CommandLineRun(["decode", text])
    #expect(run.status == .failure)
    #expect(run.diagnostics.contains("found an HCI event that answers") && run.diagnostics.contains(words))
  }

  /// A command whose number of parameters is that of its octets is no answer, and refuses nothing.
  @Test(arguments: ["01 0a 20 01 01", "01 0c 20 02 01 00", "01 3d 20 02 00 00"]) func commandsAreNoAnswers(
    _ text: String
  ) {
    let run = CommandLineRun(["decode", text])
    #expect(!run.transcript.contains("answers") && !run.transcript.contains("failed") && !run.output.contains("(0x01)"))
  }

  /// The parameters of a refused command, as hcitool prints them.
  @Test func refusals() {
    let run = CommandLineRun(["decode", "01 08 20 12"])
    #expect(run.status == .success)
    #expect(run.output.contains("Invalid HCI Command Parameters (0x12)"))
  }

  @Test(arguments: [
    ("01082020070201060303" + "0d18", "Advertising data"),
    ("01 09 20 20 07 02 01 06 03 03 0d 18", "Scan response data"),
    ("01 37 20 0b 00 03 01 07 02 01 06 03 03 0d 18", "Advertising data"),
    ("{ 36,0,0,0,0x01,0x08,0x20,0x20,0x07,0x02,0x01,0x06,0x03,0x03,0x0d,0x18 }", "Advertising data"),
    ("08 20 20 07 02 01 06 03 03 0d 18", "Advertising data"),
  ]) func commandsHaveData(_ text: String, _ block: String) {
    let run = CommandLineRun(["decode", text])
    #expect(run.status == .success, "\(run.output)")
    #expect(run.output.contains("this is an HCI command, LE Set") && run.output.contains(block))
    #expect(run.output.contains("7 of 31 bytes") && run.output.contains("Heart Rate"))
  }

  /// Where only payloads are taken, a command is named with its data.
  @Test func commandsAreNoPayloads() throws {
    let run = CommandLineRun(["lint", "--adv", "01 08 20 20 07 02 01 06 03 03 0d 18"])
    #expect(run.transcript.contains("found LE Set Advertising Data, an HCI command: its data are 02010603030d18"))
    try TextFile.inFolder { folder in
      try TextFile.write("02010603030d18\n010820200702010603030d18\n", to: folder + "/layouts.txt")
      let run = CommandLineRun(["lint", folder + "/layouts.txt"])
      #expect(run.transcript.contains("found a packet around them, which advert decode takes apart"))
    }
  }

  /// A corrected length octet is named only when what parses then can be what it seems.
  @Test(arguments: ["3412BAAB2C000000010000001052FF3F00", "1122334455"]) func noiseHasNoCorrection(_ text: String) {
    #expect(!CommandLineRun(["decode", text]).output.contains("should probably be"))
  }

  /// One device with data of 0x0059 and of 180d, as libraries print it around them.
  @Test(arguments: [
    #"AdvertisementData(local_name='A', manufacturer_data={89: b'\x01\x02'}, rssi=-60)"#,
    #"AdvertisementData(local_name='A', service_data={'0000180d-0000-1000-8000-00805f9b34fb': b'\x40\x02'}, rssi=-60)"#,
    #"F0:F1:F2:F3:F4:F5: AdvertisementData(manufacturer_data={89: b'\x01\x02'}, service_uuids=['180d'], rssi=-60)"#,
    #"advertisement_data: AdvertisementData(manufacturer_data={89: b'\x01\x02'})"#,
    "AdvertisementData{advName: A, txPowerLevel: null, appearance: null, connectable: true, "
      + "manufacturerData: {89: [1, 2]}, serviceData: {}, serviceUuids: []}",
    "{ kCBAdvDataIsConnectable = 1; kCBAdvDataLocalName = A; kCBAdvDataManufacturerData = <59000102>; }",
    #"{"kCBAdvDataManufacturerData": {length = 4, bytes = 0x59000102}, "kCBAdvDataIsConnectable": 1}"#,
    #"["kCBAdvDataManufacturerData": <59000102>, "kCBAdvDataIsConnectable": 1]"#,
    #"{ localName: 'A', manufacturerData: <Buffer 59 00 01 02>, serviceUuids: [] }"#,
  ]) func printedDevices(_ text: String) {
    let run = CommandLineRun(["decode", text])
    #expect(run.status == .success, "\(run.diagnostics)")
    #expect(
      run.output.contains("04 ff 59 00 01 02") || run.output.contains("05 ff 59 00 01 02")
        || run.output.contains("05 16 0d 18 40 02"), "\(run.output)")
    let hasName = run.output.contains("the text also has a name")
    #expect(!hasName || text.contains("'A'") || text.contains(": A") || text.contains("= A"))
  }

  /// The bytes of both packets in an object.
  @Test(arguments: [
    #"{"status":"scanResult","advertisement":"AgEGAwMNGA==","rssi":-42,"name":"Owl","address":"C0:11:22:33:44:55"}"#,
    #"{ id: 'C0:11:22:33:44:55', rawScanRecord: 'AgEGAwMNGA==', rssi: -42 }"#,
  ]) func printedRecords(_ text: String) {
    let run = CommandLineRun(["decode", text])
    #expect(run.status == .success && run.output.contains("180d (Heart Rate)"), "\(run.transcript)")
  }

  /// What has no data, or several devices, is no payload: no number of it is decoded.
  @Test(arguments: [
    ("AdvertisementData(rssi=-50)", ""), ("AdvertisementData(manufacturer_data={}, rssi=-50)", ""),
    (
      "AdvertisementData(local_name='X', service_uuids=['0000180d-0000-1000-8000-00805f9b34fb'], rssi=-50)",
      "without data"
    ),
    (
      #"{'F0:F1:F2:F3:F4:F5': (d, AdvertisementData(manufacturer_data={89: b'\x01'}, rssi=-50)), "#
        + #"'F0:F1:F2:F3:F4:F6': (d, AdvertisementData(manufacturer_data={89: b'\x01'}, rssi=-50))}"#, "2 devices"
    ),
  ]) func printedDevicesWithoutData(_ text: String, _ words: String) {
    let run = CommandLineRun(["decode", text])
    #expect(run.status == .failure, "\(run.output)")
    #expect(words.isEmpty || run.diagnostics.contains(words), "\(run.diagnostics)")
  }

  /// Values of more bytes than a block has are of two packets, and no problem.
  @Test func valuesOfTwoPackets() {
    let run = CommandLineRun(["decode", "{89: b'aaaaaaaaaaaaaaaaaaaa', 77: b'aaaaaaaaaaaaaaaaaaaa'}"])
    #expect(run.status == .success && run.output.contains("48 of 62 bytes"), "\(run.transcript)")
  }

  @Test(arguments: [
    ("sudo hcitool -i hci0 cmd 0x08 0x0008 0a 02 01 06 03 03 0d 18", "it must be 0x07"),
    ("hcitool -i hci0 cmd 0x08 0x0009 3e 02 01 06 03 03 0d 18", "it must be 0x07"),
    ("$ sudo hcitool cmd 08 0008 07 02 01 06 03 03 0d 18\n$ sudo hcitool cmd 08 000a 01", "8 bytes in the place of 32"),
    ("hcitool cmd 08 0008 07 02 01 06 03 03 0d 18" + String(repeating: " 00", count: 24), "LE Set Advertising Data"),
    (
      "hcitool cmd 08 0008 07 02 01 06 \\\n  03 03 0d 18 \\\r\n" + String(repeating: " 00", count: 24),
      "LE Set Advertising Data"
    ),
  ]) func callsOfHCITool(_ text: String, _ words: String) {
    let run = CommandLineRun(["decode", text])
    #expect(run.output.contains("Heart Rate"), "\(run.transcript)")
    #expect(run.output.unwrapped.contains(words), "\(run.output)")
  }

  /// A known format of a service or company whose number has its bytes exchanged, and of another company.
  @Test(arguments: [
    ("0a16fcd24002c40903bf13", "likely meant: fcd2 (Allterco Robotics ltd), byte-reversed"),
    ("0a16d2fc4002c40903bf13", nil),
    (
      "1aff004c0215000102030405060708090a0b0c0d0e0f00010001c5",
      "likely meant: company Apple, Inc. (0x004c), byte-reversed"
    ),
    (
      "1aff59000215000102030405060708090a0b0c0d0e0f00010001c5",
      "the data have the form of an iBeacon (02 15, then 21 bytes)"
    ),
    ("1aff4c000215000102030405060708090a0b0c0d0e0f00010001c5", nil), ("05ff004c0215", nil),
  ]) func numbersOfOthers(_ text: String, _ words: String?) {
    let run = CommandLineRun(["decode", text])
    #expect(
      words.map { run.output.contains($0) } ?? !(run.output.contains("meant") || run.output.contains("the form of")))
  }

  /// An iBeacon as bleak has it, whose key is the company.
  @Test func iBeaconWithoutCompany() {
    let run = CommandLineRun(["decode", "0215000102030405060708090a0b0c0d0e0f00010001c5"])
    #expect(run.status == .success && run.output.contains("iBeacon"))
    #expect(
      run.output.unwrapped.contains(
        "as the value of manufacturer data without the company identifier of Apple, Inc. (0x004c), they match"))
  }

  /// Octets whose first structure is none may be a value; those of a payload that is cut stay one. The company is empty where
  /// their first two are none.
  @Test(arguments: [
    ("590001", "Nordic Semiconductor ASA (0x0059)"),
    ("{length = 5, bytes = 0x5900010203}", "Nordic Semiconductor ASA (0x0059)"),
    ("[-103, -87, -18]", ""), ("0909", nil), ("1122334455", nil), ("020106", nil),
    ("[91, 1, 1, 0, 0, 0, 0, 0, 0]", "Biomedical Research Ltd. (0x015b)"),
    ("0x3412BAAB2C000000010000001052FF3F00", ""),
    ("1bff59000102", nil), ("02010609", nil), ("5900", nil),
  ]) func octetsThatMayBeValues(_ text: String, _ company: String?) {
    let run = CommandLineRun(["decode", text])
    guard let company else {
      #expect(!run.transcript.contains("no AD structures"))
      return
    }
    #expect(run.status == .failure)
    let words =
      company.isEmpty
      ? "if they are the value of one, write before them of which: \"manufacturer data:\" or"
      : "if they are the value of manufacturer data, its company is \(company)"
    #expect(run.diagnostics.contains(words), "\(run.diagnostics)")
    #expect(CommandLineRun(["decode", "manufacturer data: " + text]).output.contains("Manufacturer Data of"))
  }
}

extension String {
  /// The text without the ends of its lines.
  var unwrapped: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

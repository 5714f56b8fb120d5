import AdvertisingData
import TestSupport
import Testing

@testable import advert

/// Values and HCI packets that people paste in the place of AD structures.
@Suite struct PastedValuesTests {
  /// Manufacturer data of 0x0059, 01 02, as libraries print them.
  @Test(arguments: [
    #"{89: b'\x01\x02'}"#, #"{0x0059: b"\x01\x02"}"#, #"manufacturer_data={89: b'\x01\x02'}"#,
    #"'manufacturer_data': {89: b'\x01\x02'},"#, "kCBAdvDataManufacturerData = <59000102>;",
    #""kCBAdvDataManufacturerData": {length = 4, bytes = 0x59000102}"#, "manufacturerData: [89, 0, 1, 2]",
    "Manufacturer Data: 59 00 01 02", "raw_mfr: 59000102", "manufacturerData = <59 00 01 02>",
    "Manufacturer specific data: 0x59000102", #"AdvertisementData(manufacturer_data={89: b'\x01\x02'}, rssi=-60)"#,
    #"AdvertisementData(local_name='A, b', manufacturer_data={89: b'\x01\x02'}, service_uuids=['180d'], rssi=-50)"#,
  ]) func manufacturerData(_ text: String) throws {
    let values = try #require(PastedValues(text))
    #expect(values.payload.octets == [UInt8](hex: "05ff59000102"))
    let run = CommandLineRun(["decode", text])
    #expect(run.status == .success, "\(run.diagnostics)")
    #expect(run.output.contains("note: this is manufacturer data as libraries give it to programs"))
    #expect(run.output.contains("Nordic Semiconductor"))
  }

  @Test(arguments: [
    #"service_data={'0000180d-0000-1000-8000-00805f9b34fb': b'\x40\x02'}"#,
    #"{"0000180D-0000-1000-8000-00805F9B34FB": b'\x40\x02'}"#, "serviceData: {180d: 4002}",
    "UUID: 0x180D, Data: 40 02", "uuid: 180d, data: 0x4002", "kCBAdvDataServiceData = { 180D = <4002>; };",
  ]) func serviceData(_ text: String) throws {
    let values = try #require(PastedValues(text))
    #expect(values.payload.octets == [UInt8](hex: "05160d184002"))
  }

  /// Texts that name a value are read, and no other text is one.
  @Test(arguments: [
    "020106", "{0x02, 0x01, 0x06}", "{ 2, 1, 6 }", "uint8_t manufacturerData[] = {2, 1, 6};", "manufacturer_data={}",
    "manufacturer_data={89: none}", "manufacturerData: null", "{'a': b'\\x01'}", "{70000: b'\\x01\\x02'}",
    "UUID: 0x180D", "UUID: 0x180D, Data:", "serviceData: 4002", "manufacturerData: 59", "{", "}", "{}", ":", "=", "",
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
}

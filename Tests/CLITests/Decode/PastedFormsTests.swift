import Testing

@testable import advert

/// Forms of bytes and values that programs print, each beside the same in plain hex.
@Suite struct PastedFormsTests {
  /// The same payload with dots, in octal escapes, and as the data of a label.
  @Test(arguments: [
    "02.01.06.03.03.0D.18", "Adv data: 02.01.06.03.03.0D.18 (7)", "\"\\002\\001\\006\\003\\003\\r\\030\"",
    "data: \"\\002\\001\\006\\003\\003\\r\\030\"",
  ]) func octets(_ text: String) {
    let run = CommandLineRun(["decode", text])
    #expect(run.output == CommandLineRun(["decode", "02010603030d18"]).output, "\(run.transcript)")
  }

  /// Labels with digits, marks that were copied without their partner, and labels on a line of their own.
  @Test(arguments: [
    ("-0054: 0x02010603030d18", "02010603030d18"), ("17 = 0x02010603030d18", "02010603030d18"),
    ("Msg Advertise: 2 1 6 3 3 d 18\"", "02010603030d18"), ("02 01 06 03 03 0d 18'", "02010603030d18"),
    ("service datas:\n40 01 5A 3A 00 3A 01", "service datas: 40 01 5A 3A 00 3A 01"),
    ("manufacturerData: \"P/8AAQ==\"", "manufacturerData: 3fff0001"),
    ("manufacturerData: P/8AAQ==", "manufacturerData: 3fff0001"), ("\"AgEGAwMNGA==\"", "02010603030d18"),
  ]) func labelsAndMarks(_ text: String, _ same: String) {
    let run = CommandLineRun(["decode", text])
    #expect(run.output == CommandLineRun(["decode", same]).output && !run.output.isEmpty, "\(run.transcript)")
  }

  /// The text of a file decides, and not its name.
  @Test(arguments: ["bytes.txt", "bytes.c", "bytes.py", "bytes.rs", "bytes.bin"])
  func filesOfArrays(_ name: String) throws {
    try TextFile.inFolder { folder in
      for text in ["const uint8_t adv_data[] = { 0x02, 0x01, 0x06, 0x03, 0x03, 0x0d, 0x18 };", "2,1,6,3,3,13,24"] {
        try TextFile.write(text + "\n", to: folder + "/" + name)
        let run = CommandLineRun(["decode", folder + "/" + name])
        #expect(run.output == CommandLineRun(["decode", text]).output && !run.output.isEmpty, "\(run.transcript)")
      }
    }
  }

  /// Comments with bytes in several lines are one payload, and never one of the lines.
  @Test func comments() throws {
    try TextFile.inFolder { folder in
      let path = folder + "/old.txt"
      let text = "// Flags\n// 0x02, 0x01, 0x06,\n// Heart Rate\n// 0x03, 0x03, 0x0d, 0x18\n"
      #expect(CommandLineRun(["decode", text]).output == CommandLineRun(["decode", "02010603030d18"]).output)
      try TextFile.write(text, to: path)
      let run = CommandLineRun(["lint", path])
      #expect(run.output.contains("1 layout judged"), "\(run.transcript)")
      try TextFile.write(text + text, to: path)
      let several = CommandLineRun(["lint", path])
      #expect(several.diagnostics.contains("expected one array, found 4"), "\(several.transcript)")
    }
  }

  /// `--find` takes payloads from between the words of a text.
  @Test func payloadsInTexts() throws {
    try TextFile.inFolder { folder in
      let path = folder + "/notes.txt"
      try TextFile.write("One packet is 02010603030d18, and another is 04094f776c.\nNothing more.\n", to: path)
      let run = CommandLineRun(["decode", "--find", path])
      #expect(run.status == .success && run.output.contains("built like advertising data: 2"), "\(run.transcript)")
      #expect(run.output.contains("Heart Rate") && run.output.contains("\"Owl\""), "\(run.transcript)")
    }
  }

  /// A buffer with an index before each octet, as Node-RED shows it.
  @Test func indexedLines() {
    let octets = ["0x4c", "0x0", "0x10", "0x5", "0x1", "0x1c"]
    let rows = octets.enumerated().map { "\($0.offset): \($0.element)" }.joined(separator: "\n")
    let same = CommandLineRun(["decode", "manufacturerData: 4c001005011c"]).output
    let shown = "rssi: -61\nmanufacturerData: buffer[6]raw\n[0 … 5]\n\(rows)\nserviceUuids: array[0]"
    #expect(CommandLineRun(["decode", shown]).output == same && same.contains("Apple"))
    #expect(CommandLineRun(["decode", shown.replacing("buffer[6]", with: "buffer[9]")]).status == .failure)
  }

  /// Two payloads of which one goes on where the other ends: the scan response of one of two receivers.
  @Test func twoLabelledPayloads() {
    let run = CommandLineRun([
      "decode",
      "my board sends ==> 0x02010603030D18020A00\nmy phone shows ==> 0x02010603030D18020A00070948656C6D6574\n",
    ])
    #expect(
      run.output.unwrapped.contains(
        "the second payload is the first with 8 bytes more at the end (Complete Local Name)"), "\(run.transcript)")
    #expect(run.output.contains("line 1\n") && run.output.contains("line 2\n"), "\(run.transcript)")
  }

  /// Several payloads or values in one text: each is shown with its name or its line, and repeats are shown once.
  @Test(arguments: [
    (
      "board 02010603030d18 heard\nphone 04094f776c heard\nboard 02010603030d18 heard",
      ["Payload 1  lines 1 and 3", "Payload 2  line 2", "Heart Rate", "\"Owl\""]
    ),
    (
      "got 'raw': '02010603030d18'\ngot raw: 4C.00.10.05.01\ngot 'raw': '04094f776c'\ngot raw: 4C.00.12.02.00.02",
      ["Payload 1  line 1", "Payload 2  line 3"]
    ),
    (
      "uint8_t one[] = {2, 1, 6, 2, 10, 0};\nuint8_t two[] = {2, 1, 6, 3, 3, 13, 24};",
      ["one  line 1", "two  line 2", "TX Power Level", "Heart Rate"]
    ),
    (
      """
      Seen(flags=0x06, name='Owl', rssi=-70, mfg_data=b'\\x59\\x00\\x01\\x02')

      Seen(flags=0x06, name='Owl', rssi=-71, mfg_data=b'\\x59\\x00\\x03\\x04')
      """, ["Payload 1  line 1", "Payload 2  line 3", "05 ff 59 00 01 02", "05 ff 59 00 03 04"]
    ),
  ]) func severalPayloads(_ text: String, _ shown: [String]) {
    let run = CommandLineRun(["decode", text])
    for words in shown { #expect(run.output.contains(words), "\(words) in \(run.transcript)") }
    #expect(run.status == .success && !run.output.contains("Payload 3"), "\(run.transcript)")
  }

  /// The other commands name the one that shows several payloads.
  @Test(arguments: ["inspect", "lint"]) func severalPayloadsOfAFile(_ command: String) throws {
    try TextFile.inFolder { folder in
      try TextFile.write("board 02010603030d18 heard\nphone 04094f776c heard\n", to: folder + "/notes.txt")
      let run = CommandLineRun([command, folder + "/notes.txt"])
      #expect(run.diagnostics.unwrapped.contains("advert decode shows one by one"), "\(run.transcript)")
    }
  }

  /// A program in JavaScript can print its two buffers several times.
  @Test func repeatedBuffers() {
    let buffers = "[ <Buffer 02 01 06>,\n  <Buffer 04 09 4f 77 6c> ]"
    let run = CommandLineRun(["decode", "adv \(buffers)\nstart \(buffers)\n"])
    #expect(run.output == CommandLineRun(["decode", "adv \(buffers)"]).output, "\(run.transcript)")
    #expect(run.status == .success)
  }

  /// Python's bytes in a text of JSON are octets, and no text.
  @Test func bytesInJSON() throws {
    let run = CommandLineRun(["decode", #""repr": "b'\\x02\\x01\\x06\\x03\\x03\\r\\x18'""#])
    #expect(run.output == CommandLineRun(["decode", "02010603030d18"]).output, "\(run.transcript)")
  }

  /// A value in an object is no payload: no command takes its letters for octets.
  @Test(arguments: [
    #"{ "name": "", "data": [null, { "89": { "__type": "x", "repr": "b'\\xabc\\x0f-\\x00\"\\x04'" } }] }"#,
    #""all": { "rssi": -70, "data": { "89": { "repr": "b'\\xabc\\x0f-\\x00\"\\x04'" } } }"#,
  ]) func valuesInJSON(_ text: String) throws {
    try TextFile.inFolder { folder in
      let path = folder + "/part.log"
      try TextFile.write(text + "\n", to: path)
      for command in ["inspect", "lint", "decode"] {
        let run = CommandLineRun([command, path])
        #expect(!run.transcript.contains("are text") && !run.transcript.contains("78 61"), "\(run.transcript)")
        #expect(!run.diagnostics.contains("list of bytes in source code"), "\(run.transcript)")
      }
    }
  }

  /// The record of a gateway: an address, a strength, a kind and the length of the payload behind it.
  @Test func payloadsBehindTheirLength() {
    let run = CommandLineRun([
      "decode",
      "a4 c1 38 12 34 56 c4 03 1e 02 01 06 1a ff 4c 00 02 15 00 11 22 33 44 55 66 77 88 99 aa bb cc dd ee ff 00 01 00 02 c5",
    ])
    #expect(run.output.contains("iBeacon") && run.output.contains("30 of 31 bytes"), "\(run.transcript)")
    #expect(!run.output.contains("Unassigned type"))
  }

  /// A packet that only points to another has no advertising data, and its header is none.
  @Test func packetsWithoutData() throws {
    let log = """
      Timestamp: 1.500000     Length: 15      RSSI: -60       Channel: 37     PHY: 1M
      Ad Type: ADV_EXT_IND
      ChSel: 0 TxAdd: 1 RxAdd: 0 Ad Length: 13
      AuxPtr Chan: 5 PHY: 2M Delay: 1500 us
      AdvMode: Non-connectable, non-scannable
      AdvA: 46:05:04:03:02:01 (RPA) AdvDataInfo: F2 0D
      47 0D 0C 19 01 02 03 04 05 46 F2 0D 05 E7 38
      G                          F              8

      """
    let run = CommandLineRun(["decode", log])
    #expect(run.status == .failure && run.diagnostics.contains("a log with 1 device"), "\(run.transcript)")
  }

  @Test(arguments: ["02.01.06 (4)", "1.2.3", "10.0.0.1"]) func otherTextsWithDots(_ text: String) {
    #expect(CommandLineRun(["decode", text]).status == .failure)
  }

  /// The UUID before service data says whose they are.
  @Test(arguments: [
    ("Service Data (UUID 0xfff6): 0085017c11001000", "Matter"),
    ("Service Data (UUID 0xfcd2): 40000109", "BTHome"),
    ("feaa: 10f903676f6f00", "Eddystone"),
    ("0xfff6: 0085017c11001000", "Matter"),
    ("0000fcd2-0000-1000-8000-00805f9b34fb: 40000109", "BTHome"),
    // The bytes of the structure from the UUID on.
    ("aafe10f903676f6f00", "Eddystone"),
  ]) func serviceData(_ text: String, _ words: String) {
    let run = CommandLineRun(["decode", text])
    #expect(run.status == .success, "\(run.transcript)")
    #expect(run.output.contains("Service Data") && run.output.contains(words), "\(run.transcript)")
    #expect(!run.output.contains("write \"manufacturer data:\""))
  }

  /// Offsets of a dump are no UUIDs.
  @Test func offsets() {
    let run = CommandLineRun(["decode", "0010: 02 01 06 03 03 0d 18"])
    #expect(!run.output.contains("Service Data"))
  }

  @Test func base64BehindALabel() {
    let run = CommandLineRun(["decode", "manufacturerData: 'TAAQBQscj0MW'"])
    #expect(run.output.contains("Apple Continuity"), "\(run.transcript)")
  }

  /// ESPHome's gateways write both blocks into one report, which no controller does.
  @Test func reportOfBothBlocks() throws {
    let advertising: [UInt8] = [0x02, 0x01, 0x06, 0x03, 0x02, 0x50, 0xFD] + [0x0F, 0x16, 0x50, 0xFD] + Array(1...12)
    let response: [UInt8] = [0x1D, 0x09] + Array(repeating: 0x41, count: 28)
    let data = advertising + response
    let head: [UInt8] = [0x02, 0x01, 0x00, 0x01, 0x75, 0xFC, 0x24, 0xE2, 0x4E, 0xC3, UInt8(data.count)]
    let event = [0x04, 0x3E, UInt8(head.count + data.count + 1)] + head + data + [0xDB]
    let hex = event.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let run = CommandLineRun(["decode", hex])
    #expect(run.output.contains("the advertising data have 23 bytes"), "\(run.transcript)")
    try TextFile.inFolder { folder in
      let path = folder + "/gateway.log"
      try TextFile.write(
        "[14:03:10][D][ble_gateway:063]: [C3:4E:E2:24:FC:75] Packet \(hex.uppercased())\n", to: path)
      let lint = CommandLineRun(["lint", path])
      #expect(
        !lint.output.contains("payload-too-long") && lint.output.contains("1 layout judged"), "\(lint.transcript)")
      let inspect = CommandLineRun(["inspect", path, "--device", "C3:4E"])
      #expect(inspect.output.contains("C3:4E:E2:24:FC:75"), "\(inspect.transcript)")
    }
  }

  /// The strength and the status of a sniffer can follow the checksum.
  @Test func packetWithATrailer() {
    let packet = "40180419ED5A48E30201040E09424243206D6963726F3A626974"
    for trailer in ["", "96C974", "96C97419A5"] {
      let run = CommandLineRun(["decode", packet + trailer])
      #expect(run.output.contains("BBC micro:bit"), "\(run.transcript)")
    }
  }

  /// More bytes than a block holds can be one block that is too long.
  @Test func excessOfOneBlock() {
    let octets = [UInt8]([0x02, 0x01, 0x06, 0x1D, 0x09]) + Array(repeating: 0x41, count: 28)
    let run = CommandLineRun(["decode", octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()])
    #expect(run.output.unwrapped.contains("if they are one block, it has 2 bytes too many"), "\(run.output)")
  }
}

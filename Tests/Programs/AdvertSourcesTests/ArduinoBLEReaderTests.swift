import AdvertBuilders
import AdvertObservation
import AdvertReading
import AdvertSources
import AdvertisingData
import Testing

/// Sketches with objects of ArduinoBLE's `BLEAdvertisingData`.
@Suite struct ArduinoBLEReaderTests {
  private static let before = """
    #include <ArduinoBLE.h>
    BLEService lamp("180F");
    const uint8_t made[] = { 1, 2 };
    const uint8_t cut[] = { 5, 1 };
    const uint8_t raw[] = { 0x02, 0x01, 0x04, 0x03, 0xff, 0x59, 0x00 };
    void setup() {
      BLE.begin();

    """
  private static let after = "  BLE.advertise();\n}\nvoid loop() { BLE.poll(); }\n"

  private func read(_ lines: String) -> ProgramReader {
    ProgramReader(
      Self.before + lines.split(separator: "\n").map { "  \($0)\n" }.joined() + Self.after, language: .cPlusPlus)
  }

  private static let both = """
    BLEAdvertisingData answer;
    answer.setLocalName("Lamp");
    BLE.setScanResponseData(answer);
    BLEAdvertisingData data;
    data.setManufacturerData(0x0059, made, sizeof(made));
    data.setAdvertisedService(lamp);
    data.setAdvertisedServiceData(0x180f, made, sizeof(made));
    BLE.setAdvertisingData(data);
    """

  /// A sketch sends the data that it sets where the library has started.
  @Test(arguments: [
    ("if (BLE.begin()) {", "}", true), ("if (!BLE.begin()) {\n while (1);\n} else {", "}", true),
    ("if (BLE.begin() == 1) {", "}", true), ("if (!BLE.begin()) {", "}", false), ("if (isOn) {", "}", false),
    ("if (BLE.begin()) {\n delay(1);\n} else {", "}", false),
  ]) func startOfTheLibrary(_ head: String, _ end: String, _ isSent: Bool) {
    let calls = "BLE.setAdvertisedService(lamp);\nBLE.advertise();"
    let text = Self.before + "\(head)\n\(calls)\n\(end)\n}\nvoid loop() { BLE.poll(); }\n"
    #expect(ProgramReader(text, language: .cPlusPlus).layouts.isEmpty != isSent, "\(head)")
  }

  /// Calls for pairing change nothing of what is sent.
  @Test func pairing() {
    let calls = [
      "setDisplayCode(show)", "setBinaryConfirmPairing(ask)", "setGetIRKs(a)", "setStoreIRK(b)", "setGetLTK(c)",
    ]
    let program = read(calls.map { "BLE.\($0);\n" }.joined() + Self.both)
    #expect(program.unread.isEmpty && blocks(program) == blocks(read(Self.both)), "\(program.unread)")
  }

  /// The library adds the Flags, and sends the fields in an order of its own.
  @Test func objectsOfBothBlocks() {
    let program = read(Self.both)
    #expect(program.unread.isEmpty)
    #expect(
      blocks(program) == [["ADV_IND", "020106" + "03020f18" + "05ff59000102" + "05160f180102", "05094c616d70"]])
  }

  /// Bytes as they are take the place of all fields, and nothing is added.
  @Test func rawData() {
    let program = read(
      "BLEAdvertisingData data;\ndata.setFlags(6);\ndata.setRawData(raw, sizeof(raw));\nBLE.setAdvertisingData(data);\n"
        + "BLE.setLocalName(\"Lamp\");")
    #expect(program.unread.isEmpty)
    #expect(blocks(program) == [["ADV_IND", "020104" + "03ff5900", "05094c616d70"]])
  }

  /// Calls on BLE before an object count only for the other block.
  @Test func objectsTakeThePlaceOfCalls() {
    let own = read("BLE.setAdvertisedService(lamp);\nBLE.setLocalName(\"old\");\n" + Self.both)
    #expect(blocks(own) == blocks(read(Self.both)) && own.unread.isEmpty)
    let answer = read(
      "BLE.setAdvertisedService(lamp);\nBLEAdvertisingData answer;\nanswer.setManufacturerData(0x0059, made, 2);\n"
        + "BLE.setScanResponseData(answer);")
    #expect(answer.unread.isEmpty)
    #expect(blocks(answer) == [["ADV_IND", "020106" + "03020f18", "05ff59000102"]])
  }

  @Test(arguments: [
    ("BLE.setAdvertisingData(data);", "BLE.setAdvertisingData(data);\ndata.setFlags(2);", "changed after it is set"),
    ("BLE.setAdvertisingData(data);", "fill(data);\nBLE.setAdvertisingData(data);", "handed on"),
    ("BLE.setAdvertisingData(data);", "if (late) data.setFlags(2);\nBLE.setAdvertisingData(data);", ""),
    ("BLE.setAdvertisingData(data);", "data.clear();\nBLE.setAdvertisingData(data);", "clear"),
    (
      "BLE.setAdvertisingData(data);", "data.setRawData(cut, sizeof(cut));\nBLE.setAdvertisingData(data);",
      "AD structures"
    ),
    (
      "BLE.setAdvertisingData(data);", "BLE.setAdvertisingData(data);\nBLE.setAdvertisedService(lamp);",
      "not all is read"
    ),
    (
      "BLE.setAdvertisingData(data);", "BLE.setAdvertisingData(data);\nBLE.setAdvertisingData(answer);", "several times"
    ),
    ("BLEAdvertisingData data;", "BLEAdvertisingData data = other;", "not read"),
    ("BLEAdvertisingData data;", "BLEAdvertisingData& data = BLE.getAdvertisingData();", ""),
    ("data.setAdvertisedService(lamp);", "data.setAdvertisedServiceUuid(uuid());", ""),
  ])
  func whatIsNotCertainIsRefused(_ old: String, _ new: String, _ words: String) {
    let program = read(Self.both.replacing(old, with: new))
    #expect(program.layouts.allSatisfy { !unreadParts($0).isEmpty }, "\(blocks(program))")
    #expect(reasons(program).contains { words.isEmpty || $0.words.contains(words) }, "\(program.unread.map(\.reason))")
  }

  private static let broadcasting = """
    #include <ArduinoBLE.h>
    BLEService lamp("fff0");
    BLEIntCharacteristic value("fff1", BLERead | BLEBroadcast);
    void setup() {
      lamp.addCharacteristic(value);
      BLE.setAdvertisedService(lamp);
      BLE.advertise();
      value.broadcast();
    }
    void loop() {
      BLE.poll();
      value.writeValue(count);
    }
    """

  /// Each write of a characteristic that broadcasts sets the service data, and advertises again.
  @Test(arguments: [
    ("BLEByteCharacteristic", 1), ("BLEShortCharacteristic", 2), ("BLEIntCharacteristic", 4),
    ("BLEFloatCharacteristic", 4), ("BLEDoubleCharacteristic", 8),
  ]) func broadcasts(_ type: String, _ size: Int) throws {
    let program = ProgramReader(
      Self.broadcasting.replacing("BLEIntCharacteristic", with: type), language: .cPlusPlus)
    let data = String(repeating: "00", count: size)
    #expect(
      blocks(program) == [
        ["ADV_IND", "020106" + "0302f0ff", ""],
        ["ADV_IND", "020106" + "0302f0ff" + "0\(size + 3 < 10 ? "\(size + 3)" : "b")16f0ff" + data, ""],
      ], "\(program.unread)")
    let doubts = try #require(program.layouts.last?.doubts)
    #expect(program.layouts.first?.doubts.isEmpty == true && !doubts.isEmpty)
  }

  /// A broadcast without a write, or without the property, changes nothing; one that is not read is named.
  @Test(arguments: [
    ("value.writeValue(count);", "", 1, ""), ("value.broadcast();", "", 1, ""),
    ("BLERead | BLEBroadcast", "BLERead", 1, ""),
    ("BLEIntCharacteristic", "BLECharacteristic", 1, "length of the value"),
    ("lamp.addCharacteristic(value);", "", 1, "of which service"),
    ("\"fff0\"", "\"afd0ffa0-2a9e-41a9-b9db-115a0e511de4\"", 1, "16 bits"),
    ("BLERead | BLEBroadcast", "PROPERTIES", 2, ""),
  ]) func broadcastsThatAreNotRead(_ old: String, _ new: String, _ count: Int, _ reason: String) {
    let program = ProgramReader(Self.broadcasting.replacing(old, with: new), language: .cPlusPlus)
    #expect(program.layouts.count == count, "\(blocks(program))")
    #expect(program.unread.map { $0.reason.contains(reason) } == (reason.isEmpty ? [] : [true]), "\(program.unread)")
    // What is not read may follow.
    #expect(program.layouts.first?.doubts.isEmpty == reason.isEmpty)
  }

  /// A text has the length of its letters, up to that of the value.
  @Test(arguments: [
    ("4);", "\"ab\"", "0516f0ff0000"), ("1);", "\"ab\"", "0416f0ff00"), ("4);", "text", nil), (");", "\"ab\"", nil),
    ("4, true);", "\"ab\"", nil),
  ]) func broadcastsOfTexts(_ end: String, _ value: String, _ data: String?) {
    let text = Self.broadcasting
      .replacing("BLEIntCharacteristic", with: "BLECharacteristic")
      .replacing("BLEBroadcast);", with: "BLEBroadcast\(end == ");" ? "" : ", ")\(end)")
      .replacing("writeValue(count)", with: "writeValue(\(value))")
    let program = ProgramReader(text, language: .cPlusPlus)
    #expect(
      program.layouts.map { blocks($0)[1] } == ["0201060302f0ff"] + (data.map { ["0201060302f0ff" + $0] } ?? []),
      "\(program.unread)")
    #expect(program.unread.isEmpty == (data != nil))
  }

  /// The name of `setDeviceName` is not advertised.
  @Test(arguments: [
    ("BLE.setDeviceName(\"A\");\nBLE.setLocalName(\"Lamp\");", 1),
    ("BLE.setDeviceName(\"A\");\nBLE.setAdvertisedService(lamp);", 1),
    ("BLE.setDeviceName(\"Lamp\");\nBLE.setLocalName(\"Lamp\");", 0), ("BLE.setLocalName(\"Lamp\");", 0),
  ]) func deviceNames(_ lines: String, _ count: Int) throws {
    let changes = try #require(read(lines).layouts.first?.stackBuild?.changes)
    #expect(changes.count { $0.change.words.contains("setDeviceName") } == count, "\(changes)")
  }

  /// Lines that are commented out or in another order change what is said as they change what is sent.
  @Test func linesThatAreLeftOut() throws {
    let lines = Self.both.split(separator: "\n").map(String.init)
    let fields: [(Int, ADValue)] = [
      (4, ADValue(type: .manufacturerData, value: [0x59, 0, 1, 2].span)),
      (5, ADValue(type: .completeServiceUUIDs16, value: [0x0F, 0x18].span)),
      (6, ADValue(type: .serviceData16, value: [0x0F, 0x18, 1, 2].span)),
    ]
    let stack = try #require(StackBuilder.named("arduinoble"))
    for chosen in 0..<8 {
      for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
        let calls = order.map { (chosen >> $0 & 1 == 1 ? "" : "// ") + lines[fields[$0].0] }
        let text = (lines[0...3] + calls + lines[7...]).joined(separator: "\n")
        let asked = order.filter { chosen >> $0 & 1 == 1 }.map { fields[$0].1 }
        let built = try stack.built(
          BuildRequest(
            advertising: asked, scanResponse: [ADValue(type: .completeLocalName, value: Array("Lamp".utf8).span)],
            options: ["advertising-data"]), version: stack.newest)
        #expect(
          blocks(read(text)) == [
            ["ADV_IND", HexText.compact(built.advertising.octets), HexText.compact(built.scanResponse.octets)]
          ], "\(text)")
      }
    }
  }
}

import AdvertBuilders
import AdvertReading
import AdvertSources
import AdvertisingData
import Testing

/// Fields that sketches for the ESP32 make in ways of their own: connection intervals of several calls, beacons, and texts
/// that are put together.
@Suite struct ArduinoFieldTests {
  // MARK: Connection intervals

  /// Returns what is sent after the Flags and a name of two bytes.
  private func sent(_ calls: String, library: String = "NimBLE", version: SourceProject = SourceProject()) -> [String] {
    let text = """
      #include <\(library)Device.h>
      void setup() {
        \(library)Device::init("Hi");
        auto advertising = \(library)Device::getAdvertising();
        advertising->setScanResponse(false);
        \(calls)
        advertising->start();
      }
      """
    let program = ProgramReader(text, language: .cPlusPlus, project: version)
    return program.layouts.map { blocks($0)[1] } + program.unread.map { $0.reason }
  }

  /// Each call of version 1 keeps the order of the two values, and a value out of range takes the field away.
  @Test(arguments: [
    ("advertising->setMinPreferred(0x0);", ""),
    ("advertising->setMinPreferred(0x06); advertising->setMinPreferred(0x12);", "051212001200"),
    ("advertising->setMinPreferred(0x06); advertising->setMaxPreferred(0x12);", "051206001200"),
    ("advertising->setMaxPreferred(0x12); advertising->setMinPreferred(0x06);", "051206001200"),
    ("advertising->setMaxPreferred(0x12);", "051200001200"),
    ("advertising->setMinPreferred(0x12); advertising->setMaxPreferred(0x06);", "051206000600"),
    ("advertising->setMinPreferred(0x12); advertising->setMinPreferred(0);", ""),
  ])
  func intervalsOfNimBLE(_ calls: String, _ field: String) {
    // NimBLE sends the fields in the order of their types.
    #expect(sent(calls) == ["020106" + "03094869" + field])
  }

  /// The library for Bluedroid keeps both values apart, and Bluedroid sends those in order only.
  @Test(arguments: [
    ("advertising->setMinPreferred(0x0);", ""),
    ("advertising->setMinPreferred(0x06); advertising->setMinPreferred(0x12);", "051212004000"),
    ("advertising->setMaxPreferred(0x80);", "051220008000"),
  ])
  func intervalsOfBluedroid(_ calls: String, _ field: String) {
    let sent = sent(calls, library: "BLE", version: SourceProject(versions: ["esp32-ble": "2.0"]))
    #expect(sent.map { $0.hasSuffix(field.isEmpty ? "020a00" : field) } == [true], "\(sent)")
  }

  // MARK: Names and UUIDs

  private func nimBLESketch(_ calls: String) -> ProgramReader {
    let text = """
      #include <NimBLEDevice.h>
      #define SERVICE "123456-0003-4538-BCD7-7ECFB51297C1"
      void setup() {
        NimBLEDevice::init("Thermometer");
        NimBLEAdvertising *advertising = NimBLEDevice::getAdvertising();
        \(calls)
        advertising->start();
      }
      """
    return ProgramReader(text, language: .cPlusPlus)
  }

  /// Version 2 does not advertise the name of the device, which version 1 did.
  @Test func nameOfInit() throws {
    let layout = try #require(nimBLESketch("advertising->addServiceUUID(\"180F\");").layouts.first)
    let change = try #require(layout.stackBuild?.changes.first)
    #expect(change.change.kind == .notAsked && change.text?.line == 4)
    #expect(change.change.remedy == "call setName of the advertising object")
    for calls in ["advertising->setName(\"A\");", "advertising->setScanResponse(false);"] {
      #expect(nimBLESketch(calls).layouts.first?.stackBuild?.changes.isEmpty == true, "\(calls)")
    }
  }

  @Test func malformedUUID() throws {
    let layout = try #require(nimBLESketch("advertising->addServiceUUID(SERVICE);").layouts.first)
    let reason = "the UUID \"123456-0003-4538-BCD7-7ECFB51297C1\" has 6 digits in group 1, where a UUID has 8"
    #expect(blocks(layout)[1].hasPrefix("020106" + anyService[0]))
    #expect(layout.doubts.contains { $0.cause.words.contains(reason) }, "\(layout.doubts)")
  }

  @Test(arguments: [
    ("180", "has 3 characters, where one of 4, 8 or 36 is expected"), ("18oF", "has o, which is no hex digit"),
    ("4fafc201-1fb5459e-8fcc-c5c9c331914b", "has 35 characters with 3 hyphens, where one of 4, 8 or 36 is expected"),
    ("4fafc201-1fb5-459e-8fcc-c5c9c331914", "has 11 digits in group 5, where a UUID has 12"),
  ]) func faultsOfUUIDs(_ text: String, _ fault: String) throws {
    let layout = try #require(nimBLESketch("advertising->addServiceUUID(\"\(text)\");").layouts.first)
    #expect(layout.doubts.contains { $0.cause.words.contains("the UUID \"\(text)\" \(fault)") }, "\(layout.doubts)")
  }

  /// A list can leave out the end of an array, which is then zero.
  @Test(arguments: [
    ("uint8_t d[5] = {0};", "0000000000"), ("uint8_t d[5] = {};", "0000000000"), ("uint8_t d[5] {};", "0000000000"),
    ("uint8_t d[5] = {0x59, 0};", "5900000000"),
  ]) func zeroFill(_ declaration: String, _ octets: String) {
    let text = """
      #include <ArduinoBLE.h>
      const \(declaration)
      void setup() {
        BLE.begin();
        BLE.setManufacturerData(d, sizeof(d));
        BLE.advertise();
      }
      """
    let program = ProgramReader(text, language: .cPlusPlus)
    #expect(program.layouts.first.map { blocks($0)[1].hasSuffix(octets) } == true, "\(program.unread)")
    let long = ProgramReader(
      text.replacing(declaration, with: "uint8_t d[1] = {1, 2};"), language: .cPlusPlus)
    #expect(long.unread.map(\.reason) == ["d has 1 elements, and its list has 2"])
  }

  // MARK: Beacons

  private static let uuid = "2d7a9f0c-e0e8-4cc9-a71b-a21db2d034a1"
  private static let octets = "2d7a9f0ce0e84cc9a71ba21db2d034a1"
  private static let reversed = "a134d0b21da21ba7c94ce8e00c9f7a2d"

  private func beacon(_ setters: String, _ use: String, library: String = "NimBLE") -> String {
    """
    #include <\(library)Device.h>
    #include <\(library)Beacon.h>
    void advertise() {
      \(library)Beacon beacon = \(library)Beacon();
      \(setters)
      \(library)AdvertisementData data;
      \(use)
      \(library)AdvertisementData empty;
      auto advertising = \(library)Device::getAdvertising();
      advertising->setAdvertisementData(data);
      advertising->setScanResponseData(empty);
      advertising->start();
    }
    void setup() { \(library)Device::init(""); advertise(); }
    """
  }

  private static let setters = """
    beacon.setManufacturerId(0x4C00);
    beacon.setProximityUUID(BLEUUID("\(uuid)"));
    beacon.setMajor(5);
    beacon.setMinor(0x0158);
    beacon.setSignalPower(0xc5);
    """

  @Test func beaconsOfNimBLE() {
    expect(
      beacon(Self.setters, "data.setManufacturerData(beacon.getData());"), .cPlusPlus,
      [["ADV_IND", "1aff4c000215" + Self.octets + "00050158c5", ""]])
    // Without the setter, the company has its octets exchanged.
    expect(
      beacon("beacon.setSignalPower(-59);", "data.setManufacturerData(beacon.getData());"), .cPlusPlus,
      [["ADV_IND", "1aff004c0215" + String(repeating: "0", count: 40) + "c5", ""]])
    expectRefusal(
      beacon("if (near) { beacon.setMajor(2); }", "data.setManufacturerData(beacon.getData());"), .cPlusPlus, 5,
      "the if")
    expectRefusal(
      beacon("fill(beacon);", "data.setManufacturerData(beacon.getData());"), .cPlusPlus, 5, "handed on")
  }

  /// The library for Bluedroid copies the UUID in the order in which it stores it.
  @Test(arguments: [
    "data.setManufacturerData(beacon.getData());",
    """
    std::string field = "";
    field += (char)26;
    field += (char)0xFF;
    field += beacon.getData();
    data.addData(field);
    """,
    """
    String field;
    field += (char)26;
    field += '\\xff';
    field += beacon.getData();
    data.addData(field);
    """,
    "data.addData(std::string(\"\\x1a\\xff\", 2) + beacon.getData());",
  ])
  func beaconsOfBluedroid(_ use: String) {
    let program = ProgramReader(
      beacon(Self.setters, use, library: "BLE"), language: .cPlusPlus,
      project: SourceProject(versions: ["esp32-ble": "2.0"]))
    #expect(program.unread.isEmpty, "\(program.unread)")
    #expect(blocks(program) == [["ADV_IND", "1aff4c000215" + Self.reversed + "00050158c5", ""]])
    let changes = program.layouts.flatMap { $0.stackBuild?.changes ?? [] }
    #expect(changes.map { $0.change.words } == ["sends the UUID of setProximityUUID with its bytes in reverse order"])
    #expect(changes.first?.text?.line == 6)
  }

  /// Numbers that are known only when the program runs are open, and all else is known.
  @Test func numbersOfRunTime() throws {
    let setters = Self.setters.replacing("setMajor(5)", with: "setMajor((count & 0xFFFF0000) >> 16)")
    for use in [
      "data.setManufacturerData(beacon.getData());",
      "std::string field; field += (char)26; field += (char)0xFF; field += beacon.getData(); data.addData(field);",
    ] {
      let program = ProgramReader(beacon(setters, use), language: .cPlusPlus)
      #expect(blocks(program) == [["ADV_IND", "1aff4c000215" + Self.octets + "00000158c5", ""]])
      let layout = try #require(program.layouts.first)
      let open = layout.variation(of: .advertising)
      #expect((0..<27).filter { open[$0] != nil } == [22, 23])
    }
    let length = ProgramReader(
      beacon(setters, "std::string field; field += (char)count; field += (char)0xFF; data.addData(field);"),
      language: .cPlusPlus)
    #expect(length.layouts.isEmpty)
  }

  /// A function of the sketch that returns the data of a beacon. What the function gets is a byte that varies.
  @Test(arguments: [
    ("beacon.setMinor(minor);", "", true), ("if (minor) beacon.setMajor(2);", "", false),
    ("if (minor) return other;", "", false), ("", "String frame(int a, int b) { return \"\"; }", false),
    ("return frame(minor);", "", false),
  ])
  func dataOfAFunction(_ more: String, _ other: String, _ isRead: Bool) {
    let program = ProgramReader(
      """
      #include <BLEDevice.h>
      String frame(uint16_t minor) {
        BLEBeacon beacon;
        beacon.setManufacturerId(0x4C00);
        beacon.setProximityUUID(BLEUUID("2D7A9F0C-E0E8-4CC9-A71B-A21DB2D034A1"));
        beacon.setMajor(1);
        beacon.setSignalPower(-59);
        \(more)
        return beacon.getData();
      }
      \(other)
      void setup() {
        BLEDevice::init("Owl");
        BLEAdvertising *advertising = BLEDevice::getAdvertising();
        BLEAdvertisementData data;
        data.setFlags(6);
        data.setManufacturerData(frame(3));
        advertising->setAdvertisementData(data);
        advertising->setScanResponse(false);
        advertising->start();
      }
      """, language: .cPlusPlus, project: SourceProject(versions: ["esp32-ble": "2.0"]))
    let known = "020106" + "1aff4c000215" + "a134d0b21da21ba7c94ce8e00c9f7a2d" + "00010000c5"
    #expect(program.layouts.map { blocks($0)[1] } == (isRead ? [known] : ["020106" + "1bff??…"]), "\(program.unread)")
    #expect(program.layouts.allSatisfy { $0.variation(of: .advertising)[27] != nil })
  }

  // MARK: Data of the program's own beside other calls

  private func sketch(_ calls: String, library: String = "BLE", version: String = "2.0") -> ProgramReader {
    let text = """
      #include <\(library)Device.h>
      void setup() {
        \(library)Device::init("Lamp");
        \(library)AdvertisementData data;
        data.setFlags(0x06);
        auto advertising = \(library)Device::getAdvertising();
        \(calls)
        advertising->start();
      }
      """
    return ProgramReader(
      text, language: .cPlusPlus, project: SourceProject(versions: ["esp32-ble": version, "nimble-arduino": "1.4"]))
  }

  /// On NimBLE, an interval of 0 leaves room for the name, which is not sent beside data of the program's own.
  @Test(arguments: [("0x0", ""), ("0x06", "05094c616d70")])
  func theLibrarysScanResponseOnNimBLE(_ least: String, _ response: String) {
    let program = sketch(
      "advertising->setAdvertisementData(data); advertising->setMinPreferred(\(least));"
        + " advertising->addServiceUUID(\"6e400001-b5a3-f393-e0a9-e50e24dcca9e\");", version: "3.3")
    #expect(blocks(program) == [["ADV_IND", "020106", response]])
  }

  /// Without scan response data of the program, the library for Bluedroid sends its own.
  @Test func theLibrarysScanResponse() throws {
    let program = sketch("advertising->setAdvertisementData(data); advertising->addServiceUUID(\"180f\");")
    #expect(program.unread.isEmpty, "\(program.unread)")
    #expect(blocks(program) == [["ADV_IND", "020106", "05094c616d70" + "020a00" + "03030f18" + "051220004000"]])
    #expect(try #require(program.layouts.first).variation(of: .scanResponse)[8] != nil)
    #expect(
      blocks(sketch("advertising->setAdvertisementData(data); advertising->setScanResponse(false);"))
        == [["ADV_IND", "020106", ""]])
  }

  @Test(arguments: ["BLE", "NimBLE"]) func callsWithoutEffect(_ library: String) {
    let program = sketch(
      "advertising->setAdvertisementData(data); advertising->setScanResponseData(data);"
        + " advertising->setMinPreferred(0x06); advertising->addServiceUUID(\"180f\");", library: library)
    #expect(program.unread.isEmpty, "\(program.unread)")
    #expect(blocks(program) == [["ADV_IND", "020106", "020106"]])
    #expect(
      program.layouts.flatMap { $0.stackBuild?.changes ?? [] }.map { $0.change.words }
        == ["sends nothing of addServiceUUID, because the program sets data of its own"])
  }

  /// The call has a copy: what comes after it changes nothing.
  @Test(arguments: ["BLE", "NimBLE"]) func callsAfterTheCopy(_ library: String) {
    let program = sketch(
      "advertising->setAdvertisementData(data); advertising->setScanResponseData(data); data.setAppearance(0x0341);",
      library: library)
    #expect(program.unread.isEmpty, "\(program.unread)")
    #expect(blocks(program) == [["ADV_IND", "020106", "020106"]])
    #expect(
      program.layouts.flatMap { $0.stackBuild?.changes ?? [] }.contains {
        $0.change.words.contains("nothing of this setAppearance")
      })
    let second = sketch(
      "advertising->setAdvertisementData(data); data.setAppearance(0x0341); advertising->setScanResponseData(data);",
      library: library)
    #expect(blocks(second) == [["ADV_IND", "020106", "02010603194103"]], "\(second.unread)")
    #expect(second.layouts.first?.stackBuild?.changes.isEmpty == true)
  }

  /// Values with the type before them, and the first element's address for an array.
  @Test(arguments: [
    "data.setAppearance(uint16_t (0x0341));", "data.setAppearance(uint16_t(0x10341));",
    "uint8_t a[] = {3, 0x19, 0x41, 3}; data.addData(std::string((char *)&a[0], 4));",
  ]) func valuesInOtherForms(_ call: String) {
    let program = sketch(
      "\(call) advertising->setAdvertisementData(data); advertising->setScanResponse(false);")
    #expect(blocks(program) == [["ADV_IND", "02010603194103", ""]], "\(program.unread)")
  }

  /// A function that sets all data anew can run again and again.
  @Test func dataOfItsOwnInALoop() {
    let text = """
      #include <BLEDevice.h>
      BLEAdvertising *radio;
      void setup() { BLEDevice::init("Lamp"); radio = BLEDevice::getAdvertising(); }
      void loop() { radio->start(); delay(10); radio->stop(); send(); }
      void send() {
        BLEAdvertisementData data;
        data.setFlags(6);
        radio->setAdvertisementData(data);
      }
      """
    let program = ProgramReader(text, language: .cPlusPlus)
    #expect(program.layouts.map { blocks($0)[1] } == ["020106"], "\(program.unread)")
    #expect(program.layouts.first?.name == "send, the first time")
  }

  @Test(arguments: [
    ("String field; field += 26; data.addData(field);", "digits"),
    ("String field; field += (uint8_t)26; data.addData(field);", "digits"),
    ("std::string field; if (near) { field += (char)26; } data.addData(field);", "the if"),
    ("std::string field; field += (char)26; fill(field); data.addData(field);", "handed on"),
    ("std::string field; field += (char)level; data.addData(field);", "whole AD structures"),
  ])
  func textsThatAreNotPutTogether(_ use: String, _ words: String) {
    let program = ProgramReader(
      beacon(Self.setters, use, library: "BLE"), language: .cPlusPlus,
      project: SourceProject(versions: ["esp32-ble": "2.0"]))
    #expect(program.layouts.isEmpty)
    #expect(program.unread.first?.reason.contains(words) == true, "\(program.unread)")
  }
}

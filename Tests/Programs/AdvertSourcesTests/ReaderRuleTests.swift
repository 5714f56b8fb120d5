import AdvertObservation
import AdvertReading
import AdvertSources
import AdvertisingData
import Testing

/// What one library makes of an order of calls, of a name, or of a missing part. The forms are those of public programs.
@Suite struct ReaderRuleTests {
  // MARK: CircuitPython

  private static let circuitPython = """
    import adafruit_ble
    import adafruit_ble_midi
    from adafruit_ble.advertising import Advertisement
    from adafruit_ble.advertising.standard import ProvideServicesAdvertisement, SolicitServicesAdvertisement
    from adafruit_ble.services.nordic import UARTService
    from adafruit_ble.services.standard import CurrentTimeService
    from adafruit_ble_apple_notification_center import AppleNotificationCenterService
    ble = adafruit_ble.BLERadio()

    """

  @Test func circuitPythonServices() {
    expect(
      Self.circuitPython + """
        midi = adafruit_ble_midi.MIDIService()
        advertisement = ProvideServicesAdvertisement(midi)
        ble.start_advertising(advertisement)
        """, .python, [["ADV_IND", "110600c7c44ee36c51a7334be8ed5a0eb803020106", "unknown"]])
    expect(
      Self.circuitPython + """
        wanted = SolicitServicesAdvertisement()
        wanted.solicited_services.append(AppleNotificationCenterService)
        wanted.solicited_services.append(CurrentTimeService)
        ble.start_advertising(wanted)
        """, .python, [["ADV_IND", "0201061115d0002d121e4b0fa4994eceb531f4057903140518", "unknown"]])
  }

  /// The library takes an `Advertisement` without fields for none.
  @Test func circuitPythonSendsAResponseOfItsOwn() {
    let text =
      Self.circuitPython + """
        uart = UARTService()
        advertisement = ProvideServicesAdvertisement(uart)
        response = Advertisement()
        ble.start_advertising(advertisement, response)
        """
    let uart = "11069ecadc240ee5a9e093f3a3b50100406e020106"
    expect(text, .python, [["ADV_IND", uart, "unknown"]])
    expect(
      text.replacing(
        "response = Advertisement()", with: "response = Advertisement()\nresponse.complete_name = \"Lamp\""),
      .python, [["ADV_IND", uart, "05094c616d70"]])
  }

  /// The name of the radio is in the scan response that the library makes.
  @Test func circuitPythonNamesOfTheRadio() {
    let text =
      Self.circuitPython + """
        NAME = "Lamp"
        ble.name = NAME
        advertisement = ProvideServicesAdvertisement(UARTService())
        ble.start_advertising(advertisement)
        """
    let uart = "11069ecadc240ee5a9e093f3a3b50100406e020106"
    expect(text, .python, [["ADV_IND", uart, "05094c616d70020a00"]])
    expect(text.replacing("ble.name", with: "ble._adapter.name"), .python, [["ADV_IND", uart, "05094c616d70020a00"]])
    expect(text.replacing("ble.name", with: "other._adapter.name"), .python, [["ADV_IND", uart, "unknown"]])
    expect(text.replacing("ble.name = NAME", with: "print(ble.name)"), .python, [["ADV_IND", uart, "unknown"]])
    expect(
      text.replacing("ble.name = NAME", with: "ble.name = NAME\nble.name = \"Desk\""), .python,
      [["ADV_IND", uart, "unknown"]])
    expect(text.replacing("ble.name = NAME", with: "other.name = NAME"), .python, [["ADV_IND", uart, "unknown"]])
    let longest = String(repeating: "x", count: 26)
    #expect(ProgramReader(text.replacing("Lamp", with: longest), language: .python).unread.isEmpty)
    let refused = ProgramReader(text.replacing("Lamp", with: longest + "x"), language: .python)
    #expect(refused.layouts.isEmpty)
    #expect(
      refused.unread.map { "\($0.line) \($0.reason)" } == [
        "10 start_advertising raises ValueError on boards with an nRF52: the fields need 32 bytes, 31 available "
          + "(adafruit_ble 10.1.2, assumed)"
      ])
    #expect(
      refused.unread.first?.refusal?.remedy
        == "shorten the name to 26 bytes, or move the TX power to the advertising data")
  }

  @Test(arguments: [
    ("from lamp import UARTService\nadvertisement = ProvideServicesAdvertisement(UARTService())", 9, "not that of"),
    ("midi = lamp_midi.MIDIService()\nadvertisement = ProvideServicesAdvertisement(midi)", 9, "another library"),
    ("advertisement = SolicitServicesAdvertisement(UARTService)", 10, "arguments"),
    (
      "advertisement = SolicitServicesAdvertisement()\nif dark:\n    advertisement.solicited_services.append(UARTService)",
      11, "top of the file"
    ),
    (
      "advertisement = ProvideServicesAdvertisement()\nadvertisement.solicited_services.append(UARTService)", 10, "list"
    ),
  ])
  func circuitPythonIsRefused(_ text: String, _ line: Int, _ words: String) {
    expectRefusal(Self.circuitPython + text + "\nble.start_advertising(advertisement)", .python, line, words)
  }

  // MARK: Bluefruit

  private func bluefruit(_ declarations: String, _ calls: String) -> String {
    """
    #include <bluefruit.h>
    \(declarations)
    void setup() {
      Bluefruit.begin();
      \(calls)
      Bluefruit.Advertising.start(0);
    }
    """
  }

  @Test func bluefruitBeaconsAndClients() {
    let uuid = "uint8_t place[16] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };\n"
    let beacon = uuid + "BLEBeacon beacon(place, 0x0102, 0x0304, -54);"
    let set = "Bluefruit.Advertising.setBeacon(beacon);"
    let octets = "0215000102030405060708090a0b0c0d0e0f01020304ca"
    expect(bluefruit(beacon, set), .cPlusPlus, [["ADV_IND", "0201061aff4c00" + octets, ""]])
    expect(
      bluefruit(beacon, "beacon.setManufacturer(0x0059); " + set), .cPlusPlus,
      [["ADV_IND", "0201061aff5900" + octets, ""]])
    expectRefusal(bluefruit(beacon, "Bluefruit.Advertising.addFlags(6); " + set), .cPlusPlus, 6, "takes away")
    expectRefusal(bluefruit(beacon, set + " beacon.setManufacturer(0x0059);"), .cPlusPlus, 6, "changed after")
    expectRefusal(bluefruit(beacon, "beacon.setMajorMinor(1, 2); " + set), .cPlusPlus, 6, "not read")
    expectRefusal(bluefruit(beacon, "place[0] = 1; " + set), .cPlusPlus, 6, "set here")
    expect(
      bluefruit(
        "BLEAncs ancs;\nBLEClientCts time;",
        "Bluefruit.Advertising.addAppearance(BLE_APPEARANCE_GENERIC_CLOCK); Bluefruit.Advertising.addService(time); "
          + "Bluefruit.ScanResponse.addService(ancs);"), .cPlusPlus,
      [["ADV_IND", "0319000103140518", "1115d0002d121e4b0fa4994eceb531f40579"]])
  }

  // MARK: Libraries that another file includes

  @Test func includesOfOtherFiles() {
    expect(
      "void setup() { Bluefruit.Advertising.addFlags(6); Bluefruit.Advertising.start(0); }", .cPlusPlus,
      [["ADV_IND", "020106", ""]])
    expect(
      #"void setup() { auto *a = NimBLEDevice::getAdvertising(); a->addServiceUUID("180d"); a->start(); }"#, .cPlusPlus,
      [["ADV_IND", "02010603030d18", ""]])
    expectRefusal(
      "\n"
        + #"void setup() { BLEAdvertising *a = BLEDevice::getAdvertising(); a->addServiceUUID("180d"); a->start(); }"#,
      .cPlusPlus, 2, "#include")
    // The other side of a connection of ArduinoBLE.
    #expect(
      ProgramReader(
        "#include <ArduinoBLE.h>\nvoid loop() { BLEDevice central = BLE.central(); startAdvertising(); }",
        language: .cPlusPlus
      ).isEmpty)
  }

  /// `getAdvertising` of the server gives the same object.
  @Test func theServerHasTheSameObject() {
    let text = """
      #include <NimBLEDevice.h>
      void setup() {
        NimBLEServer *server = NimBLEDevice::createServer();
        NimBLEAdvertising *advertising = server->getAdvertising();
        advertising->addServiceUUID("180d");
        advertising->start();
      }
      """
    expect(text, .cPlusPlus, [["ADV_IND", "02010603030d18", ""]])
  }

  /// A library makes its object each time, so a test for one holds.
  @Test(arguments: ["advertising", "advertising != nullptr", "NULL != advertising"])
  func objectsThatAreTested(_ condition: String) {
    func text(_ condition: String, _ value: String = "NimBLEDevice::getAdvertising()") -> String {
      """
      #include <NimBLEDevice.h>
      void setup() {
        NimBLEDevice::init("Key");
        NimBLEAdvertising *advertising = \(value);
        if (\(condition)) {
          advertising->addServiceUUID("180d");
        }
        NimBLEDevice::startAdvertising();
      }
      """
    }
    expect(text(condition), .cPlusPlus, [["ADV_IND", "02010603030d18", ""]])
    let doubts: [(String, String?)] = [
      ("!advertising", nil), ("ready", nil), (condition, "ready ? NimBLEDevice::getAdvertising() : 0"),
    ]
    for (condition, value) in doubts {
      let program = ProgramReader(value.map { text(condition, $0) } ?? text(condition), language: .cPlusPlus)
      #expect(program.layouts.isEmpty, "\(condition) \(value ?? "")")
    }
  }

  /// A function that only clears the data does not change what the one sends that clears them first.
  @Test(arguments: [
    ("Bluefruit.Advertising.stop();\nBluefruit.Advertising.clearData();", true),
    ("Bluefruit.Advertising.clearData();\nBluefruit.ScanResponse.clearData();", false),
    ("Bluefruit.Advertising.clearData();\nBluefruit.Advertising.addTxPower();", false),
    ("Bluefruit.Advertising.clearData();\nBluefruit.Advertising.start(0);", false),
  ])
  func dataThatAnotherFunctionClears(_ other: String, _ isRead: Bool) {
    let program = ProgramReader(
      """
      #include <bluefruit.h>
      void startAdv() {
        Bluefruit.Advertising.clearData();
        Bluefruit.Advertising.addFlags(6);
        Bluefruit.ScanResponse.addUuid(0x180D);
        Bluefruit.Advertising.start(0);
      }
      void disable() {
        \(other)
      }
      void setup() { Bluefruit.begin(); startAdv(); }
      """, language: .cPlusPlus)
    #expect(program.layouts.count == (isRead ? 1 : 0), "\(program.unread)")
  }

  // MARK: Names that are set before

  private func bluedroid(_ body: String) -> String {
    """
    static uint8_t uuid[16] = { 0xfb, 0x34, 0x9b, 0x5f, 0x80, 0, 0, 0x80, 0, 0x10, 0, 0, 0x0d, 0x18, 0, 0 };
    static esp_ble_adv_data_t data = { .include_name = true, .service_uuid_len = 16, .p_service_uuid = uuid, .flag = 6 };
    static void handle(int event) {
      switch (event) {
      case REGISTERED:
    \(body)
        break;
      case STARTED: break;
      }
    }
    """
  }

  /// The name is set each time before the data are, in the same branch.
  @Test func namesOfTheSameBranch() {
    let sent = [["ADV_IND", "0201060509" + "4c616d70" + "03030d18", ""]]
    let (name, data) = (#"esp_ble_gap_set_device_name("Lamp");"#, "esp_ble_gap_config_adv_data(&data);")
    expect(bluedroid("\(name)\n\(data)"), .c, sent)
    expect(bluedroid("int a = \(name)\nif (a) { return; }\n{ int b = \(data) }"), .c, sent)
    // The last name before the data, by any function that sets it.
    let other = #"esp_bt_dev_set_device_name("Owl");"#
    expect(bluedroid("\(other) \(name)\n\(data)"), .c, sent)
    expect(bluedroid("\(name)\n\(data)\n\(other)"), .c, sent)
    expect(bluedroid("\(name.replacing("ble_gap", with: "bt_gap"))\n\(data)"), .c, sent)
    for body in [
      "if (event) \(name)\n\(data)", "if (event) { \(name) }\n\(data)", "event && \(name)\n\(data)", "\(data)\n\(name)",
      "\(name)\nbreak;\ncase OTHER:\n\(data)", "\(name)\nbreak;\ndefault:\n\(data)",
      "goto out;\nout: \(name)\n\(data)", "#ifdef A\n\(name)\n#endif\n\(data)", "f = [](){ \(name) };\n\(data)",
      "\(name)\nif (event) \(other)\n\(data)",
    ] {
      let program = ProgramReader(bluedroid(body), language: body.contains("[]") ? .cPlusPlus : .c)
      // All but the name is known.
      #expect(
        program.layouts.contains { blocks($0)[1] == "020106" + "1709??…" + "03030d18" }, "\(blocks(program)) \(body)")
    }
  }

  // MARK: Espruino

  private static let uart = "11079ecadc240ee5a9e093f3a3b50100406e"

  /// A call sends the same whenever it is run, because it replaces what others have set.
  @Test(arguments: [
    "if (BTN.read()) NRF.setAdvertising({}, {name: 'a'});", "ready && NRF.setAdvertising({}, {name: 'a'});",
    "setInterval(function() {\n NRF.setAdvertising({}, {name: 'a'});\n}, 1000);",
    "setInterval(() => NRF.setAdvertising({}, {name: 'a'}), 1000);",
    "function go() {\n  let options = { name: 'a' };\n  NRF.setAdvertising({}, options);\n}",
    "const data = {};\nfunction go() { NRF.setAdvertising(data, {name: 'a'}); }",
  ])
  func eachCallOfEspruinoIsALayout(_ text: String) {
    expect(text, .javaScript, [["ADV_IND", "020106" + "03ff9005" + "020961", Self.uart]])
    expect(
      text + "\nNRF.setAdvertising([2, 10, 0], {});", .javaScript,
      [["ADV_IND", "020106" + "03ff9005" + "020961", Self.uart], ["ADV_IND", "020a00", Self.uart]])
  }

  /// Services alone: the device adds its own name, which no line says.
  @Test(arguments: [
    ("NRF.setServices({ 0x1815: {} }, { advertise: ['1815'], uart: false });", "03031518"),
    ("NRF.setServices({ 0x1815: {} }, { advertise: [0x1815] });", "1518"),
  ])
  func servicesOfEspruinoAlone(_ text: String, _ words: String) throws {
    let layout = try #require(ProgramReader(text, language: .javaScript).layouts.first)
    #expect(blocks(layout)[2].contains(words))
    #expect(layout.doubts.contains { "\($0)".contains("own name") })
    #expect(ProgramReader("NRF.setServices({ 0x1815: {} }, {});", language: .javaScript).layouts.isEmpty)
  }

  @Test func espruinoWritesJSON() {
    func text(_ object: String) -> String {
      "NRF.setAdvertising({}, { showName: false, manufacturer: 0x0590, manufacturerData: JSON.stringify(\(object)) });"
    }
    let json = Array(#"{"name":"Knob","v":2}"#.utf8)
    expect(
      "const N = 'Knob';\n" + text("{ name: N, 'v': 0x02 }"), .javaScript,
      [["ADV_IND", "020106" + HexText.compact([UInt8(json.count + 3), 0xFF, 0x90, 0x05] + json), Self.uart]])
    // An object that only this call uses.
    expect(
      "var state = { name: 'Knob', v: 2 };\n" + text("state"), .javaScript,
      [["ADV_IND", "020106" + HexText.compact([UInt8(json.count + 3), 0xFF, 0x90, 0x05] + json), Self.uart]])
    for object in ["{ a: true }", "{ a: 'b\\n' }", "{ a: 1.5 }", "{ a: [1] }", "{ a: b }", "{ a: '\"' }", "x"] {
      #expect(ProgramReader(text(object), language: .javaScript).layouts.isEmpty, "\(object)")
    }
  }

  @Test(arguments: [
    (
      "NRF.setAdvertising({}, {name: 'a', connectable: false});\nNRF.setAdvertising({}, {name: 'b'});", 1, "connectable"
    ),
    ("const n = 'a';\nfunction go(n) { NRF.setAdvertising({}, {name: n}); }", 2, "set here"),
    ("const n = 'a';\nconst go = n => NRF.setAdvertising({}, {name: n});", 2, "set here"),
    ("const n = 'a';\nconst go = (m, {n}) => { NRF.setAdvertising({}, {name: n}); };", 2, "set here"),
    ("const n = 'a';\nfunction go() { const n = 'b'; NRF.setAdvertising({}, {name: n}); }", 2, "several times"),
    ("let o = {name: 'a'};\no.name = 'b';\nNRF.setAdvertising({}, o);", 3, "not written here"),
    ("let o = {name: 'a'}.b;\nNRF.setAdvertising({}, o);", 2, "not written here"),
    ("function f() { let o = {name: 'a'}; }\nNRF.setAdvertising({}, o);", 2, "not written here"),
    ("NRF.setServices({}, {});\nNRF.setServices({}, {});\nNRF.setAdvertising({}, {name: 'a'});", 2, "several times"),
    ("if (x) {\nNRF.setServices({}, {});\n}\nNRF.setAdvertising({}, {name: 'a'});", 2, "condition"),
  ])
  func espruinoIsNotCertain(_ text: String, _ line: Int, _ words: String) {
    let program = ProgramReader(text, language: .javaScript)
    #expect(program.unread.contains { $0.line == line && $0.reason.contains(words) }, "\(program.unread)")
    #expect(program.layouts.count == (words == "connectable" ? 1 : 0))
  }

  // MARK: Files in other encodings

  /// U+FFFD stands for octets that are no UTF-8: a comment may have them, a text that is sent may not.
  @Test func textsInOtherEncodings() {
    func program(_ name: String) -> String {
      """
      // \u{FFFD}\u{FFFD}
      static const uint8_t raw[] = { 2, 1, 6 };
      static const struct bt_data ad[] = { BT_DATA(BT_DATA_NAME_COMPLETE, "\(name)", sizeof("\(name)") - 1) };
      void start(void) { bt_le_adv_start(BT_LE_ADV_CONN_FAST_1, ad, ARRAY_SIZE(ad), NULL, 0); }
      """
    }
    expect(program("Lamp"), .c, [["ADV_IND", "05094c616d70", ""]])
    expectRefusal(program("L\u{FFFD}mp"), .c, 3, "not read")
    expectRefusal("NRF.setAdvertising({}, {name: 'L\u{FFFD}mp'});", .javaScript, 1, "not read")
    #expect(ProgramReader("D='02\u{FFFD}'\nbtmgmt add-adv -c -d $D 1", language: .shell).layouts.isEmpty)
    expectRefusal(
      "import aioble\nasync def f():\n    await aioble.advertise(20, name='L\u{FFFD}')", .python, 3, "not read")
  }
}

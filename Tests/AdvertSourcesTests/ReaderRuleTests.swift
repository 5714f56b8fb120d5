import AdvertObservation
import AdvertSources
import AdvertisingData
import Testing

/// What one library makes of an order of calls, of a name, or of a missing part. The forms are those of public programs.
@Suite struct ReaderRuleTests {
  private func expect(
    _ text: String, _ language: ProgramReader.Language, _ layouts: [[String]],
    location: SourceLocation = #_sourceLocation
  ) {
    let program = ProgramReader(text, language: language)
    #expect(program.unread.isEmpty && blocks(program) == layouts, "\(program.unread)", sourceLocation: location)
  }

  private func expectRefusal(
    _ text: String, _ language: ProgramReader.Language, _ line: Int, _ words: String,
    location: SourceLocation = #_sourceLocation
  ) {
    let program = ProgramReader(text, language: language)
    #expect(program.layouts.isEmpty, sourceLocation: location)
    #expect(
      program.unread.first?.line == line && program.unread.first?.reason.contains(words) == true,
      "\(program.unread)", sourceLocation: location)
  }

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
    for body in [
      "if (event) \(name)\n\(data)", "if (event) { \(name) }\n\(data)", "event && \(name)\n\(data)", "\(data)\n\(name)",
      "\(name)\nbreak;\ncase OTHER:\n\(data)", "\(name)\nbreak;\ndefault:\n\(data)",
      "goto out;\nout: \(name)\n\(data)", "#ifdef A\n\(name)\n#endif\n\(data)", "f = [](){ \(name) };\n\(data)",
      "\(name) \(name)\n\(data)",
    ] {
      let program = ProgramReader(bluedroid(body), language: body.contains("[]") ? .cPlusPlus : .c)
      #expect(program.layouts.isEmpty && !program.unread.isEmpty, "\(body)")
    }
  }

  // MARK: Kinds of the nRF5 SDK

  private func nRF5(_ parameters: String, before: String = "") -> String {
    """
    static void advertising_init(void) {
      sd_ble_gap_device_name_set(&mode, (const uint8_t *)"Lamp", strlen("Lamp"));
      ble_advdata_t advdata;
      memset(&advdata, 0, sizeof(advdata));
      advdata.name_type = BLE_ADVDATA_FULL_NAME;
      advdata.flags = BLE_GAP_ADV_FLAGS_LE_ONLY_GENERAL_DISC_MODE;
      ble_advdata_encode(&advdata, m_adv_data.adv_data.p_data, &m_adv_data.adv_data.len);
      ble_gap_adv_params_t params;
      memset(&params, 0, sizeof(params));
      \(parameters)
      sd_ble_gap_adv_set_configure(&m_handle, &m_adv_data, &params);
    }
    """
  }

  @Test func kindsOfTheSoftDevice() {
    let lamp = "02010605094c616d70"
    func set(_ kind: String) -> String { "params.properties.type = BLE_GAP_ADV_TYPE_\(kind);" }
    expect(nRF5(set("CONNECTABLE_SCANNABLE_UNDIRECTED")), .c, [["ADV_IND", lamp, ""]])
    expect(nRF5(set("NONCONNECTABLE_SCANNABLE_UNDIRECTED")), .c, [["ADV_SCAN_IND", lamp, ""]])
    expect(nRF5(set("NONCONNECTABLE_NONSCANNABLE_UNDIRECTED")), .c, [["ADV_NONCONN_IND", lamp, "none"]])
    expectRefusal(nRF5(set("EXTENDED_CONNECTABLE_NONSCANNABLE_UNDIRECTED")), .c, 11, "kind of advertising")
    expectRefusal(nRF5("if (far) { \(set("NONCONNECTABLE_SCANNABLE_UNDIRECTED")) }"), .c, 10, "the if in line 10")
  }

  /// Before version 13 of the SDK, the blocks were arguments of the call.
  @Test func argumentsOfTheOldSDK() {
    expect(
      """
      static void advertising_init(void) {
        ble_advdata_t advdata, scanrsp;
        ble_uuid_t uuids[] = { { BLE_UUID_HEART_RATE_SERVICE, BLE_UUID_TYPE_BLE } };
        ble_adv_modes_config_t options = { 0 };
        memset(&advdata, 0, sizeof(advdata));
        advdata.flags = BLE_GAP_ADV_FLAGS_LE_ONLY_GENERAL_DISC_MODE;
        advdata.uuids_complete.uuid_cnt = sizeof(uuids) / sizeof(uuids[0]);
        advdata.uuids_complete.p_uuids = uuids;
        ble_advertising_init(&advdata, NULL, &options, on_event, NULL);
      }
      """, .c, [["ADV_IND", "02010603030d18", ""]])
  }

  // MARK: Bases of the nRF5 SDK

  /// A program that advertises a service in the scan response, with what registers its base.
  private func service(_ uuid: String, _ services: String, before: String = "") -> String {
    """
    \(before)
    static void services_init(void) {
      nrf_ble_qwr_init(&m_qwr, &qwr_init);
      \(services)
    }
    static void advertising_init(void) {
      ble_advertising_init_t init;
      ble_uuid_t adv_uuids[] = { \(uuid) };
      memset(&init, 0, sizeof(init));
      init.advdata.flags = BLE_GAP_ADV_FLAGS_LE_ONLY_GENERAL_DISC_MODE;
      init.srdata.uuids_complete.uuid_cnt = sizeof(adv_uuids) / sizeof(adv_uuids[0]);
      init.srdata.uuids_complete.p_uuids = adv_uuids;
      ble_advertising_init(&m_advertising, &init);
    }
    """
  }

  private static let lightButton = "1107" + "23d1bcea5f782315deef121223150000"

  @Test func basesThatAProgramRegisters() {
    let uart = "#define NUS_TYPE BLE_UUID_TYPE_VENDOR_BEGIN"
    expect(
      service("{BLE_UUID_NUS_SERVICE, NUS_TYPE}", "ble_nus_init(&m_nus, &nus_init);", before: uart), .c,
      [["ADV_IND", "020106", Self.uart]])
    expect(
      service("{LBS_UUID_SERVICE, m_lbs.uuid_type}", "other_init(); ble_lbs_init(&m_lbs, &lbs_init);"), .c,
      [["ADV_IND", "020106", Self.lightButton]])
    let base = """
      #define BASE {{0x23, 0xD1, 0xBC, 0xEA, 0x5F, 0x78, 0x23, 0x15, 0xDE, 0xEF, 0x12, 0x12, 0, 0, 0, 0}}
      static uint8_t m_type;
      """
    expect(
      service("{0x1523, m_type}", "ble_uuid128_t base = BASE; sd_ble_uuid_vs_add(&base, &m_type);", before: base), .c,
      [["ADV_IND", "020106", Self.lightButton]])
    expect(
      service(
        "{0x1523, BLE_UUID_TYPE_VENDOR_BEGIN}", "ble_uuid128_t base = BASE; sd_ble_uuid_vs_add(&base, &m_type);",
        before: base),
      .c, [["ADV_IND", "020106", Self.lightButton]])
  }

  /// The number of a base is its place among those that are registered.
  @Test func basesThatMayNotBeTheFirst() {
    func refuse(_ services: String, _ line: Int, _ words: String) {
      expectRefusal(service("{BLE_UUID_NUS_SERVICE, BLE_UUID_TYPE_VENDOR_BEGIN}", services), .c, line, words)
    }
    refuse("} void more(void) { ble_nus_init(&m_nus, &i); } void other(void) { ble_lbs_init(&m_lbs, &j);", 4, "several")
    // The base of the UART service is the first one here.
    expect(
      service(
        "{BLE_UUID_NUS_SERVICE, BLE_UUID_TYPE_VENDOR_BEGIN}",
        "ble_nus_init(&m_nus, &i); ble_lbs_init(&m_lbs, &j); ble_dfu_buttonless_init(&d);"), .c,
      [["ADV_IND", "020106", Self.uart]])
    refuse("ble_dfu_buttonless_init(&d); ble_nus_init(&m_nus, &i);", 4, "ble_dfu_buttonless_init() may register")
    refuse("my_service_setup(); ble_nus_init(&m_nus, &i);", 4, "my_service_setup() may register")
    refuse("ble_bas_init(&m_bas, &i);", 8, "another file registers")
    refuse("if (full) ble_nus_init(&m_nus, &i);", 4, "the if in line 4")
    expectRefusal(
      service("{0x1523, m_type}", "sd_ble_uuid_vs_add(&base, &m_type); m_type = 3;"), .c, 4, "m_type is set here, too")
    expectRefusal(
      service("{LBS_UUID_SERVICE, m_lbs.uuid_type}", "ble_lbs_init(&m_lbs, &i); m_lbs.uuid_type = 2;"), .c, 4,
      "m_lbs is set here, too")
  }

  private func beacon(_ lines: String) -> String {
    """
    static uint8_t m_info[] = { 0x02, 0x15, 1, 2 };
    static void advertising_init(void) {
      ble_advdata_t advdata;
      ble_advdata_manuf_data_t data;
      data.company_identifier = 0x0059;
      data.data.p_data = (uint8_t *)m_info;
      data.data.size = sizeof(m_info);
      memset(&advdata, 0, sizeof(advdata));
      advdata.flags = BLE_GAP_ADV_FLAG_BR_EDR_NOT_SUPPORTED;
      advdata.p_manuf_specific_data = &data;
      \(lines)
      ble_advdata_set(&advdata, NULL);
    }
    """
  }

  @Test func manufacturerDataOfTheNRF5SDK() {
    expect(beacon(""), .c, [["ADV_IND", "020104" + "07ff5900" + "02150102", ""]])
    // The library reads the structure when it is called.
    expect(beacon("data.data.size = 2;"), .c, [["ADV_IND", "020104" + "05ff5900" + "0215", ""]])
    expectRefusal(beacon("fill(&data);"), .c, 11, "is given to fill()")
    expectRefusal(beacon("m_info[0] = 3;"), .c, 11, "m_info is set here")
    expectRefusal(beacon("if (near) data.data.size = 2;"), .c, 11, "the if in line 11")
  }

  // MARK: Bytes

  @Test func bytesOfCircuitPython() {
    expect(
      "import _bleio\n_bleio.adapter.start_advertising(b'\\x02\\x01\\x06', scan_response=bytes([2, 10, 4]), interval=0.1)",
      .python, [["ADV_IND", "020106", "020a04"]])
    expect(
      "import _bleio\n_bleio.adapter.start_advertising(b'\\x02\\x01\\x06')", .python, [["ADV_IND", "020106", ""]])
    expectRefusal(
      "import _bleio\n_bleio.adapter.start_advertising(data)", .python, 1, "does not set data once")
    expectRefusal(
      "import _bleio\n_bleio.adapter.start_advertising(b'\\x02\\x01\\x06', connectable=False)", .python, 2,
      "connectable=False")
  }

  @Test(arguments: [
    ("addData(std::string(\"\\x02\\x01\\x06\", 3))", "020106"), ("addData({\"\\002\\012\\000\", 3})", "020a00"),
    ("addData(std::vector<uint8_t>{0x02, 0x01, 0x06, 0x02, 0x0a, 0x00})", "020106020a00"),
    ("setManufacturerData(std::string(\"\\x59\\x00\\x00\", 3))", "04ff590000"),
    ("setManufacturerData({\"\\131\\000\", 2})", "03ff5900"),
  ])
  func bytesOfOwnObjects(_ call: String, _ octets: String) {
    func text(_ call: String) -> String {
      """
      #include <NimBLEDevice.h>
      void setup() {
        NimBLEAdvertising *a = NimBLEDevice::getAdvertising();
        NimBLEAdvertisementData d;
        d.\(call);
        a->setAdvertisementData(d);
        a->start();
      }
      """
    }
    expect(text(call), .cPlusPlus, [["ADV_IND", octets, ""]])
    for call in [
      "addData({\"\\002\\001\\006\", 2})", "addData(std::string(3, 'a'))", "addData({\"\\002\", 4})", "addData(x)",
    ] {
      expectRefusal(text(call), .cPlusPlus, 5, "")
    }
  }

  /// The library makes a list of each call, as it does of bytes; only `addServiceUUID` goes on in a list.
  @Test func listsOfOwnObjects() {
    func text(_ calls: String) -> String {
      """
      #include <NimBLEDevice.h>
      void setup() {
        NimBLEAdvertising *a = NimBLEDevice::getAdvertising();
        NimBLEAdvertisementData d;
        \(calls)
        a->setAdvertisementData(d);
        a->start();
      }
      """
    }
    let (one, two) = ("NimBLEUUID(\"180D\")", "NimBLEUUID(\"180F\")")
    expect(
      text("d.setCompleteServices(\(one)); d.addServiceUUID(\(two));"), .cPlusPlus, [["ADV_IND", "05030d180f18", ""]])
    expect(
      text("d.setCompleteServices(\(one)); d.setPartialServices(\(two));"), .cPlusPlus,
      [["ADV_IND", "03030d1803020f18", ""]])
    for calls in [
      "d.setCompleteServices(\(one)); d.setCompleteServices(\(two));",
      "d.addServiceUUID(\(one)); d.setCompleteServices(\(two));",
      "d.addServiceUUID(\(one)); d.addData(std::vector<uint8_t>{3, 3, 0x0f, 0x18});",
    ] { expectRefusal(text(calls), .cPlusPlus, 5, "second list") }
    expectRefusal(text("d.addData(std::vector<uint8_t>{2, 1, 2});"), .cPlusPlus, 5, "Flags that no other call makes")
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

  @Test func espruinoWritesJSON() {
    func text(_ object: String) -> String {
      "NRF.setAdvertising({}, { showName: false, manufacturer: 0x0590, manufacturerData: JSON.stringify(\(object)) });"
    }
    let json = Array(#"{"name":"Knob","v":2}"#.utf8)
    expect(
      "const N = 'Knob';\n" + text("{ name: N, 'v': 0x02 }"), .javaScript,
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
    #expect(
      ProgramReader(
        "import aioble\nasync def f():\n    await aioble.advertise(20, name='L\u{FFFD}')", language: .python
      )
      .layouts.isEmpty)
  }
}

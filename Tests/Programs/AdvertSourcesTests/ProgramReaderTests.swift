import AdvertBuilders
import AdvertObservation
import AdvertReading
import AdvertSources
import AdvertisingData
import TestSupport
import Testing

/// Programs as the examples of each library are written, with the octets that its model makes of their calls.
@Suite struct ProgramReaderTests {
  private func read(
    _ text: String, _ language: ProgramReader.Language, _ project: SourceProject = SourceProject()
  ) throws -> DeclaredLayout {
    let program = ProgramReader(text, language: language, project: project)
    #expect(program.unread.isEmpty)
    return try #require(program.layouts.count == 1 ? program.layouts.first : nil)
  }

  @Test func zephyrArrays() throws {
    let layout = try read(
      """
      #define NAME "Zephyr HR"
      static const struct bt_data ad[] = {
        BT_DATA_BYTES(BT_DATA_FLAGS, (BT_LE_AD_GENERAL | BT_LE_AD_NO_BREDR)),
        BT_DATA_BYTES(BT_DATA_UUID16_ALL, BT_UUID_16_ENCODE(BT_UUID_HRS_VAL), BT_UUID_16_ENCODE(0x180f)),
      };
      static const struct bt_data sd[] = { BT_DATA(BT_DATA_NAME_COMPLETE, NAME, sizeof(NAME) - 1) };
      int main(void) {
        if (bt_enable(NULL)) { return 0; }
        return bt_le_adv_start(BT_LE_ADV_CONN_FAST_1, ad, ARRAY_SIZE(ad), sd, ARRAY_SIZE(sd));
      }
      """, .c)
    #expect(blocks(layout) == ["ADV_IND", "0201060503" + "0d180f18", "0a095a6570687972204852"])
    // A finding on the services points at their line.
    #expect(layout.advertisingText?.octets[5].line == 4)
  }

  /// The name that the host adds is in the configuration of the project.
  @Test func zephyrNamesOfTheProject() throws {
    let text = """
      static const struct bt_data ad[] = { BT_DATA_BYTES(BT_DATA_FLAGS, 0x06) };
      void start(void) { bt_le_adv_start(BT_LE_ADV_CONN_NAME, ad, ARRAY_SIZE(ad), NULL, 0); }
      """
    // Without it, what the host adds is not known.
    #expect(ProgramReader(text, language: .c).layouts.map { blocks($0) } == [["ADV_IND", "020106", "1e09??…"]])
    let named = try read(text, .c, SourceProject(settings: ["BT_DEVICE_NAME": "Lamp"]))
    #expect(blocks(named) == ["ADV_IND", "020106", "05094c616d70"])
    #expect(named.stackBuild?.words == "Zephyr 3.0.99")
    // The options are not in the newest version.
    let stated = SourceProject(versions: ["zephyr": "4.3.0"], settings: ["BT_DEVICE_NAME": "Lamp"])
    let unread = ProgramReader(text, language: .c, project: stated).unread
    #expect(unread.first?.reason.contains("BT_LE_ADV_OPT_USE_NAME is gone in Zephyr 4.3") == true, "\(unread)")
  }

  @Test func nimBLEStructures() throws {
    let layout = try read(
      """
      static const char *device_name = "blehr";
      static void advertise(void) {
        struct ble_gap_adv_params params = { 0 };
        struct ble_hs_adv_fields fields;
        memset(&fields, 0, sizeof(fields));
        fields.flags = BLE_HS_ADV_F_DISC_GEN | BLE_HS_ADV_F_BREDR_UNSUP;
        fields.tx_pwr_lvl_is_present = 1;
        fields.tx_pwr_lvl = BLE_HS_ADV_TX_PWR_LVL_AUTO;
        fields.name = (uint8_t *)device_name;
        fields.name_len = strlen(device_name);
        fields.name_is_complete = 1;
        fields.uuids16 = (ble_uuid16_t[]) { BLE_UUID16_INIT(0x180d), BLE_UUID16_INIT(0x180f) };
        fields.num_uuids16 = 2;
        fields.uuids16_is_complete = 1;
        int rc = ble_gap_adv_set_fields(&fields);
        if (rc != 0) { return; }
        params.conn_mode = BLE_GAP_CONN_MODE_UND;
        params.disc_mode = BLE_GAP_DISC_MODE_GEN;
        rc = ble_gap_adv_start(0, NULL, BLE_HS_FOREVER, &params, on_event, NULL);
      }
      """, .c)
    #expect(blocks(layout) == ["ADV_IND", "02010605030d180f180609626c65687202" + "0a00", ""])
    // The host asks the controller for its power.
    #expect(layout.variation(of: .advertising)[18] != nil)
  }

  /// The forms in which programs write a list of services.
  @Test(arguments: [
    "(ble_uuid16_t[]) { BLE_UUID16_INIT(0x180d) }", "BLE_UUID16(BLE_UUID16_DECLARE(0x180d))", "services", "&one",
    "(ble_uuid16_t *)services", "(const ble_uuid16_t *)&one", "(ble_uuid16_t[]) { one }",
  ])
  func nimBLELists(_ list: String) {
    func text(_ list: String, width: Int) -> String {
      """
      static const ble_uuid16_t services[] = { BLE_UUID16_INIT(0x180d) };
      static const ble_uuid16_t one = BLE_UUID16_INIT(0x180d);
      static void advertise(void) {
        struct ble_gap_adv_params params = { .conn_mode = BLE_GAP_CONN_MODE_UND, .disc_mode = BLE_GAP_DISC_MODE_GEN };
        struct ble_hs_adv_fields fields = { 0 };
        fields.flags = BLE_HS_ADV_F_DISC_GEN | BLE_HS_ADV_F_BREDR_UNSUP;
        fields.uuids\(width) = \(list);
        fields.num_uuids\(width) = 1;
        fields.uuids\(width)_is_complete = 1;
        ble_gap_adv_set_fields(&fields);
        ble_gap_adv_start(0, NULL, BLE_HS_FOREVER, &params, on_event, NULL);
      }
      """
    }
    expect(text(list, width: 16), .c, [["ADV_IND", "02010603030d18", ""]])
    expect(
      text("BLE_UUID128(BLE_UUID128_DECLARE(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))", width: 128), .c,
      [["ADV_IND", "0201061107000102030405060708090a0b0c0d0e0f", ""]])
    // A macro of the program's own can be anything.
    expectRefusal(
      "#define BLE_UUID16(u) other(u)\n" + text("BLE_UUID16(BLE_UUID16_DECLARE(0x180d))", width: 16), .c, 8,
      "is not read")
  }

  /// An event that starts the same advertising again leaves what is sent; one that starts another mode does not.
  @Test func nimBLEStartsAgain() {
    func text(_ mode: String) -> String {
      """
      static void advertise(void) {
        struct ble_gap_adv_params params = { .conn_mode = BLE_GAP_CONN_MODE_UND, .disc_mode = BLE_GAP_DISC_MODE_GEN };
        struct ble_hs_adv_fields fields = { 0 };
        fields.flags = BLE_HS_ADV_F_DISC_GEN | BLE_HS_ADV_F_BREDR_UNSUP;
        ble_gap_adv_set_fields(&fields);
        ble_gap_adv_start(0, NULL, BLE_HS_FOREVER, &params, on_event, NULL);
      }
      static int on_event(struct ble_gap_event *event, void *arg) {
        struct ble_gap_adv_params again = { 0 };
        again.conn_mode = \(mode);
        again.disc_mode = BLE_GAP_DISC_MODE_GEN;
        ble_gap_adv_start(0, NULL, BLE_HS_FOREVER, &again, on_event, NULL);
        return 0;
      }
      """
    }
    expect(text("BLE_GAP_CONN_MODE_UND"), .c, [["ADV_IND", "020106", ""]])
    expectRefusal(text("BLE_GAP_CONN_MODE_NON"), .c, 12, "each in another mode")
  }

  /// The service of a table of Zephyr is only read there.
  @Test func zephyrServiceOfTable() {
    let text = """
      #include <zephyr/bluetooth/bluetooth.h>
      static struct bt_uuid_128 service = BT_UUID_INIT_128(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
      BT_GATT_SERVICE_DEFINE(lamp, BT_GATT_PRIMARY_SERVICE(&service));
      static const struct bt_data ad[] = {
        BT_DATA_BYTES(BT_DATA_FLAGS, (BT_LE_AD_GENERAL | BT_LE_AD_NO_BREDR)),
        BT_DATA(BT_DATA_UUID128_ALL, service.val, sizeof(service.val)),
      };
      int main(void) { return bt_le_adv_start(BT_LE_ADV_CONN, ad, ARRAY_SIZE(ad), NULL, 0); }
      """
    let octets = "020106" + "1107000102030405060708090a0b0c0d0e0f"
    #expect(blocks(ProgramReader(text, language: .c)).map { $0[1] } == [octets])
    let changed = ProgramReader(
      text.replacing("BT_GATT_PRIMARY_SERVICE(&service)", with: "CHANGE(&service)"), language: .c)
    #expect(blocks(changed).map { $0[1] } == ["020106" + anyService[0]])
    #expect(reasons(changed).first?.words.contains("handed on") == true)
  }

  /// The object that advertises can be a member of another object.
  @Test func nimBLEObjectInMember() {
    func text(_ name: String, _ declaration: String) -> String {
      """
      #include <NimBLEDevice.h>
      \(declaration)
      void setup() {
        NimBLEDevice::init("Lamp");
        \(name) = NimBLEDevice::getAdvertising();
        \(name)->addServiceUUID("180d");
        \(name)->start();
      }
      """
    }
    let plain = blocks(ProgramReader(text("object", "NimBLEAdvertising *object;"), language: .cPlusPlus))
    let member = "struct Private { NimBLEAdvertising *object; }; static Private *data = new Private();"
    #expect(plain.count == 1)
    #expect(blocks(ProgramReader(text("this->object", ""), language: .cPlusPlus)) == plain)
    let inMember = text("data->object", member)
    #expect(blocks(ProgramReader(inMember, language: .cPlusPlus)) == plain)
    let tested = text("object", "NimBLEAdvertising *object;") + "void loop() { if (object && ready) object->start(); }"
    #expect(blocks(ProgramReader(tested, language: .cPlusPlus)) == plain)
    let other = ProgramReader(
      inMember.replacing("data->object->start", with: "other->object->start"), language: .cPlusPlus)
    #expect(other.unread.first?.reason.contains("of another object") == true, "\(other.unread)")
  }

  @Test func bluedroidStructuresAndBytes() throws {
    let layout = try read(
      """
      static uint8_t service[16] = {
        0xfb, 0x34, 0x9b, 0x5f, 0x80, 0x00, 0x00, 0x80, 0x00, 0x10, 0x00, 0x00, 0xff, 0x00, 0x00, 0x00 };
      static esp_ble_adv_data_t adv_data = {
        .set_scan_rsp = false, .include_name = true, .service_uuid_len = sizeof(service), .p_service_uuid = service,
        .flag = (ESP_BLE_ADV_FLAG_GEN_DISC | ESP_BLE_ADV_FLAG_BREDR_NOT_SPT),
      };
      static void start(void) {
        esp_ble_gap_set_device_name("Lamp");
        esp_ble_gap_config_adv_data(&adv_data);
      }
      """, .c)
    #expect(blocks(layout) == ["ADV_IND", "02010605094c616d700303ff00", ""])
    let raw = try read(
      """
      static uint8_t raw[] = { 0x02, 0x01, 0x06, 3, 3, 0x0f, 0x18 };
      void start(void) { esp_ble_gap_config_adv_data_raw(raw, sizeof(raw)); }
      """, .c)
    #expect(blocks(raw) == ["ADV_IND", "02010603030f18", ""])
    #expect(raw.isKindAssumed)
  }

  @Test func nRF5Structures() throws {
    let layout = try read(
      """
      #define DEVICE_NAME "Nordic_HRM"
      static ble_uuid_t m_adv_uuids[] = {
        { BLE_UUID_HEART_RATE_SERVICE, BLE_UUID_TYPE_BLE }, { BLE_UUID_BATTERY_SERVICE, BLE_UUID_TYPE_BLE } };
      static void gap_params_init(void) {
        ble_gap_conn_sec_mode_t sec_mode;
        sd_ble_gap_device_name_set(&sec_mode, (const uint8_t *)DEVICE_NAME, strlen(DEVICE_NAME));
        sd_ble_gap_appearance_set(BLE_APPEARANCE_HEART_RATE_SENSOR_HEART_RATE_BELT);
      }
      static void advertising_init(void) {
        ble_advertising_init_t init;
        memset(&init, 0, sizeof(init));
        init.advdata.name_type = BLE_ADVDATA_FULL_NAME;
        init.advdata.include_appearance = true;
        init.advdata.flags = BLE_GAP_ADV_FLAGS_LE_ONLY_GENERAL_DISC_MODE;
        init.advdata.uuids_complete.uuid_cnt = sizeof(m_adv_uuids) / sizeof(m_adv_uuids[0]);
        init.advdata.uuids_complete.p_uuids = m_adv_uuids;
        init.config.ble_adv_fast_enabled = true;
        init.evt_handler = on_adv_evt;
        ret_code_t err_code = ble_advertising_init(&m_advertising, &init);
      }
      """, .c)
    #expect(blocks(layout) == ["ADV_IND", "03194103" + "020106" + "05030d180f18" + "0b094e6f726469635f48524d", ""])
  }

  @Test func nimBLEArduinoOfBothVersions() throws {
    let text = """
      #include <NimBLEDevice.h>
      void setup() {
        NimBLEDevice::init("Helmet");
        NimBLEServer* server = NimBLEDevice::createServer();
        auto service = server->createService("afd0ffa0-2a9e-41a9-b9db-115a0e511de4");
        NimBLEAdvertising* advertising = NimBLEDevice::getAdvertising();
        advertising->addServiceUUID(service->getUUID());
        advertising->start();
      }
      void loop() {}
      """
    let service = "1107e41d510e5a11dbb9a9419e2aa0ffd0af"
    #expect(blocks(try read(text, .cPlusPlus)) == ["ADV_IND", "020106" + service, ""])
    let first = try read(text, .cPlusPlus, SourceProject(versions: ["nimble-arduino": "1.4"]))
    #expect(blocks(first) == ["ADV_IND", "020106" + service + "070948656c6d6574", ""])
  }

  /// The payload of the library depends on its version, and on the host below it.
  @Test func versionsOfESP32() throws {
    let text = """
      #include <BLEDevice.h>
      void setup() {
        BLEDevice::init("Lamp");
        BLEAdvertising *advertising = BLEDevice::getAdvertising();
        advertising->addServiceUUID("180f");
        advertising->setScanResponse(false);
        BLEDevice::startAdvertising();
      }
      """
    let newest = try read(text, .cPlusPlus)
    #expect(blocks(newest)[1] == "02010603030f18" + "05094c616d70")
    let layout = try read(text, .cPlusPlus, SourceProject(versions: ["esp32-ble": "2"]))
    #expect(blocks(layout)[1] == "02010605094c616d70020a00" + "03030f18051220004000")
  }

  @Test func arduinoBLEAndBluefruit() throws {
    let arduino = try read(
      """
      #include <ArduinoBLE.h>
      BLEService led("19B10000-E8F2-537E-4F6C-D104768A1214");
      void setup() {
        if (!BLE.begin()) { while (1); }
        BLE.setLocalName("LED");
        BLE.setAdvertisedService(led);
        BLE.advertise();
      }
      """, .cPlusPlus)
    #expect(blocks(arduino) == ["ADV_IND", "020106110614128a7604d16c4f7e53f2e80000b119", "04094c4544"])
    let bluefruit = try read(
      """
      #include <bluefruit.h>
      BLEUart bleuart;
      void setup() { Bluefruit.begin(); Bluefruit.setName("Blue"); startAdv(); }
      void startAdv(void) {
        Bluefruit.Advertising.addFlags(BLE_GAP_ADV_FLAGS_LE_ONLY_GENERAL_DISC_MODE);
        Bluefruit.Advertising.addService(bleuart);
        Bluefruit.ScanResponse.addName();
        Bluefruit.Advertising.start(0);
      }
      """, .cPlusPlus)
    #expect(blocks(bluefruit) == ["ADV_IND", "02010611079ecadc240ee5a9e093f3a3b50100406e", "0509426c7565"])
  }

  @Test func python() throws {
    let aioble = try read(
      """
      import aioble, bluetooth
      from micropython import const
      _ENV = bluetooth.UUID(0x181A)
      _LOOK = const(768)
      async def task():
          while True:
              async with await aioble.advertise(
                  250_000, name="mpy-temp", services=[_ENV], appearance=_LOOK,
              ) as connection:
                  await connection.disconnected()
      """, .python)
    #expect(blocks(aioble) == ["ADV_IND", "02010603031a1809096d70792d74656d7003190003", ""])
    let circuit = try read(
      """
      from adafruit_ble import BLERadio
      from adafruit_ble.advertising.standard import ProvideServicesAdvertisement
      from adafruit_ble.services.nordic import UARTService
      ble = BLERadio()
      uart = UARTService()
      advertisement = ProvideServicesAdvertisement(uart)
      while True:
          ble.start_advertising(advertisement)
      """, .python)
    #expect(blocks(circuit) == ["ADV_IND", "11069ecadc240ee5a9e093f3a3b50100406e020106", "unknown"])
  }

  /// A statement `global` sets nothing; an assignment behind it does.
  @Test func pythonGlobals() {
    let text = """
      from adafruit_ble import BLERadio
      from adafruit_ble.advertising.standard import ProvideServicesAdvertisement
      from adafruit_ble.services.nordic import UARTService
      ble = BLERadio()
      advert = ProvideServicesAdvertisement(UARTService())
      advert.complete_name = "Lamp"
      def advertise():
          global advert
          ble.start_advertising(advert)
      """
    let octets = "11069ecadc240ee5a9e093f3a3b50100406e020106" + "05094c616d70"
    #expect(blocks(ProgramReader(text, language: .python)) == [["ADV_IND", octets, "unknown"]])
    let changed = ProgramReader(
      text.replacing("    global advert", with: "    global advert\n    advert = other"), language: .python)
    #expect(changed.layouts.isEmpty && !changed.unread.isEmpty)
  }

  /// Each of these says something else than it seems to.
  @Test(arguments: [
    "static const struct bt_data ad[] = { BT_DATA_BYTES(1, 6) };\n#define ad other",
    "static struct bt_data ad[] = { BT_DATA_BYTES(1, 6) };\nvoid change(void) { ad[0].data_len = 0; }",
    "static uint8_t flags[] = { 6 };\nstatic struct bt_data ad[] = { BT_DATA(1, flags, 1) };\nvoid f(void) { flags[0] = 4; }",
    "static uint8_t flags[] = { 6 };\nstatic struct bt_data ad[] = { BT_DATA(1, flags, 1) };\nvoid f(void) { memset(flags, 0, 1); }",
    "static uint8_t flags[] = { 6 };\nstatic struct bt_data ad[] = { BT_DATA(1, flags, 1) };\nvoid f(void) { uint8_t *p = flags; }",
    "#define FLAGS 6\n#undef FLAGS\n#define FLAGS 4\nstatic const struct bt_data ad[] = { BT_DATA_BYTES(1, FLAGS) };",
    "#if X > 1\n#define FLAGS 6\n#endif\nstatic const struct bt_data ad[] = { BT_DATA_BYTES(1, FLAGS) };",
    "#define FLAGS(x) 6\nstatic const struct bt_data ad[] = { BT_DATA_BYTES(1, FLAGS(1)) };",
    "#define BT_DATA_BYTES(t, x) other\nstatic const struct bt_data ad[] = { BT_DATA_BYTES(1, 6) };",
    "#define SET(x) ad[0] = x\nstatic struct bt_data ad[] = { BT_DATA_BYTES(1, 6) };",
    "static const struct bt_data ad[] = {\n#if A > 1\nBT_DATA_BYTES(1, 6),\n#else\nBT_DATA_BYTES(1, 4),\n#endif\n};",
    "extern struct bt_data ad[1];", "static const struct bt_data ad[] = { 1, 6, 0 };",
    "static const struct bt_data ad[] = { [1] = BT_DATA_BYTES(1, 6) };",
    "static const struct bt_data ad[] = { BT_DATA_BYTES(1, CONFIG_FLAGS) };",
    "static const struct bt_data ad[] = { BT_DATA_BYTES(1, 0x106) };",
  ])
  func whatIsNotCertainIsNotRead(_ text: String) {
    let start = "\nvoid start(void) { bt_le_adv_start(BT_LE_ADV_CONN_FAST_1, ad, ARRAY_SIZE(ad), NULL, 0); }\n"
    let program = ProgramReader(text + start, language: .c)
    // The octet of the Flags may be another one.
    #expect(program.layouts.allSatisfy { blocks($0)[1] == "0201??" } && !reasons(program).isEmpty)
  }

  /// Text that no compiler takes, and text made to take long, ends with a reason or with nothing.
  @Test func hostileTexts() {
    var bomb = "#define A0 1,1,1,1,1,1,1,1,1,1\n"
    for level in 1...12 {
      bomb += "#define A\(level) " + Array(repeating: "A\(level - 1)", count: 10).joined(separator: ",") + "\n"
    }
    let arrays = "static const struct bt_data ad[] = { BT_DATA_BYTES(1, A12) };\n"
    let call = "void f(void) { bt_le_adv_start(BT_LE_ADV_CONN, ad, ARRAY_SIZE(ad), NULL, 0); }\n"
    let much = isExhaustive ? 100_000 : 10_000
    for text in [
      bomb + arrays + call, "#define A A\n#define B C\n#define C B\n" + arrays.replacing("A12", with: "B") + call,
      String(repeating: "(", count: much),
      String(repeating: "{", count: much) + String(repeating: "}", count: much),
      "void f() " + String(repeating: "{ if (x) ", count: much / 20) + String(repeating: "}", count: much / 20),
      "static const struct bt_data ad[] = { BT_DATA_BYTES(1, " + String(repeating: "~-", count: much / 2) + "1) };\n"
        + call,
      "static const struct bt_data ad[] = { BT_DATA_BYTES(1, " + String(repeating: "(", count: much / 20) + "1"
        + String(repeating: ")", count: much / 20) + ") };\n" + call,
      "R\"(", "\"", "'", "#define", "#if", "#endif", "/*", "\\", "\u{0}\u{feff}#include", "0x", "bt_le_adv_start(",
      "void f() { bt_le_adv_start(,,,,); ble_gap_adv_set_fields(); ble_gap_adv_set_fields(&); }",
    ] {
      for language in [ProgramReader.Language.c, .cPlusPlus, .python] {
        #expect(ProgramReader(text, language: language).layouts.allSatisfy { blocks($0)[1] == "0201??" })
      }
    }
  }
}

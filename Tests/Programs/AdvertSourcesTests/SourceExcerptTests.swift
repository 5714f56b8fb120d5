import AdvertBuilders
import AdvertObservation
import AdvertReading
import AdvertSources
import AdvertisingData
import Testing

/// Lines of programs as people copy them: alone, without a function, without the lines that include libraries, and cut.
@Suite struct SourceExcerptTests {
  /// The octets of the service that all of them send.
  private static let service = "e41d510e5a11dbb9a9419e2aa0ffd0af"

  private static let nimble = """
    NimBLEDevice::init("SHS-2071");
    NimBLEAdvertising* advertising = NimBLEDevice::getAdvertising();
    advertising->setName("SHS-2071");
    advertising->enableScanResponse(true);
    advertising->addServiceUUID("afd0ffa0-2a9e-41a9-b9db-115a0e511de4");
    advertising->start();
    """

  /// Lines, and the line in which their layout is.
  private static let excerpts: [(text: String, line: Int)] = [
    (nimble, 6),
    ("#define LED 2\n\n// Sends.\n" + nimble, 9),
    ("void setup() {\n" + nimble + "\n}", 7),
    ("#include <NimBLEDevice.h>\nvoid setup() {\n" + nimble + "\n  if (true) {", 8),
    (
      """
      BLE.setLocalName("SHS-2071");
      BLE.setAdvertisedServiceUuid("afd0ffa0-2a9e-41a9-b9db-115a0e511de4");
      BLE.advertise();
      """, 3
    ),
    (
      """
      static const struct bt_data ad[] = {
        BT_DATA_BYTES(BT_DATA_FLAGS, (BT_LE_AD_GENERAL | BT_LE_AD_NO_BREDR)),
        BT_DATA_BYTES(BT_DATA_UUID128_ALL, BT_UUID_128_ENCODE(0xafd0ffa0, 0x2a9e, 0x41a9, 0xb9db, 0x115a0e511de4)),
      };
      err = bt_le_adv_start(BT_LE_ADV_CONN_FAST_1, ad, ARRAY_SIZE(ad), NULL, 0);
      """, 5
    ),
    (
      """
      val data = AdvertiseData.Builder()
        .addServiceUuid(ParcelUuid.fromString("afd0ffa0-2a9e-41a9-b9db-115a0e511de4"))
        .build()
      val settings = AdvertiseSettings.Builder().setConnectable(true).build()
      advertiser.startAdvertising(settings, data, callback)
      """, 5
    ),
    (
      """
      AdvertiseData data = new AdvertiseData.Builder()
        .addServiceUuid(ParcelUuid.fromString("afd0ffa0-2a9e-41a9-b9db-115a0e511de4"))
        .build();
      AdvertiseSettings settings = new AdvertiseSettings.Builder().setConnectable(true).build();
      advertiser.startAdvertising(settings, data, callback);
      """, 5
    ),
    (
      """
      manager.startAdvertising([
        CBAdvertisementDataServiceUUIDsKey: [CBUUID(string: "AFD0FFA0-2A9E-41A9-B9DB-115A0E511DE4")]
      ])
      """, 1
    ),
    (
      """
      import aioble, bluetooth
      async def main():
          await aioble.advertise(250000, services=[bluetooth.UUID("afd0ffa0-2a9e-41a9-b9db-115a0e511de4")])
      """, 3
    ),
    ("sudo btmgmt add-adv -u afd0ffa0-2a9e-41a9-b9db-115a0e511de4 -g -c 1", 1),
    (
      "sudo hcitool cmd 0x08 0x0008 15 02 01 06 11 07 e4 1d 51 0e 5a 11 db b9 a9 41 9e 2a a0 ff d0 af"
        + String(repeating: " 00", count: 10)
        + "\nsudo hcitool cmd 0x08 0x000A 01", 1
    ),
  ]

  @Test(arguments: excerpts.indices) func linesOfOneCall(number: Int) throws {
    let (text, line) = Self.excerpts[number]
    let program = try #require(SourceExcerpt(text)).program
    #expect(program.unread.isEmpty, "\(program.unread)")
    let layout = try #require(program.layouts.first)
    #expect(program.layouts.count == 1)
    #expect(layout.place?.line == line)
    let payloads = [layout.layout.advertising].compactMap { $0 } + layout.layout.scanResponse.payloads
    #expect(payloads.contains { HexText.compact($0.octets).contains(Self.service) }, "\(layout.layout)")
  }

  /// Calls alone: what sends the data is not among them, and is assumed.
  @Test(arguments: [
    (
      "BLEDevice::init(\"Owl\");\nNimBLEAdvertisementData d;\nd.setName(\"Owl\");\n"
        + "BLEDevice::getAdvertising()->setAdvertisementData(d);", "04094f776c", "#include <NimBLEDevice.h>"
    ),
    (
      "a->setManufacturerData(std::string(\"\\x59\\x00\\x01\", 3));\na->addServiceUUID(\"180D\");",
      "02010604ff59000103030d18", "advert assumes that of getAdvertising()"
    ),
    ("pAdvertising->addServiceUUID(\"180D\");", "02010603030d18" + "1709??…", "#include <BLEDevice.h>"),
    (
      "Bluefruit.Advertising.addFlags(6);\nBluefruit.Advertising.addUuid(0x180d);", "02010603030d18",
      "do not start advertising"
    ),
    (
      "BLE.setLocalName(\"Owl\");\nBLE.setAdvertisedServiceUuid(\"180d\");", "02010603020d18",
      "do not start advertising"
    ),
    (
      "val data = AdvertiseData.Builder()\n  .addServiceUuid(ParcelUuid.fromString(\"\(lamp)\"))\n  .build()",
      "0201021107e41d510e5a11dbb9a9419e2aa0ffd0af", "do not show the AdvertiseSettings"
    ),
    (
      "mData = new AdvertiseData.Builder().addManufacturerData(0x59, new byte[] {1, 2}).build();", "02010205ff59000102",
      "do not show the AdvertiseSettings"
    ),
    (
      "AdvertiseData d = new AdvertiseData.Builder().addManufacturerData(0x59, new byte[] {1}).build();\n"
        + "advertiser.startAdvertising(settings, d, callback);", "02010204ff590001", "do not show the AdvertiseSettings"
    ),
  ]) func callsAlone(_ text: String, _ advertising: String, _ assumed: String) throws {
    let program = try #require(SourceExcerpt(text)).program
    #expect(program.layouts.map { blocks($0)[1] } == [advertising], "\(program.unread)")
    #expect(program.assumptions.contains { $0.words.contains(assumed) }, "\(program.assumptions)")
  }
  /// Objects with data of the program's own that the lines pass to no call, or do not declare.
  @Test(arguments: [
    (
      "uint8_t list[] = {0x03, 0x03, 0x0a, 0x18};\nBLEAdvertisementData owl;\nowl.setFlags(0x06);\n"
        + "owl.addData(std::string((const char *)list, sizeof(list)));", "02010603030a18", "pass owl to no call"
    ),
    ("NimBLEAdvertisementData owl;\nowl.setName(\"Owl\");", "04094f776c", "pass owl to no call"),
    (
      "char level[3];\nlevel[0] = 7;\nlevel[1] = 0;\nlevel[2] = 9;\nowl->setServiceData(BLEUUID((uint16_t)0x181A), level);",
      "04161a1807", "do not declare owl"
    ),
    (
      "BLEUUID own = BLEUUID::fromString(\"181a\");\nBLEAdvertisementData owl = BLEAdvertisementData();\n"
        + "owl.setCompleteServices(own);", "03031a18", "pass owl to no call"
    ),
    (
      "BLEAdvertisementData owl;\nowl.setName(\"Owl\");\nradio->setAdvertisementData(owl);\nowl.setFlags(0x06);",
      "04094f776c", "that of getAdvertising()"
    ),
    (
      "void send() {\n  BLEAdvertisementData owl;\n  owl.setFlags(6);\n  radio->setAdvertisementData(owl);\n}",
      "020106",
      "that of getAdvertising()"
    ),
  ]) func objectsAlone(_ text: String, _ advertising: String, _ assumed: String) throws {
    let program = try #require(SourceExcerpt(text, language: .cPlusPlus)).program
    #expect(program.layouts.map { blocks($0)[1] } == [advertising], "\(program.unread)")
    #expect(program.assumptions.contains { $0.words.contains(assumed) }, "\(program.assumptions)")
  }

  /// A scan response alone leaves the advertising data open, and lines that were left out leave bytes open.
  @Test func scanResponseAlone() throws {
    let text = """
      void send() {
        char octets[24];
        BLEAdvertisementData answer = BLEAdvertisementData();
        octets[0] = 0x07;
      .
      .
        answer.setServiceData(BLEUUID((uint16_t)0x181A), std::string(octets, 24));
        radio->setScanResponseData(answer);
      }
      """
    let program = try #require(SourceExcerpt(text, language: .cPlusPlus)).program
    let layout = try #require(program.layouts.first, "\(program.unread)")
    #expect(blocks(layout)[2].hasPrefix("1b161a1807"))
    #expect(layout.knownCount(of: .advertising) == 0)
    #expect(layout.variation(of: .scanResponse)[5] != nil && layout.variation(of: .scanResponse)[4] == nil)
    #expect(program.assumptions.contains { $0.words.contains("line 5 leaves lines out") })
  }

  @Test(arguments: [
    (
      "BLEAdvertisementData a;\na.setFlags(6);\nBLEAdvertisementData b;\nb.setFlags(6);", "fill several objects"
    ),
    ("BLEAdvertisementData a;\nif (near) a.setFlags(6);", "the if"),
    ("BLEAdvertisementData a;\nfill(a);\na.setFlags(6);", "handed on"),
  ]) func objectsThatAreNotRead(_ text: String, _ reason: String) throws {
    let program = try #require(SourceExcerpt(text, language: .cPlusPlus)).program
    #expect(program.layouts.isEmpty)
    #expect(program.unread.contains { $0.reason.contains(reason) }, "\(program.unread)")
  }

  /// The name of the device alone.
  @Test(arguments: [
    ("BLEDevice::init(String(\"Owl\").c_str());", true), ("BLEDevice::init(\"\");", false),
    ("BLEDevice::init(\"Owl\");\nBLEScan *scan = BLEDevice::getScan();", false),
  ]) func nameAlone(_ text: String, _ isRead: Bool) throws {
    let program = SourceExcerpt(text, language: .cPlusPlus)?.program
    let sent = (program?.layouts ?? []).map { blocks($0).joined() }
    #expect(sent.contains { $0.contains("04094f776c") } == isRead, "\(program?.unread ?? [])")
  }

  private static let lamp = "afd0ffa0-2a9e-41a9-b9db-115a0e511de4"

  /// A structure that is filled, without the call that gets it.
  @Test(arguments: [
    (
      "static esp_ble_adv_data_t data = {\n  .include_name = false,\n  .flag = ESP_BLE_ADV_FLAG_GEN_DISC,\n};\n",
      "020102",
      "no line passes data to esp_ble_gap_config_adv_data"
    ),
    (
      "struct ble_hs_adv_fields fields;\nmemset(&fields, 0, sizeof fields);\nfields.flags = 6;\n"
        + "fields.name = (uint8_t *)\"Owl\";\nfields.name_len = 3;\nfields.name_is_complete = 1;\n", "02010604094f776c",
      "no line passes fields to ble_gap_adv_set_fields"
    ),
    (
      "static void advertising_init(void) {\n  ble_advertising_init_t init;\n  memset(&init, 0, sizeof(init));\n"
        + "  init.advdata.flags = BLE_GAP_ADV_FLAGS_LE_ONLY_GENERAL_DISC_MODE;\n}\n", "020106",
      "no line passes init to ble_advertising_init"
    ),
  ]) func structureWithoutItsCall(_ text: String, _ advertising: String, _ assumed: String) throws {
    let program = try #require(SourceExcerpt(text, language: .c)).program
    #expect(program.layouts.map { blocks($0)[1] } == [advertising], "\(program.unread)")
    #expect(program.assumptions.contains { $0.words.contains(assumed) }, "\(program.assumptions)")
  }

  @Test func structureOfAScanner() {
    let text = """
      void onReport(const uint8_t *data, uint8_t count) {
        struct ble_hs_adv_fields fields;
        ble_hs_adv_parse_fields(&fields, data, count);
      }
      """
    #expect(SourceExcerpt(text, language: .c)?.program.isEmpty ?? true)
  }

  /// The end of a function whose head was not copied, with what other lines declare.
  @Test(arguments: [
    (
      "  while (!Serial);\n  if (!BLE.begin()) {\n    while (1);\n  }\n"
        + "  BLE.setAdvertisedServiceUuid(\"180d\");\n  BLE.advertise();\n}", "02010603020d18"
    ),
    ("  pAdvertising->addServiceUUID(\"180D\");\n  pAdvertising->start();\n}\nvoid loop() {}", "02010603030d181709??…"),
    ("  Bluefruit.Advertising.addFlags(6);\n  Bluefruit.Advertising.start();\n  }\n}", "020106"),
    (
      "  val data = AdvertiseData.Builder().addManufacturerData(0x59, byteArrayOf(1)).build()\n"
        + "  advertiser.startAdvertising(settings, data, callback)\n}\nfun stop() {}", "02010204ff590001"
    ),
    (
      "  AdvertiseData d = new AdvertiseData.Builder().addManufacturerData(0x59, new byte[] {1}).build();\n"
        + "  advertiser.startAdvertising(settings, d, callback);\n }\n}", "02010204ff590001"
    ),
  ]) func endOfAFunction(_ text: String, _ advertising: String) throws {
    let program = try #require(SourceExcerpt(text)).program
    #expect(program.layouts.map { blocks($0)[1] } == [advertising], "\(program.unread)")
  }

  /// A function before the bracket would be inside of another one, where nothing is known of its conditions.
  @Test func bracketThatFollowsAFunction() {
    let text = "void setup() {\n  if (a) {\n    Bluefruit.Advertising.addFlags(6);\n    }\n}\n}\n"
    #expect(SourceExcerpt(text)?.program.layouts.isEmpty ?? true)
  }

  /// Fields before a service that other lines declare stay known.
  @Test(arguments: [
    ("  Bluefruit.Advertising.addFlags(6);\n  Bluefruit.Advertising.addService(uart);\n", 3, "uart"),
    ("  Bluefruit.Advertising.addFlags(6);\n  Bluefruit.Advertising.addUuid(own);\n", 3, "own"),
    ("BLE.setAdvertisedService(heart);\nBLE.advertise();", 3, "heart"),
    ("pAdvertising->addServiceUUID(SERVICE);\npAdvertising->start();", 3, "SERVICE"),
  ]) func serviceOfOtherLines(_ text: String, _ known: Int, _ name: String) throws {
    let program = try #require(SourceExcerpt(text)).program
    let layout = try #require(program.layouts.first, "\(program.unread)")
    #expect(blocks(layout)[1].hasPrefix(known == 3 ? "02010611" : "11"))
    #expect(layout.knownCount(of: .advertising) == nil)
    #expect(layout.doubts.contains { "\($0)".contains("a service is not read") && "\($0)".contains(name) })
  }

  /// A file that says more than calls is not completed, and several blocks are not one.
  @Test func callsThatAreNotAlone() {
    for text in [
      "#include <NimBLEDevice.h>\nvoid set() { NimBLEDevice::getAdvertising()->addServiceUUID(\"180D\"); }",
      "void set() {\n  Bluefruit.Advertising.addFlags(6);\n}",
      "one->addServiceUUID(\"180D\");\nother->addServiceUUID(\"180F\");",
      "Thing *a;\na->addServiceUUID(\"180D\");",
      "val data = AdvertiseData.Builder().build()\nval response = AdvertiseData.Builder().build()",
      "AdvertiseSettings settings = make();\nadvertiser.startAdvertising(settings, data, callback);",
    ] { #expect(SourceExcerpt(text)?.program.layouts.isEmpty ?? true, "\(text)") }
  }

  /// Lines as a page quotes them, or as the change of a file, are the same program, in the same lines.
  @Test(arguments: [
    "BLE.setLocalName(\"Owl\");\nBLE.setAdvertisedServiceUuid(\"180d\");",
    "Bluefruit.Advertising.addFlags(6);\nBluefruit.Advertising.addUuid(0x180d);",
    "static const struct bt_data ad[] = {\n\tBT_DATA_BYTES(BT_DATA_FLAGS, 6),\n};",
    "val data = AdvertiseData.Builder()\n  .addManufacturerData(0x59, byteArrayOf(1))\n  .build()",
  ]) func quotedLines(_ text: String) throws {
    let plain = try #require(SourceExcerpt(text)).program
    #expect(!plain.layouts.isEmpty)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for marked in [
      lines.map { "> " + $0 }.joined(separator: "\n"), lines.map { ">" + $0 }.joined(separator: "\n"),
      lines.map { "+" + $0 }.joined(separator: "\n"),
      lines.enumerated().map { ($0 == 0 ? "+" : " ") + $1 }.joined(separator: "\n"),
    ] {
      let program = try #require(SourceExcerpt(marked)).program
      #expect(blocks(program) == blocks(plain), "\(marked)")
      #expect(program.layouts.map { $0.place?.line } == plain.layouts.map { $0.place?.line })
    }
    // What a change takes away is not sent any more.
    let changed = try #require(
      SourceExcerpt("-old.enough()\n" + lines.map { "+" + $0 }.joined(separator: "\n")))
    #expect(blocks(changed.program) == blocks(plain))
    #expect(changed.program.assumptions.contains { $0.words.contains("the lines are a change") } == changed.isCompleted)
  }

  @Test func linesOfAWholeProgram() throws {
    let whole = "#include <NimBLEDevice.h>\nvoid setup() {\n" + Self.nimble + "\n}\nvoid loop() {}\n"
    let excerpt = try #require(SourceExcerpt(whole))
    #expect(!excerpt.isCompleted)
    let lines = try #require(SourceExcerpt(Self.nimble))
    #expect(lines.isCompleted)
    #expect(lines.program.layouts.first?.layout == excerpt.program.layouts.first?.layout)
  }

  @Test(arguments: ["if (found) {", "for (int i = 0; i < 2; i++) {", "while (true) {"])
  func conditionsStay(head: String) throws {
    let text = Self.nimble.replacing("advertising->addServiceUUID", with: head + "\nadvertising->addServiceUUID")
    for end in ["", "\n}"] {
      let excerpt = try #require(SourceExcerpt(text + end))
      #expect(excerpt.program.layouts.isEmpty)
      #expect(!excerpt.program.unread.isEmpty)
    }
  }

  @Test func versionThatIsAskedFor() throws {
    let text = """
      BLEDevice::init("Lamp");
      BLEAdvertising *advertising = BLEDevice::getAdvertising();
      advertising->addServiceUUID("180F");
      BLEDevice::startAdvertising();
      """
    let assumed = try #require(SourceExcerpt(text)).program
    #expect(assumed.layouts.count == 1 && assumed.unknownVersions.isEmpty)
    #expect(assumed.stacks.map { $0.stack.id } == ["esp32-ble-nimble"] && assumed.stacks[0].version.isAssumed)
    let old = try #require(SourceExcerpt(text, project: SourceProject(versions: ["esp32-ble": "1.0.4"]))).program
    #expect(old.layouts.isEmpty)
    #expect(old.unknownVersions.map { $0.id } == ["esp32-ble"])
    let known = try #require(SourceExcerpt(text, project: SourceProject(versions: ["esp32-ble": "2"]))).program
    #expect(known.layouts.count == 1)
    #expect(known.unknownVersions.isEmpty)
  }

  @Test(arguments: [
    "02 01 06 03 03 0f 18", "I (1234) GATTC_DEMO: searched Adv Data Len 17, Scan Response Len 18", "", "layouts:\n",
    "BT_DATA_BYTES(BT_DATA_FLAGS, 0x06)",
    "D/BluetoothLeScanner: onScanResult() - ScanResult{mDevice=C3:11:22:33:44:55}",
  ]) func textsWithoutALibrary(text: String) {
    #expect(SourceExcerpt(text) == nil)
  }
}

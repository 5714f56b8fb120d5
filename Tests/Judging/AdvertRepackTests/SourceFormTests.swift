import AdvertRepack
import AdvertisingData
import Foundation
import TestSupport
import Testing

@Suite struct SourceFormTests {
  private static let sources = URL(filePath: #filePath).appending(path: "../../../../Sources/Judging/AdvertRepack")
    .standardized

  @Test func everyFormHasAFileAndALine() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.sources.appending(path: "Forms").path)
      .filter { $0.hasSuffix("Form.swift") && $0 != "SourceForm.swift" }
    #expect(files.count == SourceForm.all.count)
    #expect(Set(SourceForm.all.map(\.id)).count == SourceForm.all.count)
    for form in SourceForm.all { #expect(SourceForm.named(form.id)?.id == form.id) }
  }

  private func plan(_ advertising: String, _ scanResponse: String = "") throws -> Plan {
    try #require(
      Repacking(
        of: Layout(
          pdu: .advInd, advertising: Payload(.init(hex: advertising)), declaring: Payload(.init(hex: scanResponse)))
      ).plans.first)
  }

  /// What is emitted as Swift is in a file of this target, so that it is compiled; here are the bytes that come of it.
  @Test func swiftGivesTheBytes() throws {
    let plan = try plan("03190000 020106 09095348532d32303731", "1107e41d510e5a11dbb9a9419e2aa0ffd0af")
    let form = try #require(SourceForm.named("swift"))
    let file = URL(filePath: #filePath).appending(path: "../EmittedLayout.swift").standardized
    let compiled = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(compiled == "// swift-format-ignore-file\n" + form.text(of: [.init(title: "crash sensor", plan: plan)]))
    #expect(advertising.octets == plan.advertising.octets)
  }

  /// Titles come from file names and devices.
  @Test(arguments: SourceForm.all.map(\.id)) func titlesStayInTheirComments(_ id: String) throws {
    let form = try #require(SourceForm.named(id))
    let title = "a */ int x; /* b \\ ??/ \u{202E}é\u{7} c"
    let text = form.text(
      of: [
        .init(title: title, plan: try plan("020106 03030f18")),
        .init(title: title, plan: try plan("020106 09092a2f5c3f3f2f220a")),
      ])
    #expect(!text.contains("*/ int"))
    #expect(text.contains("a _/ int x; /_ b _ __/ ___ c: ADV_IND"))
    #expect(text.utf8.allSatisfy { $0 == 0x0A || $0 == 0x09 || 0x20...0x7E ~= $0 }, "\(text)")
  }

  /// What is declared of a layout beside its data is in every form that can say it.
  @Test func intervalAndAddressAreKept() throws {
    let entry = SourceForm.Entry(
      title: "x", plan: try plan("020106 03030f18"), addressKind: .randomStatic, intervalMicroseconds: 1_022_500)
    let expected = [
      "zephyr": ["BT_LE_ADV_OPT_CONN | BT_LE_ADV_OPT_USE_IDENTITY,", "0x0664, 0x0664, NULL", "interval is 1022.5 ms"],
      "nimble": [".itvl_min = 0x0664,", ".itvl_max = 0x0664,", "own_addr_type = BLE_OWN_ADDR_RANDOM;"],
      "esp-idf": [".adv_int_min = 0x0664,", ".adv_int_max = 0x0664,", ".own_addr_type = BLE_ADDR_TYPE_RANDOM,"],
    ]
    for form in SourceForm.all {
      let text = form.text(of: [entry])
      for part in ["x: ADV_IND, interval 1022.5 ms, random-static address"] + expected[form.id, default: []] {
        #expect(text.contains(part), "\(text)")
      }
    }
    var long = entry
    long.intervalMicroseconds = 10_485_759_375
    for form in SourceForm.all { #expect(!form.text(of: [long]).contains("0xffffff")) }
  }

  private func layout(_ advertising: String, _ scanResponse: String = "") -> SourceForm.Entry {
    SourceForm.Entry(
      title: "x",
      layout: Layout(
        pdu: .advInd, advertising: Payload(.init(hex: advertising)), declaring: Payload(.init(hex: scanResponse))))
  }

  /// As they are written by hand.
  @Test(
    arguments: [
      ("zephyr", "020106", "BT_DATA_BYTES(BT_DATA_FLAGS, (BT_LE_AD_GENERAL | BT_LE_AD_NO_BREDR)),"),
      ("zephyr", "02011e", "(BT_LE_AD_GENERAL | BT_LE_AD_NO_BREDR | 0x18)"),
      ("zephyr", "020100", "BT_DATA_BYTES(BT_DATA_FLAGS, 0x00),"),
      ("zephyr", "03010106", "BT_DATA_BYTES(BT_DATA_FLAGS, 0x01, 0x06), /* bytes after the Flags */"),
      ("zephyr", "0d09547261636b65722d31323334", "BT_DATA(BT_DATA_NAME_COMPLETE, \"Tracker-1234\", 12),"),
      ("zephyr", "03030d18", "BT_DATA_BYTES(BT_DATA_UUID16_ALL, BT_UUID_16_ENCODE(0x180d)), /* Heart Rate */"),
      ("zephyr", "0504d2fc0100", "BT_DATA_BYTES(BT_DATA_UUID32_SOME, BT_UUID_32_ENCODE(0x0001fcd2)),"),
      (
        "zephyr", "11079ecadc240ee5a9e093f3a3b50100406e",
        "BT_DATA_BYTES(BT_DATA_UUID128_ALL, BT_UUID_128_ENCODE(0x6e400001, 0xb5a3, 0xf393, 0xe0a9, 0xe50e24dcca9e)),"
      ),
      ("zephyr", "04030d180f", "BT_DATA_BYTES(BT_DATA_UUID16_ALL, 0x0d, 0x18, 0x0f), /* bytes after the last"),
      (
        "zephyr", "020106 0909",
        "/* As bytes, because struct bt_data cannot say it: the AD structure at byte 3 asks for"
      ),
      ("nimble", "020106 0303 0d18", ".flags = (BLE_HS_ADV_F_DISC_GEN | BLE_HS_ADV_F_BREDR_UNSUP),"),
      ("nimble", "03030d18", ".uuids16 = (const ble_uuid16_t[]) { BLE_UUID16_INIT(0x180d) }, /* Heart Rate */"),
      ("nimble", "020106 020a00 0303 0d18", "As bytes: NimBLE would send Complete List of 16-bit"),
      ("nimble", "020106 020106", "As bytes: there is one field for Flags."),
      ("bluedroid", "020106 0409616263", "/* esp_ble_gap_set_device_name(\"abc\"); */"),
      ("bluedroid", "020106 0409616263 0319c103", "As bytes: Bluedroid would send Appearance earlier."),
      ("bluedroid", "020a00", "As bytes: no field says Tx Power Level (0 dBm)."),
      ("bluedroid", "0409610062", "As bytes: no field says Complete Local Name."),
      ("nimble-arduino", "020106", "  advertisementData.setFlags(0x06);  // Flags"),
      ("nimble-arduino", "020102", "  advertisementData.addData(std::vector<uint8_t>{0x02, 0x01, 0x02});  // Flags"),
      ("nimble-arduino", "03030d18", "  advertisementData.addServiceUUID(NimBLEUUID((uint16_t)0x180d));"),
      (
        "nimble-arduino", "11079ecadc240ee5a9e093f3a3b50100406e",
        "addServiceUUID(NimBLEUUID(\"6e400001-b5a3-f393-e0a9-e50e24dcca9e\"));"
      ),
      ("nimble-arduino", "020a00", "addData(std::vector<uint8_t>{0x02, 0x0a, 0x00});  // Tx Power Level"),
      // A second list would go on in the first one.
      ("nimble-arduino", "03030d18 03030f18", "addData(std::vector<uint8_t>{0x03, 0x03, 0x0f, 0x18});"),
      ("bluefruit", "03030d18", "  Bluefruit.Advertising.addUuid(BLEUuid(0x180d));"),
      ("bluefruit", "0409616263", "Bluefruit.Advertising.addData(0x09, (const uint8_t[]) {0x61, 0x62, 0x63}, 3);"),
      (
        "bluefruit", "020106 0909",
        "Bluefruit.Advertising.setData((const uint8_t[]) {0x02, 0x01, 0x06, 0x09, 0x09}, 5);"
      ),
      (
        "c", "0201060909",
        "0x09, 0x09, /* Complete Local Name: the AD structure at byte 3 asks for 9 bytes, and 1 follow */"
      ),
      ("c", "0201060000", "0x00, 0x00, /* byte 3 is 0, which ends the AD structures */"),
      ("swift", "0201060000", "0x00, 0x00,  // byte 3 is 0, which ends the AD structures"),
    ])
  func idioms(_ id: String, _ advertising: String, _ expected: String) throws {
    let text = try #require(SourceForm.named(id)).text(of: [layout(advertising)])
    #expect(text.contains(expected), "\(text)")
  }

  /// Quotes, backslashes, trigraphs, ends of comments, control characters and what is no UTF-8.
  @Test func namesAreEscapedForC() throws {
    let name: [UInt8] = Array("a\"\\??/*/##".utf8) + [0, 0x0A, 0x31, 0xC3, 0xFF]
    let payload = Payload([UInt8(name.count + 1), 9] + name)
    let literal = #""a\"\\?\077/\052\057#\043\000\0121\303\377""#
    let entry = SourceForm.Entry(title: "x", layout: Layout(pdu: .advInd, advertising: payload, declaring: nil))
    for id in ["zephyr", "nimble"] {
      let text = try #require(SourceForm.named(id)).text(of: [entry])
      #expect(text.contains(literal), "\(text)")
    }
  }

  /// A plan says the same in any order, and a layout does not.
  @Test func onlyPlansMayBeReordered() throws {
    let form = try #require(SourceForm.named("nimble"))
    let plan = try plan("020106 0409616263 03030f18")
    #expect(form.text(of: [.init(title: "x", plan: plan)]).contains("NimBLE orders the structures itself."))
    #expect(form.text(of: [layout("020106 0409616263 03030f18")]).contains("adv_data[12] = {"))
  }

  @Test func hostileNamesAreEscapedInSwift() throws {
    let form = try #require(SourceForm.named("swift"))
    let text = form.text(of: [.init(title: "x", plan: try plan("020106 09092a2f5c282922220a"))])
    #expect(text.contains(#"CBAdvertisementDataLocalNameKey: "*/\u{5c}()\u{22}\u{22}\u{a}""#), "\(text)")
  }
}

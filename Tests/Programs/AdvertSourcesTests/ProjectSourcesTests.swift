import AdvertReading
import AdvertisingData
import Testing

@testable import AdvertSources

/// Programs whose headers, switches and names are in other files.
struct ProjectSourcesTests {
  private func read(_ text: String, _ files: [String: String] = [:], language: ProgramReader.Language = .c)
    -> ProgramReader
  {
    ProgramReader(text, language: language, project: SourceProject(sources: ProjectSources { files[$0] }))
  }

  private func told(_ program: ProgramReader) -> [String] {
    program.layouts.map { blocks($0)[1] } + program.unread.map { "\($0.line) \($0.reason)" }
  }

  // MARK: Included files

  private static let raw = """
    #include "config.h"
    void start(void) {
      esp_ble_gap_config_adv_data_raw(data, sizeof(data));
    }

    """

  @Test(arguments: [
    "static uint8_t data[] = {0x02, 0x01, FLAGS};\n#define FLAGS 0x06\n",
    "#ifndef CONFIG_H\n#define CONFIG_H\n#define FLAGS 6\nstatic uint8_t data[] = {2, 1, FLAGS};\n#endif\n",
    "#pragma once\n#include \"inner/data.h\"\n",
    "#ifdef __cplusplus\nextern \"C\" {\n#endif\nvoid other(uint8_t data, int more);\n#ifdef __cplusplus\n}\n#endif\n"
      + "const uint8_t data[3] = {2, 1, 6};\n",
    // A header that includes itself is read once.
    "#include \"config.h\"\nconst uint8_t data[3] = {2, 1, 6};\n",
  ])
  func headersOfTheProject(_ header: String) {
    let files = [
      "config.h": header, "inner/data.h": "#include \"more.h\"\n",
      "inner/more.h": "const uint8_t data[] = {2, 1, 6};\n",
    ]
    #expect(told(read(Self.raw, files)) == ["020106"])
    // The folders that build tools search.
    #expect(told(read(Self.raw, ["../include/config.h": "const uint8_t data[] = {2, 1, 6};\n"])) == ["020106"])
    #expect(told(read(Self.raw)) == ["3 the file does not define data once as a constant"])
  }

  /// Headers in angle brackets can be the project's, in a folder that its build names.
  @Test func headersInAngleBrackets() {
    let raw = Self.raw.replacing("\"config.h\"", with: "<parts/config.h>")
    let header = "const uint8_t data[] = {2, 1, 6};\n"
    #expect(told(read(raw, ["parts/config.h": header])) == ["020106"])
    #expect(told(read(raw, ["../include/parts/config.h": header])) == ["020106"])
    #expect(told(read(raw)) == ["3 the file does not define data once as a constant"])
    // One without a folder is the compiler's.
    let plain = Self.raw.replacing("\"config.h\"", with: "<config.h>")
    #expect(told(read(plain, ["config.h": header])) == ["3 the file does not define data once as a constant"])
  }

  /// All files of a sketch are one program; each layout is one of the file with its call.
  @Test func filesOfOneSketch() {
    let main = """
      #include <bluefruit.h>
      BLEUart bleuart;
      void setup() { Bluefruit.begin(); Bluefruit.setName("Owl"); bleuart.begin(); startAdv(); }
      void loop() {}

      """
    let general = """
      void startAdv(void) {
        Bluefruit.Advertising.addFlags(BLE_GAP_ADV_FLAGS_LE_ONLY_GENERAL_DISC_MODE);
        Bluefruit.Advertising.addService(bleuart);
        Bluefruit.ScanResponse.addName();
        Bluefruit.Advertising.start(0);
      }

      """
    func read(_ text: String, _ files: [String: String]) -> ProgramReader {
      ProgramReader(
        text, language: .cPlusPlus,
        project: SourceProject(
          sources: ProjectSources(
            paths: { endings in files.keys.filter { path in endings.contains { path.hasSuffix($0) } }.sorted() },
            text: { files[$0] })))
    }
    let uart = "1107" + "9ecadc240ee5a9e093f3a3b50100406e"
    let whole = read(general, ["/owl/owl.ino": main, "/owl/general.ino": general])
    #expect(blocks(whole) == [["ADV_IND", "020106" + uart, "04094f776c"]], "\(whole.unread)")
    #expect(read(main, ["/owl/owl.ino": main, "/owl/general.ino": general]).layouts.isEmpty)
    // Another folder is another sketch, and one text in two folders can be of either.
    for files in [
      ["/owl/owl.ino": main, "/other/general.ino": general],
      ["/owl/owl.ino": main, "/owl/general.ino": general, "/other/general.ino": general], ["/owl/general.ino": general],
    ] {
      #expect(read(general, files).layouts.map { blocks($0)[1] } == anyService(after: "020106"), "\(files.keys)")
    }
  }

  /// A name with a value may be set by an option of the compiler, so it is no guard.
  @Test func guardsOfHeaders() {
    func header(_ define: String) -> [String] {
      told(read(Self.raw, ["config.h": "#ifndef SET\n\(define)\nconst uint8_t data[] = {2, 1, 6};\n#endif\n"]))
    }
    #expect(header("#define SET") == ["020106"])
    #expect(header("#define SET // once") == ["020106"])
    // The name of the file is its own.
    for name in ["CONFIG_H", "_CONFIG_H_", "MAIN_CONFIG_H_INCLUDED"] {
      #expect(
        told(
          read(
            Self.raw, ["config.h": "#ifndef \(name)\n#define \(name) 1\nconst uint8_t data[] = {2, 1, 6};\n#endif\n"]))
          == ["020106"])
    }
    #expect(
      header("#define SET 1") == ["020106", "3 with SET: the file does not define data once as a constant"])
  }

  @Test func headersThatDoNotDecide() {
    // Names that a header leaves open, or only announces, stay open. Its lines are those of the include.
    let unread = "the file does not define data once as a constant"
    #expect(
      told(read(Self.raw, ["config.h": "extern uint8_t data[];\n"])) == ["3 data has no value where it is declared"])
    #expect(
      told(read(Self.raw, ["config.h": "const uint8_t data[] = {2, 1, 6};\nconst uint8_t data[] = {2, 1, 4};\n"]))
        == ["3 \(unread)"])
    #expect(
      told(read(Self.raw, ["config.h": "const uint8_t data[] = {2, 1, VALUE};\n"]))
        == ["1 the file does not define VALUE once as a constant"])
    // A file that announces an array, and defines it itself.
    #expect(
      told(read("const uint8_t data[] = {2, 1, 6};\n" + Self.raw, ["config.h": "extern const uint8_t data[];\n"]))
        == ["020106"])
    // Code of the program changes what the header defines.
    #expect(
      told(read(Self.raw + "void f(void) { data[2] = 4; }\n", ["config.h": "uint8_t data[] = {2, 1, 6};\n"]))
        == ["5 data is set here"])
  }

  @Test func pathsStayInTheProject() {
    func paths(_ name: String, from folder: String = "") -> [String] { ProjectSources.paths(of: name, from: folder) }
    #expect(paths("a.h") == ["a.h", "include/a.h", "../include/a.h", "inc/a.h", "../inc/a.h"])
    #expect(paths("../a.h", from: "in/")[0] == "a.h")
    #expect(paths("/etc/passwd").isEmpty)
    #expect(paths("../../../../a.h").allSatisfy { !$0.hasPrefix("../../../../") })
    #expect(paths("").isEmpty)
    #expect(paths(String(repeating: "a/", count: 40) + "a.h").isEmpty)
  }

  @Test func limitsOfIncludes() {
    // A chain without an end, and a header that is larger than is read.
    let program = ProgramReader(
      Self.raw, language: .c,
      project: SourceProject(sources: ProjectSources { "#include \"x\($0.count).h\"\nint a\($0.count);\n" }))
    #expect(program.layouts.isEmpty)
    let large = "const uint8_t data[] = {2, 1, 6};\n//" + String(repeating: "x", count: 1 << 20)
    #expect(read(Self.raw, ["config.h": large]).layouts.isEmpty)
  }

  // MARK: Conditions

  private static let chosen = """
    #ifdef CONFIG_LONG
    static const uint8_t data[] = {2, 1, 6, 2, 0x0A, 0};
    #else
    static const uint8_t data[] = {2, 1, 6};
    #endif
    void start(void) {
      esp_ble_gap_config_adv_data_raw(data, sizeof(data));
    }

    """

  @Test func bothBranchesOfACondition() {
    let both = read(Self.chosen)
    #expect(told(both) == ["020106020a00", "020106"])
    #expect(
      both.layouts.map { $0.name } == [
        "esp_ble_gap_config_adv_data_raw (with CONFIG_LONG)", "esp_ble_gap_config_adv_data_raw (without CONFIG_LONG)",
      ])
    #expect(both.assumptions.contains { $0.words.hasPrefix("CONFIG_LONG decides what the program sends") })
    // Nothing is supposed that the file, its headers or the project say.
    #expect(told(read("#define CONFIG_LONG\n" + Self.chosen)) == ["020106020a00"])
    #expect(told(read("#include \"c.h\"\n" + Self.chosen, ["c.h": "#define CONFIG_LONG 1\n"])) == ["020106020a00"])
    let project = SourceProject(switches: ["CONFIG_LONG": false])
    #expect(told(ProgramReader(Self.chosen, language: .c, project: project)) == ["020106"])
  }

  @Test func conditionsByTheirValues() {
    func condition(_ text: String, _ before: String = "") -> [String] {
      told(read(before + Self.chosen.replacing("#ifdef CONFIG_LONG", with: text)))
    }
    #expect(condition("#if MODE == 1", "#define MODE 1\n") == ["020106020a00"])
    #expect(condition("#if MODE == 1", "#define MODE 2\n") == ["020106"])
    #expect(condition("#if (MODE == 0)", "#define MODE 0\n") == ["020106020a00"])
    #expect(condition("#if MODE", "#define MODE 2\n") == ["020106020a00"])
    #expect(condition("#if !MODE", "#define MODE 2\n") == ["020106"])
    #expect(condition("#if !defined(MODE)") == ["020106", "020106020a00"])
    #expect(condition("#if MYNEWT_VAL(BLE_GATTS)") == ["020106020a00", "020106"])
    // A name that is no longer defined, and conditions of several names, are not decided here.
    #expect(condition("#ifdef MODE", "#define MODE 2\n#undef MODE\n").count == 1)
    #expect(condition("#if MODE && OTHER") == ["7 the file does not define data once as a constant"])
    #expect(read(Self.chosen.replacing("#ifdef CONFIG_LONG", with: "#if A > 2")).layouts.isEmpty)
  }

  @Test func oneBranchIsNotRead() {
    let text = Self.chosen.replacing("{2, 1, 6};", with: "{2, 1, value()};")
    let program = read(text)
    #expect(program.layouts.map { blocks($0)[1] } == ["020106020a00"])
    #expect(program.unread.map { $0.reason } == ["without CONFIG_LONG: what value() returns is not known"])
  }

  // MARK: Names that are not read

  @Test func aNameIsNotRead() throws {
    let sketch = """
      #include <bluefruit.h>
      BLEUart uart;
      void setup() {
        Bluefruit.begin();
        Bluefruit.Advertising.addFlags(0x06);
        Bluefruit.Advertising.addService(uart);
        NAME
        Bluefruit.Advertising.addAppearance(0x03C1);
        Bluefruit.Advertising.start(0);
      }
      """
    func layout(_ name: String) -> DeclaredLayout? {
      let program = read(sketch.replacing("NAME", with: name), language: .cPlusPlus)
      #expect(program.unread.isEmpty)
      return program.layouts.first
    }
    let uart = "02010611079ecadc240ee5a9e093f3a3b50100406e"
    let inAdvertising = try #require(layout("Bluefruit.Advertising.addName();"))
    // A longer name takes the room of the appearance.
    #expect(blocks(inAdvertising) == ["ADV_IND", uart, ""])
    #expect(inAdvertising.doubts.contains { $0.part == .rest(.advertising, from: 21) && $0.kind == .unknown })
    let inResponse = try #require(layout("Bluefruit.ScanResponse.addName();"))
    #expect(blocks(inResponse) == ["ADV_IND", uart + "0319c103", "1e09??…"])
    // With its name, all is known.
    let named = try #require(layout("Bluefruit.setName(\"Lamp\"); Bluefruit.Advertising.addName();"))
    #expect(named.knownCount(of: .advertising) == nil)
    #expect(blocks(named)[1] == uart + "05094c616d70" + "0319c103")
  }

  @Test func zephyrWithoutItsConfiguration() throws {
    let program = read(
      """
      static const struct bt_data ad[] = {
        BT_DATA_BYTES(BT_DATA_FLAGS, BT_LE_AD_GENERAL),
        BT_DATA(BT_DATA_NAME_COMPLETE, CONFIG_BT_DEVICE_NAME, sizeof(CONFIG_BT_DEVICE_NAME) - 1),
      };
      static const struct bt_data sd[] = { BT_DATA_BYTES(BT_DATA_UUID16_ALL, 0x0F, 0x18) };
      void start(void) { bt_le_adv_start(BT_LE_ADV_CONN, ad, ARRAY_SIZE(ad), sd, ARRAY_SIZE(sd)); }
      """)
    let layout = try #require(program.layouts.first)
    #expect(blocks(layout)[1...] == ["020102" + "1b09??…", "03030f18"])
  }

  // MARK: Advertising sets

  private static let nimble = """
    static uint8_t pattern[] = {0x02, 0x01, 0x06, 0x03, 0x03, 0x0F, 0x18};
    void start(void) {
      struct ble_gap_ext_adv_params params;
      struct os_mbuf *data;
      uint8_t instance = 0;
      int rc;
      memset(&params, 0, sizeof(params));
      params.connectable = 1;
      params.primary_phy = BLE_HCI_LE_PHY_1M;
      params.secondary_phy = BLE_HCI_LE_PHY_2M;
      rc = ble_gap_ext_adv_configure(instance, &params, NULL, NULL, NULL);
      data = os_msys_get_pkthdr(sizeof(pattern), 0);
      assert(data);
      rc = os_mbuf_append(data, pattern, sizeof(pattern));
      rc = ble_gap_ext_adv_set_data(instance, data);
    }
    """

  @Test func setsOfNimBLE() throws {
    func told(_ change: (String, String)...) -> [String] {
      let text = change.reduce(Self.nimble) { $0.replacing($1.0, with: $1.1) }
      let program = read(text)
      return program.layouts.map { blocks($0).prefix(2).joined(separator: " ") } + program.unread.map { $0.reason }
    }
    #expect(told() == ["EXT_CONNECTABLE 02010603030f18"])
    #expect(
      read(Self.nimble).layouts.first?.layout.phys == AdvertisingPHYs(primary: .oneMegabit, secondary: .twoMegabit))
    #expect(
      told(("connectable = 1;", "connectable = 1; params.scannable = 1; params.legacy_pdu = 1;")) == [
        "ADV_IND 02010603030f18"
      ])
    #expect(told(("params.connectable = 1;", "")) == ["EXT_NONCONNECTABLE 02010603030f18"])
    for (value, phy) in [("BLE_HCI_LE_PHY_CODED", PHY.coded), ("pick()", nil), ("0", nil)] as [(String, PHY?)] {
      let set = read(Self.nimble.replacing("primary_phy = BLE_HCI_LE_PHY_1M", with: "primary_phy = \(value)"))
      #expect(set.layouts.first?.layout.phys == AdvertisingPHYs(primary: phy, secondary: .twoMegabit))
      #expect(set.layouts.first?.doubts == (phy == nil ? [Doubt(.primaryPHY, .unknown, .notStated)] : []))
    }
    #expect(
      told(("primary_phy = BLE_HCI_LE_PHY_1M", "primary_phy = BLE_HCI_LE_PHY_2M"))
        == ["ble_gap_ext_adv_configure fails: the primary PHY is LE 2M"])
    // The host refuses these.
    #expect(
      told(("connectable = 1;", "connectable = 1; params.scannable = 1;"))
        == ["a kind of advertising that is not read, or not allowed"])
    #expect(
      told(("params.connectable = 1;", "params.scannable = 1;"))
        == ["ble_gap_ext_adv_set_data fails for this kind of advertising"])
    // The calls that fill the buffer must be known.
    #expect(told(("assert(data)", "fill(data)")) == ["what fill puts into data is not followed"])
    #expect(
      told(("data = os_msys_get_pkthdr(sizeof(pattern), 0)", "data = made()")) == [
        "what os_mbuf_append puts into data is not followed"
      ])
    #expect(
      told(("rc = os_mbuf_append", "if (rc) rc = os_mbuf_append")) == ["the if in line 14 decides whether this is run"])
    #expect(
      told(("configure(instance", "configure(1"))
        == ["ble_gap_ext_adv_configure is not called once for this set"])
    // Two pieces follow each other.
    #expect(
      told(("rc = ble_gap_ext_adv_set_data", "rc = os_mbuf_append(data, pattern, 3);\n  rc = ble_gap_ext_adv_set_data"))
        == ["EXT_CONNECTABLE 02010603030f18020106"])
    // The fields of a structure.
    #expect(
      told(
        ("assert(data)", "struct ble_hs_adv_fields fields = { .flags = 6 }"),
        ("os_mbuf_append(data, pattern, sizeof(pattern))", "ble_hs_adv_set_fields_mbuf(&fields, data)"))
        == ["EXT_CONNECTABLE 020106"])
  }

  @Test func setsOfBluedroid() {
    let text = """
      #define WAIT(func, sem) do { int err = (func); if (err) { fail(); } take(sem); } while (0)
      #define MAYBE(func) do { if (ready) { func; } } while (0)
      static uint8_t first[] = {2, 1, 6};
      static uint8_t second[] = {3, 3, 0x0F, 0x18};
      esp_ble_gap_ext_adv_params_t one = { .type = ESP_BLE_GAP_SET_EXT_ADV_PROP_CONNECTABLE };
      esp_ble_gap_ext_adv_params_t two = { .type = ESP_BLE_GAP_SET_EXT_ADV_PROP_LEGACY_IND };
      void start(void) {
        WAIT(esp_ble_gap_ext_adv_set_params(0, &one), sem);
        WAIT(esp_ble_gap_config_ext_adv_data_raw(0, sizeof(first), &first[0]), sem);
        esp_ble_gap_ext_adv_set_params(1, &two);
        esp_ble_gap_config_ext_adv_data_raw(1, sizeof(first), first);
        esp_ble_gap_config_ext_scan_rsp_data_raw(1, sizeof(second), second);
      }
      """
    let program = read(text)
    #expect(program.unread.isEmpty)
    #expect(blocks(program) == [["EXT_CONNECTABLE", "020106", "none"], ["ADV_IND", "020106", "03030f18"]])
    let unsure = read(
      text.replacing("WAIT(esp_ble_gap_config", with: "MAYBE(esp_ble_gap_config").replacing("[0]), sem)", with: "[0]))")
    )
    #expect(unsure.unread.map { $0.reason } == ["the macro MAYBE decides whether this is compiled"])
    #expect(read(text.replacing("(1, &two)", with: "(2, &two)")).unread.count == 1)
  }

  @Test func listsThatMethodsChange() {
    for method in ["reverse()", "sort()", "insert(0, 1)", "__setitem__(2, 4)"] {
      let program = ProgramReader(
        """
        import bluetooth
        class Lamp:
          def __init__(self):
            self.ble = bluetooth.BLE()
            self.data = bytearray([2, 1, 6])
            self.start()
          def start(self):
            self.data.\(method)
            self.ble.gap_advertise(100000, adv_data=self.data)
        Lamp()
        """, language: .python)
      #expect(program.layouts.isEmpty, "\(method)")
      #expect(!program.unread.isEmpty)
    }
  }
}

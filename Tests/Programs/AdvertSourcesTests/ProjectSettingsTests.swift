import AdvertBuilders
import AdvertObservation
import AdvertReading
import AdvertSources
import AdvertisingData
import Testing

/// What the settings of a project and the headers of a library decide.
@Suite struct ProjectSettingsTests {
  private func advertising(_ program: ProgramReader) -> [String] {
    program.layouts.map { HexText.compact($0.layout.advertising?.octets ?? []) }
  }

  private static let raw = """
    #if@
    static uint8_t raw[] = { 0x02, 0x01, 0x06, 0x03, 0x03, 0xab, 0xcd };
    #else
    static uint8_t raw[] = { 0x02, 0x01, 0x04 };
    #endif
    void advertise(void) {
    #if@
      esp_ble_gap_config_adv_data_raw(raw, sizeof(raw));
    #else
      esp_ble_gap_config_adv_data_raw(raw, sizeof(raw));
    #endif
    }
    """

  /// The `sdkconfig` of a project decides conditions on one of its settings, when it has the setting.
  @Test(arguments: [
    ("def CONFIG_RAW", true), (" CONFIG_RAW", true), (" defined(CONFIG_RAW)", true), (" (CONFIG_RAW)", true),
    ("ndef CONFIG_RAW", false), (" !CONFIG_RAW", false), (" !defined(CONFIG_RAW)", false),
    (" !(defined CONFIG_RAW)", false), (" CONFIG_RAW == 1", true), (" (CONFIG_RAW == 0)", false),
  ]) func conditions(_ condition: String, _ isFirst: Bool) {
    let text = Self.raw.replacing("@", with: condition)
    for isOn in [true, false] {
      let config = "#\n# Example\n#\n\(isOn ? "CONFIG_RAW=y" : "# CONFIG_RAW is not set")\nCONFIG_NAME=\"a\"\n"
      var project = SourceProject()
      project.take(config, of: "sdkconfig")
      let program = ProgramReader(text, language: .c, project: project)
      #expect(program.unread.isEmpty && program.usesSwitches, "\(program.unread)")
      #expect(advertising(program) == [isOn == isFirst ? "0201060303abcd" : "020104"])
    }
    let unknown = ProgramReader(text, language: .c, project: SourceProject(switches: ["CONFIG_RAW_DATA": true]))
    #expect(unknown.unread.isEmpty && !unknown.usesSwitches)
    #expect(Set(advertising(unknown)) == ["0201060303abcd", "020104"])
    // The file has its own setting of that name.
    let own = ProgramReader(
      "#define CONFIG_RAW 1\n" + text, language: .c, project: SourceProject(switches: ["CONFIG_RAW": false]))
    #expect(advertising(own) == [isFirst ? "0201060303abcd" : "020104"] && !own.usesSwitches)
  }

  /// The settings of `prj.conf` that are texts and numbers, as Kconfig reads them.
  @Test(arguments: [
    ("CONFIG_BT_DEVICE_NAME=\"Lamp\"", "05094c616d70"), ("CONFIG_BT_DEVICE_NAME=\"Lamp\" # its name", "05094c616d70"),
    ("CONFIG_BT_DEVICE_NAME=\"Lamp\"   \nCONFIG_BT=y", "05094c616d70"), ("CONFIG_BT_DEVICE_NAME=\"La\\\"mp\"", nil),
    ("CONFIG_BT_DEVICE_NAME=Lamp", nil), ("CONFIG_BT_DEVICE_NAME=\"Lamp", nil),
    ("CONFIG_BT_DEVICE_NAME=\"A\"\nCONFIG_BT_DEVICE_NAME=\"B\"", nil),
  ]) func names(_ line: String, _ expected: String?) {
    for file in ["prj.conf", "zephyr/prj.conf"] {
      var project = SourceProject()
      project.take("CONFIG_BT=y\n\(line)\n", of: file)
      let program = ProgramReader(
        """
        static const struct bt_data ad[] = {
          BT_DATA_BYTES(BT_DATA_FLAGS, 0x06),
          BT_DATA(BT_DATA_NAME_COMPLETE, CONFIG_BT_DEVICE_NAME, sizeof(CONFIG_BT_DEVICE_NAME) - 1),
        };
        void start(void) { bt_le_adv_start(BT_LE_ADV_CONN_FAST_1, ad, ARRAY_SIZE(ad), NULL, 0); }
        """, language: .c, project: project)
      #expect(
        advertising(program) == ["020106" + (expected ?? "1b09" + String(repeating: "3f", count: 26))],
        "\(program.unread)")
    }
  }

  @Test(arguments: [
    ("CONFIG_BT_DEVICE_APPEARANCE=961", "0319c103"), ("CONFIG_BT_DEVICE_APPEARANCE=0x03C1", "0319c103"),
    ("CONFIG_BT_DEVICE_APPEARANCE=961  ", "0319c103"), ("CONFIG_BT_DEVICE_APPEARANCE=y", nil),
    ("CONFIG_BT_DEVICE_APPEARANCE=1\nCONFIG_BT_DEVICE_APPEARANCE=2", nil), ("# CONFIG_BT_DEVICE_APPEARANCE=961", nil),
  ]) func numbers(_ line: String, _ expected: String?) {
    var project = SourceProject()
    project.take("CONFIG_BT=y\n\(line)\n", of: "prj.conf")
    let program = ProgramReader(
      """
      static const struct bt_data ad[] = {
        BT_DATA_BYTES(BT_DATA_GAP_APPEARANCE, CONFIG_BT_DEVICE_APPEARANCE & 0xff, CONFIG_BT_DEVICE_APPEARANCE >> 8),
      };
      void start(void) { bt_le_adv_start(BT_LE_ADV_CONN_FAST_1, ad, ARRAY_SIZE(ad), NULL, 0); }
      """, language: .c, project: project)
    #expect(advertising(program) == [expected ?? "03193f3f"], "\(program.unread)")
    #expect(reasons(program).isEmpty == (expected != nil))
    let sentence =
      "CONFIG_BT_DEVICE_APPEARANCE is that of the configuration beside the program, which other files can change"
    #expect(program.assumptions.contains { $0.words == sentence } == (expected != nil))
  }

  /// Conditions of several parts are not decided.
  @Test(arguments: [" CONFIG_RAW && OTHER", " CONFIG_RAW > 1", " CONFIG_RAW == 2", " defined(CONFIG_RAW) || A"])
  func conditionsOfSeveralParts(_ condition: String) {
    let text = Self.raw.replacing("@", with: condition)
    let program = ProgramReader(text, language: .c, project: SourceProject(switches: ["CONFIG_RAW": true]))
    #expect(program.layouts.isEmpty && !program.unread.isEmpty)
  }

  /// A header of a library says the UUID of its service; a header of the project can say another.
  @Test func servicesOfHeaders() {
    func program(_ lines: String...) -> ProgramReader {
      ProgramReader(
        lines.joined(separator: "\n") + """

          static const struct bt_data ad[] = { BT_DATA_BYTES(BT_DATA_UUID128_ALL, BT_UUID_NUS_VAL) };
          void start(void) { bt_le_adv_start(BT_LE_ADV_CONN_FAST_1, ad, ARRAY_SIZE(ad), NULL, 0); }
          """, language: .c)
    }
    let uart = "11079ecadc240ee5a9e093f3a3b50100406e"
    #expect(advertising(program("#include <bluetooth/services/nus.h>")) == [uart])
    #expect(
      advertising(
        program("#include <bluetooth/services/nus.h>", "#define BT_UUID_NUS_VAL BT_UUID_16_ENCODE(0xABCD)")) == [
          "0307cdab"
        ])
    for include in [
      "#include \"bluetooth/services/nus.h\"", "#include \"nus.h\"", "#include <nus.h>",
      "#if A\n#include <bluetooth/services/nus.h>\n#endif",
    ] {
      #expect(program(include).layouts.map { blocks($0)[1] } == [anyService[0]], "\(include)")
    }
  }

  /// A length of one more than the text has takes the zero at its end with it.
  @Test func textsWithTheirZero() {
    func program(_ count: String) -> ProgramReader {
      ProgramReader(
        """
        static const struct bt_data ad[] = { BT_DATA(BT_DATA_NAME_COMPLETE, "Lamp", \(count)) };
        void start(void) { bt_le_adv_start(BT_LE_ADV_CONN_FAST_1, ad, ARRAY_SIZE(ad), NULL, 0); }
        """, language: .c)
    }
    #expect(advertising(program("4")) == ["05094c616d70"])
    #expect(advertising(program("sizeof(\"Lamp\")")) == ["06094c616d7000"])
    #expect(program("6").layouts.isEmpty)
  }
}

import AdvertObservation
import AdvertReading
import AdvertSources
import AdvertisingData
import Testing

/// The nRF5 SDK, in the forms of public programs.
@Suite struct NRF5ReaderTests {
  private func expect(
    _ text: String, _ layouts: [[String]], location: SourceLocation = #_sourceLocation
  ) {
    let program = ProgramReader(text, language: .c)
    #expect(program.unread.isEmpty && blocks(program) == layouts, "\(program.unread)", sourceLocation: location)
  }

  private func expectRefusal(
    _ text: String, _ line: Int, _ words: String, location: SourceLocation = #_sourceLocation
  ) {
    AdvertSourcesTests.expectRefusal(text, .c, line, words, location: location)
  }

  private static let uart = "11079ecadc240ee5a9e093f3a3b50100406e"

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
    expect(nRF5(set("CONNECTABLE_SCANNABLE_UNDIRECTED")), [["ADV_IND", lamp, ""]])
    expect(nRF5(set("NONCONNECTABLE_SCANNABLE_UNDIRECTED")), [["ADV_SCAN_IND", lamp, ""]])
    expect(nRF5(set("NONCONNECTABLE_NONSCANNABLE_UNDIRECTED")), [["ADV_NONCONN_IND", lamp, "none"]])
    expect(nRF5(set("EXTENDED_CONNECTABLE_NONSCANNABLE_UNDIRECTED")), [["EXT_CONNECTABLE", lamp, "none"]])
    expect(nRF5(set("EXTENDED_NONCONNECTABLE_NONSCANNABLE_UNDIRECTED")), [["EXT_NONCONNECTABLE", lamp, "none"]])
    expectRefusal(nRF5(set("EXTENDED_CONNECTABLE_NONSCANNABLE_DIRECTED")), 11, "kind of advertising")
    // All of its data are scan response data.
    expectRefusal(nRF5(set("EXTENDED_NONCONNECTABLE_SCANNABLE_UNDIRECTED")), 11, "kind of advertising")
    expectRefusal(nRF5("if (far) { \(set("NONCONNECTABLE_SCANNABLE_UNDIRECTED")) }"), 10, "the if in line 10")
  }

  /// The PHYs of extended advertising, by the numbers of the SoftDevice: none, and `BLE_GAP_PHY_AUTO`, are LE 1M.
  @Test(
    arguments: [
      (nil, nil, .oneMegabit, .oneMegabit), ("BLE_GAP_PHY_CODED", "BLE_GAP_PHY_CODED", .coded, .coded),
      ("BLE_GAP_PHY_AUTO", "BLE_GAP_PHY_2MBPS", .oneMegabit, .twoMegabit),
      ("BLE_GAP_PHY_1MBPS", nil, .oneMegabit, .oneMegabit), ("pick()", "pick()", nil, nil),
      // The SoftDevice refuses it.
      ("BLE_GAP_PHY_2MBPS", "BLE_GAP_PHY_2MBPS", nil, .twoMegabit),
    ] as [(String?, String?, PHY?, PHY?)])
  func physOfTheSoftDevice(_ primary: String?, _ secondary: String?, _ first: PHY?, _ second: PHY?) {
    func set(_ member: String, _ value: String?) -> String { value.map { "\(member) = \($0);" } ?? "" }
    let calls = nRF5(
      "params.properties.type = BLE_GAP_ADV_TYPE_EXTENDED_NONCONNECTABLE_NONSCANNABLE_UNDIRECTED; "
        + set("params.primary_phy", primary) + set("params.secondary_phy", secondary))
    let library = extendedLibrary(
      set("init.config.ble_adv_primary_phy", primary) + set("init.config.ble_adv_secondary_phy", secondary))
    for (text, kind) in [(calls, AdvertisingPDU.extendedNonconnectable), (library, .extendedConnectable)] {
      let program = ProgramReader(text, language: .c)
      let layout = program.layouts.first
      #expect(program.unread.isEmpty && layout?.layout.pdu == kind, "\(program.unread)")
      #expect(layout?.layout.phys == AdvertisingPHYs(primary: first, secondary: second))
      #expect(layout?.isPrimaryPHYUnknown == (first == nil))
    }
  }

  private func extendedLibrary(_ lines: String) -> String {
    """
    static void advertising_init(void) {
      ble_advertising_init_t init;
      memset(&init, 0, sizeof(init));
      init.advdata.flags = BLE_GAP_ADV_FLAGS_LE_ONLY_GENERAL_DISC_MODE;
      init.config.ble_adv_extended_enabled = true;
      \(lines)
      ble_advertising_init(&m_advertising, &init);
    }
    """
  }

  /// The library makes extended advertising connectable, which has no scan response, and fills up to 238 bytes.
  @Test func extendedAdvertisingOfTheLibrary() {
    expect(extendedLibrary(""), [["EXT_CONNECTABLE", "020106", "none"]])
    let name = String(repeating: "n", count: 40)
    let long = "sd_ble_gap_device_name_set(&mode, (const uint8_t *)\"\(name)\", strlen(\"\(name)\"));"
    let full = "init.advdata.name_type = BLE_ADVDATA_FULL_NAME;"
    expect(
      extendedLibrary("\(long) \(full)"),
      [["EXT_CONNECTABLE", "0201062909" + String(repeating: "6e", count: 40), "none"]])
    expectRefusal(extendedLibrary("\(long) init.srdata.name_type = BLE_ADVDATA_FULL_NAME;"), 7, "cannot be scanned")
    // A program that calls the SoftDevice itself has a buffer of any length.
    expectRefusal(
      nRF5("params.properties.type = BLE_GAP_ADV_TYPE_EXTENDED_NONCONNECTABLE_NONSCANNABLE_UNDIRECTED;")
        .replacing("\"Lamp\"", with: "\"\(name)\""), 7, "more than 31 bytes")
    // Whether it is extended, the value of the whole member says.
    let whole = ProgramReader(
      extendedLibrary("").replacing("init.config.ble_adv_extended_enabled = true", with: "init.config = m_config"),
      language: .c)
    #expect(blocks(whole) == [["ADV_IND", "020106", ""]] && whole.layouts.first?.isKindAssumed == true)
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
      """, [["ADV_IND", "02010603030d18", ""]])
  }

  /// With a whitelist, the library advertises with other Flags to the devices that are bonded.
  @Test func flagsOfAWhitelist() throws {
    func program(_ options: String) -> ProgramReader {
      ProgramReader(
        """
        static void advertising_init(void) {
          ble_advertising_init_t init;
          memset(&init, 0, sizeof(init));
          init.advdata.flags = BLE_GAP_ADV_FLAGS_LE_ONLY_GENERAL_DISC_MODE;
          \(options)
          ble_advertising_init(&m_advertising, &init);
        }
        """, language: .c)
    }
    for (options, values) in [
      ("init.config.ble_adv_whitelist_enabled = true;", [0x04, 0x06]),
      ("init.config.ble_adv_whitelist_enabled = BLE_ADV_WHITELIST_ENABLED;", [0x04, 0x06]),
      ("init.config.ble_adv_whitelist_enabled = false;", nil), ("", nil),
    ] as [(String, [UInt8]?)] {
      let layout = try #require(program(options).layouts.first)
      #expect(blocks(layout) == ["ADV_IND", "020106", ""])
      let octet = layout.variation(of: .advertising)[2]
      #expect(octet.map { octet in (0...255).filter { octet.values.contains($0) } } == values, "\(options)")
    }
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
      service("{BLE_UUID_NUS_SERVICE, NUS_TYPE}", "ble_nus_init(&m_nus, &nus_init);", before: uart),
      [["ADV_IND", "020106", Self.uart]])
    expect(
      service("{LBS_UUID_SERVICE, m_lbs.uuid_type}", "other_init(); ble_lbs_init(&m_lbs, &lbs_init);"),
      [["ADV_IND", "020106", Self.lightButton]])
    let base = """
      #define BASE {{0x23, 0xD1, 0xBC, 0xEA, 0x5F, 0x78, 0x23, 0x15, 0xDE, 0xEF, 0x12, 0x12, 0, 0, 0, 0}}
      static uint8_t m_type;
      """
    expect(
      service("{0x1523, m_type}", "ble_uuid128_t base = BASE; sd_ble_uuid_vs_add(&base, &m_type);", before: base),
      [["ADV_IND", "020106", Self.lightButton]])
    expect(
      service(
        "{0x1523, BLE_UUID_TYPE_VENDOR_BEGIN}", "ble_uuid128_t base = BASE; sd_ble_uuid_vs_add(&base, &m_type);",
        before: base), [["ADV_IND", "020106", Self.lightButton]])
  }

  /// The number of a base is its place among those that are registered.
  @Test func basesThatMayNotBeTheFirst() {
    func refuse(_ services: String, _ line: Int, _ words: String) {
      expectRefusal(service("{BLE_UUID_NUS_SERVICE, BLE_UUID_TYPE_VENDOR_BEGIN}", services), line, words)
    }
    refuse("} void more(void) { ble_nus_init(&m_nus, &i); } void other(void) { ble_lbs_init(&m_lbs, &j);", 4, "several")
    // The base of the UART service is the first one here.
    expect(
      service(
        "{BLE_UUID_NUS_SERVICE, BLE_UUID_TYPE_VENDOR_BEGIN}",
        "ble_nus_init(&m_nus, &i); ble_lbs_init(&m_lbs, &j); ble_dfu_buttonless_init(&d);"),
      [["ADV_IND", "020106", Self.uart]])
    refuse("ble_dfu_buttonless_init(&d); ble_nus_init(&m_nus, &i);", 4, "ble_dfu_buttonless_init() may register")
    refuse("my_service_setup(); ble_nus_init(&m_nus, &i);", 4, "my_service_setup() may register")
    refuse("ble_bas_init(&m_bas, &i);", 8, "another file registers")
    refuse("if (full) ble_nus_init(&m_nus, &i);", 4, "the if in line 4")
    expectRefusal(
      service("{0x1523, m_type}", "sd_ble_uuid_vs_add(&base, &m_type); m_type = 3;"), 4, "m_type is set here, too")
    expectRefusal(
      service("{LBS_UUID_SERVICE, m_lbs.uuid_type}", "ble_lbs_init(&m_lbs, &i); m_lbs.uuid_type = 2;"), 4,
      "m_lbs is set here, too")
  }

  /// A base that a file beside a header of the program registers.
  @Test(arguments: [
    ("", "", true),
    // Another base may be the first.
    ("other_service_init();", "", false),
    ("", "uint32_t more(void) { ble_uuid128_t b = {1}; return sd_ble_uuid_vs_add(&b, 0); }", false),
    ("// ", "", false),
  ])
  func basesOfOtherFiles(_ before: String, _ more: String, _ isRead: Bool) {
    let text = """
      #include "my_service.h"
      static ble_uuid_t m_uuids[] = {{MY_SERVICE_UUID, BLE_UUID_TYPE_VENDOR_BEGIN}};
      static void advertising_init(void) {
        ble_advertising_init_t init;
        memset(&init, 0, sizeof(init));
        init.advdata.flags = BLE_GAP_ADV_FLAGS_LE_ONLY_GENERAL_DISC_MODE;
        init.srdata.uuids_complete.uuid_cnt = 1;
        init.srdata.uuids_complete.p_uuids = m_uuids;
        ble_advertising_init(&m_advertising, &init);
      }
      int main(void) {
        \(before) my_service_init(&m_svc);
        advertising_init();
      }
      """
    let header = """
      #define MY_BASE {0x14, 0x12, 0x8A, 0x76, 0x04, 0xD1, 0x6C, 0x4F, 0x7E, 0x53, 0xF2, 0xE8, 0x00, 0x00, 0xB1, 0x19}
      #define MY_SERVICE_UUID 0x1400
      uint32_t my_service_init(my_service_t *p);

      """
    let source = """
      #include "my_service.h"
      uint32_t my_service_init(my_service_t *p) {
        ble_uuid128_t base = {MY_BASE};
        return sd_ble_uuid_vs_add(&base, &p->uuid_type);
      }

      """
    let files = ["my_service.h": header, "my_service.c": source + more]
    let program = ProgramReader(
      text, language: .c, project: SourceProject(sources: ProjectSources { files[$0] }))
    let known = ["ADV_IND", "020106", "1107" + "14128a7604d16c4f7e53f2e80014b119"]
    #expect(blocks(program) == (isRead ? [known] : anyService.map { ["ADV_IND", "020106", $0] }), "\(program.unread)")
    // Without the file, and without a project.
    let without = ProgramReader(
      text, language: .c, project: SourceProject(sources: ProjectSources { $0.hasSuffix(".h") ? header : nil }))
    #expect(blocks(without) == anyService.map { ["ADV_IND", "020106", $0] })
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
    expect(beacon(""), [["ADV_IND", "020104" + "07ff5900" + "02150102", ""]])
    // The library reads the structure when it is called.
    expect(beacon("data.data.size = 2;"), [["ADV_IND", "020104" + "05ff5900" + "0215", ""]])
    expectRefusal(beacon("fill(&data);"), 11, "is given to fill()")
    expectRefusal(beacon("m_info[0] = 3;"), 11, "m_info is set here")
    expectRefusal(beacon("if (near) data.data.size = 2;"), 11, "the if in line 11")
  }
}

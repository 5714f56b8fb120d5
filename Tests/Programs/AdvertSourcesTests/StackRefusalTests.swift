import AdvertBuilders
import AdvertSources
import Testing

/// Programs whose calls fail.
@Suite struct StackRefusalTests {
  private func refusals(_ text: String, _ language: ProgramReader.Language) -> [SourceObstacle] {
    ProgramReader(text, language: language).unread
  }

  private func zephyr(_ options: String, _ least: String = "0x30", _ most: String = "0x60") -> String {
    """
    static const struct bt_data ad[] = { BT_DATA_BYTES(BT_DATA_FLAGS, 0x06) };
    void f(void) {
      bt_le_adv_start(BT_LE_ADV_PARAM(\(options), \(least), \(most), NULL), ad, ARRAY_SIZE(ad), NULL, 0);
    }
    """
  }

  @Test func extendedOptionInLegacyCall() throws {
    let all = refusals(zephyr("BT_LE_ADV_OPT_CONN | BT_LE_ADV_OPT_EXT_ADV | BT_LE_ADV_OPT_CODED"), .c)
    #expect(
      all.map { $0.reason } == [
        "bt_le_adv_start fails with -EINVAL (-22): BT_LE_ADV_OPT_EXT_ADV is not allowed there (Zephyr 4.3, assumed)"
      ])
    #expect(all.first?.line == 3)
    #expect(all.first?.refusal?.isCertain == true)
    #expect(
      all.first?.refusal?.remedy == "use bt_le_ext_adv_create, bt_le_ext_adv_set_data and bt_le_ext_adv_start")
  }

  /// Without the option, some configurations send what the others refuse.
  @Test(arguments: ["BT_LE_ADV_OPT_CODED", "BT_LE_ADV_OPT_NO_2M"]) func optionsOfExtendedAdvertising(
    _ option: String
  ) {
    let program = ProgramReader(zephyr("BT_LE_ADV_OPT_CONN | \(option)"), language: .c)
    #expect(program.layouts.count == 1)
    #expect(program.unread.map { $0.refusal?.isCertain } == [false])
    #expect(program.unread.first?.reason.contains("\(option) needs BT_LE_ADV_OPT_EXT_ADV") == true)
  }

  /// Intervals at the limits pass, and those just outside fail. An interval that is not known says nothing.
  @Test func intervals() {
    let cases: [(least: String, most: String, isRefused: Bool)] = [
      ("0x20", "0x20", false), ("0x1f", "0x20", true), ("0x4000", "0x4000", false), ("0x4000", "0x4001", true),
      ("0x31", "0x30", true), ("BT_GAP_ADV_FAST_INT_MAX_1", "BT_GAP_ADV_FAST_INT_MIN_1", true),
      ("BT_GAP_ADV_FAST_INT_MIN_2", "BT_GAP_ADV_FAST_INT_MAX_2", false), ("unknown()", "0x10", false),
    ]
    for (least, most, isRefused) in cases {
      let program = ProgramReader(zephyr("BT_LE_ADV_OPT_CONN", least, most), language: .c)
      #expect(program.layouts.isEmpty == isRefused, "\(least) \(most)")
      #expect(program.unread.contains { $0.refusal != nil } == isRefused, "\(least) \(most)")
    }
    let channels = (37...39).map { "BT_LE_ADV_OPT_DISABLE_CHAN_\($0)" }
    #expect(refusals(zephyr(channels.joined(separator: " | ")), .c).first?.refusal?.isCertain == true)
    #expect(refusals(zephyr(channels[1...].joined(separator: " | ")), .c).isEmpty)
  }

  /// Hosts before 2026 refuse the long intervals of extended advertising, and later ones take them.
  @Test(arguments: [("0x4000", nil), ("0x4001", false), ("0xffffff", false), ("0x1000000", true)] as [(String, Bool?)])
  func longIntervals(_ most: String, _ isCertain: Bool?) {
    let program = ProgramReader(
      """
      static const struct bt_data ad[] = { BT_DATA_BYTES(BT_DATA_FLAGS, 0x06) };
      static struct bt_le_ext_adv *adv;
      void f(void) {
        bt_le_ext_adv_create(BT_LE_ADV_PARAM(BT_LE_ADV_OPT_EXT_ADV, 0x30, \(most), NULL), NULL, &adv);
        bt_le_ext_adv_set_data(adv, ad, ARRAY_SIZE(ad), NULL, 0);
        bt_le_ext_adv_start(adv, BT_LE_EXT_ADV_START_DEFAULT);
      }
      """, language: .c)
    #expect(program.unread.first?.refusal?.isCertain == isCertain, "\(program.unread)")
    #expect(program.layouts.isEmpty == (isCertain == true))
  }

  /// Every option that the reader takes has a row in the table of each call.
  @Test func everyOptionHasARow() throws {
    let stack = try #require(StackBuilder.named("zephyr"))
    for option in ProgramReader.zephyrOptions {
      for call in ["bt_le_adv_start", "bt_le_ext_adv_create"] {
        #expect(stack.parameters.contains { $0.call == call && $0.name == option }, "\(call): \(option)")
      }
    }
  }

  /// Kotlin: builders whose setters or `build()` throw.
  @Test func parametersOfAndroid() {
    func program(_ calls: String) -> ProgramReader {
      ProgramReader(
        """
        import android.bluetooth.le.*
        fun start(advertiser: BluetoothLeAdvertiser, callback: AdvertisingSetCallback) {
          advertiser.startAdvertisingSet(AdvertisingSetParameters.Builder()\(calls).build(),
            AdvertiseData.Builder().addManufacturerData(0x59, byteArrayOf(1)).build(), null, null, null, callback)
        }
        """, language: .kotlin)
    }
    let legacy = ".setLegacyMode(true).setConnectable(true).setScannable(true)"
    #expect(program(legacy).unread.isEmpty)
    for (calls, words) in [
      (".setLegacyMode(true).setConnectable(true)", "setConnectable(true) without setScannable(true) in legacy mode"),
      (
        ".setConnectable(true).setScannable(true)",
        "setConnectable(true) with setScannable(true) outside of legacy mode"
      ),
      (legacy + ".setInterval(159)", "setInterval is 159, below 160"),
      (legacy + ".setInterval(16777216)", "setInterval is 16777216, above 16777215"),
      (legacy + ".setTxPowerLevel(2)", "setTxPowerLevel is 2, above 1"),
    ] {
      let found = program(calls)
      #expect(found.layouts.isEmpty)
      #expect(found.unread.map { $0.refusal?.isCertain } == [true], "\(found.unread)")
      #expect(found.unread.first?.reason.contains(words) == true, "\(found.unread)")
    }
    for calls in [legacy + ".setInterval(160)", legacy + ".setTxPowerLevel(1)"] {
      #expect(program(calls).unread.isEmpty)
    }
  }

  /// The sizes of what does not fit, at the line of the call.
  @Test func sizes() {
    for surplus in 1...40 {
      let text = """
        static const uint8_t data[] = { \((0..<26 + surplus).map { "\($0)" }.joined(separator: ", ")) };
        static const struct bt_data ad[] = {
          BT_DATA_BYTES(BT_DATA_FLAGS, 0x06), BT_DATA(BT_DATA_MANUFACTURER_DATA, data, sizeof(data)),
        };
        void f(void) { bt_le_adv_start(BT_LE_ADV_CONN_FAST_1, ad, ARRAY_SIZE(ad), NULL, 0); }
        """
      let all = refusals(text, .c)
      #expect(
        all.map { $0.reason } == [
          "bt_le_adv_start fails with -EINVAL (-22): the fields need \(31 + surplus) bytes, 31 available "
            + "(Zephyr 4.3, assumed)"
        ])
      #expect(all.first?.line == 5)
      #expect(all.first?.refusal?.remedy?.hasPrefix("shorten the manufacturer data by \(surplus) byte") == true)
    }
  }

  private func nimble(_ members: String) -> String {
    """
    void f(void) {
      struct ble_hs_adv_fields fields = { .flags = 6 };
      struct ble_gap_adv_params params = { \(members) };
      ble_gap_adv_set_fields(&fields);
      ble_gap_adv_start(0, NULL, BLE_HS_FOREVER, &params, NULL, NULL);
    }
    """
  }

  /// The host refuses some parameters itself, and the controller refuses intervals.
  @Test(
    arguments: [
      (".conn_mode = 2, .disc_mode = 2", true, nil),
      (".conn_mode = 2, .disc_mode = 2, .high_duty_cycle = 1", false, true),
      (".conn_mode = 2, .disc_mode = 3", false, true),
      (".conn_mode = 2, .disc_mode = 2, .itvl_min = 0x20, .itvl_max = 0x4000", true, nil),
      (".conn_mode = 2, .disc_mode = 2, .itvl_min = 0, .itvl_max = 0", true, nil),
      (".conn_mode = 2, .disc_mode = 2, .itvl_min = 0x1f, .itvl_max = 0x30", true, false),
      (".conn_mode = 2, .disc_mode = 2, .itvl_min = 0x40, .itvl_max = 0x30", true, false),
      (".conn_mode = 2, .disc_mode = 2, .itvl_min = 0x40, .itvl_max = unknown", true, nil),
    ] as [(String, Bool, Bool?)]) func parametersOfNimBLE(_ members: String, _ isSent: Bool, _ isCertain: Bool?)
  {
    let program = ProgramReader(nimble(members), language: .c)
    #expect(program.layouts.isEmpty != isSent, "\(program.unread.map(\.reason))")
    #expect(program.unread.compactMap { $0.refusal?.isCertain } == [isCertain].compactMap(\.self), "\(members)")
  }

  @Test(
    arguments: [
      ("0x20", "0x4000", "16", true, nil), ("0x1f", "0x40", "16", false, true), ("0x20", "0x4001", "16", false, true),
      ("0x40", "0x20", "16", true, false), ("0x20", "0x40", "2", false, true),
    ] as [(String, String, String, Bool, Bool?)])
  func parametersOfBluedroid(_ least: String, _ most: String, _ length: String, _ isSent: Bool, _ isCertain: Bool?) {
    let text = """
      static uint8_t uuid[16] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 };
      static esp_ble_adv_data_t data = { .flag = 6, .service_uuid_len = \(length), .p_service_uuid = uuid };
      static esp_ble_adv_params_t params = { .adv_int_min = \(least), .adv_int_max = \(most), .adv_type = ADV_TYPE_IND };
      void f(void) {
        esp_ble_gap_config_adv_data(&data);
        esp_ble_gap_start_advertising(&params);
      }
      """
    let program = ProgramReader(text, language: .c)
    #expect(program.layouts.isEmpty != isSent, "\(program.unread.map(\.reason))")
    #expect(program.unread.compactMap { $0.refusal?.isCertain } == [isCertain].compactMap(\.self), "\(least) \(most)")
  }

  /// Extended advertising that is connectable has no scan response.
  @Test func scanResponseOfExtendedAdvertising() {
    func refusal(_ count: Int, _ response: String) -> [Bool] {
      let zeros = Array(repeating: "0", count: count - 2).joined(separator: ", ")
      let text =
        "import _bleio\n_bleio.adapter.start_advertising(bytes([\(count - 1), 255, \(zeros)])\(response))\n"
      return refusals(text, .python).compactMap { $0.refusal?.isCertain }
    }
    #expect(refusal(32, ", scan_response=bytes([2, 9, 65])") == [true])
    #expect(refusal(31, ", scan_response=bytes([2, 9, 65])").isEmpty && refusal(32, "").isEmpty)
  }
}

import AdvertBuilders
import AdvertObservation
import AdvertReading
import AdvertSources
import Testing

/// Programs that give a call parameters that the library, the host or the controller refuses.
@Suite struct ParameterRefusalTests {
  /// A refusal in a program; `nil` of a case when all is accepted.
  private struct Refused {
    let isCertain: Bool
    let words: String

    init(_ isCertain: Bool, _ words: String) {
      self.isCertain = isCertain
      self.words = words
    }
  }

  /// Expects one refusal, or none. What is certainly refused has no layout, and everything else is read all the same.
  private func expect(
    _ text: String, _ language: ProgramReader.Language, _ refused: Refused?, line: Int? = nil,
    project: SourceProject = SourceProject(), location: SourceLocation = #_sourceLocation
  ) {
    let program = ProgramReader(text, language: language, project: project)
    let found = program.unread
    #expect(
      program.layouts.count == (refused?.isCertain == true ? 0 : 1), "\(text)\n\(found)", sourceLocation: location)
    #expect(found.count == (refused == nil ? 0 : 1), "\(found)", sourceLocation: location)
    #expect(found.first?.refusal?.isCertain == refused?.isCertain, sourceLocation: location)
    guard let refused, let only = found.first else { return }
    #expect(only.reason.contains(refused.words), "\(only.reason)", sourceLocation: location)
    #expect(only.refusal?.remedy != nil, sourceLocation: location)
    if let line { #expect(only.line == line, sourceLocation: location) }
  }

  /// Numbers about the limits of controllers, with what is wrong with each; `nil` when nothing is.
  private static let intervals: [(number: String, defect: String?)] =
    (0..<8).flatMap { step in
      let (below, above) = (0x20 - step, 0x4000 + step)
      return [
        ("\(below)", step == 0 ? nil : "\(below), below 32"), ("\(above)", step == 0 ? nil : "\(above), above 16384"),
        ("\(0x20 + step)", nil), ("\(0x4000 - step)", nil),
      ]
    } + [("0x20", nil), ("0x1F", "31, below 32"), ("0x4000", nil), ("0x4001", "16385, above 16384"), ("any()", nil)]

  // MARK: Python

  private static let error = "raises ValueError \"interval must be in range 0.02-10.24\": interval is "

  private static let seconds: [(String, Refused?)] = [
    ("0.02", nil), ("0.01999", Refused(true, error + "0.01999, below 0.02")), ("0.0200", nil), ("(0.02)", nil),
    ("10.24", nil), ("10.24001", Refused(true, error + "10.24001, above 10.24")), ("1", nil), ("10", nil),
    ("11", Refused(true, error + "11, above 10.24")), ("0", Refused(true, error + "0, below 0.02")), (".5", nil),
    (".01", Refused(true, error + "0.01, below 0.02")), ("-1", Refused(true, error + "-1, below 0.02")),
    ("20.", Refused(true, error + "20, above 10.24")), ("QUICK", Refused(true, error + "0.005, below 0.02")),
    ("any()", nil), ("OTHER", nil), ("1e9", nil), ("0.5 * 0.001", nil), ("0x1000", nil),
    ("99999999999999999999999.0", nil), ("0.00000000000000000000000001", nil), ("1.2.3", nil), ("-", nil),
  ]

  @Test func intervalOfCircuitPython() {
    for (number, refused) in Self.seconds {
      let constants = "QUICK = 0.005\nOTHER = other()\n"
      expect(
        "import _bleio\n\(constants)_bleio.adapter.start_advertising(b'\\x02\\x01\\x06', interval=\(number))\n",
        .python,
        refused, line: 4)
      let text = """
        from adafruit_ble import BLERadio
        from adafruit_ble.advertising.standard import ProvideServicesAdvertisement
        from adafruit_ble.services.nordic import UARTService
        \(constants)ble = BLERadio()
        uart = UARTService()
        advertisement = ProvideServicesAdvertisement(uart)
        """
      expect("\(text)\nble.start_advertising(advertisement, interval=\(number))\n", .python, refused, line: 9)
      expect("\(text)\nble.start_advertising(advertisement, None, \(number), 10)\n", .python, refused, line: 9)
    }
  }

  @Test func timeoutOfCircuitPython() {
    let refused = Refused(false, "raises ValueError: timeout is -1, below 0, from CircuitPython 10.2 on")
    for (number, refused) in [("0", nil), ("-1", refused), ("60", nil), ("any()", nil), ("99999999999999", nil)] {
      expect(
        "import _bleio\n_bleio.adapter.start_advertising(b'\\x02\\x01\\x06', timeout=\(number))\n", .python, refused,
        line: 2)
    }
  }

  /// NimBLE counts units of 625 µs in 16 bits, and has an interval of its own for none.
  @Test func intervalOfMicroPython() {
    let end = "on ports with NimBLE, if the controller checks it"
    let cases: [(Int64, String?)] = [
      (20_000, nil), (19_999, "below 20000"), (625, "below 20000"), (624, nil), (10_240_000, nil), (10_240_624, nil),
      (10_240_625, "above 10240000"), (40_959_375, "above 10240000"), (40_960_000, nil), (40_960_625, "above 10240000"),
      (40_980_000, nil), (2_147_483_648, nil), (9_223_372_036_854_775_807, nil),
    ]
    for (number, defect) in cases {
      let refused = defect.map { Refused(false, "raises OSError(-530): interval_us is \(number), \($0), \(end)") }
      expect("ble.gap_advertise(\(number), adv_data=b'\\x02\\x01\\x06')\n", .python, refused, line: 1)
      for data in ["name='Lamp'", "adv_data=b'\\x02\\x01\\x06'"] {
        expect(
          "import aioble\nasync def f():\n  await aioble.advertise(\(number), \(data))\n", .python, refused, line: 3)
      }
    }
    for number in ["-20000", "any()", "99999999999999999999"] {
      expect("ble.gap_advertise(\(number), adv_data=b'\\x02\\x01\\x06')\n", .python, nil)
    }
  }

  // MARK: BlueZ

  private func blueZ(_ lines: [String], kind: String = "peripheral") -> String {
    """
    import dbus
    import dbus.service
    class Lamp(dbus.service.Object):
        def __init__(self, bus):
            self.path = '/lamp'
            dbus.service.Object.__init__(self, bus, self.path)
        @dbus.service.method('org.freedesktop.DBus.Properties', in_signature='s', out_signature='a{sv}')
        def GetAll(self, interface):
            found = dict()
            found['Type'] = '\(kind)'
            found['LocalName'] = dbus.String('Lamp')
    \(lines.map { "        \($0)\n" }.joined())        return found
        def get_path(self):
            return dbus.ObjectPath(self.path)
    lamp = Lamp(bus)
    manager.RegisterAdvertisement(lamp.get_path(), {})
    """
  }

  private func number(_ property: String, _ type: String, _ number: String) -> String {
    "found['\(property)'] = dbus.\(type)(\(number))"
  }

  /// The intervals and the TX power, which older daemons ignore.
  @Test func numbersOfBlueZ() {
    let error = "RegisterAdvertisement fails with org.bluez.Error.Failed \"Failed to parse advertisement.\": "
    let end = ", up to BlueZ 5.76 only with --experimental"
    for (least, most, defect) in [
      ("20", "10485759", nil), ("19", "20", "MinInterval is 19, below 20"),
      ("20", "10485760", "MaxInterval is 10485760, above 10485759"), ("100", "100", nil),
      ("101", "100", "MinInterval is 101, above MaxInterval 100"), ("100", nil, "MinInterval needs MaxInterval"),
      (nil, "100", nil), (nil, "19", "MaxInterval is 19, below 20"), ("other()", "100", nil),
    ] as [(String?, String?, String?)] {
      let lines = [
        least.map { number("MinInterval", "UInt32", $0) }, most.map { number("MaxInterval", "UInt32", $0) },
      ]
      let refused = defect.map { Refused(false, error + $0 + end) }
      expect(blueZ(lines.compactMap(\.self)), .python, refused)
    }
    for (power, defect) in [
      ("-127", nil), ("-128", "TxPower is -128, below -127"), ("20", nil), ("21", "TxPower is 21, above 20"),
    ] as [(String, String?)] {
      let refused = defect.map { Refused(false, error + $0 + end) }
      expect(blueZ([number("TxPower", "Int16", power)]), .python, refused)
    }
  }

  @Test func discoverableOfBlueZ() {
    let isOn = "found['Discoverable'] = dbus.Boolean(True)"
    func lines(_ time: Int, _ end: Int?) -> [String] {
      [number("DiscoverableTimeout", "UInt16", "\(time)")] + (end.map { [number("Timeout", "UInt16", "\($0)")] } ?? [])
    }
    expect(blueZ([isOn]), .python, nil)
    expect(
      blueZ([isOn], kind: "broadcast"), .python,
      Refused(true, "Discoverable, Type \"broadcast\" are set together"))
    expect(blueZ(lines(60, 60) + [isOn]), .python, nil)
    expect(blueZ(lines(61, 60) + [isOn]), .python, Refused(true, "DiscoverableTimeout is 61, above Timeout 60"))
    expect(blueZ(lines(61, 60)), .python, nil)
    expect(blueZ(lines(61, 0) + [isOn]), .python, nil)
    expect(blueZ(lines(61, nil) + [isOn]), .python, nil)
  }

  // MARK: Arduino

  private func sketch(_ include: String, _ lines: String) -> String {
    "#include <\(include)>\nvoid setup() {\n\(lines)\n}\nvoid loop() {}\n"
  }

  private func arduino(_ lines: String) -> String {
    sketch("ArduinoBLE.h", "BLE.setLocalName(\"Lamp\");\n\(lines)\nBLE.advertise();")
  }

  @Test func intervalOfArduinoBLE() {
    for (number, defect) in Self.intervals {
      let refused = defect.map {
        Refused(false, "BLE.advertise returns 0: setAdvertisingInterval is \($0), which controllers check")
      }
      expect(arduino("BLE.setAdvertisingInterval(\(number));"), .cPlusPlus, refused, line: 4)
    }
    // The parameter has 16 bits.
    expect(arduino("BLE.setAdvertisingInterval(0x10020);"), .cPlusPlus, nil)
    expect(arduino("BLE.setAdvertisingInterval(0x10010);"), .cPlusPlus, Refused(false, "setAdvertisingInterval is 16"))
    // Which value counts is not known.
    expect(arduino("if (fast) BLE.setAdvertisingInterval(16);"), .cPlusPlus, nil)
    expect(arduino("BLE.setAdvertisingInterval(16); BLE.setAdvertisingInterval(32);"), .cPlusPlus, nil)
    expect(arduino("BLE.setAdvertisingInterval();"), .cPlusPlus, nil)
    expect(
      sketch(
        "ArduinoBLE.h",
        "BLE.setLocalName(\"Lamp\");\nBLE.advertise();\n}\nvoid slow() { BLE.setAdvertisingInterval(16);"),
      .cPlusPlus, nil)
  }

  private func nimBLE(_ lines: String, start: String = "start()", second: Bool = true) -> String {
    sketch(
      "NimBLEDevice.h",
      """
      NimBLEDevice::init("Lamp");
      NimBLEAdvertising *advertising = NimBLEDevice::getAdvertising();
      advertising->addServiceUUID("180F");
      \(second ? "advertising->enableScanResponse(true);" : "advertising->setScanResponse(true);")
      \(lines)
      advertising->\(start);
      """)
  }

  @Test(arguments: [true, false]) func intervalsOfNimBLEArduino(_ second: Bool) {
    let error = "start fails with the controller's error 0x12 (rc=530): "
    func check(_ lines: String, _ defect: String?, location: SourceLocation = #_sourceLocation) {
      expect(
        nimBLE(lines, second: second), .cPlusPlus,
        defect.map { Refused(false, error + $0 + ", which controllers check") }, location: location)
    }
    for (number, defect) in Self.intervals {
      check(
        "advertising->setMinInterval(\(number));\nadvertising->setMaxInterval(\(number));",
        defect.map { "setMinInterval is \($0)" })
      if second {
        check("advertising->setAdvertisingInterval(\(number));", defect.map { "setAdvertisingInterval is \($0)" })
      }
    }
    check(
      "advertising->setMinInterval(64);\nadvertising->setMaxInterval(63);",
      "setMinInterval is 64, above setMaxInterval 63")
    check("advertising->setMinInterval(64);", "setMaxInterval is 0, below 32")
    check("advertising->setMaxInterval(64);", "setMinInterval is 0, below 32")
    check("advertising->setMinInterval(0);\nadvertising->setMaxInterval(0);", nil)
    check("advertising->setMinInterval(0);", nil)
    if second {
      check("advertising->setAdvertisingInterval(0);", nil)
      check("advertising->setAdvertisingInterval(16); advertising->setMinInterval(64);", nil)
    }
    check("for (int i = 0; i < 2; i++) advertising->setMinInterval(16);", nil)
  }

  @Test func kindOfNimBLEArduino() {
    func refusal(_ kind: String, _ start: String = "start()") -> Bool? {
      let program = ProgramReader(
        nimBLE("advertising->setAdvertisementType(\(kind));", start: start, second: false), language: .cPlusPlus)
      #expect(program.layouts.isEmpty && program.unread.count == 1, "\(program.unread)")
      #expect(program.unread.first?.refusal.map { $0.remedy != nil } ?? true)
      return program.unread.first?.refusal?.isCertain
    }
    #expect(refusal("3") == true && refusal("255") == true)
    #expect(refusal("0") == nil && refusal("2") == nil && refusal("256") == nil && refusal("any()") == nil)
    #expect(refusal("BLE_GAP_CONN_MODE_DIR") == true && refusal("1", "start(0, nullptr)") == true)
    #expect(refusal("1", "start(0, nullptr, &peer)") == nil)
  }

  /// arduino-esp32 hands its intervals to Bluedroid, which checks the limits and leaves their order to the controller.
  @Test func intervalsOfESP32BLE() {
    func check(_ lines: String, _ refused: Refused?, location: SourceLocation = #_sourceLocation) {
      expect(
        sketch(
          "BLEDevice.h",
          """
          BLEDevice::init("Lamp");
          BLEAdvertising *advertising = BLEDevice::getAdvertising();
          advertising->addServiceUUID("180F");
          \(lines)
          advertising->start();
          """), .cPlusPlus, refused, project: SourceProject(versions: ["esp32-ble": "2"]), location: location)
    }
    for (number, defect) in Self.intervals {
      check(
        "advertising->setMinInterval(\(number));\nadvertising->setMaxInterval(\(number));",
        defect.map {
          Refused(
            true,
            "start fails: ESP_GAP_BLE_ADV_START_COMPLETE_EVT has another status than success: "
              + "setMinInterval is \($0)")
        })
    }
    // The intervals that a program does not set are 0x20 and 0x40.
    check("advertising->setMinInterval(0x40);", nil)
    check("advertising->setMinInterval(0x41);", Refused(false, "setMinInterval is 65, above setMaxInterval 64"))
    check("advertising->setMaxInterval(0x20);", nil)
    check("advertising->setMaxInterval(0x1F);", Refused(true, "setMaxInterval is 31, below 32"))
  }

  @Test func intervalsOfBluefruit() {
    func check(_ lines: String, _ words: String?, location: SourceLocation = #_sourceLocation) {
      expect(
        sketch(
          "bluefruit.h",
          """
          Bluefruit.begin();
          Bluefruit.Advertising.addFlags(6);
          \(lines)
          Bluefruit.Advertising.start(0);
          """), .cPlusPlus, words.map { Refused(false, $0 + ", by ble_gap.h of the SoftDevice") }, location: location)
    }
    let start = "Bluefruit.Advertising.start "
    for (number, defect) in Self.intervals {
      check(
        "Bluefruit.Advertising.setInterval(\(number), 244);",
        defect.map { start + "returns false: fast of setInterval is \($0)" })
      check(
        "Bluefruit.Advertising.setInterval(32, \(number));",
        defect.map {
          start + "succeeds, and advertising ends when the slow interval begins: slow of setInterval is \($0)"
        })
    }
    check("Bluefruit.Advertising.setIntervalMS(20, 10240);", nil)
    check("Bluefruit.Advertising.setIntervalMS(19, 10240);", "fast of setInterval is 30, below 32")
    check("Bluefruit.Advertising.setIntervalMS(20, 10241);", "slow of setInterval is 16385, above 16384")
    check("Bluefruit.Advertising.setIntervalMS(41000, 41000);", nil)
  }

  // MARK: C

  /// A member that a program leaves out is 0, and NimBLE hands it on beside one that is set.
  @Test func oneIntervalOfNimBLE() {
    func program(_ members: String) -> String {
      """
      void f(void) {
        struct ble_hs_adv_fields fields = { .flags = 6 };
        struct ble_gap_adv_params params = { .conn_mode = 2, .disc_mode = 2\(members) };
        ble_gap_adv_set_fields(&fields);
        ble_gap_adv_start(0, NULL, BLE_HS_FOREVER, &params, NULL, NULL);
      }
      """
    }
    expect(program(""), .c, nil)
    expect(program(", .itvl_min = 0x30"), .c, Refused(false, "itvl_max is 0, below 32"), line: 5)
    expect(program(", .itvl_max = 0x30"), .c, Refused(false, "itvl_min is 0, below 32"), line: 5)
    expect(program(", .itvl_max = any"), .c, nil)
  }

  private func advertisingModule(_ lines: String) -> String {
    """
    static void advertising_init(void) {
      ble_advertising_init_t init;
      memset(&init, 0, sizeof(init));
      init.advdata.flags = BLE_GAP_ADV_FLAGS_LE_ONLY_GENERAL_DISC_MODE;
      \(lines)
      ble_advertising_init(&m_advertising, &init);
    }
    """
  }

  @Test func intervalsOfNRF5() {
    let end = ", by ble_gap.h of the SoftDevice"
    for (number, defect) in Self.intervals {
      let fast = "init.config.ble_adv_fast_interval = \(number);"
      expect(
        advertisingModule("init.config.ble_adv_fast_enabled = true;\n" + fast), .c,
        defect.map {
          Refused(
            false,
            "ble_advertising_start fails with NRF_ERROR_INVALID_PARAM (7): ble_adv_fast_interval is \($0)\(end)")
        }, line: 6)
      expect(advertisingModule(fast), .c, nil)
      let text = """
        static void advertising_init(void) {
          ble_advdata_t advdata;
          memset(&advdata, 0, sizeof(advdata));
          advdata.flags = BLE_GAP_ADV_FLAGS_LE_ONLY_GENERAL_DISC_MODE;
          ble_advdata_encode(&advdata, m_adv_data.adv_data.p_data, &m_adv_data.adv_data.len);
          ble_gap_adv_params_t params;
          memset(&params, 0, sizeof(params));
          params.properties.type = BLE_GAP_ADV_TYPE_CONNECTABLE_SCANNABLE_UNDIRECTED;
          params.interval = \(number);
          sd_ble_gap_adv_set_configure(&handle, &m_adv_data, &params);
        }
        """
      expect(
        text, .c,
        defect.map {
          Refused(
            false, "sd_ble_gap_adv_set_configure fails with NRF_ERROR_INVALID_PARAM (7): interval is \($0)\(end)")
        }, line: 9)
    }
  }

  @Test func highDutyOfNRF5() {
    let highDuty = "init.config.ble_adv_directed_high_duty_enabled = true;\n"
    let extended = "init.config.ble_adv_extended_enabled = true;\n"
    expect(
      advertisingModule(highDuty + extended), .c,
      Refused(
        true,
        "ble_advertising_init fails with NRF_ERROR_INVALID_PARAM (7): ble_adv_directed_high_duty_enabled, "
          + "ble_adv_extended_enabled are set together"))
    expect(advertisingModule(highDuty), .c, nil)
    let program = ProgramReader(advertisingModule(extended), language: .c)
    #expect(program.unread.isEmpty && blocks(program).map { $0[0] } == ["EXT_CONNECTABLE"], "\(program.unread)")
  }

  // MARK: JavaScript

  /// Espruino clips an interval, and says nothing.
  @Test func intervalOfEspruino() throws {
    for (number, sent) in [
      ("20", nil), ("19", 20), ("0", 20), ("10240", nil), ("10241", 10240), ("40959", 10240), ("40960", nil),
      ("-1", nil), ("any()", nil),
    ] as [(String, Int?)] {
      let program = ProgramReader(
        "NRF.setAdvertising({ 0x180f: [95] }, { name: 'Lamp', interval: \(number) });", language: .javaScript)
      let layout = try #require(program.layouts.first, "\(program.unread)")
      #expect(program.unread.isEmpty)
      let words = sent.map { "advertises every \($0) ms, not every \(number) ms: it takes 20 to 10240 ms" }
      #expect(layout.stackBuild?.changes.count == (sent == nil ? 0 : 1))
      #expect(layout.stackBuild?.changes.first?.change.words == words)
    }
  }
}

import AdvertBuilders
import Testing

/// Lines of logs that report an error, and lines that do not.
@Suite struct ErrorLineTests {
  private static func names(_ line: String, isAsked: Bool = true) -> [String] {
    ErrorLine(line, isAsked: isAsked)?.meanings.map { "\($0.stack): \($0.name)" } ?? []
  }

  /// Lines whose only meaning is known, in a log as well as alone.
  @Test(arguments: [
    ("rc = 4 ble_gap_adv_set_fields", "NimBLE: BLE_HS_EMSGSIZE (4)"),
    ("E (312) BLE: error setting advertisement data; rc=4, ble_gap_adv_set_fields", "NimBLE: BLE_HS_EMSGSIZE (4)"),
    ("E NimBLEAdvertising: ble_gap_adv_set_data: 3 One or more arguments are invalid", "NimBLE: BLE_HS_EINVAL (3)"),
    (
      "E NimBLEAdvertising: Error enabling advertising; rc=530, Invalid HCI Command Parameters",
      "NimBLE: Invalid HCI Command Parameters (0x12) of the controller"
    ),
    ("E NimBLEAdvertisementData: Data length exceeded", "NimBLE-Arduino: \"Data length exceeded\""),
    (
      "E NimBLEAdvertisementData: Cannot add UUID, data length exceeded!",
      "NimBLE-Arduino: \"Cannot add UUID, data length exceeded!\""
    ),
    (
      "[00:00:00.254,000] <wrn> bt_hci_core: opcode 0x2036 status 0x12",
      "Controller (HCI status): LE Set Extended Advertising Parameters: Invalid HCI Command Parameters (0x12)"
    ),
    ("bt_le_ext_adv_create failed (err -12)", "Zephyr: -ENOMEM (-12)"),
    ("bt_le_scan_start() returned -120", "Zephyr: -EALREADY (-120, -69)"),
    ("E/Advertiser: onStartFailure: 1", "Android (advertising): ADVERTISE_FAILED_DATA_TOO_LARGE (1)"),
    ("D/app: onStartFailure errorCode=2", "Android (advertising): ADVERTISE_FAILED_TOO_MANY_ADVERTISERS (2)"),
    (
      "errorCode = Android.Bluetooth.LE.AdvertiseFailure.DataTooLarge",
      "Android (advertising): ADVERTISE_FAILED_DATA_TOO_LARGE (1)"
    ),
    (
      "Bluetooth: hci0: advertising data len corrected", "Linux (kernel log): \"advertising data len corrected\""
    ),
    (
      "bt_adv: adv or scan rsp data too large (300 > max 191)", "Zephyr: -EDOM (-33)"
    ),
    ("NimBLE: Error setting advertisement: The provided buffer is too small.", "NimBLE: BLE_HS_EMSGSIZE (4)"),
    (
      "08-17 12:00:00.972 18950 E BluetoothUtils: Permission denial: Location is off.",
      "Android (scanning): \"Permission denial: Location is off\""
    ),
    (
      "E BluetoothUtils: Permission denial: Need ACCESS_FINE_LOCATION permission to get scan results",
      "Android (scanning): \"Need ACCESS_FINE_LOCATION permission to get scan results\""
    ),
    (
      "E/BtGatt.GattService( 812): Need ACCESS_COARSE_LOCATION or ACCESS_FINE_LOCATION permission to get scan results",
      "Android (scanning): \"Need ACCESS_COARSE_LOCATION or ACCESS_FINE_LOCATION permission to get scan results\""
    ),
    (
      "java.lang.SecurityException: Need android.permission.BLUETOOTH_SCAN permission for AttributionSource@4f",
      "Android (scanning): \"Need android.permission.BLUETOOTH_SCAN permission\""
    ),
    (
      "java.lang.SecurityException: Need android.permission.BLUETOOTH_ADVERTISE permission for AttributionSource@4f",
      "Android (advertising): \"Need android.permission.BLUETOOTH_ADVERTISE permission\""
    ),
    ("ADVERTISE_FAILED_DATA_TOO_LARGE", "Android (advertising): ADVERTISE_FAILED_DATA_TOO_LARGE (1)"),
    ("onScanFailed: 6", "Android (scanning): SCAN_FAILED_SCANNING_TOO_FREQUENTLY (6)"),
    (
      "E GattService: App 'com.example' is scanning too frequently",
      "Android (scanning): SCAN_FAILED_SCANNING_TOO_FREQUENTLY (6)"
    ),
    (
      "java.lang.IllegalArgumentException: Legacy advertising data too big",
      "Android (advertising): \"Legacy advertising data too big\""
    ),
    ("org.bluez.Error.InvalidLength", "BlueZ (D-Bus): org.bluez.Error.InvalidLength"),
    (
      "dbus.exceptions.DBusException: org.bluez.Error.NotPermitted: Maximum advertisements reached",
      "BlueZ (D-Bus): org.bluez.Error.NotPermitted"
    ),
    (
      "bluetoothd[812]: Failed to add advertisement: Invalid Parameters (0x0d)",
      "BlueZ (kernel, MGMT status): MGMT_STATUS_INVALID_PARAMS (0x0d)"
    ),
    ("Add Advertising failed with status 0x0b (Rejected)", "BlueZ (kernel, MGMT status): MGMT_STATUS_REJECTED (0x0b)"),
    ("LE set advertise enable on hci0 returned status 12", "Controller (HCI status): Command Disallowed (0x0c)"),
    (
      "<error> app: ERROR 12 [NRF_ERROR_DATA_SIZE] at main.c:402, ble_advdata_encode",
      "SoftDevice (nRF5): NRF_ERROR_DATA_SIZE (0x0c)"
    ),
    (
      "esp_ble_gap_config_adv_data_raw: rc=258 ESP_ERR_INVALID_ARG",
      "ESP-IDF (esp_err_t): ESP_ERR_INVALID_ARG (0x102)"
    ),
    (
      "W (1055) BT_BTM: BTM_BleWriteAdvData, Partial data write into ADV",
      "ESP-IDF (GAP status): \"Partial data write into ADV\""
    ),
    ("Error Domain=CBErrorDomain Code=8", "Core Bluetooth: CBErrorUUIDNotAllowed (8)"),
    ("E app: ble_gap_adv_set_fields rc=8", "NimBLE: BLE_HS_ENOTSUP (8)"),
    ("ble_gap_disc: rc=8", "NimBLE: BLE_HS_ENOTSUP (8)"),
    (
      "reason: Scan failed because application registration failed (code 6)",
      "Android (scanning): SCAN_FAILED_APPLICATION_REGISTRATION_FAILED (2)"
    ),
    (
      "D/BluetoothLeScanner: onScannerRegistered() - status=133 scannerId=0 mScannerId=0",
      "Android (scanning): SCAN_FAILED_APPLICATION_REGISTRATION_FAILED (2)"
    ),
    (
      "java.lang.IllegalStateException: Start advertising failed with error code: 1",
      "Android (advertising): ADVERTISE_FAILED_DATA_TOO_LARGE (1)"
    ),
    ("E (312) BLE: esp_ble_gap_start_advertising failed: 259", "ESP-IDF (esp_err_t): ESP_ERR_INVALID_STATE (0x103)"),
    ("WARN sd_ble_gap_adv_set_configure err InvalidLength", "SoftDevice (nRF5): NRF_ERROR_INVALID_LENGTH (0x09)"),
    ("WARN sd_ble_gap_adv_stop err BleInvalidAdvHandle", "SoftDevice (nRF5): BLE_ERROR_INVALID_ADV_HANDLE (0x3004)"),
    (
      "sl_bt_advertiser_set_data failed, status 0x0021",
      "Silicon Labs (sl_status_t): SL_STATUS_INVALID_PARAMETER (0x21)"
    ),
    (
      "sl_bt_scanner_start: error 0x103a",
      "Silicon Labs (sl_status_t): Controller Busy (0x3a) of the controller"
    ),
    (
      "PlatformException(winrt::hresult_error, startAdvertising, null, null)",
      "Windows (WinRT): E_INVALIDARG"
    ),
    ("publisher.Start: Error { code: HRESULT(0x80070057) }", "Windows (WinRT): E_INVALIDARG"),
    (
      "[00:00:03.100,000] <wrn> bt_data: malformed advertising data 9 / 3",
      "Zephyr: \"bt_data: malformed advertising data\""
    ),
  ])
  func oneMeaning(_ line: String, _ expected: String) throws {
    #expect(Self.names(line) == [expected])
    #expect(Self.names(line, isAsked: false) == [expected])
  }

  /// Ordinary words of a stack's errors count only as whole words, in lines that show the stack; those of other programs do not.
  @Test(arguments: [
    "iOS error code: null", "BleError (iOS error code: null, reason: Scan failed)", "macOS error",
    "BleError: Operation timed out",
    "advertising: No such file or directory (os error 2)", "GET /adv: URI too long", "advertising timeout: 30 s",
    "BLE connection limit reached", "advertising done, exit code 1", "Unknown system firmware error: 7777",
  ])
  func wordsOfOthers(_ line: String) {
    #expect(Self.names(line) == [])
  }

  @Test(arguments: [
    ("NimBLE: OS error", "NimBLE: BLE_HS_EOS (11)"), ("OS error", "NimBLE: BLE_HS_EOS (11)"),
    (
      "BleError (iOS error code: null, reason: Scan failed because application registration failed (code 6))",
      "Android (scanning): SCAN_FAILED_APPLICATION_REGISTRATION_FAILED (2)"
    ),
    ("Status: Limit Reached", "Controller (HCI status): Limit Reached (0x43)"),
    (
      "E/CycledLeScannerForLollipop(1234): Scan failed: app cannot be registered",
      "Android (scanning): SCAN_FAILED_APPLICATION_REGISTRATION_FAILED (2)"
    ),
    ("Scan failed: internal error", "Android (scanning): SCAN_FAILED_INTERNAL_ERROR (3)"),
    (
      "src/advertising.c:parse_advertisement() Error parsing SecondaryChannel property",
      "BlueZ (D-Bus): \"Error parsing SecondaryChannel property\""
    ),
    ("Error parsing ServiceData property", "BlueZ (D-Bus): \"Error parsing ServiceData property\""),
    ("Error parsing TxPower property", "BlueZ (D-Bus): \"Error parsing TxPower property\""),
    (
      "PlatformException(18, UNDOCUMENTED, startAdvertising, null)",
      "Android (advertising): Invalid HCI Command Parameters (0x12) of the controller"
    ),
    ("onAdvertisingSetStarted: status 7", "Android (advertising): Memory Capacity Exceeded (0x07) of the controller"),
    ("err=-5 gap_advertise", "MicroPython (bluetooth): EIO (5)"),
    ("gap_advertise OSError: -19", "MicroPython (bluetooth): ENODEV (19)"),
    ("Unknown system firmware error: 0009", "SoftDevice (nRF5): NRF_ERROR_INVALID_LENGTH (0x09)"),
    (
      "_bleio.BluetoothError: Unknown system firmware error: 3205",
      "SoftDevice (nRF5): BLE_ERROR_GAP_DEVICE_IDENTITIES_DUPLICATE (0x3205)"
    ),
    (
      "Unknown system firmware error: 530", "NimBLE: Invalid HCI Command Parameters (0x12) of the controller"
    ),
    ("DATA_TOO_LARGE", "Android (advertising): ADVERTISE_FAILED_DATA_TOO_LARGE (1)"),
    ("error SCANNING_TOO_FREQUENTLY", "Android (scanning): SCAN_FAILED_SCANNING_TOO_FREQUENTLY (6)"),
  ]) func ownWords(_ line: String, _ expected: String) {
    #expect(Self.names(line) == [expected])
  }

  /// Errors over several lines: a status below its command, and an error below the words that announce it.
  @Test(arguments: [
    (
      "@ MGMT Event: Command Status (0x0002)\n   Add Extended Advertising Data (0x0055)\n     Status: Invalid Parameters (0x0d)",
      1
    ),
    ("bluetoothd: add_client_complete() Failed to add advertisement:\nInvalid Parameters (0x0d)\n", 1),
    ("start\nbluetoothd: Failed to add advertisement: \n    Invalid Parameters (0x0d)", 2),
  ]) func severalLines(_ text: String, _ line: Int) {
    for lines in [ErrorLines(text), ErrorLines(log: text)] {
      #expect(lines?.lines.map(\.number) == [line])
      #expect(lines?.lines.first?.error.meanings.map(\.name) == ["MGMT_STATUS_INVALID_PARAMS (0x0d)"])
    }
  }

  /// Lines that do not continue each other.
  @Test(arguments: [
    "Add Extended Advertising Data (0x0055)\n     Status: Success (0x00)", "devices:\nInvalid Parameters (0x0d)",
  ])
  func separateLines(_ text: String) {
    #expect(ErrorLines(log: text)?.lines.first?.number != 1)
  }

  /// The command decides what a status means.
  @Test(arguments: [
    ("opcode 0x200a status 0x0d", "no connection of the peripheral role"),
    ("opcode 0x2039 status 0x0d", "no connection of the peripheral role"),
    ("LE set advertise enable on hci0 returned status 13", "no connection of the peripheral role"),
    ("opcode 0x2008 status 0x0d", "lacks memory"), ("opcode 0x2006 status 0x0c", "advertising runs"),
    ("opcode 0x2036 status 0x0c", "advertising runs"), ("opcode 0x200b status 0x0c", "a scan runs"),
    ("opcode 0x2005 status 0x0c", "the address cannot change"), ("opcode 0x2042 status 0x0c", "the controller's state"),
    ("opcode 0x2036 status 0x01", "lacks extended"), ("opcode 0x2041 status 0x01", "lacks extended"),
    ("opcode 0x203e status 0x01", "lacks periodic"), ("opcode 0x200a status 0x01", "lacks the command"),
    ("LE Set Extended Advertising Data: status 0x01 hci0", "lacks extended"),
    ("opcode 0x2039 status 0x12", "random address"), ("status 0x0d of the controller, hci0", "lacks memory"),
  ]) func theCommandDecides(_ line: String, _ words: String) {
    let meanings = ErrorLine(line, isAsked: true)?.meanings ?? []
    #expect(meanings.count == 1 && meanings[0].meaning.contains(words), "\(meanings)")
  }

  /// A number alone has the meanings of all stacks, and one that none has is no error.
  /// A line with several errors has the meanings of each.
  @Test(arguments: [
    ("NimBLEAdvertising: Advertising start failed rc = 30, then rc = 2", ["(30)", "(2)"]),
    ("bt_le_adv_start failed (err -12), again (err -22)", ["(-12)", "(-22)"]),
    ("startAdvertising: error 1, error 2", ["(1)", "(2)"]),
  ]) func severalErrors(_ line: String, _ numbers: [String]) {
    let names = Self.names(line)
    for number in numbers { #expect(names.contains { $0.contains(number) }, "\(names)") }
  }

  @Test func codesAlone() {
    func stacks(_ code: String) -> Set<String> {
      Set(ErrorLines(code: code)?.lines[0].error.meanings.map(\.stack) ?? [])
    }
    #expect(stacks("4").isSuperset(of: ["NimBLE", "Android (advertising)", "SoftDevice (nRF5)", "Core Bluetooth"]))
    #expect(stacks("0x07").isSuperset(of: ["NimBLE", "Controller (HCI status)", "BlueZ (kernel, MGMT status)"]))
    #expect(stacks("-22") == ["Zephyr", "MicroPython (bluetooth)"])
    #expect(stacks("12802") == ["SoftDevice (nRF5)"] && stacks("530") == ["NimBLE"])
    for other in ["0", "77777", "hello", "", "4 4", "0x"] { #expect(stacks(other).isEmpty, "\(other)") }
  }

  /// Apps and plugins print errors in objects, and under names of their own.
  @Test(arguments: [
    ("{\"scanFailedCode\":2}", ["Android (scanning): SCAN_FAILED_APPLICATION_REGISTRATION_FAILED (2)"]),
    ("scanFailedCode: 2", ["Android (scanning): SCAN_FAILED_APPLICATION_REGISTRATION_FAILED (2)"]),
    (
      "{error: \"startAdvertising\", message: \"Too large data\"}",
      ["Android (advertising): ADVERTISE_FAILED_DATA_TOO_LARGE (1)"]
    ),
    (
      "errorcode is 0x0000000C",
      [
        "ESP-IDF (GAP status): ESP_BT_STATUS_INVALID_STATIC_RAND_ADDR (0x0c)",
        "SoftDevice (nRF5): NRF_ERROR_DATA_SIZE (0x0c)",
      ]
    ),
    ("Unknown soft device error: 0008", ["SoftDevice (nRF5): NRF_ERROR_INVALID_STATE (0x08)"]),
  ]) func objectsAndOwnNames(_ line: String, _ expected: [String]) {
    #expect(Set(Self.names(line)) == Set(expected))
  }

  /// The text of an exception is behind its name. A text before the name is of the program that prints both.
  @Test func theMessageOfAnExceptionDecides() {
    func meanings(_ line: String) -> [String] { ErrorLine(line, isAsked: true)?.meanings.map(\.meaning) ?? [] }
    let name = "Failed to register advertisement: org.bluez.Error.Failed"
    let parsed = meanings(name + ": Failed to parse advertisement.")
    let refused = meanings(name + ": Failed to register advertisement")
    #expect(parsed.count == 1 && parsed[0].contains("too long or a property is wrong"))
    #expect(refused.count == 1 && refused[0].contains("the kernel or the controller refused"))
    #expect(Set(meanings(name)) == Set(parsed + refused))
    #expect(meanings("DBusError: Failed to register advertisement") == refused)
  }

  /// Libraries number the errors of a system anew: their words decide, whatever the number.
  @Test func wordsDecideOverTheNumber() throws {
    let table = try #require(ErrorTable.all.first { $0.stack == "Android (scanning)" })
    for error in table.errors {
      for text in error.texts {
        for code in 0...12 {
          let meanings = ErrorLine("\(text) (code \(code))", isAsked: true)?.meanings ?? []
          #expect(meanings.map(\.meaning) == [error.meaning], "\(text) \(code)")
        }
      }
    }
  }

  /// The class of an exception says which system printed it.
  @Test(arguments: ["java.lang.IllegalStateException: ", "kotlin.Error: ", "E android.os.RemoteException: "])
  func theClassSaysTheSystem(_ name: String) {
    for code in 1...5 {
      let advertising = Self.names(name + "Start advertising failed with error code: \(code)")
      #expect(advertising.count == 1 && advertising[0].hasPrefix("Android (advertising): ADVERTISE_FAILED_"))
      let scanning = Self.names(name + "scan failed, error code: \(code)")
      #expect(scanning.count == 1 && scanning[0].hasPrefix("Android (scanning): SCAN_FAILED_"))
    }
    // Flutter has one class for all systems.
    let both = Self.names("PlatformException(error, failed with code: 1, null, null)")
    #expect(both.contains("Android (advertising): ADVERTISE_FAILED_DATA_TOO_LARGE (1)"))
    #expect(both.contains("Core Bluetooth: CBErrorInvalidParameters (1)") && !both.contains { $0.hasPrefix("ESP") })
  }

  /// Extended advertising in the build comes before the missing role, which is the only cause for a scan.
  @Test func aBuildWithExtendedAdvertisingIsNamedFirst() {
    for function in ["ble_gap_adv_start", "ble_gap_adv_rsp_set_data"] {
      let meanings = ErrorLine("\(function) rc=8", isAsked: true)?.meanings ?? []
      #expect(meanings.count == 1 && meanings[0].remedy.contains("CONFIG_BT_NIMBLE_EXT_ADV=n"))
    }
    let line = ErrorLine("error setting advertisement data; rc=8", isAsked: true)?.meanings ?? []
    #expect(line.count == 2 && line[0].meaning.hasPrefix("the build has extended advertising"))
    let scan = ErrorLine("ble_gap_disc rc=8", isAsked: true)?.meanings ?? []
    #expect(scan.count == 1 && scan[0].meaning.hasPrefix("the build lacks the role"))
  }

  /// A line that does not say which stack or function it is of has all meanings.
  @Test func allMeaningsAreNamed() {
    let status = Self.names("status 0x07")
    #expect(status.contains("Controller (HCI status): Memory Capacity Exceeded (0x07)"))
    #expect(status.contains("BlueZ (kernel, MGMT status): MGMT_STATUS_NO_RESOURCES (0x07)"))
    #expect(status.contains("ESP-IDF (GAP status): ESP_BT_STATUS_PARM_INVALID (0x07)"))
    let zephyr = ErrorLine("Failed to start advertising (err -22)", isAsked: true)?.meanings ?? []
    #expect(zephyr.count > 1 && zephyr.allSatisfy { $0.stack == "Zephyr" && $0.name == "-EINVAL (-22)" })
    #expect(zephyr.first?.functions == ["bt_le_adv_start"])
    #expect(!zephyr.contains { $0.functions == ["bt_le_scan_start"] })
    let scan = ErrorLine("Starting scanning failed (err -22)", isAsked: true)?.meanings ?? []
    #expect(scan.map(\.functions) == [["bt_le_scan_start"]])
    #expect(Self.names("OSError: -18").count == 1)
    #expect(Self.names("OSError: [Errno 19] ENODEV") == ["MicroPython (bluetooth): ENODEV (19)"])
    #expect(Self.names("rc=4").contains("NimBLE: BLE_HS_EMSGSIZE (4)"))
  }

  /// What is asked for may be short; a line of a log has to show that Bluetooth LE failed.
  @Test(arguments: [
    "status 0x07", "rc=4", "error 12", "err -22", "result code 1", "EINVAL", "Controller error",
    "OSError: [Errno 5] EIO",
  ])
  func aLogNeedsMore(_ line: String) {
    #expect(ErrorLine(line, isAsked: true) != nil)
    #expect(ErrorLine(line, isAsked: false) == nil)
  }

  @Test(arguments: [
    "error 0xffffffff", "", "020106", "02 01 06 03 03 0f 18", "0x02, 0x01, 0x06", "status 0", "rc=0",
    "onStartFailure: 0", "advertising",
    "static const uint8_t adv[] = { 0x02, 0x01, 0x06 };", "error 99999", "Code=77",
  ])
  func noError(_ line: String) {
    #expect(ErrorLine(line, isAsked: true) == nil)
  }

  /// Prose and programs name errors without reporting them.
  @Test(arguments: [
    "| one error line | `advert decode \"rc = 4 ble_gap_adv_set_fields\"` |", "if (rc == BLE_HS_EALREADY) {",
    "  case ADVERTISE_FAILED_DATA_TOO_LARGE: break;", "#define BLE_HS_EMSGSIZE 4", "return BLE_HS_EINVAL;",
    "// onStartFailure: 1 means that the data is too large",
  ])
  func proseAndProgramsAreNoLogs(_ line: String) {
    #expect(ErrorLine(line, isAsked: false) == nil)
  }

  /// Ordinary lines of logs, with numbers of all kinds in them.
  @Test func ordinaryLinesAreNoErrors() {
    let forms = [
      "I (#) wifi:state: init -> auth (b0)", "I (#) wifi: connected with rc=# channel #",
      "[#] heap: # bytes free, status #",
      "D/ActivityThread: code # handled, result #", "nginx: GET /status/# 200 # bytes, error rate #%",
      "kernel: usb 1-#: new high-speed USB device number #", "E (#) spi: transmit failed, ret=#", "retry # failed: #",
      "E (#) wifi: esp_wifi_start failed with ESP_ERR_INVALID_STATE (0x103), code #", "Failed to open file (err -#)",
      "TypeError: cannot read property # of undefined", "assert failed: queue.c # rc # reason #",
      "I NimBLEDevice: BLE Host Task Started, handle #", "D NimBLEScan: New advertiser: 12:34:56:78:9a:#, rssi -#",
      "[DEBUG] BLE scan found # devices in # ms", "advertising interval # ms, tx power #",
      "I app: scan # complete, status #",
      "bluetoothd[#]: Starting SDP server", "hci0: type # len # scan #", "I BtGatt.ScanManager: scan # callback type #",
      "<inf> app: advertising for # seconds, code #", "V/BluetoothLeScanner: onScannerRegistered() status=0 id=#",
      "adv #: name=TH-# temp=#.# hum=# status=#", "Connected to 00:11:22:33:44:#, reason #",
      "pid # exited with status #",
    ]
    var state: UInt64 = 41
    func next() -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % (state >> 61 == 0 ? 100_000 : 40)
    }
    var wrong: [String] = []
    for number in 0..<2500 {
      let parts = forms[number % forms.count].split(separator: "#", omittingEmptySubsequences: false)
      let line = parts.dropFirst().reduce(String(parts[0])) { "\($0)\(next())\($1)" }
      if ErrorLine(line, isAsked: false) != nil { wrong.append(line) }
    }
    #expect(wrong.isEmpty)
  }

  /// Bluedroid prints statuses of the controller, in hex, also without a prefix: no number of another stack.
  @Test func bluedroidPrintsStatusesOfTheController() throws {
    for status in 1...0x45 {
      let hex = String(status, radix: 16)
      let padded = hex.count < 2 ? "0" + hex : hex
      let expected = ErrorTable.controller.errors.filter { $0.numbers == [status] && $0.functions.isEmpty }
        .map(\.meaning)
      // A command of extended advertising can have a row of its own.
      let ofExtended = ErrorTable.controller.errors.filter {
        $0.numbers == [status] && $0.functions.contains("LE Set Extended Scan Response Data")
          && $0.functions.contains("LE Set Extended Advertising Data")
      }.map(\.meaning)
      for line in [
        "E (812) BT_BTM: LE EA SetParams: cmd err=0x\(hex)", "BT_BTM: LE EA En=1: cmd err=0x\(hex)",
        "LE ES SetParams: cmd err=0x\(hex)", "BT_HCI: CC evt: op=0x2037, status=0x\(hex)",
        "BT_HCI: hci write adv params error 0x\(hex)", "W (9) BT_HCI: opcode=0x2038, status= \(padded): Invalid Param",
      ] {
        let isOwn = !ofExtended.isEmpty && line.contains("=0x203")
        for isAsked in [true, false] {
          let meanings = (ErrorLine(line, isAsked: isAsked)?.meanings ?? []).map(\.meaning)
          #expect(meanings == (isOwn ? ofExtended : expected), "\(line)")
        }
      }
    }
    let line = "BT_HCI: CC evt: op=0x2041, status=0xc"
    #expect(
      Self.names(line) == ["Controller (HCI status): LE Set Extended Scan Parameters: Command Disallowed (0x0c)"])
    #expect(ErrorLine("sdmmc: read cmd err=0x12", isAsked: false) == nil)
  }

  /// The name of an error decides over a number: that of a stack without a table is not explained by another stack's.
  @Test func unknownNamesHaveNoNumbers() {
    #expect(
      Self.names("error 3 BLE_ERROR_PARAM_OUT_OF_RANGE startAdvertising")
        == ["Mbed (ble_error_t): BLE_ERROR_PARAM_OUT_OF_RANGE (3)"])
    for name in ["SOME_OTHER_ERROR", "FOO_FAIL", "XYZ_ERR_BUSY", "RAW_INVALID_LENGTH"] {
      for number in 0...40 {
        for line in [
          "Advertising failed: \(name) (\(number))", "error \(number) \(name) startAdvertising",
          "\(name) advertising, status 0x\(String(number, radix: 16))",
        ] {
          #expect(ErrorLine(line, isAsked: true) == nil, "\(line)")
        }
      }
    }
    #expect(Self.names("advertising ERROR_CODE: 1").contains { $0.hasPrefix("Android (advertising)") })
    #expect(Self.names("nimble: MY_INIT_FAIL rc=4").contains("NimBLE: BLE_HS_EMSGSIZE (4)"))
  }

  /// A function with its number, in the words of any program.
  @Test func numbersBehindAFunction() {
    for words in ["failed: 22", "failed 22", "error 22", "failed, rc=22", "failed; error_code=22", "returned 22"] {
      #expect(Self.names("ble_gap_adv_start \(words)") == ["NimBLE: BLE_HS_ENOTSYNCED (22)"], "\(words)")
    }
  }

  @Test(arguments: [
    ("OSError: Can not apply advertisment data. status: 0x09", "SoftDevice (nRF5): NRF_ERROR_INVALID_LENGTH (0x09)"),
    ("OSError: Can not start advertisment. status: 0x09", "SoftDevice (nRF5): NRF_ERROR_INVALID_LENGTH (0x09)"),
    ("sd_ble_gap_adv_set_configure returned 12", "SoftDevice (nRF5): NRF_ERROR_DATA_SIZE (0x0c)"),
    ("LE Set Advertising Data status 0x12", "Controller (HCI status): Invalid HCI Command Parameters (0x12)"),
    (
      "Set Powered for hci0 failed with status 0x12 (Blocked through rfkill)",
      "BlueZ (kernel, MGMT status): MGMT_STATUS_RFKILLED (0x12)"
    ),
    (
      "Set Powered for hci0 failed with status 0x0b (Rejected)",
      "BlueZ (kernel, MGMT status): MGMT_STATUS_REJECTED (0x0b)"
    ),
    (
      "Set Discoverable failed with status 0x0d (Invalid Parameters)",
      "BlueZ (kernel, MGMT status): MGMT_STATUS_INVALID_PARAMS (0x0d)"
    ),
    ("ERROR 12 [NRF_ERROR_DATA_SIZE] nrf_adv_conn.c ble_advdata_set", "SoftDevice (nRF5): NRF_ERROR_DATA_SIZE (0x0c)"),
    ("ble_gap_adv_set_fields BLE_HS_EINVAL", "NimBLE: BLE_HS_EINVAL (3)"),
    (
      "Could not set PHY Configuration with status 0x0d (Invalid Parameters)",
      "BlueZ (kernel, MGMT status): MGMT_STATUS_INVALID_PARAMS (0x0d)"
    ),
    (
      "E (33457) BT_APPL: bta_dm_ble_set_adv_params_all(), fail to start ble adv.",
      "ESP-IDF (GAP status): \"fail to start ble adv\""
    ),
    (
      "Received HCI data length at host (71) exceeds maximum configured HCI event buffer size (70).",
      "NimBLE: \"exceeds maximum configured HCI event buffer size\""
    ),
    (
      "bleak.exc.BleakError: passive scanning on Linux requires BlueZ >= 5.56 with --experimental enabled",
      "BlueZ (D-Bus): \"passive scanning on Linux requires BlueZ\""
    ),
    (
      "E (1085) BT_BTC: Invalid advertisting interval parameters.",
      "ESP-IDF (GAP status): \"Invalid advertisting interval parameters\""
    ),
  ]) func linesWithOneCause(_ line: String, _ expected: String) {
    #expect(Self.names(line) == [expected])
  }

  /// A status with its name is of Linux, also where no row has it, and its cause is that of the command.
  @Test func namesDecideOverNumbers() {
    #expect(ErrorLine("Add device failed with status 0x05 (Authentication Failed)", isAsked: true) == nil)
    let scan = ErrorLine("Unable to start discovery. status 0x0d (Invalid Parameters)", isAsked: true)?.meanings ?? []
    #expect(scan.count == 1 && !scan[0].remedy.contains("shorten"))
    let names = Self.names("OSError: [Errno 22] EINVAL")
    #expect(!names.isEmpty && names.allSatisfy { $0.hasPrefix("MicroPython") })
  }

  /// The list of PHYs concerns its command alone.
  @Test func anotherCommandHasAnotherCause() {
    let phys = ErrorLine("Could not set PHY Configuration with status 0x0d", isAsked: true)?.meanings ?? []
    let advertising = ErrorLine("Add Advertising failed with status 0x0d", isAsked: true)?.meanings ?? []
    #expect(phys.count == 1 && phys[0].meaning.contains("PHY") && !phys[0].remedy.contains("shorten"))
    #expect(advertising.count == 1 && advertising[0].remedy.contains("shorten"))
  }

  /// Each row says what it means, what to do and where it stands, in a line each.
  @Test(arguments: ErrorTable.all.map(\.stack)) func rowsAreWhole(_ stack: String) throws {
    let table = try #require(ErrorTable.all.first { $0.stack == stack })
    for error in table.errors {
      let title = error.name + error.texts.joined()
      #expect(!title.isEmpty || !error.numbers.isEmpty)
      #expect(!error.meaning.isEmpty && error.meaning.count <= 190, "\(title)")
      #expect(!error.remedy.isEmpty && error.remedy.count <= 130, "\(title)")
      #expect(!error.file.isEmpty)
      for text in [error.meaning, error.remedy] {
        #expect(text.last != "." && !text.contains("|") && !text.contains("  "), "\(text)")
      }
    }
    // A name and a function have one meaning.
    let keys = table.errors.flatMap { error in
      error.name.isEmpty || !error.texts.isEmpty
        ? [] : (error.functions.isEmpty ? [""] : error.functions).map { "\(error.name) \($0)" }
    }
    #expect(Set(keys).count == keys.count)
  }

  /// Each error is found by its name, and by its texts.
  @Test(arguments: ErrorTable.all.map(\.stack)) func rowsAreFound(_ stack: String) throws {
    let table = try #require(ErrorTable.all.first { $0.stack == stack })
    for error in table.errors {
      // Another command has another cause, so a command in words must be in the line.
      let command = error.functions.first { $0.contains(" ") }.map { " of " + $0 } ?? ""
      for line in [error.name] + error.texts where !line.isEmpty {
        let meanings = ErrorLine(line + command, isAsked: true)?.meanings ?? []
        #expect(meanings.contains { $0.stack == stack && $0.meaning == error.meaning }, "\(line)")
      }
    }
  }
}

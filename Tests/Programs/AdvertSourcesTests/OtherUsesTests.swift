import AdvertObservation
import AdvertReading
import AdvertSources
import AdvertisingData
import Testing

/// Uses of a library's functions that are no calls. Each is reported with its line, or read; none is forgotten beside a
/// call that was read.
@Suite struct OtherUsesTests {
  typealias Language = ProgramReader.Language

  /// A program that is read, and a function of its library.
  struct Sample: Sendable, CustomTestStringConvertible {
    let language: Language
    let text: String
    let names: [String]
    var testDescription: String { names[0] }

    var lines: Int { text.utf8.count { $0 == 0x0A } }
  }

  private static let zephyr = """
    #include <zephyr/bluetooth/bluetooth.h>
    static const struct bt_data good[] = { BT_DATA_BYTES(BT_DATA_FLAGS, 6) };
    int main(void) {
      bt_le_adv_start(BT_LE_ADV_CONN, good, ARRAY_SIZE(good), NULL, 0);
    }

    """
  private static let nimble = """
    static void advertise(void) {
      struct ble_hs_adv_fields fields;
      memset(&fields, 0, sizeof fields);
      fields.flags = BLE_HS_ADV_F_DISC_GEN;
      ble_gap_adv_set_fields(&fields);
    }

    """
  private static let bluedroid = """
    static uint8_t raw[] = { 2, 1, 6 };
    void app_main(void) {
      esp_ble_gap_config_adv_data_raw(raw, sizeof(raw));
    }

    """
  private static let nrf5 = """
    static void advertise(void) {
      ble_advdata_t data;
      memset(&data, 0, sizeof(data));
      data.flags = 6;
      ble_advdata_set(&data, NULL);
    }

    """

  static let functions = [
    Sample(
      language: .c, text: zephyr, names: ["bt_le_adv_start", "bt_le_ext_adv_set_data", "bt_le_adv_update_data"]),
    Sample(
      language: .c, text: nimble,
      names: [
        "ble_gap_adv_set_fields", "ble_gap_adv_rsp_set_fields", "ble_gap_adv_set_data", "ble_gap_adv_rsp_set_data",
        "ble_gap_ext_adv_set_data", "ble_hs_adv_set_fields", "ble_hs_adv_set_fields_mbuf",
      ]),
    Sample(
      language: .c, text: bluedroid,
      names: [
        "esp_ble_gap_config_adv_data", "esp_ble_gap_config_adv_data_raw", "esp_ble_gap_config_scan_rsp_data_raw",
        "esp_ble_gap_config_ext_adv_data_raw", "esp_ble_gap_config_ext_scan_rsp_data_raw",
      ]),
    Sample(language: .c, text: nrf5, names: ["ble_advertising_init", "ble_advdata_encode", "ble_advdata_set"]),
  ]

  /// Text behind a program, with the line of it that is reported.
  static let disguises: [@Sendable (String) -> (text: String, line: Int)] = [
    { ("void (*p)(void) = (void *)\($0);\n", 1) },
    { ("void f(void) {\n  start = \($0);\n}\n", 2) },
    { ("void f(void) {\n  start = &\($0);\n}\n", 2) },
    { ("static const struct api api = {\n  .start = \($0),\n};\n", 2) },
    { ("#define GO(...) \($0)(__VA_ARGS__)\nvoid f(void) {\n  GO(a, b);\n}\n", 3) },
    { ("#define GO \($0)\nvoid f(void) {\n  GO(a, b);\n}\n", 3) },
    { ("#define ONE \($0)\n#define TWO ONE\nvoid f(void) {\n\n  TWO(a);\n}\n", 5) },
    { ("void f(void) {\n  later(5, \($0), a, b);\n}\n", 2) },
    { ("void f(void) {\n  (x ? \($0) : other)(a, b);\n}\n", 2) },
    { ("void f(void) {\n  api->\($0)(a, b);\n}\n", 2) },
    { ("void f(void) {\n  start = dlsym(handle, \"\($0)\");\n}\n", 2) },
    { ("void f(void) {\n  (\($0))(a, b);\n}\n", 2) },
  ]

  /// Text that names a function and does not use it.
  static let silent: [@Sendable (String) -> String] = [
    { "// \($0) is called above\n" }, { "/* \($0)\n \($0)(a) */\n" }, { "int \($0)(const void *a, int b);\n" },
    { "extern int \($0)(void);\n" }, { "#define UNUSED(x) \($0)(x)\n" },
    { "void f(void) { printk(\"\($0) failed\"); }\n" },
  ]

  @Test(arguments: functions) func functionsOfC(_ sample: Sample) {
    let alone = ProgramReader(sample.text, language: sample.language)
    #expect(alone.layouts.count == 1 && alone.unread.isEmpty, "\(alone.unread)")
    for name in sample.names {
      for disguise in Self.disguises {
        let (text, line) = disguise(name)
        let program = ProgramReader(sample.text + text, language: sample.language)
        #expect(program.unread.map(\.line).contains(sample.lines + line), "\(text)\(program.unread)")
        #expect(program.unread.count == 1, "\(text)\(program.unread)")
      }
      for disguise in Self.silent {
        let program = ProgramReader(sample.text + disguise(name), language: sample.language)
        #expect(program.unread.isEmpty && program.layouts.count == 1, "\(disguise(name))\(program.unread)")
      }
    }
  }

  /// A function of a namespace is not the library's.
  @Test func namespaces() {
    let text = Self.zephyr + "void f() {\n  radio::bt_le_adv_start(a, b);\n}\n"
    #expect(ProgramReader(text, language: .cPlusPlus).unread.map(\.line) == [7])
  }

  // MARK: Apps

  private static let kotlin = """
    import android.bluetooth.le.*
    val settings = AdvertiseSettings.Builder().setConnectable(true).build()
    val data = AdvertiseData.Builder().addServiceUuid(ParcelUuid.fromString("0000180d-0000-1000-8000-00805f9b34fb")).build()
    fun go(advertiser: BluetoothLeAdvertiser) {
      advertiser.startAdvertising(settings, data, callback)
    }

    """
  private static let swift = """
    import CoreBluetooth
    func go(manager: CBPeripheralManager) {
      manager.startAdvertising([CBAdvertisementDataServiceUUIDsKey: [CBUUID(string: "180D")]])
    }

    """

  @Test(arguments: [
    (Language.kotlin, "val go = advertiser::startAdvertising\n"),
    (.kotlin, "val go = BluetoothLeAdvertiser::startAdvertisingSet\n"),
    (.kotlin, "val m = advertiser.javaClass.getMethod(\"startAdvertising\")\n"),
    (.kotlin, "run { advertiser?.let(BluetoothLeAdvertiser::startAdvertising) }\n"),
    (.swift, "let go = manager.startAdvertising\n"),
    (.swift, "let go = #selector(CBPeripheralManager.startAdvertising(_:)), other = manager.startAdvertising\n"),
    (.swift, "manager.perform(Selector(\"startAdvertising:\"))\n"),
    (.swift, "later(CBPeripheralManager.startAdvertising)\n"),
  ])
  func methodsOfApps(_ language: Language, _ text: String) {
    let sample = language == .swift ? Self.swift : Self.kotlin
    let alone = ProgramReader(sample, language: language)
    #expect(alone.layouts.count == 1 && alone.unread.isEmpty, "\(alone.unread)")
    let program = ProgramReader(sample + text, language: language)
    #expect(program.layouts.count == 1, "\(program.unread)")
    #expect(program.unread.map(\.line) == [sample.utf8.count { $0 == 0x0A } + 1], "\(program.unread)")
  }

  /// A method of the app's own can have the same name; a text in a log is no call.
  @Test(arguments: [
    (Language.kotlin, "class A {\n  fun startAdvertising() {}\n  val go = this::startAdvertising\n}\n"),
    (.kotlin, "fun f() { Log.d(TAG, \"startAdvertising\") }\n"), (.kotlin, "// advertiser::startAdvertising\n"),
    (.swift, "class A {\n  func startAdvertising() {}\n  lazy var go = self.startAdvertising\n}\n"),
    (.swift, "func f() { print(\"startAdvertising\") }\n"),
  ])
  func methodsOfTheApp(_ language: Language, _ text: String) {
    let program = ProgramReader((language == .swift ? Self.swift : Self.kotlin) + text, language: language)
    #expect(program.layouts.count == 1 && program.unread.isEmpty, "\(program.unread)")
  }

  // MARK: Python and the shell

  private static let aioble = "import aioble\naioble.advertise(250000, name=\"Lamp\")\n"

  @Test(arguments: [
    ("import aioble as ab\nab.advertise(250000, name=\"Other\")\n", 2),
    ("from aioble import advertise as go\ngo(250000, name=\"Other\")\n", 1),
    ("from aioble import advertise\nadvertise(250000, name=\"Other\")\n", 2),
    ("go = aioble.advertise\n", 1), ("later(aioble.advertise, 250000)\n", 1),
    ("getattr(aioble, \"advertise\")(250000)\n", 1), ("eval(\"aioble.advertise(250000)\")\n", 1),
    ("exec(\"import aioble; aioble.advertise(250000)\")\n", 1), ("ble.gap_advertise\n", 1),
    ("self.start = ble.gap_advertise\n", 1),
  ])
  func functionsOfPython(_ text: String, _ line: Int) {
    let alone = ProgramReader(Self.aioble, language: .python)
    #expect(alone.layouts.count == 1 && alone.unread.isEmpty, "\(alone.unread)")
    let program = ProgramReader(Self.aioble + text, language: .python)
    #expect(program.unread.map(\.line) == [2 + line], "\(program.unread)")
  }

  @Test(arguments: [
    "# aioble.advertise(1)\n", "\"\"\"aioble.advertise(1)\"\"\"\n", "print(\"advertise\")\n",
    "class A:\n  def advertise(self): pass\n  def b(self): self.advertise()\n", "from aioble import advertise\n",
  ])
  func textsOfPython(_ text: String) {
    let program = ProgramReader(Self.aioble + text, language: .python)
    #expect(program.layouts.count == 1 && program.unread.isEmpty, "\(program.unread)")
  }

  private static let zeros = Array(repeating: "00", count: 28).joined(separator: " ")
  private static let other = "hcitool -i hci0 cmd 0x08 0x0008 03 02 01 06 \(zeros)"
  private static let shell = """
    hcitool -i hci0 cmd 0x08 0x0006 A0 00 A0 00 00 00 00 00 00 00 00 00 00 07 00
    hcitool -i hci0 cmd 0x08 0x0008 07 02 01 06 03 03 0d 18 \(zeros.dropLast(12))
    hcitool -i hci0 cmd 0x08 0x000a 01

    """

  /// A command in a text that something runs is reported with its line.
  @Test(arguments: [
    ("bash -c '\(other)'\n", 1), ("sh -c \"\(other)\"\n", 1), ("eval \"\(other)\"\n", 1), ("eval '\(other)'\n", 1),
    ("bash <<EOF\nsleep 1\n\(other)\nEOF\n", 3), ("sudo bash <<'END'\n\(other)\nEND\nsleep 1\n", 2),
    ("bash <<< \"\(other)\"\n", 1), ("echo '\(other)' | bash\n", 1), ("ssh pi '\(other)'\n", 1),
    ("echo 03 02 01 06 | xargs hcitool -i hci0 cmd 0x08 0x0008\n", 1), ("su -c '\(other)' root\n", 1),
    ("alias h=hcitool\n", 1), ("$TOOL -i hci0 cmd 0x08 0x0008 03 02 01 06\n", 1),
    ("bash -c 'btmgmt add-adv -u 180d 1'\n", 1), ("ssh pi 'hciconfig hci0 leadv 3'\n", 1),
    ("cat > later.sh <<EOF\n\(other)\nEOF\n", 2), ("trap '\(other)' EXIT\n", 1),
  ])
  func textsThatTheShellRuns(_ text: String, _ line: Int) {
    let alone = ProgramReader(Self.shell, language: .shell)
    #expect(alone.layouts.count == 1 && alone.unread.isEmpty, "\(alone.unread)")
    let program = ProgramReader(Self.shell + text, language: .shell)
    #expect(program.unread.map(\.line) == [3 + line], "\(program.unread)")
  }

  /// What only prints, asks about or installs a tool sends nothing.
  @Test(arguments: [
    "echo '\(other)'\n", "# \(other)\n", "which hcitool cmd\n", "apt-get install hcitool cmd\n",
    "printf 'use hcitool cmd\\n'\n", "pkill -f 'hcitool cmd'\n",
  ])
  func textsThatTheShellPrints(_ text: String) {
    let program = ProgramReader(Self.shell + text, language: .shell)
    #expect(program.layouts.count == 1 && program.unread.isEmpty, "\(program.unread)")
  }

  /// Programs that run another one, with their options: the command is read.
  @Test(arguments: [
    "sudo -n", "sudo -E", "sudo -u root", "doas", "env LC_ALL=C", "nice -n 5", "timeout 5s", "sudo -n timeout -k 1 5",
    "command", "sudo env A=1 B=2",
  ])
  func runners(_ runner: String) {
    let program = ProgramReader("\(Self.shell)\(runner) \(Self.other)\n", language: .shell)
    #expect(program.unread.isEmpty, "\(program.unread)")
    #expect(program.layouts.last?.layout.advertising == Payload([0x02, 0x01, 0x06]))
  }
}

import AdvertBuilders
import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertSources

/// The versions that the files of projects state, as they are written.
@Suite struct ProjectFileTests {
  private static let nimble = """
    #include <NimBLEDevice.h>
    void setup() {
      NimBLEDevice::init("Lamp");
      NimBLEAdvertising *advertising = NimBLEDevice::getAdvertising();
      advertising->addServiceUUID("180f");
      advertising->start();
    }
    """
  private static let esp32 = """
    #include <BLEDevice.h>
    void setup() {
      BLEDevice::init("Lamp");
      BLEAdvertising *advertising = BLEDevice::getAdvertising();
      advertising->addServiceUUID("180f");
      advertising->setScanResponse(false);
      BLEDevice::startAdvertising();
    }
    """

  private func program(_ text: String, _ files: [(name: String, text: String)]) -> ProgramReader {
    var project = SourceProject()
    for file in files { project.take(file.text, of: file.name) }
    return ProgramReader(text, language: .cPlusPlus, project: project)
  }

  /// The stack with its version, and whether the version is assumed: `nimble-arduino 2.5.1?`.
  private func version(_ text: String, _ name: String, _ file: String) -> String {
    let program = program(text, [(name, file)])
    guard let (stack, version) = program.stacks.first else { return program.unread.first?.reason ?? "" }
    return "\(stack.id) \(version.words)" + (version.isAssumed ? "?" : "")
  }

  private static let ranges = [
    ("1.4.3", "1.4.3"), ("^2.1.0", "2.5.1"), ("~1.4.0", "1.4.3"), (">=1.4.0,<2", "1.4.3"), (">=2.0", "2.5.1"),
    ("2.1.1", "2.1.1"), ("*", "2.5.1?"), ("==2.3.0", "2.3.0"),
  ]

  @Test(arguments: ranges) func platformIO(_ range: String, _ expected: String) {
    for line in [
      "lib_deps = h2zero/NimBLE-Arduino@\(range)", "lib_deps=NimBLE-Arduino @ \(range)",
      "lib_deps =\n  bblanchon/ArduinoJson @ ^7.0\n  h2zero/NimBLE-Arduino @ \(range)   ; the host\n",
      "lib_deps =\n\th2zero/NimBLE-Arduino@\(range)\n# h2zero/NimBLE-Arduino@0.1\n;h2zero/NimBLE-Arduino@0.2",
      "lib_deps = bblanchon/ArduinoJson@^7, h2zero/NimBLE-Arduino@\(range)",
    ] {
      for section in ["[env:lamp]", "[env]", "[common]"] {
        let text = "\(section)\nplatform = espressif32\r\nboard = esp32dev\n\(line)\n"
        #expect(version(Self.nimble, "platformio.ini", text) == "nimble-arduino \(expected)", "\(text)")
      }
    }
  }

  @Test(arguments: [
    "https://github.com/h2zero/NimBLE-Arduino.git#1.4.3", "https://github.com/h2zero/NimBLE-Arduino#v1.4.3",
    "NimBLE-Arduino=https://github.com/h2zero/NimBLE-Arduino.git#1.4.3",
    "https://github.com/h2zero/NimBLE-Arduino/archive/refs/tags/1.4.3.zip",
  ])
  func addresses(_ address: String) {
    #expect(version(Self.nimble, "platformio.ini", "[env:a]\nlib_deps = \(address)") == "nimble-arduino 1.4.3")
    let branch = "[env:a]\nlib_deps = https://github.com/h2zero/NimBLE-Arduino.git#main"
    #expect(version(Self.nimble, "platformio.ini", branch) == "nimble-arduino 2.5.1?")
  }

  /// The environments that are built when none is named decide.
  @Test func environments() {
    let envs = "[env:a]\nlib_deps = NimBLE-Arduino@1.4.3\n[env:b]\nlib_deps = NimBLE-Arduino@2.1.0\n"
    #expect(version(Self.nimble, "platformio.ini", envs) == "nimble-arduino 2.1.0?")
    #expect(version(Self.nimble, "platformio.ini", "[platformio]\ndefault_envs = a\n" + envs) == "nimble-arduino 1.4.3")
    #expect(
      version(Self.nimble, "platformio.ini", "[platformio]\ndefault_envs = b, c\n" + envs) == "nimble-arduino 2.1.0")
  }

  @Test(arguments: [
    ("platform = espressif32@3.5.0", "esp32-ble 1.0.6"), ("platform = espressif32 @ ^6.5.0", "esp32-ble 2.0"),
    ("platform = platformio/espressif32@~4.4.0", "esp32-ble 2.0"), ("platform = espressif32", "esp32-ble 2.0"),
    (
      "platform = https://github.com/pioarduino/platform-espressif32/releases/download/51.03.07/platform-espressif32.zip",
      "esp32-ble 3.0.7?"
    ),
    (
      "platform = https://github.com/pioarduino/platform-espressif32/releases/download/54.03.20/platform-espressif32.zip",
      "esp32-ble 3.0?"
    ),
    (
      "platform = https://github.com/pioarduino/platform-espressif32/releases/download/55.03.37/platform-espressif32.zip\nboard = esp32-c3-devkitm-1",
      "esp32-ble-nimble 3.3.7?"
    ),
    (
      "platform = https://github.com/pioarduino/platform-espressif32/releases/download/55.03.30/platform-espressif32.zip\nboard = esp32dev",
      "esp32-ble 3.0?"
    ),
    (
      "platform = https://github.com/pioarduino/platform-espressif32/releases/download/55.03.30/platform-espressif32.zip\nboard = m5stack-core2",
      "esp32-ble 3.0?"
    ),
    ("platform = espressif32\nboard = esp32-s3-devkitc-1", "esp32-ble 2.0"),
    ("platform_packages = framework-arduinoespressif32 @ ~3.20017.0", "esp32-ble 2.0.17"),
    (
      "platform = espressif32\nplatform_packages = framework-arduinoespressif32 @ ~3.20014.0", "esp32-ble 2.0.14"
    ),
    (
      "platform_packages = platformio/framework-arduinoespressif32 @ https://github.com/espressif/arduino-esp32.git#2.0.14",
      "esp32-ble 2.0.14"
    ),
  ]) func coresOfPlatformIO(_ lines: String, _ expected: String) {
    #expect(version(Self.esp32, "platformio.ini", "[env:lamp]\n\(lines)\n") == expected)
  }

  @Test(arguments: ["1.4.3", "2.1.1", "2.5.1"]) func sketches(_ stated: String) {
    for (item, form) in [
      ("- NimBLE-Arduino (\(stated))", 0), ("- \"NimBLE-Arduino (\(stated))\"", 0),
      ("- dependency: NimBLE-Arduino (\(stated))", 0), ("NimBLE-Arduino (\(stated))", 1),
    ] {
      let libraries =
        form == 0 ? "    libraries:\n      \(item)  # the host" : "    libraries: [\(item), ArduinoJson (7.0.0)]"
      let text =
        "profiles:\n  lamp:\n    fqbn: esp32:esp32:esp32\n    platforms:\n      - platform: esp32:esp32 (2.0.17)\n\(libraries)\ndefault_profile: lamp\n"
      #expect(version(Self.nimble, "sketch.yaml", text) == "nimble-arduino \(stated)", "\(text)")
    }
  }

  @Test(arguments: [
    ("3.3.0", "esp32c3", "esp32-ble-nimble 3.3.0"), ("3.3.0", "esp32", "esp32-ble 3.0?"),
    ("3.3.4", "esp32s3:CDCOnBoot=cdc", "esp32-ble-nimble 3.3.4?"), ("3.3.0", "some_board", "esp32-ble-nimble 3.3.0?"),
    ("2.0.17", "esp32c3", "esp32-ble 2.0.17"), ("3.0.7", "esp32c3", "esp32-ble 3.0.7?"),
    ("3.2.1", "esp32c3", "esp32-ble 3.0?"),
  ]) func coresOfSketches(_ core: String, _ board: String, _ expected: String) {
    let text = """
      profiles:
        lamp:
          fqbn: esp32:esp32:\(board)
          platforms:
            - platform: esp32:esp32 (\(core))
              platform_index_url: https://espressif.github.io/arduino-esp32/package_esp32_index.json
      """
    #expect(version(Self.esp32, "sketch.yaml", text) == expected)
    let two = text + "\n  other:\n    platforms:\n      - platform: esp32:esp32 (1.0.6)\n"
    #expect(version(Self.esp32, "sketch.yaml", two + "default_profile: other\n") == "esp32-ble 1.0.6")
  }

  @Test func components() {
    func version(_ lines: String) -> String {
      self.version(Self.nimble, "idf_component.yml", "version: \"0.1.0\"\ndependencies:\n\(lines)\n")
    }
    #expect(version("  h2zero/esp-nimble-cpp: \"^2.2.1\"") == "esp-nimble-cpp 2.5.0")
    #expect(version("  h2zero/esp-nimble-cpp: ~1.4.0") == "esp-nimble-cpp 1.4.1")
    #expect(
      version("  h2zero/esp-nimble-cpp:\n    version: '>=1.4,<2'\n    rules:\n      - if: \"idf_version >=5.0\"")
        == "esp-nimble-cpp 1.4.1")
    #expect(
      version("  esp-nimble-cpp: {version: \"1.4.1\", git: \"https://example.com/a.git\"}") == "esp-nimble-cpp 1.4.1")
    #expect(version("  idf: \">=5.0\"\n  espressif/led_strip: \"^2\"") == "nimble-arduino 2.5.1?")
  }

  @Test(arguments: [
    ("revision: v3.7.0", "3.7.0"), ("revision: refs/tags/v3.0.0", "3.0.0"), ("revision: main", "4.3?"),
    ("revision: v3.5.99-ncs1", "3.5.99"), ("remote: up", "3.4.0"), ("revision: 0123456789abcdef", "4.3?"),
    ("revision: v4.1.0", "4.1.0"), ("revision: v4.3.0", "4.3.0"), ("revision: v4.5.0", "4.5.0?"),
  ]) func zephyr(_ line: String, _ expected: String) {
    let source = """
      static const struct bt_data ad[] = { BT_DATA_BYTES(BT_DATA_FLAGS, 0x06) };
      void start(void) { bt_le_adv_start(BT_LE_ADV_CONN_FAST_1, ad, ARRAY_SIZE(ad), NULL, 0); }
      """
    for order in [true, false] {
      let item = order ? "- name: zephyr\n      \(line)" : "- \(line)\n      name: zephyr"
      let manifest = """
        manifest:
          defaults:
            remote: up
            revision: v3.4.0
          remotes:
            - name: up
              url-base: https://github.com/zephyrproject-rtos
          projects:
            - name: mcuboot
              revision: v1.0.0
            \(item)
              import:
                name-allowlist:
                  - cmsis
            - name: other
              revision: v9.9.9
          self:
            path: app
        """
      var project = SourceProject()
      project.take(manifest, of: "west.yml")
      let program = ProgramReader(source, language: .c, project: project)
      let version = program.stacks.first?.version
      #expect(version.map { $0.words + ($0.isAssumed ? "?" : "") } == expected, "\(manifest)")
    }
  }

  @Test(arguments: [
    ("adafruit-circuitpython-ble==10.0.1", "10.0.1"), ("adafruit_circuitpython_ble ~= 9.0", "9.0"),
    ("Adafruit-CircuitPython-BLE>=8,<10 ; python_version > \"3.8\"", "8.0"),
    ("adafruit-circuitpython-ble[dev] == 8.2.0  # pinned", "8.2.0"),
    ("adafruit-circuitpython-ble (==8.2.0)", "8.2.0"),
    ("adafruit-circuitpython-ble @ git+https://github.com/adafruit/x@8.2.0", "8.2.0"),
    ("adafruit-circuitpython-ble==8.2.0 --hash=sha256:00", "8.2.0"), ("-r other.txt", "10.1.2?"),
    ("bleak==0.19.5", "10.1.2?"),
  ]) func requirements(_ line: String, _ expected: String) {
    let source = """
      from adafruit_ble import BLERadio
      from adafruit_ble.advertising.standard import ProvideServicesAdvertisement
      from adafruit_ble.services.nordic import UARTService
      ble = BLERadio()
      uart = UARTService()
      advertisement = ProvideServicesAdvertisement(uart)
      ble.start_advertising(advertisement)
      """
    var project = SourceProject()
    project.take("# libraries\nbleak\n\(line)\n", of: "requirements.txt")
    let program = ProgramReader(source, language: .python, project: project)
    let version = program.stacks.first?.version
    #expect(version.map { $0.words + ($0.isAssumed ? "?" : "") } == expected, "\(program.unread)")
  }

  /// Kconfig takes the text between the quotation marks.
  @Test(arguments: [
    ("CONFIG_BT_DEVICE_NAME=\"Beacon\"", "Beacon"), ("CONFIG_BT_DEVICE_NAME=\"Beacon\" # the name", "Beacon"),
    ("CONFIG_BT_DEVICE_NAME=\"Bea\\\"con\"", ""), ("CONFIG_BT_DEVICE_NAME=\"Beacon", ""),
  ]) func deviceNames(_ line: String, _ name: String) {
    #expect(KconfigFile.deviceName(in: "CONFIG_BT=y\n\(line)\n") ?? "" == name)
  }

  @Test func optionsComeFirst() {
    var project = SourceProject(versions: ["nimble-arduino": "1.4.3"])
    project.take("[env:a]\nlib_deps = NimBLE-Arduino@2.1.0", of: "platformio.ini")
    #expect(ProgramReader(Self.nimble, language: .cPlusPlus, project: project).stacks.first?.version.words == "1.4.3")
  }

  /// Without a version, the newest is checked, and the assumption names the differences of others.
  @Test func assumptions() throws {
    let plain = try #require(program(Self.esp32, []).assumptions.first)
    #expect(plain.decides && plain.words.hasPrefix("the BLE library of arduino-esp32 on NimBLE 3.3 is assumed"))
    #expect(plain.words.contains("; before 3.1: "), "\(plain.words)")
    #expect(
      plain.remedy
        == "state the version with --stack esp32-ble-nimble@3.3 or esp32-ble@3.0, or in platformio.ini or sketch.yaml beside the program"
    )
    let known = program(Self.esp32, [("platformio.ini", "[env:a]\nplatform = espressif32@6.5.0")])
    #expect(known.assumptions.isEmpty)
    let range = program(Self.nimble, [("platformio.ini", "[env:a]\nlib_deps = NimBLE-Arduino@^2.1.0")])
    #expect(
      range.assumptions.map { $0.words } == [
        "NimBLE-Arduino 2.5.1 is the newest known version that ^2.1.0 (platformio.ini) allows"
      ])
    #expect(range.assumptions.allSatisfy { !$0.decides })
    let old = program(Self.nimble, [("platformio.ini", "[env:a]\nlib_deps = NimBLE-Arduino@1.3.8")])
    #expect(old.layouts.isEmpty)
    #expect(
      old.unread.map { $0.reason } == [
        "NimBLE-Arduino 1.3.8 (platformio.ini) is older than the known versions (1.4 or later)"
      ])
  }

  /// The connection intervals of the library on NimBLE are those that its calls leave.
  @Test(arguments: [
    ("", ""), ("setMinPreferred(0x0);", ""), ("setMinPreferred(0x06); setMinPreferred(0x12);", "051212001200"),
    ("setMinPreferred(0x06); setMaxPreferred(0x12);", "051206001200"),
    ("setMaxPreferred(0x12); setMinPreferred(0x06);", "051206001200"),
    ("setMaxPreferred(0x12);", "051200001200"), ("setMinPreferred(0x06); setMaxPreferred(0x0);", ""),
  ]) func intervalsOnNimBLE(_ calls: String, _ expected: String) throws {
    let added = calls.split(separator: ";").map { "advertising->" + $0.trimmingPrefix(" ") + ";" }.joined()
    let text = Self.esp32.replacing("advertising->addServiceUUID", with: added + "advertising->addServiceUUID")
    let layout = try #require(program(text, []).layouts.first)
    #expect(HexText.compact(layout.layout.advertising?.octets ?? []) == "02010603030f18" + "05094c616d70" + expected)
  }

  /// Any text of any file is read in bounded time, without a trap.
  @Test func hostileFiles() {
    var random = SplitMix64(seed: 40)
    let pieces = [
      "[env:", "]", "lib_deps", "=", " @ ", "^", "NimBLE-Arduino", "(", ")", "\n", "  ", "- ", ": ", "\"", "'", "#",
      ";", "{", "[", ",",
      "profiles:", "platform: ", "esp32:esp32", "1.4", "999999999", "dependencies:", "version: ", "manifest:",
      "projects:", "name: zephyr",
      "revision: v", "adafruit-circuitpython-ble", "==", "://", "/download/", "\u{0}", "é", "\r", "\t", "depends=",
      "fqbn: ", "default_profile: ",
    ]
    for _ in 0..<(isExhaustive ? 20_000 : 1000) {
      var text = ""
      for _ in 0..<Int.random(in: 0..<40, using: &random) { text += pieces.randomElement(using: &random) ?? "" }
      var project = SourceProject()
      for name in SourceProject.files { project.take(text, of: name) }
    }
    let much = isExhaustive ? 200_000 : 20_000
    for text in [
      String(repeating: "- ", count: much), String(repeating: " ", count: much) + "a: b",
      String(repeating: "a: [b, ", count: much),
      String(repeating: "lib_deps = NimBLE-Arduino@1.4.3\n", count: much),
      "[env:a]\nlib_deps = " + String(repeating: "1,", count: much),
      (0..<much).map { "adafruit-circuitpython-ble==\($0)" }.joined(separator: "\n"),
      String(repeating: "\"", count: much),
      "profiles:\n" + String(repeating: "  a:\n    fqbn: esp32:esp32:esp32\n", count: much / 10),
      String(repeating: "://", count: much),
      "[platformio]\ndefault_envs = " + String(repeating: "a ", count: much)
        + "\n[env:a]\nlib_deps=NimBLE-Arduino@1.4.3",
    ] {
      let clock = ContinuousClock()
      let time = clock.measure {
        var project = SourceProject()
        for name in SourceProject.files { project.take(text, of: name) }
      }
      #expect(time < .seconds(20), "\(text.prefix(30))")
    }
  }

  /// PlatformIO writes the version of a core as one number.
  @Test(arguments: [
    ("framework-arduinoadafruitnrf52 @ 1.10601.0", ["1.6.1"]), ("framework-arduinoadafruitnrf52@1.3.0", ["1.3.0"]),
    (
      "framework-arduinoadafruitnrf52 @ https://github.com/adafruit/Adafruit_nRF52_Arduino.git#1.5.0", ["1.5.0"]
    ),
    ("framework-arduinoadafruitnrf52-seeed @ 1.10601.0", []), ("toolchain-gccarmnoneeabi@1.1", []),
  ]) func bluefruitOfPlatformIO(_ package: String, _ versions: [String]) {
    var project = SourceProject()
    project.take("[env:feather]\nplatform_packages = \(package)\n", of: "platformio.ini")
    #expect(project.versions(of: "bluefruit").map { $0.words } == versions)
  }

  /// Libraries that scan, by the files of their packages.
  @Test(arguments: [
    ("requirements.txt", "requests\nbleak[x]==0.19.5 ; python_version > '3'\n", "bleak", "==0.19.5"),
    ("pubspec.yaml", "name: app\ndependencies:\n  flutter_blue_plus: ^1.8.0\n", "flutter-blue-plus", "^1.8.0"),
    (
      "pubspec.lock",
      "packages:\n  flutter_blue_plus:\n    dependency: \"direct main\"\n    description:\n      name: flutter_blue_plus\n"
        + "    source: hosted\n    version: \"1.8.0\"\n  other:\n    version: \"2.0.0\"\n", "flutter-blue-plus", "1.8.0"
    ),
    (
      "package.json",
      "{\n  \"version\": \"9.0.0\",\n  \"files\": [\"a\"],\n  \"dependencies\": {\n    \"react\": \"18\",\n"
        + "    \"react-native-ble-plx\": \"3.1.2\"\n  }\n}\n", "react-native-ble-plx", "3.1.2"
    ),
    ("package.json", "{\"dependencies\":{\"@stoprocent/noble\":\"~1.16.0\"}}", "@stoprocent/noble", "~1.16.0"),
    (
      "package.json", "{\"a\":\"\\\"\",\"dependencies\":{\"@stoprocent/noble\":\"~1.16.0\"}}", "@stoprocent/noble",
      "~1.16.0"
    ),
    (
      "package-lock.json",
      "{\"packages\":{\"\":{\"name\":\"a\"},\"node_modules/@capacitor-community/bluetooth-le\":{\"version\":\"7.2.0\"}}}",
      "@capacitor-community/bluetooth-le", "7.2.0"
    ),
    ("Cargo.toml", "[package]\nversion = \"1.0.0\"\n[dependencies]\nbtleplug = \"0.11.5\"\n", "btleplug", "^0.11.5"),
    (
      "Cargo.toml", "[dependencies]\nbtleplug = { version = \"=0.11.5\", features = [\"serde\"] }\n", "btleplug",
      "=0.11.5"
    ),
    (
      "go.mod", "module app\n\nrequire (\n\ttinygo.org/x/bluetooth v0.6.0 // indirect\n)\n", "tinygo.org/x/bluetooth",
      "0.6.0"
    ),
  ]) func scanningLibraries(_ file: String, _ text: String, _ id: String, _ range: String) {
    var project = SourceProject()
    project.take(text, of: file)
    #expect(project.versions(of: id).map { $0.words } == [range], "\(text)")
  }

  /// Another library of the same name has other faults, and broken files state nothing.
  @Test(arguments: [
    ("package.json", "{\"dependencies\":{\"@abandonware/noble\":\"1.9.2\",\"noble\":\"1.9.1\"}}"),
    ("package.json", "{{{\":\":}\"@stoprocent/noble"), ("Cargo.toml", "=\nbtleplug =\n= \"1\""), ("go.mod", "v v v1"),
    ("pubspec.lock", "packages:\nversion: 1"),
  ]) func otherLibraries(_ file: String, _ text: String) {
    var project = SourceProject()
    project.take(text, of: file)
    #expect(["@stoprocent/noble", "btleplug", "flutter-blue-plus"].allSatisfy { project.versions(of: $0).isEmpty })
  }
}

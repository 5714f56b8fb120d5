import AdvertReading
import AdvertSources
import AdvertisingData
import Testing

/// The scans that programs of microcontrollers ask for.
@Suite struct MicrocontrollerScanTests {
  private func scans(_ text: String, _ path: String = "-") -> [RequestedScan] { ScanReader(text, path: path).scans }

  @Test(
    arguments: [
      ("BLE.scanForName(\"Owl\");", [.name("Owl")]), ("BLE.scanForName(NAME, true);", [.name("Lamp")]),
      ("BLE.scanForUuid(\"180d\");", [.firstService(0x180D, text: "180d")]),
      (
        "BLE.scanForAddress(\"c0:00:00:00:00:01\");",
        [.address(DeviceAddress(bits: 0xC000_0000_0001, type: .unstated))]
      ),
    ] as [(String, [RequestedScan.Condition])])
  func arduinoBLE(_ call: String, _ conditions: [RequestedScan.Condition]) throws {
    let text = "#include <ArduinoBLE.h>\nconst char *NAME = \"Lamp\";\nvoid setup() {\n  \(call)\n}\n"
    // The lines alone are the same; a second call of the same is no second scan.
    for text in [text, text + "void loop() { \(call) }\n", "const char *NAME = \"Lamp\";\n" + call] {
      for path in text.hasPrefix("#") ? ["scan.ino", "-"] : ["-"] {
        let found = scans(text, path)
        #expect(found.count == 1 && found.first?.library == .arduinoBLE, "\(text)")
        #expect(found.first?.filters.map(\.conditions) == [conditions] && found.first?.isPassive == false)
        #expect(found.first?.unreadFilters.isEmpty == true)
      }
    }
  }

  @Test func arduinoBLEWithoutAFilter() {
    let all = scans("#include <ArduinoBLE.h>\nvoid setup() { BLE.scan(true); }", "scan.ino")
    #expect(all.map { $0.filters.isEmpty && $0.unreadFilters.isEmpty } == [true])
    let unread = scans("#include <ArduinoBLE.h>\nvoid go(String name) {\n  BLE.scanForName(name);\n}", "scan.ino")
    #expect(unread.first?.unreadFilters.map(\.line) == [3])
  }

  /// The scan is passive unless the program surely makes it active.
  @Test(arguments: [("BLE", RequestedScan.Library.arduinoESP32), ("NimBLE", .nimBLEArduino)])
  func objectsThatScan(_ name: String, _ library: RequestedScan.Library) throws {
    func scan(_ lines: String) throws -> RequestedScan {
      let text = """
        #include <\(name)Device.h>
        void setup() {
          \(name)Scan *scan = \(name)Device::getScan();
          \(lines)
          scan->start(5);
        }
        """
      let found = scans(text, "scan.cpp")
      return try #require(found.count == 1 ? found.first : nil)
    }
    #expect(try scan("").library == library)
    #expect(try scan("").isPassive && scan("scan->setActiveScan(false);").isPassive)
    #expect(try !scan("scan->setActiveScan(true);").isPassive)
    for line in ["if (x) scan->setActiveScan(true);", "scan->setActiveScan(mode);"] {
      #expect(try scan(line).unreadSettings.map(\.line) == [4])
    }
    #expect(try scan("scan->setActiveScan(true); scan->setActiveScan(false);").unreadSettings.count == 1)
  }

  @Test func circuitPython() throws {
    func scan(_ arguments: String) throws -> RequestedScan {
      let text =
        "from adafruit_ble import BLERadio\nble = BLERadio()\nfor a in ble.start_scan(\(arguments)):\n  print(a)\n"
      let found = scans(text, "scan.py")
      #expect(found == scans(text))
      return try #require(found.count == 1 ? found.first : nil)
    }
    let all = try scan("")
    #expect(all.library == .circuitPython && !all.isPassive && all.unreadFilters.isEmpty)
    #expect(all.exceptions == ["the signal is weaker than -80 dBm"])
    let passive = try scan("Advertisement, active=False, minimum_rssi=-100, timeout=5")
    #expect(passive.isPassive && passive.unreadFilters.isEmpty)
    #expect(passive.exceptions == ["the signal is weaker than -100 dBm"])
    #expect(try scan("ProvideServicesAdvertisement").unreadFilters.map(\.line) == [3])
    // One of them is enough.
    #expect(try scan("ProvideServicesAdvertisement, Advertisement").unreadFilters.isEmpty)
  }

  /// MicroPython scans passively unless `active` says something else. `gap_scan(None)` ends a scan.
  @Test(arguments: [
    ("ble.gap_scan(0, 1000000, 100000)", true), ("ble.gap_scan(2000)", true),
    ("ble.gap_scan(0, 30000, 30000, True)", false), ("ble.gap_scan(0, active=True)", false),
    ("ble.gap_scan(0, active=False)", true), ("aioble.scan(5000, interval_us=30000, window_us=30000)", true),
    ("aioble.scan(5000, active=True)", false),
  ]) func microPython(_ call: String, _ isPassive: Bool) throws {
    for path in ["scan.py", "-"] {
      let found = scans("ble.gap_scan(None)\n\(call)\n", path)
      #expect(found.map(\.library) == [.microPython], "\(found)")
      #expect(found.map(\.isPassive) == [isPassive] && found.map(\.line) == [2])
      #expect(found.allSatisfy { $0.filters.isEmpty && $0.unreadFilters.isEmpty && $0.unreadSettings.isEmpty })
    }
    let unknown = scans("ble.gap_scan(0, active=mode)", "scan.py")
    #expect(unknown.map(\.unreadSettings.count) == [1])
  }

  @Test func espruino() throws {
    let text = """
      NRF.setScan(function(d) { NRF.setScan(); }, {filters: [{namePrefix: 'Puck'}, {services: ['180d'], name: 'Owl'}]});
      NRF.findDevices(function(d) {}, {filters: [{serviceData: {"fe95": {}}}, {manufacturer: 0x0590}], active: true});
      NRF.requestDevice({filters: [{id: "c0:00:00:00:00:01 random"}]}).then(g => g);
      NRF.findDevices(print, 1000);
      NRF.requestDevice({filters: list});
      """
    let found = scans(text, "scan.js").sorted { $0.line < $1.line }
    #expect(found.map(\.line) == [1, 2, 3, 4, 5] && found.allSatisfy { $0.library == .espruino })
    // What the options that were not read say of the scan is not known.
    #expect(found.map(\.isPassive) == [true, false, true, true, false])
    #expect(
      found[0].filters.map(\.conditions) == [[.namePart("Puck", isPrefix: true)], [.service(0x180D), .name("Owl")]])
    #expect(
      found[1].filters.map(\.conditions) == [
        [.serviceData(0xFE95, [], mask: nil)], [.manufacturerData(0x0590, [], mask: nil)],
      ])
    #expect(
      found[2].filters.map(\.conditions) == [[.address(DeviceAddress(bits: 0xC000_0000_0001, type: .unstated))]])
    #expect(found[3].filters.isEmpty && found[3].unreadFilters.isEmpty)
    #expect(found[4].unreadFilters.map(\.line) == [5])
  }

  @Test func tinyGo() {
    let text = """
      package main
      import "tinygo.org/x/bluetooth"
      var adapter = bluetooth.DefaultAdapter
      func main() {
        adapter.Scan(func(adapter *bluetooth.Adapter, device bluetooth.ScanResult) { println(device.LocalName()) })
      }
      """
    for path in ["main.go", "-"] {
      #expect(scans(text, path).map { [$0.library.name, $0.call, "\($0.line)"] } == [["TinyGo", "Scan", "5"]])
    }
  }

  /// Programs that do not scan.
  @Test(arguments: [
    ("#include <NimBLEDevice.h>\nvoid setup() { NimBLEDevice::getAdvertising()->start(); }", "a.cpp"),
    ("import \"fmt\"\nfunc main() { fmt.Scan(&x) }", "main.go"), ("NRF.setScan();", "a.js"),
    ("for line in reader.start_scan(5): pass", "a.py"), ("void f() { wifi.scan(); }", "a.ino"),
  ]) func others(_ text: String, _ path: String) {
    #expect(scans(text, path).isEmpty, "\(text)")
  }
}

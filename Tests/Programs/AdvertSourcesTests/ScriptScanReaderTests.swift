import AdvertReading
import AdvertSources
import AdvertisingData
import Testing

/// The scans of libraries for JavaScript, Dart and Python, and filters in logs.
@Suite struct ScriptScanReaderTests {
  private func scan(_ text: String, _ path: String = "-") throws -> RequestedScan {
    let all = ScanReader(text, path: path).scans
    return try #require(all.count == 1 ? all.first : nil, "\(all)")
  }

  private func conditions(_ text: String, _ path: String = "-") throws -> [[RequestedScan.Condition]] {
    let scan = try scan(text, path)
    #expect(scan.unreadFilters.isEmpty && scan.filters.allSatisfy { $0.unread.isEmpty }, "\(scan)")
    return scan.filters.map(\.conditions)
  }

  @Test func webBluetooth() throws {
    let text = """
      const SERVICE = 0x180f;
      const options = {
        filters: [
          { services: ['heart_rate', SERVICE], namePrefix: 'He' },
          { manufacturerData: [{ companyIdentifier: 0x004c, dataPrefix: new Uint8Array([0x02, 0x15]), mask: new Uint8Array([255, 15]) }] },
        ],
        exclusionFilters: [{ name: 'Helmet' }],
        optionalServices: ['battery_service'],
      };
      const device = await navigator.bluetooth.requestDevice(options);
      """
    let scan = try scan(text, "page.js")
    #expect(scan.library == .webBluetooth && scan.line == 10)
    #expect(
      scan.filters.map(\.conditions) == [
        [.service(0x180D), .service(0x180F), .namePart("He", isPrefix: true)],
        [.manufacturerData(0x004C, [2, 0x15], mask: [255, 15])],
      ])
    #expect(scan.exclusions.map(\.conditions) == [[.name("Helmet")]])
    let page =
      "<html><body>It's\n<script>\nnavigator.bluetooth.requestDevice({acceptAllDevices: true})\n</script></html>"
    #expect(try self.scan(page, "index.html").line == 3)
    #expect(ScanReader("navigator.usb.requestDevice({filters: []})", path: "a.js").scans.isEmpty)
  }

  @Test func dataInFilters() throws {
    let capacitor = """
      BleClient.requestLEScan({ services: ['180d'], name: 'A', manufacturerData: [{ companyIdentifier: 0x59,
        dataPrefix: new Uint8Array([1, 2]) }], serviceData: [{ serviceUuid: 'fffa' }] }, found);
      """
    #expect(
      try conditions(capacitor, "a.ts") == [
        [.service(0x180D), .name("A")], [.manufacturerData(0x59, [1, 2], mask: nil), .name("A")],
        [.serviceData(0xFFFA, [], mask: nil), .name("A")],
      ])
    let refused = try scan("BleClient.requestDevice({ manufacturerData: [{ companyIdentifier: 0x59 }] });", "a.ts")
    #expect(refused.unreadFilters.map(\.reason) == ["manufacturer data without dataPrefix, which Android refuses"])
    let manager = """
      BleManager.scan({ serviceUUIDs: ['180f'], manufacturerData: { manufacturerId: 76, manufacturerData: [2, 21],
        manufacturerDataMask: [255, 255] } });
      """
    #expect(
      try conditions(manager, "a.js") == [[.service(0x180F)], [.manufacturerData(76, [2, 21], mask: [255, 255])]])
  }

  @Test func bluetoothLEOfCordova() throws {
    let scan = try scan("bluetoothle.startScan(found, failed, { services: ['180D'], allowDuplicates: true });", "a.js")
    #expect(scan.library == .cordovaBluetoothLE && scan.filters.map(\.conditions) == [[.service(0x180D)]])
    let old = try self.scan("bluetoothle.startScan(found, failed, { serviceUuids: ['180D'] });", "a.js")
    #expect(old.filters.isEmpty && old.unreadFilters.count == 1)
  }

  /// A listener in the place of the options is no option.
  @Test func listenerWithoutOptions() throws {
    let scan = try scan("manager.startDeviceScan(['180d'], listener);", "a.js")
    #expect(scan.unreadSettings.isEmpty && scan.isLegacyOnly == true, "\(scan)")
    let options = try self.scan("manager.startDeviceScan(['180d'], options, listener);", "a.js")
    #expect(options.unreadSettings.count == 1)
  }

  /// Each result of a condition is a scan of its own, which names it.
  @Test(arguments: [
    ("{ filters: all ? [{ namePrefix: 'A' }] : [{ services: [0x180f] }] }", "all"),
    ("{ filters: [all ? { namePrefix: 'A' } : { services: [0x180f] }] }", "all"),
    ("all ? { filters: [{ namePrefix: 'A' }] } : { filters: [{ services: [0x180f] }] }", "all"),
    ("{ filters: [{ ...(!(all) ? { services: [0x180f] } : { namePrefix: 'A' }) }] }", "all"),
    ("{ filters: (kind === 'a') ? [{ namePrefix: 'A' }] : [{ services: [0x180f] }] }", "kind === \"a\""),
  ]) func openConditions(_ options: String, _ condition: String) {
    let scans = ScanReader("navigator.bluetooth.requestDevice(\(options));", path: "page.js").scans
    #expect(scans.map(\.condition) == ["\(condition) is true", "\(condition) is false"])
    #expect(
      scans.map { $0.filters.map(\.conditions) } == [[[.namePart("A", isPrefix: true)]], [[.service(0x180F)]]],
      "\(scans)")
  }

  /// What the file decides is no condition, and a condition in two places has one result at a time.
  @Test func decidedConditions() throws {
    let fixed = try scan("const all = true;\nble.startScan(all ? ['180d'] : ['180f'], f);", "a.js")
    #expect(fixed.condition == nil && fixed.filters.map(\.conditions) == [[.service(0x180D)]])
    let twice = "ble.startScan([all ? '180d' : '180f', all ? '1810' : '1811'], f);"
    #expect(
      ScanReader(twice, path: "a.js").scans.map { $0.filters.map(\.conditions) } == [
        [[.service(0x180D)], [.service(0x1810)]], [[.service(0x180F)], [.service(0x1811)]],
      ])
    let python = "BleakScanner(service_uuids=['180d'] if fast else None)"
    let scans = ScanReader(python, path: "a.py").scans
    #expect(scans.map(\.filters.count) == [1, 0] && scans.allSatisfy { $0.unreadFilters.isEmpty }, "\(scans)")
  }

  /// More conditions than are tried leave the filters unknown, and nothing is made up.
  @Test func manyConditions() {
    let services = (0..<9).map { "c\($0) ? '180d' : '180f'" }.joined(separator: ", ")
    let scans = ScanReader("ble.startScan([\(services)], f);", path: "a.js").scans
    #expect(scans.count == 8 && scans.allSatisfy { $0.unreadFilters.count == 6 }, "\(scans.count)")
  }

  @Test func changedOptionsAreUnread() throws {
    let text = """
      let options = {filters: []};
      options.filters.push({services: ['heart_rate']});
      navigator.bluetooth.requestDevice(options);
      """
    let scan = try scan(text, "page.js")
    #expect(scan.filters.isEmpty && scan.unreadFilters.map(\.line) == [2])
  }

  @Test func reactNative() throws {
    let services = "const UUIDS = {\n  HEART: '180d',\n};\n"
    #expect(
      try conditions(services + "manager.startDeviceScan([UUIDS.HEART, '180F'], null, (e, d) => {});", "a.tsx")
        == [[.service(0x180D)], [.service(0x180F)]])
    let extended = try scan("manager.startDeviceScan(null, { legacyScan: false }, listener)")
    #expect(extended.isLegacyOnly == false && extended.filters.isEmpty && extended.library == .blePLX)
    #expect(
      try conditions("BleManager.scan({ serviceUUIDs: ['180d'], exactAdvertisingName: ['A'], seconds: 5 })", "a.ts")
        == [[.service(0x180D)], [.name("A")]])
    #expect(try conditions("BleManager.scan(['180d'], 5, true)", "a.js") == [[.service(0x180D)]])
    let unread = try scan("manager.startDeviceScan(uuids, null, listener)")
    #expect(unread.filters.isEmpty && unread.unreadFilters.count == 1)
  }

  @Test func otherLibrariesOfJavaScript() throws {
    #expect(try conditions("noble.startScanningAsync(['180d'], false)", "a.js") == [[.service(0x180D)]])
    #expect(try conditions("ble.scan(['180D'], 5, success)", "a.js") == [[.service(0x180D)]])
    #expect(
      try conditions("await BleClient.requestLEScan({ services: [numberToUUID(0x180d)], namePrefix: 'H' }, cb)", "a.ts")
        == [[.service(0x180D), .namePart("H", isPrefix: true)]])
  }

  @Test func dart() throws {
    let text = """
      class Uuids { static const String heart = "180D"; }
      final service = Guid(Uuids.heart);
      void scan() async {
        await FlutterBluePlus.startScan(
          withServices: [service, Guid("180f")],
          withNames: ["Bluno"],
          withMsd: [MsdFilter(76, data: [1, 2], mask: [255, 0])],
          timeout: Duration(seconds: 15));
      }
      """
    let scan = try scan(text, "main.dart")
    #expect(
      scan.filters.map(\.conditions) == [
        [.service(0x180D)], [.service(0x180F)], [.name("Bluno")], [.manufacturerData(76, [1, 2], mask: [255, 0])],
      ], "\(scan)")
    #expect(scan.isLegacyOnly == false && scan.unreadFilters.isEmpty)
    #expect(
      try conditions("ble.scanForDevices(withServices: [Uuid.parse('180d')], scanMode: ScanMode.lowLatency)", "a.dart")
        == [[.service(0x180D)]])
    let unread = try self.scan("FlutterBluePlus.startScan(withNames: names, withServices: [Guid('180d')])")
    #expect(unread.filters.count == 1 && unread.unreadFilters.count == 1)
  }

  @Test func bleak() throws {
    let text = """
      from bleak import BleakScanner
      SERVICE = "0000180d-0000-1000-8000-00805f9b34fb"
      async def main():
          async with BleakScanner(callback, service_uuids=[SERVICE, "180f"]) as scanner:
              pass
      """
    let scan = try scan(text, "a.py")
    #expect(scan.filters.map(\.conditions) == [[.service(0x180D)], [.service(0x180F)]] && scan.line == 4, "\(scan)")
    #expect(try conditions("d = await BleakScanner.find_device_by_name('Helmet')", "a.py") == [[.name("Helmet")]])
    let filtered = try self.scan("d = await BleakScanner.find_device_by_filter(lambda d, a: a.local_name)", "a.py")
    #expect(filtered.filters.isEmpty && filtered.unreadSettings.count == 1)
    #expect(try self.scan("s = BleakScanner(cb, scanning_mode='passive')", "a.py").isPassive)
  }

  /// Patterns are for Linux only, where they take the place of all other filters of a passive scan.
  @Test func bleakPatterns() throws {
    let text = #"""
      s = BleakScanner(cb, service_uuids=["180f"], scanning_mode="passive", bluez=BlueZScannerArgs(or_patterns=[
          OrPattern(0, AdvertisementDataType.SERVICE_DATA_UUID16, b"\x6a\xfe"),
          (0, AdvertisementDataType.MANUFACTURER_SPECIFIC_DATA, b"\x59\x00\x02"),
          OrPattern(0, 0x09, b"Owl"),
          OrPattern(1, AdvertisementDataType.COMPLETE_LOCAL_NAME, b"wl"),
          OrPattern(0, AdvertisementDataType.FLAGS, b"\x06"),
      ]))
      """#
    for text in [
      text, text.replacing("BlueZScannerArgs(or_patterns=[", with: "{'or_patterns': [").replacing("]))", with: "]})"),
    ] {
      let scans = ScanReader(text, path: "a.py").scans
      #expect(scans.map(\.system) == [.linux, .other], "\(scans)")
      let (linux, other) = (try #require(scans.first), try #require(scans.last))
      #expect(
        linux.filters.map(\.conditions) == [
          [.serviceData(0xFE6A, [], mask: nil)], [.manufacturerData(0x59, [2], mask: nil)],
          [.namePart("Owl", isPrefix: true)],
        ], "\(linux)")
      #expect(linux.unreadFilters.map(\.line) == [5, 6] && linux.isPassive)
      #expect(other.filters.map(\.conditions) == [[.service(0x180F)]] && other.unreadFilters.isEmpty)
    }
    // An active scan does not use them.
    let active = ScanReader(text.replacing("passive", with: "active"), path: "a.py").scans
    #expect(active.map(\.system) == [nil] && active.first?.filters.count == 1)
    let services = ScanReader("s = BleakScanner(cb, ['180f'], scanning_mode='passive')", path: "a.py").scans
    #expect(services.map(\.filters.count) == [0, 1])
  }

  @Test func discoveryFilter() throws {
    let text = """
      adapter.SetDiscoveryFilter({
          'UUIDs': dbus.Array(['0000180d-0000-1000-8000-00805f9b34fb'], signature='s'),
          'RSSI': dbus.Int16(-70), 'Transport': 'le', 'DuplicateData': False})
      """
    let scan = try scan(text, "a.py")
    #expect(scan.library == .bluez && scan.filters.map(\.conditions) == [[.service(0x180D)]])
    #expect(scan.exceptions == ["the signal is weaker than -70 dBm"])
  }

  @Test func filtersInLogs() throws {
    let text = """
      07-28 09:45 D BtGatt: start scan with filters
      07-28 09:45 V x: [BluetoothLeScanFilter [mDeviceName=A, my]=B, mDeviceAddress=null, mUuid=0000180d-0000-1000-8000-00805f9b34fb, mUuidMask=null, mServiceDataUuid=null, mServiceData=null, mServiceDataMask=null, mManufacturerId=-1, mManufacturerData=null, mManufacturerDataMask=null], BluetoothLeScanFilter [mDeviceName=null, mDeviceAddress=F0:F1:F2:F3:F4:F5, mUuid=null, mUuidMask=null, mServiceDataUuid=null, mServiceData=[], mServiceDataMask=[], mManufacturerId=76, mManufacturerData=[2, -1], mManufacturerDataMask=[-1, 15]]]
      """
    let scan = try scan(text, "a.log")
    #expect(scan.line == 2 && scan.unreadFilters.isEmpty, "\(scan)")
    #expect(
      scan.filters.map(\.conditions) == [
        [.name("A, my]=B"), .service(0x180D)],
        [
          .address(DeviceAddress(bits: 0xF0F1_F2F3_F4F5, type: .unstated)),
          .manufacturerData(76, [2, 255], mask: [255, 15]),
        ],
      ], "\(scan)")
    let cut = try self.scan("BluetoothLeScanFilter [mDeviceName=A, mDeviceAddr", "a.log")
    #expect(cut.filters.isEmpty && cut.unreadFilters.count == 1)
  }
}

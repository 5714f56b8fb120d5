import AdvertReading
import AdvertSources
import AdvertisingData
import Testing

/// Scans of Windows in C#: the filters and the settings of a watcher.
@Suite struct WinRTScanTests {
  private func scans(_ lines: String, before: String = "") -> [RequestedScan] {
    ScanReader(
      """
      using Windows.Devices.Bluetooth.Advertisement;
      class Finder { \(before)
        void Go(IEnumerable<Guid> given) {
      \(lines)
          watcher.Start();
        }
      }
      """, path: "Finder.cs"
    ).scans
  }

  private static let make = "    var watcher = new BluetoothLEAdvertisementWatcher();\n"
  private static let active = "    watcher.ScanningMode = BluetoothLEScanningMode.Active;\n"
  private static let pulse = BluetoothUUID(0x180D)

  @Test func defaults() throws {
    let scan = try #require(scans(Self.make + "    watcher.Received += (s, e) => Show(e);").first)
    #expect(scan.library == .winRT && scan.line == 4 && scan.isPassive && scan.isLegacyOnly == true)
    #expect(scan.filters.isEmpty && scan.unreadFilters.isEmpty && scan.unreadSettings.isEmpty)
  }

  @Test(arguments: [
    make + active
      + "    watcher.AdvertisementFilter.Advertisement.ServiceUuids.Add(new Guid(\"0000180D-0000-1000-8000-00805f9b34fb\"));",
    """
        var watcher = new BluetoothLEAdvertisementWatcher { ScanningMode = BluetoothLEScanningMode.Active };
        watcher.AdvertisementFilter.Advertisement.ServiceUuids.Add(GattServiceUuids.HeartRate);
    """,
    """
        BluetoothLEAdvertisementWatcher watcher = new()
        {
          ScanningMode = BluetoothLEScanningMode.Active,
          AdvertisementFilter = new BluetoothLEAdvertisementFilter
          {
            Advertisement = { ServiceUuids = { BluetoothUuidHelper.FromShortId(0x180D) } }
          },
        };
    """,
    """
        var filter = new BluetoothLEAdvertisementFilter();
        filter.Advertisement.ServiceUuids.Add(Guid.Parse("0000180d-0000-1000-8000-00805f9b34fb"));
        var watcher = new BluetoothLEAdvertisementWatcher(filter);
        watcher.ScanningMode = BluetoothLEScanningMode.Active;
    """,
  ])
  func oneService(_ lines: String) throws {
    let scans = scans(lines)
    let scan = try #require(scans.count == 1 ? scans.first : nil, "\(scans)")
    #expect(!scan.isPassive && scan.unreadFilters.isEmpty && scan.unreadSettings.isEmpty, "\(scan)")
    #expect(scan.filters.map { $0.conditions } == [[.service(Self.pulse)]])
    #expect(scan.filters.allSatisfy { $0.unread.isEmpty })
  }

  @Test func settings() throws {
    let scan = try #require(
      scans(
        Self.make + """
              watcher.AllowExtendedAdvertisements = true;
              watcher.SignalStrengthFilter.InRangeThresholdInDBm = -70;
              watcher.SignalStrengthFilter.OutOfRangeThresholdInDBm = -75;
          """
      ).first)
    #expect(scan.isLegacyOnly == false && scan.isPassive && scan.unreadSettings.isEmpty)
    #expect(scan.exceptions == ["the signal is weaker than -70 dBm"])
  }

  @Test func data() throws {
    let scan = try #require(
      scans(
        Self.make + """
              var data = new BluetoothLEManufacturerData();
              data.CompanyId = 0xFFFE;
              watcher.AdvertisementFilter.Advertisement.ManufacturerData.Add(data);
              watcher.AdvertisementFilter.BytePatterns.Add(new BluetoothLEAdvertisementBytePattern
              {
                DataType = 0xFF, Offset = 0, Data = new byte[] { 0x4C, 0x00, 0x02, 0x15 }.AsBuffer()
              });
          """
      ).first)
    #expect(
      scan.filters.map { $0.conditions } == [
        [.manufacturerData(0xFFFE, [], mask: nil), .manufacturerData(0x004C, [0x02, 0x15], mask: nil)]
      ])
    #expect(scan.filters.allSatisfy { $0.unread.isEmpty })
  }

  /// Of data and names, the documentation does not say how they are compared; an active scan needs all in one packet.
  @Test(arguments: [
    "watcher.AdvertisementFilter.Advertisement.LocalName = \"Lamp\";",
    "watcher.AdvertisementFilter.Advertisement.ManufacturerData.Add(new BluetoothLEManufacturerData(1, new byte[1].AsBuffer()));",
    "watcher.AdvertisementFilter.BytePatterns.Add(new BluetoothLEAdvertisementBytePattern(9, 1, new byte[] { 1 }.AsBuffer()));",
    """
    watcher.ScanningMode = BluetoothLEScanningMode.Active;
    watcher.AdvertisementFilter.Advertisement.ServiceUuids.Add(GattServiceUuids.HeartRate);
    watcher.AdvertisementFilter.Advertisement.ServiceUuids.Add(GattServiceUuids.Battery);
    """,
  ])
  func undocumented(_ lines: String) throws {
    let scan = try #require(scans(Self.make + lines).first)
    #expect(scan.unreadFilters.isEmpty && scan.filters.contains { !$0.unread.isEmpty }, "\(scan)")
  }

  /// A filter that is not read leaves a miss unknown, and a mode that is not read makes two scans.
  @Test func unread() throws {
    let many = scans(
      Self.make + Self.active
        + "    foreach (var uuid in given) { watcher.AdvertisementFilter.Advertisement.ServiceUuids.Add(uuid); }")
    #expect(many.count == 1 && many.allSatisfy { !$0.isPassive && !$0.unreadFilters.isEmpty }, "\(many)")
    let mode = scans(Self.make + "    watcher.ScanningMode = ScanMode.ToNative();")
    #expect(mode.map { $0.isPassive } == [true, false] && mode.allSatisfy { $0.condition != nil }, "\(mode)")
    let passedOn = scans(Self.make + "    Prepare(watcher);")
    #expect(
      passedOn.count == 2 && passedOn.allSatisfy { !$0.unreadFilters.isEmpty && $0.isLegacyOnly == nil }, "\(passedOn)")
    let condition = scans(Self.make + "    if (a) { watcher.ScanningMode = BluetoothLEScanningMode.Active; }")
    #expect(condition.map { $0.isPassive } == [true, false], "\(condition)")
    let other = ScanReader(
      "class A { BluetoothLEAdvertisementWatcher watcher; void Go() { watcher.Start(); } }", path: "A.cs")
    #expect(other.scans.isEmpty && other.unread.first?.reason.contains("does not make") == true)
  }
}

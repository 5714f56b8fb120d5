import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

/// What Android phones tell of the scans of their apps.
@Suite struct ScannerMapTests {
  private static func words(_ app: PhoneApp) -> [String] {
    ["\(app.name) \(app.started)/\(app.stopped) \(app.results.map { "\($0)" } ?? "-")"]
      + app.scans.map { scan in
        let flags = PhoneApp.Flag.allCases.filter { scan.flags.contains($0) }.map { $0.rawValue }
        let filters = scan.filters.map { filter in
          filter.conditions.map {
            "\($0.kind) \(HexText.compact($0.octets))\($0.mask.map { "/" + HexText.compact($0) } ?? "")"
          }
          .joined(separator: "+")
        }
        return
          "\(scan.start) \(scan.duration) \(scan.isOngoing ? "on" : "off") \(scan.mode ?? "-") \(scan.callbackType ?? "-")"
          + " \(scan.results.map { "\($0)" } ?? "-") \(flags) \(filters) \(scan.filtersUnread) \(scan.areFiltersKnown)"
      }
  }

  private static func apps(_ text: String) throws -> [String] {
    try RecordedCapture.read(MemorySource(Array(text.utf8))).summary.apps.flatMap(words)
  }

  @Test func androidSince11() throws {
    let text = """
      Bluetooth Status
        enabled: true

      GATT Scanner Map
        Entries: 2

        com.google.uid.shared:10100 (Registered)
        LE scans (started/stopped)                                  : 22 / 19
        Scan time in ms (active/suspend/total)                      : 3473152 / 0 / 3473152
        Scan mode counter (Opp/LowPower/Balanced/LowLatency/AmbientDiscovery):0 / 0 / 14 / 0 / 379060
        Total number of results                                     : 7
        Last 1 scans                                                :
          05-08 17:26:57 - 76108ms Back Forced Filter 3 results (3) CB Regular Scan
            └ App Importance: lower than Foreground Service
            └ Suspended Time: 5ms, Active Time: 6
            └ Scan Config: [ ScanMode=AMBIENT_DISCOVERY, callbackType=[FIRST_MATCH | LOST] ]
            └ BluetoothLeScanFilter [ ServiceUuid=0000fef3-0000-1000-8000-00805f9b34fb ServiceUuidMask=ffffffff-ffff-ffff-ffff-ffffffffffff ]
            └ BluetoothLeScanFilter [ ServiceDataUuid=0000feaa-0000-1000-8000-00805f9b34fb ServiceData=[64] ServiceDataMask=[-16] ]
            └ BluetoothLeScanFilter [ DeviceName=My Sensor 1 DeviceAddress=F0:F1:F2:F3:F4:F5 ManufacturerId=76 ManufacturerData=[2, 21] ]
            └ BluetoothLeScanFilter [ ServiceUuid=00000000-0000-1000-8000-00805f9b34fb ServiceUuidMask=00000000-ffff-ffff-ffff-ffffffffffff ]
            └ BluetoothLeScanFilter [ AdvertisingDataType=3 ]
        Ongoing scans                                               :
          05-08 17:36:11 - 193595ms Opp Suspended 0 results (1) CB Regular Scan
            └ Scan Config: [ ScanMode=OPPORTUNISTIC, callbackType=ALL_MATCHES ]
        Application ID                     : 1
        UUID                               : 13e08566-b3ac-4f2c-9941-026418d9d384
        Connections: 0

        com.example.app
        LE scans (started/stopped)                                  : 1 / 1
        Total number of results                                     : 0

      GATT Advertiser Map
        com.other (Registered)
        LE scans (started/stopped) : 9 / 9
      """
    #expect(
      try Self.apps(text) == [
        "com.google.uid.shared:10100 22/19 7",
        "05-08 17:26:57 76108 off AMBIENT_DISCOVERY FIRST_MATCH | LOST 3 [\"background\", \"forced\", \"filtered\"] "
          + "[\"service f3fe\", \"serviceData aafe40/fffff0\", \"name 4d792053656e736f722031+address f5f4f3f2f1f0+manufacturerData "
          + "4c000215\", \"service fb349b5f80000080001000000000" + "0000/ffffffffffffffffffffffff00000000\"] 1 false",
        "05-08 17:36:11 193595 on OPPORTUNISTIC ALL_MATCHES 0 [\"opportunistic\", \"suspended\"] [] 0 true",
        "com.example.app 1/1 0",
      ])
  }

  /// Before Android 11 there is no mode; newer versions have the same in other words.
  @Test func otherVersions() throws {
    let old = """
      GATT Scanner Map
        Entries: 1

        com.example.app (Registered) (Background) (Filtered)
        LE scans (started/stopped)         : 4 / 3
        Scan time in ms (min/max/avg/total): 5 / 6 / 5 / 22
        Total number of results            : 9
        Last 1 scans                       :
          07-31 14:49:06 - 5012ms Filter 2 results (7)
        Ongoing scans                      :
          07-31 14:50:06 - 12ms 0 results (7)

      """
    #expect(
      try Self.apps(old) == [
        "com.example.app 4/3 9", "07-31 14:49:06 5012 off - - 2 [\"filtered\"] [] 0 false",
        "07-31 14:50:06 12 on - - 0 [] [] 0 false",
      ])
    let new = """
      GATT Scanner Map
        com.example.app (Registered):
          Application ID: 4, UUID: 13e08566-b3ac-4f2c-9941-026418d9d384
          LE scans               (Started/Stopped)                                   : 575 / 572
          Number of results      (ScreenOff/ScreenOn/Total)                          : 4 / 6295 / 6299

          Last 1 scans:
            [05-08 17:36:12.100 --> 05-08 17:36:18.163] (Duration: 6063ms)
              └ Info: (Filter) Results: (0 / 5 / 5) | id: (1) | CB Regular Scan
              └ Config: [ScanMode=BALANCED, callbackType=ALL_MATCHES]
              └ ScanFilter [ServiceUuid=0000fe2c-0000-1000-8000-00805f9b34fb]

          Ongoing 1 scans:
            [05-08 17:36:20.000] (Elapsed: 12ms)
              └ Info: (Opp) Results: (0 / 0 / 0) | id: (2) | [tag] | CB Regular Scan
              └ Config: [ScanMode=OPPORTUNISTIC, callbackType=ALL_MATCHES]

      """
    #expect(
      try Self.apps(new) == [
        "com.example.app 575/572 6299",
        "05-08 17:36:12.100 6063 off BALANCED ALL_MATCHES 5 [\"filtered\"] [\"service 2cfe\"] 0 true",
        "05-08 17:36:20.000 12 on OPPORTUNISTIC ALL_MATCHES 0 [\"opportunistic\"] [] 0 true",
      ])
  }

  /// An account by itself has no packet, and says so.
  @Test func anAccountIsNoCapture() throws {
    let text = "GATT Scanner Map\n\n  com.example (Registered)\n  LE scans (started/stopped) : 1 / 0\n"
    let summary = try RecordedCapture.read(MemorySource(Array(text.utf8))).summary
    #expect(summary.format == "dumpsys" && summary.records == 0 && summary.problems.map(\.kind) == [.valuesOnly])
    for other in ["GATT Scanner Map\n", "GATT Scanner Map", "x GATT Scanner Map\nBluetooth Status\n"] {
      #expect(throws: CaptureError.self) { try RecordedCapture.read(MemorySource(Array(other.utf8))) }
    }
  }

  /// Accounts of any length take little room, and windows of any size give the same.
  @Test func hostileAccountsAreRead() throws {
    let app = "  com.example\n    05-08 17:26:57 - 76108ms 3 results\n"
    let text =
      "GATT Scanner Map\n" + String(repeating: app, count: 1000)
      + String(repeating: "      └ Filter [ x ]\n", count: 5000)
    let summary = try RecordedCapture.read(MemorySource(Array(text.utf8))).summary
    #expect(summary.apps.count == 256)
    let whole = try Self.apps("text\nGATT Scanner Map\n" + app)
    for window in [1, 2, 7, 64] {
      let octets = Array("text\nGATT Scanner Map\n\(app)".utf8)
      let read = try RecordedCapture.read(MemorySource(octets), options: CaptureOptions(windowCapacity: window))
      #expect(read.summary.apps.flatMap(Self.words) == whole)
    }
    var random = SplitMix64(seed: 5)
    let alphabet = Array("0123456789 :=[]()-└.,\nFilterScanmsModeUuid".utf8)
    for _ in 0..<300 {
      let noise = (0..<400).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      _ = try? RecordedCapture.read(MemorySource(Array("GATT Scanner Map\n\(app)  ".utf8) + noise))
    }
  }
}

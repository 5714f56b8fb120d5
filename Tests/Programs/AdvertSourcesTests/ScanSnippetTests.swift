import AdvertReading
import AdvertSources
import AdvertisingData
import Testing

/// Filters without the call around them, as people copy them, and as tools and libraries print them.
@Suite struct ScanSnippetTests {
  /// A text, with the library, the line and the filters of its scan.
  struct Sample: Sendable {
    let text: String
    var path = "-"
    let library: RequestedScan.Library
    var line = 1
    var filters: [[RequestedScan.Condition]] = [[.service(0x180D)]]
    /// Whether the text shows no call, so that settings can be missing.
    var isDoubtful = false
  }

  private static let long = "0000180d-0000-1000-8000-00805f9b34fb"
  private static let builder = "ScanFilter.Builder().setServiceUuid(ParcelUuid.fromString(\"\(long)\"))"

  static let samples = [
    Sample(text: builder + ".build()", path: "Paste.kt", library: .android, isDoubtful: true),
    Sample(text: builder + ".build()", library: .android, isDoubtful: true),
    Sample(text: "new \(builder).build();", library: .android, isDoubtful: true),
    Sample(
      text: "import android.bluetooth.le.ScanFilter\n\nval filter = \(builder)\n  .setDeviceName(\"A\").build()",
      library: .android, line: 3, filters: [[.service(0x180D), .name("A")]], isDoubtful: true),
    Sample(
      text: "val builder = ScanFilter.Builder()\nbuilder.setDeviceName(\"A\")\nval filter = builder.build()\n"
        + "val other = \(builder).build()",
      library: .android, line: 3, filters: [[.name("A")], [.service(0x180D)]], isDoubtful: true),
    Sample(
      text: "val filters = listOf(\(builder).build())\nval settings = ScanSettings.Builder().setLegacy(false).build()",
      library: .android, isDoubtful: true),
    Sample(text: "requestDevice({ filters: [{ services: [0x180d] }] })", library: .webBluetooth),
    Sample(
      text: "const device = await requestDevice({\n  filters: [{ services: ['heart_rate'] }] });", path: "a.js",
      library: .webBluetooth),
    Sample(text: "{filters: [{ services: [0x180d] }]}", library: .webBluetooth),
    Sample(
      text: "\nfilters: [{ namePrefix: 'A' }],\n", library: .webBluetooth, line: 2,
      filters: [[.namePart("A", isPrefix: true)]]),
    Sample(text: "const options = { filters: [{ services: [0x180d] }] };", library: .webBluetooth),
    Sample(text: "withServices: [Guid(\"180D\")]", library: .flutterBluePlus, isDoubtful: true),
    Sample(text: "withNames: [\"A\"]", library: .flutterBluePlus, filters: [[.name("A")]], isDoubtful: true),
    Sample(text: "withServices: [Uuid.parse('\(long)')]", library: .flutterReactiveBLE, isDoubtful: true),
    Sample(
      text: "withServices: [CBUUID(string: \"180D\")]", path: "ws.swift", library: .coreBluetooth, isDoubtful: true),
    Sample(
      text: "scanForPeripheralsWithServices:@[[CBUUID UUIDWithString:@\"180D\"]] options:nil", library: .coreBluetooth,
      isDoubtful: true),
    Sample(text: "service_uuids=[\"180d\"]", library: .bleak, isDoubtful: true),
    Sample(text: "{\"UUIDs\": [\"180d\"], \"Transport\": \"le\"}", library: .bluez, isDoubtful: true),
    Sample(
      text: "\nD/FlutterBluePlus: startScan args: {with_services: [180D], with_remote_ids: [], with_names: [A], "
        + "android_legacy: false, android_scan_mode: 2}",
      library: .flutterBluePlus, line: 2, filters: [[.service(0x180D)], [.name("A")]]),
    Sample(
      text: """
        signal time=1.0 sender=:1.50 -> destination=:1.2 serial=4 path=/; interface=a; member=InterfacesAdded
        method call time=1.1 sender=:1.5 -> destination=org.bluez serial=5 path=/org/bluez/hci0; interface=org.bluez.Adapter1; member=SetDiscoveryFilter
           array [
              dict entry(
                 string "UUIDs"
                 variant             array [
                       string "\(long)"
                       string "0000180f-0000-1000-8000-00805f9b34fb"
                    ]
              )
              dict entry(
                 string "Transport"
                 variant             string "le"
              )
           ]
        method return time=1.2 sender=org.bluez -> destination=:1.5 serial=9 reply_serial=5
           string "no part of the filter"
        """,
      library: .bluez, line: 2, filters: [[.service(0x180D)], [.service(0x180F)]]),
    Sample(
      text: """
        Type=method_call  Endian=l  Flags=0  Version=1 Cookie=7
          Sender=:1.50  Destination=org.bluez  Path=/org/bluez/hci0  Interface=org.bluez.Adapter1  Member=SetDiscoveryFilter
          MESSAGE "a{sv}" {
                  ARRAY "{sv}" {
                          DICT_ENTRY "sv" {
                                  STRING "UUIDs";
                                  VARIANT "as" {
                                          ARRAY "s" {
                                                  STRING "\(long)";
                                          };
                                  };
                          };
                  };
          };
        """,
      library: .bluez, line: 2),
    Sample(
      text: "[bluetooth]# menu scan\n[bluetooth]# uuids 180d 180f\n[bluetooth]# transport le\n[bluetooth]# back\n"
        + "[bluetooth]# scan on\nSetDiscoveryFilter success",
      library: .bluez, line: 3, filters: [[.service(0x180D)], [.service(0x180F)]]),
    Sample(text: "[bluetooth]# uuids 180d\n[bluetooth]# scan on", library: .bluez),
    Sample(text: "[bluetooth]# scan.uuids 180d\n[bluetooth]# scan on", library: .bluez),
  ]

  @Test(arguments: samples) func filters(_ sample: Sample) throws {
    let scans = ScanReader(sample.text, path: sample.path).scans
    let scan = try #require(scans.count == 1 ? scans.first : nil, "\(sample.text): \(scans)")
    #expect(scan.library == sample.library && scan.line == sample.line, "\(sample.text): \(scan)")
    #expect(scan.filters.map(\.conditions) == sample.filters, "\(sample.text): \(scan)")
    #expect(scan.unreadFilters.isEmpty && scan.unreadSettings.isEmpty != sample.isDoubtful, "\(sample.text): \(scan)")
  }

  /// Settings alone say nothing of the filters.
  @Test func settingsAlone() throws {
    let scan = try #require(
      ScanReader("val settings = ScanSettings.Builder().setLegacy(false).build()", path: "-").scans.first)
    #expect(scan.isLegacyOnly == false && scan.filters.isEmpty && !scan.unreadFilters.isEmpty)
  }

  /// Text that only looks like a filter is none.
  @Test(arguments: [
    "{ \"services\": [1] }", "{ \"filters\": [{ \"level\": 3 }] }", "{ \"name\": 1, \"filters\": \"all\" }",
    "withServices: services", "uuids 180d", "menu scan", "services: [0x180d]",
    "val request = Request.Builder().build()", "method call time=1 member=StartDiscovery\n string \"UUIDs\"",
  ]) func noFilter(_ text: String) { #expect(ScanReader(text, path: "-").scans.isEmpty) }

  /// Each beginning and end of a text is read without a trap.
  @Test func brokenText() {
    for sample in Self.samples {
      let characters = Array(sample.text)
      for index in stride(from: 0, to: characters.count, by: 7) {
        for broken in [String(characters[..<index]), String(characters[index...])] {
          for scan in ScanReader(broken, path: sample.path).scans { #expect(scan.line <= 20) }
        }
      }
    }
  }
}

import AdvertReading
import AdvertSources
import AdvertisingData
import Testing

/// The scans that programs for phones ask for.
@Suite struct ScanReaderTests {
  private func scans(_ text: String, _ path: String = "-") -> [RequestedScan] { ScanReader(text, path: path).scans }

  private func scan(_ text: String, _ path: String = "-") throws -> RequestedScan {
    let all = scans(text, path)
    return try #require(all.count == 1 ? all.first : nil, "\(all)")
  }

  private static let builder = """
    val filter = ScanFilter.Builder()
      .setServiceUuid(ParcelUuid.fromString("0000180d-0000-1000-8000-00805f9b34fb"))
      .setDeviceName("Helmet")
      .build()
    """

  /// AltBeacon's library starts the scan itself: the line of a layout is named, with the bytes that it compares.
  @Test(arguments: [
    ("m:2-3=beac,i:4-19", "takes only beacons with beac in bytes 2 to 3 of the manufacturer data"),
    ("m:0-1=03D8,p:1-1", "with 03d8 in bytes 0 to 1 of the manufacturer data, counted from the company identifier: "),
    ("s:0-1=feaa,m:2-2=00,p:3-3:-41", "with 00 in bytes 2 to 2 of the service data, counted from the service UUID"),
    ("m:2-3:beac,i:4-19", "has m:2-3:beac in place of m:FIRST-LAST=HEX"),
    ("m:9-2=beac", "has m:9-2=beac in place of"), ("m:2-3=bea", "has m:2-3=bea in place of"), ("x,p:1-1", ""),
  ]) func layoutsOfAltBeacon(_ layout: String, _ words: String) throws {
    for (text, path) in [
      ("// setBeaconLayout(\nparser.setBeaconLayout(\"\(layout)\")", "App.kt"),
      ("new BeaconParser()\n  .setBeaconLayout(\"\(layout)\"));", "-"),
    ] {
      let reader = ScanReader(text, path: path)
      #expect(reader.scans.isEmpty)
      let obstacle = try #require(reader.unread.first { $0.reason.contains("AltBeacon's library") }, "\(text)")
      #expect(obstacle.line == 2 && obstacle.reason.contains(words), "\(obstacle)")
      #expect(obstacle.reason.contains("the layout") == !words.isEmpty, "\(obstacle)")
    }
  }

  @Test func kotlinLinesWithoutFunction() throws {
    let scan = try scan(
      Self.builder + """

        val settings = ScanSettings.Builder().setScanMode(ScanSettings.SCAN_MODE_LOW_LATENCY).setLegacy(false).build()
        scanner.startScan(listOf(filter), settings, scanCallback)
        """)
    #expect(scan.library == .android && scan.line == 6 && scan.isLegacyOnly == false && !scan.isForBackground)
    #expect(scan.filters.map(\.conditions) == [[.service(0x180D), .name("Helmet")]])
    #expect(scan.unreadFilters.isEmpty && scan.unreadSettings.isEmpty)
  }

  @Test func javaListIsFilledBeforeUse() throws {
    let scan = try scan(
      """
      class Scanner {
        private static final UUID SERVICE = UUID.fromString("0000180f-0000-1000-8000-00805f9b34fb");
        void start() {
          List<ScanFilter> filters = new ArrayList<>();
          filters.add(new ScanFilter.Builder().setServiceUuid(new ParcelUuid(SERVICE),
            ParcelUuid.fromString("0000ffff-0000-0000-0000-000000000000")).build());
          ScanFilter.Builder builder = new ScanFilter.Builder();
          builder.setManufacturerData(0x004c, new byte[] {0x02, 0x15}, new byte[] {(byte) 0xff, 0x0f});
          filters.add(builder.build());
          scanner.startScan(filters, new ScanSettings.Builder().setReportDelay(1000).build(), callback);
        }
      }
      """, "Scanner.java")
    #expect(
      scan.filters.map(\.conditions) == [
        [.maskedService(0x180F, mask: "0000ffff-0000-0000-0000-000000000000")],
        [.manufacturerData(0x004C, [0x02, 0x15], mask: [0xFF, 0x0F])],
      ])
    #expect(scan.isForBackground && scan.isLegacyOnly == true && scan.unreadFilters.isEmpty)
  }

  @Test func listOfFunctionIsRead() throws {
    let scan = try scan(
      """
      class Scanner {
        private List<ScanFilter> build() {
          List<ScanFilter> filters = new ArrayList<ScanFilter>();
          filters.add(new ScanFilter.Builder().setDeviceAddress("F0:F1:F2:F3:F4:F5").build());
          return filters;
        }
        void start() { scanner.startScan(build(), settings(), callback); }
      }
      """, "Scanner.java")
    #expect(scan.filters.first?.conditions == [.address(DeviceAddress(bits: 0xF0F1_F2F3_F4F5, type: .unstated))])
    #expect(scan.isLegacyOnly == nil && scan.unreadSettings.map(\.line) == [7])
  }

  @Test(arguments: ["null", "emptyList()", "listOf()", "mutableListOf<ScanFilter>()"])
  func noFilter(_ list: String) throws {
    let scan = try scan("scanner.startScan(\(list), ScanSettings.Builder().build(), callback)")
    #expect(scan.filters.isEmpty && scan.unreadFilters.isEmpty)
  }

  /// Filters that are not read are never taken for absent.
  @Test(
    arguments: [
      ("scanner.startScan(filters, settings, callback)", 1),
      ("val f = mutableListOf<ScanFilter>()\nif (x) f.add(other)\nscanner.startScan(f, s, callback)", 2),
      ("val f = mutableListOf<ScanFilter>()\nfill(f)\nscanner.startScan(f, s, callback)", 2),
      ("scanner.startScan(uuids.map { ScanFilter.Builder().build() }, s, callback)", 1),
      ("scanner.startScan(listOf(filter(1)), s, callback)", 1),
    ])
  func unreadFilters(_ text: String, line: Int) throws {
    let scan = try scan("// ScanFilter\n" + text)
    #expect(scan.unreadFilters.first?.line == line + 1, "\(scan)")
  }

  /// A line that is run sometimes, several times or later.
  private static let wrappings = [
    "if (x) @", "if (x) { @ }", "for (i in 0..1) { @ }", "handler.post { @ }", "x?.let { @ }",
    "try { @ } catch (e: E) {}",
    "fun inner() { @ }", "when { x -> @ }", "val g = { @ }", "x && @", "while (y) @", "if (x) y() else @",
  ]

  @Test(arguments: wrappings) func conditionsAreCertain(_ wrapping: String) throws {
    let program = """
      class A {
        fun start() {
          val filters = mutableListOf<ScanFilter>()
          val builder = ScanFilter.Builder()
          ONE
          TWO
          filters.add(builder.build())
          scanner.startScan(filters, ScanSettings.Builder().build(), callback)
        }
      }
      """
    let one = "filters.add(ScanFilter.Builder().setDeviceName(\"A\").build())"
    let two = "builder.setServiceUuid(ParcelUuid.fromString(\"0000180d-0000-1000-8000-00805f9b34fb\"))"
    let plain = try scan(program.replacing("ONE", with: one).replacing("TWO", with: two), "A.kt")
    #expect(plain.filters.map(\.conditions) == [[.name("A")], [.service(0x180D)]] && plain.unreadFilters.isEmpty)
    let first = wrapping.replacing("@", with: one)
    let sometimes = try scan(program.replacing("ONE", with: first).replacing("TWO", with: two), "A.kt")
    #expect(
      sometimes.filters.map(\.conditions) == [[.service(0x180D)]] && sometimes.unreadFilters.map(\.line) == [5])
    let second = wrapping.replacing("@", with: two)
    let other = try scan(program.replacing("ONE", with: one).replacing("TWO", with: second), "A.kt")
    #expect(other.filters.map(\.conditions) == [[.name("A")]] && other.unreadFilters.map(\.line) == [6])
  }

  @Test(arguments: ["filters.clear()", "fill(filters)", "filters.removeAt(0)", "filters = other"])
  func changedListIsUnread(_ change: String) throws {
    let scan = try scan(
      """
      class A {
        void start() {
          List<ScanFilter> filters = new ArrayList<>();
          filters.add(new ScanFilter.Builder().setDeviceName("A").build());
          \(change);
          scanner.startScan(filters, new ScanSettings.Builder().build(), callback);
        }
      }
      """, "A.java")
    #expect(scan.filters.isEmpty && scan.unreadFilters.map(\.line) == [5], "\(scan)")
  }

  /// Broken programs are read or refused.
  @Test func brokenPrograms() {
    let samples = [
      (
        "A.kt",
        Self.builder + "\nscanner.startScan(listOf(filter), ScanSettings.Builder().setLegacy(false).build(), callback)"
      ),
      (
        "a.js",
        "navigator.bluetooth.requestDevice({filters: [{services: ['heart_rate'], name: 'A'}], exclusionFilters: []})"
      ),
      ("a.dart", "FlutterBluePlus.startScan(withServices: <Guid>[Guid('180d')], withMsd: [MsdFilter(76, data: [1])])"),
      ("a.py", "s = BleakScanner(cb, ['180d'], bluez={'filters': {'RSSI': -70, 'Pattern': 'A'}}, **more)"),
      ("a.swift", "central.scanForPeripherals(withServices: [CBUUID(string: \"180D\")], options: [:])"),
      ("a.m", "[m scanForPeripheralsWithServices:@[[CBUUID UUIDWithString:@\"180D\"]] options:nil];"),
      ("a.log", "BluetoothLeScanFilter [mDeviceName=A, mUuid=null, mManufacturerId=-1, mManufacturerData=[1, 2]]"),
    ]
    for (path, text) in samples {
      let characters = Array(text)
      for index in stride(from: 0, to: characters.count, by: 5) {
        for broken in [
          String(characters[..<index]), String(characters[index...]),
          String(characters[..<index] + characters[(index + 1)...]),
          String(characters[..<index] + "(" + characters[index...]),
        ] {
          for scan in ScanReader(broken, path: path).scans { #expect(scan.line <= 8) }
        }
      }
    }
  }

  @Test func unreadConditionStaysInFilter() throws {
    let scan = try scan(
      "scanner.startScan(listOf(ScanFilter.Builder().setDeviceName(name).setServiceUuid(uuid).setDeviceName(\"A\").build()), s, cb)"
    )
    #expect(scan.filters.count == 1 && scan.filters[0].conditions == [.name("A")] && scan.filters[0].unread.count == 2)
  }

  @Test func pendingIntentIsForBackground() throws {
    let scan = try scan(
      """
      val intent: PendingIntent = PendingIntent.getBroadcast(this, 0, Intent(), 0)
      scanner.startScan(null, ScanSettings.Builder().build(), intent)
      """)
    #expect(scan.isForBackground)
  }

  @Test func servicesOfStartLeScan() throws {
    let scan = try scan(
      """
      UUID[] services = new UUID[] { UUID.fromString("0000180d-0000-1000-8000-00805f9b34fb"),
        UUID.fromString("0000180f-0000-1000-8000-00805f9b34fb") };
      adapter.startLeScan(services, callback);
      """, "A.java")
    #expect(scan.filters.map(\.conditions) == [[.service(0x180D), .service(0x180F)]])
  }

  @Test func coreBluetooth() throws {
    let text = """
      import CoreBluetooth
      let heartRate = CBUUID(string: "180D")
      func start() { central.scanForPeripherals(withServices: [heartRate, CBUUID(string: "180F")], options: nil) }
      """
    let scan = try scan(text, "Scanner.swift")
    #expect(scan.filters.map(\.conditions) == [[.service(0x180D)], [.service(0x180F)]] && scan.line == 3)
    #expect(try self.scan("central.scanForPeripherals(withServices: nil)").filters.isEmpty)
    let unread = try self.scan("central.scanForPeripherals(withServices: services, options: nil)")
    #expect(unread.filters.isEmpty && unread.unreadFilters.count == 1)
    let objectiveC = """
      - (void)start {
        [self.central scanForPeripheralsWithServices:@[[CBUUID UUIDWithString:@"180D"]] options:@{}];
      }
      """
    #expect(try self.scan(objectiveC, "A.m").filters.map(\.conditions) == [[.service(0x180D)]])
    #expect(try self.scan("[m scanForPeripheralsWithServices:nil options:nil];", "A.m").filters.isEmpty)
  }

  @Test func manifestOfAndroid() {
    let permission = "<uses-permission android:name=\"android.permission.BLUETOOTH_SCAN\" "
    let flag = "android:usesPermissionFlags=\"neverForLocation\" />"
    #expect(AndroidManifest("<manifest>\(permission)\(flag)</manifest>")?.neverForLocation == true)
    #expect(
      AndroidManifest("<manifest><!-- \(permission)\(flag) -->\(permission)/></manifest>")?.neverForLocation == false)
    #expect(AndroidManifest("val a = \"<manifest>\"") == nil)
  }
}

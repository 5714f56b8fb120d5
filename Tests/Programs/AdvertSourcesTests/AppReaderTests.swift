import AdvertBuilders
import AdvertObservation
import AdvertReading
import AdvertSources
import AdvertisingData
import TestSupport
import Testing

/// Apps for phones, with the octets that Android and CoreBluetooth make of their calls.
@Suite struct AppReaderTests {
  private func read(_ text: String, _ language: ProgramReader.Language) throws -> DeclaredLayout {
    let program = ProgramReader(text, language: language)
    #expect(program.unread.isEmpty, "\(program.unread)")
    return try #require(program.layouts.count == 1 ? program.layouts.first : nil)
  }

  private func unread(_ text: String, _ language: ProgramReader.Language) -> [SourceObstacle] {
    let program = ProgramReader(text, language: language)
    #expect(program.layouts.isEmpty, "\(text)")
    return program.unread
  }

  @Test func kotlinChains() throws {
    let layout = try read(
      """
      import android.bluetooth.le.*
      class Lamp(private val advertiser: BluetoothLeAdvertiser) {
        fun start() {
          val settings = AdvertiseSettings.Builder()
            .setAdvertiseMode(AdvertiseSettings.ADVERTISE_MODE_LOW_LATENCY)
            .setConnectable(true)
            .setTimeout(0)
            .build()
          val data = AdvertiseData.Builder()
            .setIncludeDeviceName(false)
            .addServiceUuid(ParcelUuid(SERVICE))
            .build()
          val response = AdvertiseData.Builder().addManufacturerData(COMPANY, byteArrayOf(0x01, 0xFF.toByte(), -2)).build()
          if (ready) advertiser?.startAdvertising(settings, data, response, callback)
        }
        companion object {
          private val SERVICE: UUID = UUID.fromString("afd0ffa0-2a9e-41a9-b9db-115a0e511de4")
          private const val COMPANY = 0x0059
        }
      }
      """, .kotlin)
    #expect(blocks(layout) == ["ADV_IND", "020102" + "1107e41d510e5a11dbb9a9419e2aa0ffd0af", "06ff5900" + "01fffe"])
    #expect(layout.intervalMicroseconds == 100_000 && layout.isIntervalAssumed)
    // A finding on the service points at its call.
    #expect(layout.advertisingText?.octets[5].line == 11)
  }

  @Test func kotlinApplyFunctionsAndObjects() throws {
    let layout = try read(
      """
      import android.bluetooth.le.AdvertiseData
      object Profile { val PULSE = ParcelUuid.fromString("0000180d-0000-1000-8000-00805f9b34fb") }
      class Lamp {
        private fun settings(): AdvertiseSettings = AdvertiseSettings.Builder().setConnectable(false).build()
        private fun data(): AdvertiseData {
          val builder = AdvertiseData.Builder()
          builder.addServiceUuid(Profile.PULSE)
          // builder.addServiceUuid(Profile.OTHER)
          builder.setIncludeTxPowerLevel(true)
          return builder.build()
        }
        private val response = AdvertiseData.Builder().apply {
          addServiceData(Profile.PULSE, "ok".toByteArray(Charsets.UTF_8))
        }.build()
        fun start() = advertiser.startAdvertising(settings(), data(), this.response, callback)
      }
      """, .kotlin)
    #expect(blocks(layout) == ["ADV_SCAN_IND", "020a00" + "03030d18", "05160d186f6b"])
    // The phone fills the power in.
    #expect(layout.variation(of: .advertising)[2] != nil)
  }

  @Test(arguments: [
    "\"ok\".toByteArray()", "\"ok\".toByteArray(Charsets.UTF_8)", "\"ok\".toByteArray(StandardCharsets.UTF_8)",
    "\"ok\".toByteArray(Charset.forName(\"UTF-8\"))", "\"ok\".toByteArray(Charset.forName(\"utf8\"))",
    "\"ok\".toByteArray(charset(\"UTF-8\"))", "\"ok\".toByteArray(Charset.defaultCharset())",
    "\"ok\".toByteArray(charset = Charsets.US_ASCII)", "\"ok\".toByteArray(CODE)", "\"ok\".encodeToByteArray()",
  ])
  func charactersOfTexts(_ text: String) {
    func program(_ text: String) -> String {
      """
      import android.bluetooth.le.*
      val CODE = Charset.forName("ISO-8859-1")
      fun start(a: BluetoothLeAdvertiser, c: AdvertiseCallback) {
        val data = AdvertiseData.Builder().addManufacturerData(0xFFFF, \(text)).build()
        a.startAdvertising(AdvertiseSettings.Builder().setConnectable(true).build(), data, c)
      }
      """
    }
    expect(program(text), .kotlin, [["ADV_IND", "02010205ffffff6f6b", ""]])
    expectRefusal(program("\"ok\".toByteArray(Charset.forName(\"UTF-16\"))"), .kotlin, 4, "is not computed here")
  }

  @Test func javaBuilders() throws {
    let layout = try read(
      """
      import android.bluetooth.le.AdvertiseData;
      public class Lamp {
        private static final UUID SERVICE = UUID.fromString("0000180F-0000-1000-8000-00805F9B34FB");
        private static final byte[] MADE = {0x01, (byte) 0x80};
        void start() {
          AdvertiseSettings.Builder settings = new AdvertiseSettings.Builder();
          settings.setConnectable(false);
          AdvertiseData.Builder builder = new AdvertiseData.Builder();
          builder.addServiceUuid(new ParcelUuid(SERVICE));
          builder.addManufacturerData(89, MADE);
          final AdvertiseData data = builder.build();
          advertiser.startAdvertising(settings.build(), data, new AdvertiseCallback() {
            @Override public void onStartFailure(int errorCode) { Log.e(TAG, "failed " + errorCode); }
          });
        }
      }
      """, .java)
    #expect(blocks(layout) == ["ADV_SCAN_IND", "05ff59000180" + "03030f18", ""])
    #expect(layout.intervalMicroseconds == 1_000_000)
  }

  @Test func advertisingSets() throws {
    let layout = try read(
      """
      import android.bluetooth.le.*
      fun start() {
        val parameters = AdvertisingSetParameters.Builder().setLegacyMode(false).setInterval(AdvertisingSetParameters.INTERVAL_HIGH)
          .setTxPowerLevel(AdvertisingSetParameters.TX_POWER_MEDIUM).build()
        val data = AdvertiseData.Builder().addManufacturerData(0xFFFF, ByteArray(2)).build()
        advertiser.startAdvertisingSet(parameters, data, null, null, null, callback)
      }
      """, .kotlin)
    #expect(blocks(layout) == ["EXT_NONCONNECTABLE", "05ffffff0000", "none"])
  }

  /// What the phone's name does depends on its length.
  @Test func thePhonesName() throws {
    func app(_ data: String, _ response: String = "null") -> String {
      """
      import android.bluetooth.le.*
      fun start() = advertiser.startAdvertising(AdvertiseSettings.Builder().build(),
        AdvertiseData.Builder()\(data).build(), \(response), callback)
      """
    }
    let service = #".addServiceUuid(ParcelUuid.fromString("afd0ffa0-2a9e-41a9-b9db-115a0e511de4"))"#
    let named = ProgramReader(app(service + ".setIncludeDeviceName(true)"), language: .kotlin).layouts
    #expect(named.map { blocks($0)[1] } == ["0201020909" + "3f3f3f3f3f3f3f3f" + "1107e41d510e5a11dbb9a9419e2aa0ffd0af"])
    #expect(named.first?.doubts.contains { "\($0)".contains("more than 8 characters") } == true)
    #expect(named.first?.openOctets(of: .advertising).covers(5..<13) == true)
    // The program gives the phone a name.
    for naming in ["adapter.setName(\"Owl\")", "bluetoothAdapter?.name = \"Owl\""] {
      let text = app(service + ".setIncludeDeviceName(true)").replacing(
        "fun start()", with: "fun name() {\n\(naming)\n}\nfun start()")
      #expect(
        ProgramReader(text, language: .kotlin).layouts.map { blocks($0)[1] } == [
          "02010204094f776c1107e41d510e5a11dbb9a9419e2aa0ffd0af"
        ], "\(naming)")
    }
    let full = unread(
      app(service + ".setIncludeTxPowerLevel(true).addManufacturerData(1, byteArrayOf(1)).setIncludeDeviceName(true)"),
      .kotlin)
    #expect(full.first?.reason.contains("ADVERTISE_FAILED_DATA_TOO_LARGE") == true)
    #expect(full.first?.refusal?.remedy?.hasPrefix("leave the phone's name out") == true, "\(full)")
    let response = try read(app(service, "AdvertiseData.Builder().setIncludeDeviceName(true).build()"), .kotlin)
    #expect(blocks(response)[2] == "unknown")
    // The last switch counts.
    let off = try read(app(service + ".setIncludeDeviceName(true).setIncludeDeviceName(false)"), .kotlin)
    #expect(blocks(off)[1].hasPrefix("0201021107"))
    let refused = unread(
      app(service + ".addServiceData(ParcelUuid.fromString(\"0000180d-0000-1000-8000-00805f9b34fb\"), ByteArray(9))"),
      .kotlin)
    #expect(refused.first?.reason.contains("ADVERTISE_FAILED_DATA_TOO_LARGE") == true)
  }

  /// A call with room for short names of a phone alone is in doubt, at its line and with the sizes.
  @Test(arguments: [
    (".addServiceUuid(ID).setIncludeDeviceName(true)", "null", "39 bytes, 31 available", true),
    (".setIncludeDeviceName(true).addServiceData(ID, ByteArray(1)).addServiceUuid(SHORT)", "null", "44 bytes", true),
    (".setIncludeDeviceName(true).addServiceUuid(SHORT)", "null", nil, false),
    (".setIncludeDeviceName(true).addServiceUuid(SHORT).addManufacturerData(1, ByteArray(2))", "null", nil, false),
    (".setIncludeDeviceName(true).addManufacturerData(1, ByteArray(10))", "null", "35 bytes", true),
    (
      ".setIncludeDeviceName(true).addManufacturerData(1, ByteArray(10))",
      "AdvertiseData.Builder().addServiceUuid(ID).build()", "35 bytes", false
    ),
    (
      ".addServiceUuid(SHORT)", "AdvertiseData.Builder().addServiceUuid(ID).setIncludeDeviceName(true).build()",
      "36 bytes", false
    ),
    (
      ".addServiceUuid(SHORT)", "AdvertiseData.Builder().addServiceUuid(SHORT).setIncludeDeviceName(true).build()", nil,
      false
    ),
  ]) func usualNameOfPhone(_ data: String, _ response: String, _ size: String?, _ canMove: Bool) throws {
    var text = """
      import android.bluetooth.le.*
      fun start() = advertiser.startAdvertising(AdvertiseSettings.Builder().build(),
        AdvertiseData.Builder()\(data).build(), \(response), callback)
      """
    for (name, uuid) in [
      ("ID", "afd0ffa0-2a9e-41a9-b9db-115a0e511de4"), ("SHORT", "0000180d-0000-1000-8000-00805f9b34fb"),
    ] { text = text.replacing(name, with: "ParcelUuid.fromString(\"\(uuid)\")") }
    let program = ProgramReader(text, language: .kotlin)
    let refusals = program.unread.filter { $0.refusal?.isCertain == false }
    #expect(refusals.count == (size == nil ? 0 : 1) && refusals.count == program.unread.count, "\(program.unread)")
    guard let size, let refusal = refusals.first else { return }
    #expect(refusal.line > 1 && refusal.reason.contains("16 characters") && refusal.reason.contains(size))
    #expect(refusal.refusal?.remedy?.contains("move it to the scan response") == canMove)
    #expect(program.layouts.count == 1)
  }

  @Test func swiftDictionaries() throws {
    let layout = try read(
      """
      #if os(iOS)
      import CoreBluetooth
      final class Lamp: NSObject, CBPeripheralManagerDelegate {
        static let service = CBUUID(string: "180D")
        private let name = "Lamp"
        func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
          guard peripheral.state == .poweredOn else { return }
          peripheral.startAdvertising([
            CBAdvertisementDataServiceUUIDsKey: [Self.service, CBUUID(string: "AFD0FFA0-2A9E-41A9-B9DB-115A0E511DE4")],
            CBAdvertisementDataLocalNameKey: name,
          ])
        }
      }
      #endif
      """, .swift)
    let services = "03030d18" + "1107e41d510e5a11dbb9a9419e2aa0ffd0af"
    #expect(blocks(layout) == ["ADV_IND", "02011a" + services + "05094c616d70", ""])
    #expect(layout.variation(of: .advertising)[2] != nil)
  }

  @Test func swiftServicesAndVariables() throws {
    let layout = try read(
      """
      import CoreBluetooth
      let pulse = CBMutableService(type: CBUUID(nsuuid: UUID(uuidString: "AFD0FFA0-2A9E-41A9-B9DB-115A0E511DE4")!), primary: true)
      func start(_ manager: CBPeripheralManager) {
        let advertisement: [String: Any] = [CBAdvertisementDataServiceUUIDsKey: [pulse.uuid]]
        manager.startAdvertising(advertisement as [String: Any])
      }
      """, .swift)
    #expect(blocks(layout) == ["ADV_IND", "02011a" + "1107e41d510e5a11dbb9a9419e2aa0ffd0af", ""])
  }

  /// A member that cannot be used before the one place that sets it has the value from there.
  @Test func memberSetLater() {
    let app = """
      import CoreBluetooth
      class Lamp: NSObject {
        private var service: CBMutableService!
        func start() {
          service = CBMutableService(type: CBUUID(string: "180D"), primary: true)
          manager.add(service)
          manager.startAdvertising([CBAdvertisementDataServiceUUIDsKey: [service.uuid]])
        }
      }
      """
    expect(app, .swift, [["ADV_IND", "02011a03030d18", ""]])
    // An extension has the members of its type, and no others.
    let divided = app.replacing("  func start() {", with: "}\nextension Lamp {\n  func start() {")
    expect(divided, .swift, [["ADV_IND", "02011a03030d18", ""]])
    #expect(
      !reasons(ProgramReader(divided.replacing("extension Lamp", with: "extension Other"), language: .swift)).isEmpty)
    let doubts = [
      ("CBMutableService!", "CBMutableService?"), ("CBMutableService!", "CBMutableService? = nil"),
      ("manager.add(service)", "service = other"), ("manager.add(service)", "change(&service)"),
      ("manager.add(service)", "lamp.service = other"),
    ]
    for (known, doubtful) in doubts {
      #expect(!reasons(ProgramReader(app.replacing(known, with: doubtful), language: .swift)).isEmpty, "\(doubtful)")
    }
    let kotlin = """
      import android.bluetooth.le.*
      class Lamp {
        private lateinit var data: AdvertiseData
        fun prepare() { data = AdvertiseData.Builder().addManufacturerData(1, byteArrayOf(2)).build() }
        fun start() { advertiser.startAdvertising(AdvertiseSettings.Builder().build(), data, callback) }
      }
      """
    expect(kotlin, .kotlin, [["ADV_IND", "02010204ff010002", ""]])
    #expect(
      !unread(kotlin.replacing("lateinit var data: AdvertiseData", with: "var data: AdvertiseData? = null"), .kotlin)
        .isEmpty)
  }

  /// Each of these says something else than it seems to, or may.
  @Test(arguments: [
    "var data = AdvertiseData.Builder().build()\n  if (x) { data = other }",
    "var data = AdvertiseData.Builder().build()\n  data = other",
    "val builder = AdvertiseData.Builder()\n  if (x) builder.setIncludeTxPowerLevel(true)\n  val data = builder.build()",
    "val builder = AdvertiseData.Builder()\n  if (x)\n    builder.setIncludeTxPowerLevel(true)\n  val data = builder.build()",
    "val builder = AdvertiseData.Builder()\n  for (i in 0..1) { builder.setIncludeTxPowerLevel(true) }\n  val data = builder.build()",
    "val builder = AdvertiseData.Builder()\n  fill(builder)\n  val data = builder.build()",
    "val builder = AdvertiseData.Builder()\n  x?.let { builder.setIncludeTxPowerLevel(it) }\n  val data = builder.build()",
    "val builder = AdvertiseData.Builder()\n  val other = builder\n  val data = builder.build()",
    "val builder = AdvertiseData.Builder()\n  Log.d(TAG, \"${builder.setIncludeTxPowerLevel(true)}\")\n  val data = builder.build()",
    "val data = if (x) AdvertiseData.Builder().build() else null",
    "val data = AdvertiseData.Builder().also { fill(it) }.build()",
    "val data = AdvertiseData.Builder().apply { if (x) setIncludeTxPowerLevel(true) }.build()",
    "val data = AdvertiseData.Builder().apply { x ?: setIncludeTxPowerLevel(true) }.build()",
    "val data = AdvertiseData.Builder().addManufacturerData(ID, byteArrayOf(1)).build()",
    "val data = AdvertiseData.Builder().addManufacturerData(1, bytes(2)).build()",
    "val made = byteArrayOf(1)\n  made[0] = 2\n  val data = AdvertiseData.Builder().addManufacturerData(1, made).build()",
    "val made = byteArrayOf(1)\n  fill(made)\n  val data = AdvertiseData.Builder().addManufacturerData(1, made).build()",
    "val made = byteArrayOf(1)\n  made.fill(3)\n  val data = AdvertiseData.Builder().addManufacturerData(1, made).build()",
    "val data = AdvertiseData.Builder().setIncludeTxPowerLevel(!x).build()",
    "val data by lazy { AdvertiseData.Builder().build() }",
    "val (data, other) = make()",
    "lateinit var data: AdvertiseData",
    "val data: AdvertiseData get() = make()",
    "val data = listOf(1).map { data -> AdvertiseData.Builder().build() }",
  ])
  func whatIsNotCertainIsNotRead(_ text: String) {
    let app = """
      import android.bluetooth.le.*
      fun start(x: Boolean) {
        val settings = AdvertiseSettings.Builder().build()
        \(text)
        advertiser.startAdvertising(settings, data, callback)
      }
      """
    #expect(!reasons(ProgramReader(app, language: .kotlin)).isEmpty, "\(text)")
  }

  @Test(arguments: [
    "var data: [String: Any] = [CBAdvertisementDataLocalNameKey: \"A\"]\n  data[CBAdvertisementDataServiceUUIDsKey] = x",
    "var data: [String: Any] = [CBAdvertisementDataLocalNameKey: \"A\"]\n  if x { data.removeAll() }",
    "var data: [String: Any] = [CBAdvertisementDataLocalNameKey: \"A\"]\n  change(&data)",
    "let data: [String: Any] = x ? [CBAdvertisementDataLocalNameKey: \"A\"] : [:]",
    "let data: [String: Any] = [key: \"A\"]",
    "let data: [String: Any] = [CBAdvertisementDataManufacturerDataKey: Data()]",
    "let data: [String: Any] = [CBAdvertisementDataServiceUUIDsKey: uuids.map { CBUUID(string: $0) }]",
    "let data: [String: Any] = [CBAdvertisementDataServiceUUIDsKey: [CBUUID(string: \"12345678\")]]",
    "let data: [String: Any] = [CBAdvertisementDataServiceUUIDsKey: [CBUUID(nsuuid: id)]]",
    "let data: [String: Any] = {\n    [CBAdvertisementDataLocalNameKey: \"A\"]\n  }()",
    "if let data = x as? [String: Any] { use(data) }",
    "#if DEBUG\n  let data: [String: Any] = [CBAdvertisementDataLocalNameKey: \"A\"]\n  #endif",
    "let data: [String: Any] = [\n  #if DEBUG\n  CBAdvertisementDataLocalNameKey: \"A\",\n  #endif\n  ]",
  ])
  func whatIsNotCertainIsNotReadInSwift(_ text: String) {
    let app = """
      import CoreBluetooth
      func start(_ x: Bool) {
        \(text)
        manager.startAdvertising(data)
      }
      """
    #expect(!reasons(ProgramReader(app, language: .swift)).isEmpty, "\(text)")
  }

  /// Fields before an unknown value stay known, and the rest is in doubt.
  @Test(arguments: [
    (
      "AdvertiseData.Builder().addServiceUuid(ParcelUuid.fromString(\"0000180d-0000-1000-8000-00805f9b34f$x\")).build()",
      true
    ),
    ("AdvertiseData.Builder().addServiceUuid(ParcelUuid.fromString(\"180d\")).build()", true),
    ("[CBAdvertisementDataLocalNameKey: \"A\\(x)\"]", false),
    ("[CBAdvertisementDataLocalNameKey: UIDevice.current.name]", false),
  ])
  func whatIsKnownStays(_ data: String, _ isKotlin: Bool) throws {
    let app =
      isKotlin
      ? "import android.bluetooth.le.*\nfun start(x: Boolean) {\n  val settings = AdvertiseSettings.Builder().build()\n"
        + "  val data = \(data)\n  advertiser.startAdvertising(settings, data, callback)\n}"
      : "import CoreBluetooth\nfunc start(_ x: Bool) {\n  let data: [String: Any] = \(data)\n  manager.startAdvertising(data)\n}"
    let program = ProgramReader(app, language: isKotlin ? .kotlin : .swift)
    let layout = try #require(program.layouts.first, "\(program.unread)")
    #expect(
      !unreadParts(layout).isEmpty && blocks(layout)[1].hasPrefix(isKotlin ? "020102" : "02011a"), "\(layout.doubts)")
  }

  /// Methods of the same name that are not the system's.
  @Test func otherMethodsAreLeftAlone() {
    for (text, language) in [
      (
        "import android.bluetooth.le.*\nfun f() { ble.startAdvertising(); ble.startAdvertising(name) }",
        ProgramReader.Language.kotlin
      ),
      ("fun f() { a.startAdvertising(1, 2, 3) }", .kotlin),
      ("import CoreBluetooth\nfunc f() { ble.startAdvertising(name: \"A\"); ble.startAdvertising() }", .swift),
    ] {
      let program = ProgramReader(text, language: language)
      #expect(program.layouts.isEmpty && program.unread.isEmpty, "\(text)")
    }
  }

  @Test func aConditionAroundTheCallIsNoDoubt() throws {
    // What the call sends when it is run is the same.
    let layout = try read(
      """
      import CoreBluetooth
      func start() { if manager.state == .poweredOn { manager.startAdvertising([CBAdvertisementDataLocalNameKey: "Lamp"]) } }
      """, .swift)
    #expect(blocks(layout) == ["ADV_IND", "02011a" + "05094c616d70", ""])
    #expect(
      !unread(
        "import CoreBluetooth\n#if DEBUG\nfunc f() { m.startAdvertising([CBAdvertisementDataLocalNameKey: \"A\"]) }\n#endif",
        .swift
      ).isEmpty)
  }

  /// Text that no compiler takes, and text made to take long, ends with a reason or with nothing.
  @Test func hostileTexts() {
    let much = isExhaustive ? 100_000 : 10_000
    let call = "\nfun f() { a.startAdvertising(s, d, c) }\n"
    let head = "import android.bluetooth.le.*\nimport CoreBluetooth\n"
    let many = String(repeating: "val d = d; ", count: much / 20)
    for text in [
      String(repeating: "(", count: much),
      String(repeating: "{", count: much) + String(repeating: "}", count: much),
      String(repeating: "\"\\(", count: much / 2), String(repeating: "\"${", count: much / 2),
      String(repeating: "/*", count: much),
      String(repeating: "#", count: much) + "\"", "\"", "\"\"\"", "'", "`", "/*", "\\", "#if", "#endif", "\"${",
      "\"\\(", "\u{0}\u{feff}",
      head + many + call, head + String(repeating: "d ", count: much / 2) + call,
      head + String(repeating: "f(d: d) ", count: much / 20) + call,
      head + String(repeating: "a.startAdvertising(d, d, d)\n", count: much / 50),
      head + String(repeating: "m.startAdvertising([d: d])\n", count: much / 50),
      head + "val s = " + String(repeating: "(", count: much / 20) + "1"
        + String(repeating: ")", count: much / 20) + call,
      head + String(repeating: "x", count: 10 * much) + call,
      head + "\"" + String(repeating: "é", count: 5 * much) + "\"" + call,
      head + (0..<(much / 33)).map { "fun f\($0)() = f\($0 + 1)()\n" }.joined()
        + "fun g() { a.startAdvertising(f0(), f0(), c) }",
      head + "val s = s\nval d = d" + call, head + "fun s() = s()\nfun f() { a.startAdvertising(s(), s(), c) }",
    ] {
      for language in [ProgramReader.Language.kotlin, .java, .swift] {
        #expect(ProgramReader(text, language: language).layouts.isEmpty)
      }
    }
  }
}

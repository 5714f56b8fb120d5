import AdvertReading
import AdvertSources
import AdvertisingData
import Testing

/// One value that is not read leaves the rest of a program known.
@Suite struct UnreadFieldTests {
  /// A program with a name, a service and data of a company.
  struct Sample: CustomTestStringConvertible {
    let language: ProgramReader.Language
    let text: String
    /// The expression of each value, and expressions in its place whose values are not read.
    let name: (known: String, unread: [String])
    let service: (known: String, unread: [String])
    let data: (known: String, unread: [String])

    var testDescription: String { "\(language): \(text.prefix(40))" }
  }

  static let samples = [
    Sample(
      language: .c,
      text: """
        static const uint8_t maker[] = { 0x59, 0x00, 0x01 };
        static const struct bt_data ad[] = {
          BT_DATA_BYTES(BT_DATA_FLAGS, 0x06),
          BT_DATA(BT_DATA_MANUFACTURER_DATA, maker, sizeof(maker)),
          BT_DATA(BT_DATA_NAME_COMPLETE, "Owl", 3),
        };
        static const struct bt_data sd[] = { BT_DATA_BYTES(BT_DATA_UUID16_ALL, BT_UUID_16_ENCODE(0x180d)) };
        void start(void) { bt_le_adv_start(BT_LE_ADV_CONN_FAST_1, ad, ARRAY_SIZE(ad), sd, ARRAY_SIZE(sd)); }
        """,
      name: ("\"Owl\", 3", ["OWL, sizeof(OWL) - 1", "CONFIG_BT_DEVICE_NAME, sizeof(CONFIG_BT_DEVICE_NAME) - 1"]),
      service: ("BT_UUID_16_ENCODE(0x180d)", ["BT_UUID_16_ENCODE(OWL_UUID)", "OWL_UUID_BYTES"]),
      data: ("maker, sizeof(maker)", ["owl, sizeof(owl)", "owl, OWL_COUNT"])),
    Sample(
      language: .cPlusPlus,
      text: """
        #include <NimBLEDevice.h>
        void setup() {
          NimBLEDevice::init("Owl");
          NimBLEAdvertisementData ad;
          ad.setFlags(6);
          ad.setManufacturerData(std::string("\\x59\\x00\\x01", 3));
          ad.setName("Owl");
          NimBLEAdvertisementData sd;
          sd.addServiceUUID("180D");
          NimBLEAdvertising *a = NimBLEDevice::getAdvertising();
          a->setAdvertisementData(ad);
          a->setScanResponseData(sd);
          a->start();
        }
        """,
      name: ("setName(\"Owl\")", ["setName(OWL)", "setName(owl.c_str())", "setName(preferences.getString(\"n\"))"]),
      service: ("\"180D\"", ["OWL_UUID", "NimBLEUUID(OWL_UUID)"]),
      data: ("std::string(\"\\x59\\x00\\x01\", 3)", ["owl", "reading()"])),
    Sample(
      language: .kotlin,
      text: """
        import android.bluetooth.le.*
        fun start(advertiser: BluetoothLeAdvertiser) {
          val settings = AdvertiseSettings.Builder().setConnectable(true).build()
          val ad = AdvertiseData.Builder().addManufacturerData(0x59, byteArrayOf(1)).build()
          val sd = AdvertiseData.Builder().addServiceUuid(ParcelUuid.fromString("0000180d-0000-1000-8000-00805f9b34fb")).build()
          advertiser.startAdvertising(settings, ad, sd, callback)
        }
        """,
      name: ("", []),
      service: ("\"0000180d-0000-1000-8000-00805f9b34fb\"", ["OWL_UUID", "owl()", "prefs.uuid"]),
      data: ("byteArrayOf(1)", ["owl()", "owl.bytes"])),
    Sample(
      language: .swift,
      text: """
        import CoreBluetooth
        func start() {
          manager.startAdvertising([
            CBAdvertisementDataLocalNameKey: "Owl",
            CBAdvertisementDataServiceUUIDsKey: [CBUUID(string: "180D")],
          ])
        }
        """,
      name: ("\"Owl\"", ["UIDevice.current.name", "owl", "\"Owl \\(number)\""]), service: ("", []), data: ("", [])),
    Sample(
      language: .python,
      text: """
        import aioble, bluetooth
        async def run():
            await aioble.advertise(30000, name="Owl", services=[bluetooth.UUID(0x180D)])
        """,
      name: ("\"Owl\"", ["owl()", "config.name"]), service: ("bluetooth.UUID(0x180D)", ["config.uuid", "owl()"]),
      data: ("", [])),
  ]

  private func programs(_ sample: Sample, _ value: (known: String, unread: [String])) -> [ProgramReader] {
    value.unread.map { ProgramReader(sample.text.replacing(value.known, with: $0), language: sample.language) }
  }

  /// Returns the AD structures of a layout, block by block, without those of a type.
  private func structures(_ program: ProgramReader, without types: [ADType]) -> [[[UInt8]]] {
    guard let layout = program.layouts.first?.layout else { return [] }
    return [layout.advertising, layout.scanResponse.payloads.first].map { payload in
      (payload?.decoded.elements ?? []).filter { !types.contains($0.type) }.map {
        [$0.type.rawValue] + Array($0.value.octets)
      }
    }
  }

  private func expect(_ sample: Sample, _ value: (known: String, unread: [String]), types: [ADType], layouts: Int) {
    let whole = ProgramReader(sample.text, language: sample.language)
    #expect(whole.layouts.count == 1 && reasons(whole).isEmpty, "\(whole.unread)")
    for program in programs(sample, value) {
      #expect(program.layouts.count == layouts, "\(program.unread)")
      #expect(structures(program, without: types) == structures(whole, without: types), "\(blocks(program))")
      for layout in program.layouts {
        // Nothing but the value is in doubt besides what was before, and its doubt names a line.
        let causes = layout.doubts.map { $0.cause }.filter {
          if case .supposed(_, line: .some) = $0 { false } else { true }
        }
        let before = whole.layouts.flatMap { $0.doubts }.map { $0.cause }
        #expect(!unreadParts(layout).isEmpty && causes.allSatisfy { before.contains($0) }, "\(layout.doubts)")
        // Nobody can make code of it.
        #expect(layout.stackBuild == nil)
      }
    }
  }

  @Test(arguments: samples) func names(_ sample: Sample) {
    expect(sample, sample.name, types: [.completeLocalName, .shortenedLocalName], layouts: 1)
  }

  @Test(arguments: samples) func services(_ sample: Sample) {
    let types: [ADType] = [
      .completeServiceUUIDs16, .completeServiceUUIDs128, .incompleteServiceUUIDs16, .incompleteServiceUUIDs128,
    ]
    // In an array of Zephyr, the type says the width.
    expect(sample, sample.service, types: types, layouts: sample.language == .c ? 1 : 2)
  }

  @Test(arguments: samples) func data(_ sample: Sample) {
    expect(sample, sample.data, types: [.manufacturerData], layouts: 1)
  }

  /// The longest name that fits is shown, and the sentence says what becomes of a longer one.
  @Test func longestName() throws {
    let program = ProgramReader(
      Self.samples[0].text.replacing("\"Owl\", 3", with: "OWL, sizeof(OWL) - 1"), language: .c)
    #expect(blocks(program).map { $0[1] } == ["020106" + "04ff590001" + "1609??…"])
    let layout = try #require(program.layouts.first)
    let words = try #require(unreadParts(layout).first).words
    #expect(words.hasSuffix("1 to 21 bytes are assumed, and of more some or all are left out"), "\(words)")
  }

  /// A program that is wrong is not supposed to send anything.
  @Test(arguments: [
    ("BT_UUID_16_ENCODE(0x180d)", "0x18d, 0x18"), ("BT_UUID_16_ENCODE(0x180d)", "BT_UUID_16_ENCODE(0x12345)"),
    ("maker, sizeof(maker)", "maker, 9"), ("maker[]", "maker[1]"),
  ])
  func faults(_ known: String, _ wrong: String) {
    let program = ProgramReader(Self.samples[0].text.replacing(known, with: wrong), language: .c)
    #expect(program.layouts.isEmpty && !program.unread.isEmpty, "\(blocks(program))")
  }

  /// What an undecided condition adds may be absent, so it is not supposed to be sent.
  @Test func conditions() {
    for line in [
      "BT_DATA(BT_DATA_NAME_COMPLETE, \"Owl\", 3),", "BT_DATA(BT_DATA_MANUFACTURER_DATA, maker, sizeof(maker)),",
    ] {
      let text = Self.samples[0].text.replacing(line, with: "\n#if A > 1\n\(line)\n#endif\n")
      let program = ProgramReader(text, language: .c)
      #expect(program.layouts.isEmpty && !program.unread.isEmpty, "\(blocks(program))")
    }
  }
}

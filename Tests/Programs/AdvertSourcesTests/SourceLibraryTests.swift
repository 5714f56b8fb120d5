import AdvertBuilders
import AdvertObservation
import AdvertReading
import AdvertisingData
import Testing

@testable import AdvertSources

/// The libraries whose calls are read, by their names.
@Suite struct SourceLibraryTests {
  /// Lines with one call of a library, and what says that they are of it.
  private static func lines(_ call: String, of library: SourceLibrary) -> String {
    let names = [library.marks.min(), library.with.min()].compactMap { $0 }.filter { $0 != call }
    guard library.language != .shell else { return (names + [call]).joined(separator: " ") }
    return names.joined(separator: "\n") + "\n\(call)(one);"
  }

  /// No call of a listed library is called a program without calls: it is read, or it is named.
  @Test(arguments: SourceLibrary.all.indices) func eachCallIsNamed(_ number: Int) throws {
    let library = SourceLibrary.all[number]
    #expect(ProgramReader.expectation.contains(library.name))
    for call in library.setting + library.starting {
      let text = Self.lines(call, of: library)
      let excerpt = try #require(SourceExcerpt(text, language: library.language), "\(text)")
      #expect(!excerpt.program.isEmpty, "\(text)")
      // Without the end of a file's name, it is one of these libraries as well.
      #expect(SourceExcerpt(text).map { !$0.program.isEmpty } ?? true, "\(text)")
    }
  }

  /// The functions that readers of C ask a program for are those of the list.
  @Test func functionsOfC() {
    let program = CProgram("void f() {}", isCPlusPlus: false)
    var found = SourceFindings()
    ZephyrReader.read(program, SourceProject(), into: &found)
    NimBLEReader.read(program, into: &found)
    BluedroidReader.read(program, into: &found)
    NRF5Reader.read(program, into: &found)
    let known = Set(SourceLibrary.all.flatMap { $0.setting + $0.starting })
    #expect(Set(program.asked.names).subtracting(known).isEmpty && program.asked.names.count > 15)
  }

  /// Lines that people paste, and the reason why they have no layout.
  @Test(arguments: [
    ("server = BlessServer(name=\"x\", loop=loop)", ProgramReader.Language.python, "does not start the server"),
    (
      "rc = ble_gap_adv_start(own, NULL, BLE_HS_FOREVER, &p, cb, NULL);", .c,
      "ble_gap_adv_start of NimBLE sends what these lines do not set, as with ble_gap_adv_set_fields"
    ),
    ("static void start(void) {\n  ble_gap_adv_start(1);\n}", .c, "as with ble_gap_adv_set_fields"),
    ("err = esp_ble_gap_start_advertising(&m_advParams);", .c, "Bluedroid sends what these lines do not set"),
    ("func f() { NRF.setAdvertising(data) }", .javaScript, ""),
    ("NimBLEDevice::startAdvertising();", .cPlusPlus, "of NimBLE-Arduino sends what these lines do not set"),
    ("BLE.begin();\nBLE.advertise();", .cPlusPlus, "BLE.advertise() of ArduinoBLE sends what these lines do not set"),
    (
      "await FlutterBlePeripheral().start(advertiseData: advertiseData);", .dart,
      "start of flutter_ble_peripheral sends what these lines do not set, as with AdvertiseData"
    ),
  ]) func linesWithoutALayout(_ text: String, _ language: ProgramReader.Language, _ reason: String) throws {
    let program = try #require(SourceExcerpt(text, language: language)).program
    #expect(program.layouts.isEmpty)
    #expect(program.unread.contains { reason.isEmpty || $0.reason.contains(reason) }, "\(program.unread)")
  }

  /// Programs that scan only, comments, and libraries of another language.
  @Test(arguments: [
    ("static bool parse(struct bt_data *data, void *user) { return true; }", ProgramReader.Language.c),
    ("// ble_gap_adv_start(1)\nstruct ble_hs_adv_fields fields;\nble_hs_adv_parse_fields(&fields, d, n);", .c),
    ("void setup() { NimBLEDevice::getScan()->start(5); }", .cPlusPlus),
    ("from adafruit_ble import BLERadio\nfor a in BLERadio().start_scan(ProvideServicesAdvertisement): pass", .python),
    ("let name = advertisementData[CBAdvertisementDataLocalNameKey]", .swift),
    ("BLEPeripheral blePeripheral;\nvoid setup() { blePeripheral.begin(); }", .cPlusPlus),
    ("NRF.setScan(print);", .javaScript), ("BLE.advertise(&data); // Of Particle", .cPlusPlus),
  ]) func programsThatDoNotAdvertise(_ text: String, _ language: ProgramReader.Language) {
    let program = SourceExcerpt(text, language: language)?.program
    #expect(program?.isEmpty ?? true, "\(program?.unread ?? [])")
  }

  private static let flags = "BT_DATA_BYTES(BT_DATA_FLAGS, 6),\n"

  /// Arrays of Zephyr without the call that sends them: the name of one of two says that it is the scan response.
  @Test(arguments: ["sd", "scan_rsp_data", "adv_response", "my_sd"]) func arraysAlone(_ response: String) throws {
    let text = """
      static const struct bt_data ad[] = {
        \(Self.flags)  BT_DATA(BT_DATA_NAME_COMPLETE, "Owl", 3),
      };
      static const struct bt_data \(response)[] = {
        BT_DATA_BYTES(BT_DATA_UUID16_ALL, 0x0d, 0x18),
      };
      """
    let program = try #require(SourceExcerpt(text)).program
    #expect(blocks(program) == [["ADV_IND", "020106" + "04094f776c", "03030d18"]], "\(program.unread)")
    #expect(program.assumptions.contains { $0.words.contains("do not start advertising") })
    // One array alone has no scan response.
    let one = try #require(SourceExcerpt("const struct bt_data ad[] = { \(Self.flags) };")).program
    #expect(blocks(one) == [["ADV_IND", "020106", ""]], "\(one.unread)")
    let unknown = try #require(SourceExcerpt("const struct bt_data \(response)[] = { \(Self.flags) };")).program
    #expect(unknown.layouts.isEmpty && unknown.unread.count == 1)
  }

  /// A name that another file defines leaves what is before it known.
  @Test func arraysWithNamesOfOtherFiles() throws {
    let text = "static const struct bt_data ad[] = {\n\(Self.flags)BT_DATA(BT_DATA_NAME_COMPLETE, NAME, LENGTH),\n};"
    let program = try #require(SourceExcerpt(text)).program
    #expect(program.layouts.map { blocks($0)[1] } == ["020106" + "1b09??…"], "\(program.unread)")
    #expect(program.layouts.first?.doubts.isEmpty == false)
  }

  /// Each block has the cause of its own field.
  @Test func causesOfTwoBlocks() throws {
    let text = """
      static const struct bt_data ad[] = {\n\(Self.flags)BT_DATA(BT_DATA_NAME_COMPLETE, NAME, 5),\n};
      static const struct bt_data sd[] = {\n\(Self.flags)BT_DATA(BT_DATA_NAME_COMPLETE, OTHER, 5),\n};
      """
    let doubts = try #require(SourceExcerpt(text)?.program.layouts.first?.doubts)
    for (block, name, different) in [(Block.advertising, "NAME", "OTHER"), (.scanResponse, "OTHER", "NAME")] {
      let doubt = try #require(doubts.first { $0.part == .octets(block, 5..<10) })
      #expect(doubt.cause.words.contains(name) && !doubt.cause.words.contains(different), "\(doubt.cause.words)")
    }
  }

  /// Data of flutter_ble_peripheral alone are not those of Android.
  @Test(arguments: [
    ("AdvertiseData(localName: 'bletester', includeDeviceName: true);", "Android"),
    ("final AdvertiseData data = AdvertiseData(\n  localName: 'x',\n  includeDeviceName: true);", "Android"),
  ]) func flutter(_ text: String, _ system: String) throws {
    for language in [ProgramReader.Language.dart, nil] {
      let program = try #require(SourceExcerpt(text, language: language)).program
      #expect(program.stacks.contains { $0.stack.id == "core-bluetooth" }, "\(program.unread)")
      // The name of the phone, which Android takes, is not known.
      let android = try #require(program.layouts.first { $0.name?.hasSuffix(system) ?? false })
      #expect(!android.doubts.isEmpty)
    }
  }
}

import AdvertReading
import AdvertSources
import AdvertisingData
import Testing

/// Data that a sketch sets again and again: in a loop, and in a function that clears them first.
@Suite struct RepeatedDataTests {
  private func program(_ text: String) -> ProgramReader { ProgramReader(text, language: .cPlusPlus) }

  private func loop(_ lines: String, _ around: String = "void loop() { @ }") -> String {
    """
    #include <NimBLEDevice.h>
    void setup() { NimBLEDevice::init("Owl"); }
    \(around.replacing("@", with: "auto *a = NimBLEDevice::getAdvertising(); a->stop(); " + lines))
    """
  }

  @Test func firstTimeOfALoop() throws {
    let lines = "a->setManufacturerData(std::string(\"\\x59\\x00\\x01\", 3)); a->start(); delay(1000);"
    let once = try #require(program(loop(lines)).layouts.first)
    #expect(blocks(once)[1] == "02010604ff590001" && once.name == "loop, the first time")
    #expect(program(loop(lines)).assumptions.contains { $0.words.contains("again and again") })
    // A function that the loop calls is the same.
    let called = program(loop(lines, "void send() { @ }\nvoid loop() { send(); }"))
    #expect(called.layouts.map { $0.name } == ["send, the first time"])
    let plain = program(loop(lines, "void send() { @ }\nvoid start() { send(); }"))
    #expect(plain.layouts.map { $0.name } == ["send"])
  }

  /// What the sketch computes is a byte that varies.
  @Test func computedBytes() throws {
    let data = "uint8_t d[4] = {0x59}; d[1] = 0; d[2] = millis(); d[3] = 7;"
    let layout = try #require(
      program(loop("\(data) a->setManufacturerData(std::string((char *)&d[0], 4)); a->start();")).layouts.first)
    #expect(blocks(layout)[1] == "02010605ff59000007")
    #expect(layout.doubts.map { $0.part } == [.octets(.advertising, 7..<8)])
    // A byte that is set once more is known again.
    let known = try #require(
      program(loop("\(data) d[2] = 1; a->setManufacturerData(d, 4); a->start();")).layouts.first)
    #expect(blocks(known)[1] == "02010605ff59000107" && known.doubts.isEmpty)
    expectRefusal(
      loop("\(data) d[n()] = 1; a->setManufacturerData(d, 4); a->start();"), .cPlusPlus, 3, "what n() returns")
  }

  @Test func loopsThatAreNotRead() {
    let set = "a->setManufacturerData(std::string(\"\\x59\\x00\", 2));"
    // The start is elsewhere, comes before, or is run sometimes; the data are set elsewhere, too.
    let go = "void go() { NimBLEDevice::startAdvertising(); }\n"
    expectRefusal(loop(set, go + "void loop() { @ }"), .cPlusPlus, 4, "loop")
    expectRefusal(loop("a->start(); " + set), .cPlusPlus, 3, "after it is sent")
    expectRefusal(loop("if (due()) { \(set) a->start(); }"), .cPlusPlus, 3, "the if")
    expectRefusal(
      loop(set + " a->start();", "void more() { @ }\nvoid loop() { @ more(); }"), .cPlusPlus, 4, "another function")
  }

  // MARK: clearData

  private func bluefruit(_ lines: String, _ more: String = "") -> String {
    """
    #include <bluefruit.h>
    void advertise() {
    \(lines)
      Bluefruit.Advertising.start(0);
    }
    \(more)
    """
  }
  private static let clear = "Bluefruit.Advertising.clearData(); Bluefruit.ScanResponse.clearData();"
  private static let add = "Bluefruit.Advertising.addFlags(6); Bluefruit.ScanResponse.addUuid(0x180d);"

  /// What is cleared is not sent, and a function that clears all that it sets can run at any time.
  @Test func clearedBlocks() {
    let all = [["ADV_IND", "020106", "03030d18"]]
    expect(bluefruit(Self.clear + Self.add), .cPlusPlus, all)
    expect(bluefruit("Bluefruit.Advertising.addTxPower(); " + Self.clear + Self.add), .cPlusPlus, all)
    expect(bluefruit(Self.add + "Bluefruit.ScanResponse.clearData();"), .cPlusPlus, [["ADV_IND", "020106", ""]])
    let calls = "void setup() { advertise(); }\nvoid disconnected(uint16_t c, uint8_t r) { advertise(); }"
    expect(bluefruit(Self.clear + Self.add, calls), .cPlusPlus, all)
    expectRefusal(bluefruit(Self.add, calls), .cPlusPlus, 7, "called several times")
    let half = "Bluefruit.Advertising.clearData(); " + Self.add
    expectRefusal(bluefruit(half, calls), .cPlusPlus, 7, "called several times")
    expectRefusal(bluefruit("if (near) Bluefruit.Advertising.clearData(); " + Self.add), .cPlusPlus, 3, "the if")
  }

  private func alternatives(_ condition: String, _ first: String, _ second: String) -> ProgramReader {
    ProgramReader(
      """
      #include "host/ble_hs.h"
      static struct ble_hs_adv_fields shared;
      static void advertise(int which) {
        struct ble_gap_adv_params params = {0};
        struct ble_hs_adv_fields one = {0}, two = {0};
        one.flags = 6;
        two.flags = 4;
        params.conn_mode = BLE_GAP_CONN_MODE_UND;
        params.disc_mode = BLE_GAP_DISC_MODE_GEN;
        if (\(condition)) \(first) else \(second)
        ble_gap_adv_start(0, NULL, BLE_HS_FOREVER, &params, NULL, NULL);
      }
      """, language: .c)
  }

  /// Branches of which the condition decides which data are sent.
  @Test(arguments: [
    ("which == 0", "{ ble_gap_adv_set_fields(&one); }", "{ ble_gap_adv_set_fields(&two); }"),
    ("which == 0", "ble_gap_adv_set_fields(&one);", "ble_gap_adv_set_fields(&two);"),
    ("which == 0", "{ ble_gap_adv_set_fields(&one); }", "{ two.flags = 2; }"),
    ("next(which)", "{ ble_gap_adv_set_fields(&one); }", "{ ble_gap_adv_set_fields(&two); }"),
    ("which == 0", "{ ble_gap_adv_set_fields(&one); }", "if (which == 1) { ble_gap_adv_set_fields(&two); }"),
    ("which == 0", "{ if (ready) { ble_gap_adv_set_fields(&one); } }", "{ ble_gap_adv_set_fields(&two); }"),
    ("which == 0", "{ shared.flags = 6; ble_gap_adv_set_fields(&shared); }", "{ ble_gap_adv_set_fields(&shared); }"),
  ])
  func branchesThatAreNotCertain(_ condition: String, _ first: String, _ second: String) {
    let program = alternatives(condition, first, second)
    #expect(program.layouts.isEmpty && !program.unread.isEmpty, "\(first) \(second)")
  }

  /// A callback alone.
  @Test func callbacks() {
    expect(
      """
      void disconnected(uint16_t connection, uint8_t reason) {
        Bluefruit.Advertising.stop();
        Bluefruit.Advertising.clearData();
        Bluefruit.setName("Owl");
        Bluefruit.ScanResponse.addName();
        Bluefruit.Advertising.start();
      }
      """, .cPlusPlus, [["ADV_IND", "", "04094f776c"]])
  }
}

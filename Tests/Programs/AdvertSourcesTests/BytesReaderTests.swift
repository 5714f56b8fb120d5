import AdvertObservation
import AdvertSources
import AdvertisingData
import Testing

/// Bytes that a program hands to a library as they are, and lists of services that it makes itself.
@Suite struct BytesReaderTests {
  @Test func bytesOfCircuitPython() {
    expect(
      "import _bleio\n_bleio.adapter.start_advertising(b'\\x02\\x01\\x06', scan_response=bytes([2, 10, 4]), interval=0.1)",
      .python, [["ADV_IND", "020106", "020a04"]])
    expect(
      "import _bleio\n_bleio.adapter.start_advertising(b'\\x02\\x01\\x06')", .python, [["ADV_IND", "020106", ""]])
    expectRefusal(
      "import _bleio\n_bleio.adapter.start_advertising(data)", .python, 2, "does not set data")
    expectRefusal(
      "import _bleio\n_bleio.adapter.start_advertising(b'\\x02\\x01\\x06', connectable=False)", .python, 2,
      "connectable=False")
    for lines in [
      "import _bleio\nadp = _bleio.adapter\nadp", "from _bleio import adapter\nadapter",
      "from _bleio import adapter as radio\nradio",
    ] {
      expect(
        lines + ".start_advertising(b'\\x02\\x01\\x06', anonymous=True, tx_power=4)", .python,
        [["ADV_IND", "020106", ""]])
    }
    expectRefusal(
      "import _bleio\nradio = make(_bleio)\nradio.start_advertising(b'\\x02\\x01\\x06')", .python, 3,
      "start_advertising is called here on an object that is not followed")
  }

  @Test(arguments: [
    ("addData(std::string(\"\\x02\\x01\\x06\", 3))", "020106"), ("addData({\"\\002\\012\\000\", 3})", "020a00"),
    ("addData(std::vector<uint8_t>{0x02, 0x01, 0x06, 0x02, 0x0a, 0x00})", "020106020a00"),
    ("setManufacturerData(std::string(\"\\x59\\x00\\x00\", 3))", "04ff590000"),
    ("setManufacturerData({\"\\131\\000\", 2})", "03ff5900"),
  ])
  func bytesOfOwnObjects(_ call: String, _ octets: String) {
    func text(_ call: String) -> String {
      """
      #include <NimBLEDevice.h>
      void setup() {
        NimBLEAdvertising *a = NimBLEDevice::getAdvertising();
        NimBLEAdvertisementData d;
        d.\(call);
        a->setAdvertisementData(d);
        a->start();
      }
      """
    }
    expect(text(call), .cPlusPlus, [["ADV_IND", octets, ""]])
    for call in [
      "addData({\"\\002\\001\\006\", 2})", "addData(std::string(3, 'a'))", "addData({\"\\002\", 4})", "addData(x)",
    ] {
      expectRefusal(text(call), .cPlusPlus, 5, "")
    }
  }

  /// The library makes a list of each call, as it does of bytes; only `addServiceUUID` goes on in a list.
  @Test func listsOfOwnObjects() {
    func text(_ calls: String) -> String {
      """
      #include <NimBLEDevice.h>
      void setup() {
        NimBLEAdvertising *a = NimBLEDevice::getAdvertising();
        NimBLEAdvertisementData d;
        \(calls)
        a->setAdvertisementData(d);
        a->start();
      }
      """
    }
    let (one, two) = ("NimBLEUUID(\"180D\")", "NimBLEUUID(\"180F\")")
    expect(
      text("d.setCompleteServices(\(one)); d.addServiceUUID(\(two));"), .cPlusPlus, [["ADV_IND", "05030d180f18", ""]])
    expect(
      text("d.setCompleteServices(\(one)); d.setPartialServices(\(two));"), .cPlusPlus,
      [["ADV_IND", "03030d1803020f18", ""]])
    for calls in [
      "d.setCompleteServices(\(one)); d.setCompleteServices(\(two));",
      "d.addServiceUUID(\(one)); d.setCompleteServices(\(two));",
      "d.addServiceUUID(\(one)); d.addData(std::vector<uint8_t>{3, 3, 0x0f, 0x18});",
    ] { expectRefusal(text(calls), .cPlusPlus, 5, "second list") }
    expectRefusal(text("d.addData(std::vector<uint8_t>{2, 1, 2});"), .cPlusPlus, 5, "Flags that no other call makes")
  }
}

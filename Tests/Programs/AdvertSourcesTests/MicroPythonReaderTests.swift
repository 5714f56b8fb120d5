import AdvertReading
import AdvertSources
import Testing

/// Calls of MicroPython that say whether others can connect.
@Suite struct MicroPythonReaderTests {
  /// Both hosts of MicroPython send a device that cannot be connected as one that scanners can ask.
  @Test(arguments: [("False", "ADV_SCAN_IND"), ("0", "ADV_SCAN_IND"), ("True", "ADV_IND"), ("1", "ADV_IND")])
  func connectable(_ value: String, _ kind: String) {
    expect(
      "import bluetooth\nble = bluetooth.BLE()\nble.gap_advertise(100000, adv_data=b'\\x02\\x01\\x06', connectable=\(value))\n",
      .python, [[kind, "020106", ""]])
    expect(
      "import aioble\naioble.advertise(250000, name='Owl', connectable=\(value))\n", .python,
      [[kind, "020106" + "04094f776c", ""]])
    expect(
      "import aioble\naioble.advertise(250000, adv_data=b'\\x02\\x01\\x06', resp_data=b'\\x02\\x0a\\x00', connectable=\(value))\n",
      .python, [[kind, "020106", "020a00"]])
  }
}

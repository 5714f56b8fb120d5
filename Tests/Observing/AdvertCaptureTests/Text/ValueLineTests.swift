import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

/// Lines with values in the place of bytes.
@Suite struct ValueLineTests {
  private static func read(_ text: String) throws -> CaptureSummary {
    try RecordedCapture.read(MemorySource(Array(text.utf8))).summary
  }

  private static func words(_ line: ValueLine) -> String {
    let values = line.values
    let data =
      values.manufacturerData.sorted { $0.key < $1.key }.map { "\($0)=\(HexText.compact($1))" }
      + values.serviceData.sorted { $0.key < $1.key }.map { "\($0)=\(HexText.compact($1))" }
    let heard = (line.scanner ?? "-") + (line.isConnectable.map { $0 ? " yes" : " no" } ?? "")
    return
      "\(line.program) \(line.address) \(line.rssi.map { "\($0)" } ?? "-") \(heard) \(values.name ?? "-") \(values.services) \(data)"
      + (values.mayBeMore ? " more" : "")
  }

  @Test(arguments: [
    // bleak in the log of Home Assistant: now, and in 2022.
    (
      "2023-02-10 07:28:42.078 DEBUG (MainThread) [homeassistant.components.bluetooth.manager] hci0 (48:51:B7:7B:C1:F3) "
        + "[connectable]: FC:2E:A9:3F:B7:33 AdvertisementData(local_name='A, rssi=1', manufacturer_data={887: b'\\x07]\\'', 6: b\"\"},"
        + " service_data={'0000fcd2-0000-1000-8000-00805f9b34fb': b'@'}, service_uuids=['31ba0001-6085-4726-be45-040c957391b5', "
        + "'0000180f-0000-1000-8000-00805f9b34fb'], tx_power=-127, rssi=-81) match: {'pax_ble'}",
      "bleak FC:2E:A9:3F:B7:33 -81 hci0 (48:51:B7:7B:C1:F3) yes A, rssi=1 [31ba0001-6085-4726-be45-040c957391b5, 180f] "
        + "[\"6=\", \"887=075d27\", \"fcd2=40\"]"
    ),
    (
      "[homeassistant.components.bluetooth.manager] hci0: 61:62:42:7A:67:23 AdvertisementData(local_name=\"It\\u00e9 'x'\\x1b\", rssi=-76)",
      "bleak 61:62:42:7A:67:23 -76 hci0 Ité 'x'\u{1B} [] []"
    ),
    (
      "[habluetooth.manager] proxy [non-connectable]: 61:62:42:7A:67:23 AdvertisementData(rssi=-76) match: set()",
      "bleak 61:62:42:7A:67:23 -76 proxy no - [] []"
    ),
    // Before 0.19 of bleak, the strength is not in the values: Home Assistant prints it behind them, other programs before.
    (
      "2022-09-11 09:21:47.210 DEBUG (MainThread) [homeassistant.components.bluetooth.manager] hci0: 61:62:42:7A:67:23 "
        + "AdvertisementData(local_name='A', service_data={'0000feaf-0000-1000-8000-00805f9b34fb': b'\\x03\\x01\\x00\\x02'}) "
        + "connectable: True match: set() rssi: -68",
      "bleak 61:62:42:7A:67:23 -68 hci0 A [] [\"feaf=03010002\"]"
    ),
    (
      "61:62:42:7A:67:23 RSSI: -71 AdvertisementData(manufacturer_data={76: b'\\x10\\x05'})",
      "bleak 61:62:42:7A:67:23 -71 - - [] [\"76=1005\"]"
    ),
    // A logger of Python prints the time, its name and the level where Home Assistant has the scanner.
    (
      "2022-10-05 16:49:42,895 __main__ INFO: 61:62:42:7A:67:23: AdvertisementData(local_name='A', rssi=-65)",
      "bleak 61:62:42:7A:67:23 -65 - A [] []"
    ),
    // bleak alone.
    (
      "61:62:42:7A:67:23: None AdvertisementData(manufacturer_data={76: b'\\x10\\x05'}, rssi=-7)",
      "bleak 61:62:42:7A:67:23 -7 - - [] [\"76=1005\"]"
    ),
    // Android, of several versions; a name has every character.
    (
      "D/BluetoothLeScanner: onScanResult() - ScanResult{mDevice=5C:63:85:AF:50:AE, mScanRecord=ScanRecord [mAdvertiseFlags=-1, "
        + "mServiceUuids=null, mManufacturerSpecificData={6=[1, -82]}, mServiceData={}, mTxPowerLevel=-2147483648, "
        + "mDeviceName=null], mRssi=-90, mTimestampNanos=94186584192751}",
      "scanRecord 5C:63:85:AF:50:AE -90 - - [] [\"6=01ae\"]"
    ),
    (
      "ScanResult{device=00:0A:45:10:DF:DF, scanRecord=ScanRecord [mAdvertiseFlags=2, mServiceUuids=["
        + "00001200-f207-4b13-abd9-6cc3e42fd56b, 0000180f-0000-1000-8000-00805f9b34fb], mServiceSolicitationUuids=[], "
        + "mManufacturerSpecificData={}, mServiceData={0000fcd2-0000-1000-8000-00805f9b34fb=[64, 0]}, mTxPowerLevel=4, "
        + "mDeviceName=a], mRssi=b], rssi=-50, timestampNanos=1}",
      "scanRecord 00:0A:45:10:DF:DF -50 - a], mRssi=b [00001200-f207-4b13-abd9-6cc3e42fd56b, 180f] [\"fcd2=4000\"]"
    ),
    (
      "W/Scanner: ScanResult{device=66:94:3A:8D:1E:05, scanRecord=ScanRecord [mAdvertiseFlags=26, mServiceUuids=null, "
        + "mServiceSolicitationUuids=[], mManufacturerSpecificData={}, mServiceData={}, mTxPowerLevel=8, "
        + "mDeviceName=null, mTransportBlocks=[]], rssi=-24, timestampNanos=1, eventType=27}",
      "scanRecord 66:94:3A:8D:1E:05 -24 - - [] []"
    ),
    // Libraries of the ESP32, which leave out some.
    (
      "Advertised Device: Name: a, Address: b, Address: 4b:64:bd:d9:81:c7, appearance: 64, manufacturer data: 060001, serviceUUID: 0x180f",
      "toString 4B:64:BD:D9:81:C7 - - a, Address: b [180f] [\"6=01\"] more"
    ),
    // flutter_blue_plus.
    (
      "ScanResult{device: BluetoothDevice{remoteId: B0:B2:1C:76:06:FA, platformName: x}, advertisementData: AdvertisementData{"
        + "advName: Ab, txPowerLevel: null, appearance: null, connectable: true, manufacturerData: {76: [2, 21]}, "
        + "serviceData: {fcd2: [64]}, serviceUuids: [180f]}, rssi: -69, timeStamp: 2024}",
      "flutterBluePlus B0:B2:1C:76:06:FA -69 - yes Ab [180f] [\"76=0215\", \"fcd2=40\"]"
    ),
  ])
  func valuesAreRead(_ line: String, _ expected: String) throws {
    let summary = try Self.read("text\n\(line)\n\(line)\n")
    #expect(summary.values.map(Self.words) == [expected])
    #expect(summary.values[0].line == 2 && summary.values[0].count == 2 && summary.records == 0)
    #expect(summary.problems.map(\.kind) == [.valuesOnly] && summary.problems[0].count == 2)
  }

  /// What a device sent in turn, of all lines.
  @Test func linesOfADeviceAreJoined() throws {
    let head = "[habluetooth.manager] hci0 [connectable]: FC:2E:A9:3F:B7:33 AdvertisementData("
    let summary = try Self.read(
      head + "manufacturer_data={6: b'\\x01'}, rssi=-50)\n" + head + "local_name='x', rssi=-60)\n" + head
        + "manufacturer_data={6: b'\\x02', 7: b''}, rssi=-70)\n")
    #expect(
      summary.values.map(Self.words) == ["bleak FC:2E:A9:3F:B7:33 -70 hci0 yes x [] [\"6=02\", \"7=\"]"])
  }

  /// A line that is cut or changed anywhere is read, or is a loss, and never ends the program.
  @Test func damagedLinesAreLosses() throws {
    let line =
      "hci0 (48:51:B7:7B:C1:F3) [connectable]: FC:2E:A9:3F:B7:33 AdvertisementData(local_name='x', manufacturer_data={887: b'\\x07'},"
      + " service_data={'0000fcd2-0000-1000-8000-00805f9b34fb': b'@'}, service_uuids=['180f'], tx_power=4, rssi=-81)"
    var random = SplitMix64(seed: 39)
    for length in 0...line.utf8.count {
      let cut = String(decoding: line.utf8.prefix(length), as: UTF8.self)
      var changed = Array(line.utf8)
      if length < changed.count { changed[length] = UInt8.random(in: 32...126, using: &random) }
      for text in [cut, String(decoding: changed, as: UTF8.self)] {
        // With a line before it, the text is a log whatever becomes of this one.
        let summary = try Self.read(line + "\n" + text + "\n")
        let losses = summary.problems.filter { $0.kind == .lineUnread }.map(\.count)
        #expect(summary.values.reduce(0) { $0 + $1.count } + losses.reduce(0, +) <= 2)
      }
    }
  }

  /// Changes that `bluetoothctl` prints, with the colours of its terminal and in both forms of its versions.
  @Test(arguments: [
    """
    \u{1B}[0;94m[bluetooth]\u{1B}[0m# [\u{1B}[0;92mNEW\u{1B}[0m] Device C6:11:22:33:44:55 Hat
    [\u{1B}[0;93mCHG\u{1B}[0m] Device C6:11:22:33:44:55 RSSI: 0xffffffc4 (-60)
    [CHG] Device C6:11:22:33:44:55 ManufacturerData.Key: 0x0059 (89)
    [CHG] Device C6:11:22:33:44:55 ManufacturerData.Value:
      10 05 0b 1c 11 22 33                             .....\"3
    [CHG] Device C6:11:22:33:44:55 ServiceData.0000fcd2-0000-1000-8000-00805f9b34fb:
      40 00 64                                         @.d
    [CHG] Device C6:11:22:33:44:55 UUIDs: 0000180f-0000-1000-8000-00805f9b34fb
    """,
    """
    [NEW] Device C6:11:22:33:44:55 C6-11-22-33-44-55
    [CHG] Device C6:11:22:33:44:55 Name: Hat
    [CHG] Device C6:11:22:33:44:55 RSSI: -60
    [CHG] Device C6:11:22:33:44:55 ManufacturerData Key: 0x0059
    [CHG] Device C6:11:22:33:44:55 ManufacturerData Value:
      10 05 0b 1c 11 22 33                             .....\"3
    [CHG] Device C6:11:22:33:44:55 ServiceData Key: 0000fcd2-0000-1000-8000-00805f9b34fb
    [CHG] Device C6:11:22:33:44:55 ServiceData Value:
      40 00 64                                         @.d
    [CHG] Device C6:11:22:33:44:55 UUIDs: 0000180f-0000-1000-8000-00805f9b34fb
    """,
    """
    Device C6:11:22:33:44:55 (random)
    \tName: Hat
    \tConnected: no
    \tUUID: Battery Service           (0000180f-0000-1000-8000-00805f9b34fb)
    \tManufacturerData.Key: 0x0059 (89)
    \tManufacturerData.Value:
      10 05 0b 1c 11 22 33                             .....\"3
    \tServiceData.0000fcd2-0000-1000-8000-00805f9b34fb:
      40 00 64                                         @.d
    \tRSSI: 0xffffffc4 (-60)
    """,
  ]) func valuesOfBluetoothctl(_ text: String) throws {
    let summary = try RecordedCapture.read(MemorySource(Array((text + "\n").utf8))).summary
    let line = try #require(summary.values.first)
    #expect(summary.values.count == 1 && summary.problems.map(\.kind) == [.valuesOnly])
    #expect(line.program == .bluetoothctl && line.address.description == "C6:11:22:33:44:55" && line.rssi == -60)
    #expect(line.values.name == "Hat" && line.values.services == [0x180F])
    #expect(line.values.serviceData == [0xFCD2: [0x40, 0, 0x64]])
    #expect(line.values.manufacturerData == [0x59: [0x10, 5, 0x0B, 0x1C, 0x11, 0x22, 0x33]])
    #expect(line.values.mayBeMore == text.contains("CHG"))
  }

  /// Services of a device that was connected may be those of its connection.
  @Test(arguments: ["Connected: yes", "Paired: yes", "UUID: Generic Access (00001800-0000-1000-8000-00805f9b34fb)"])
  func servicesOfAConnectionAreNotAdvertised(_ fact: String) throws {
    let text = "Device C6:11:22:33:44:55 (random)\n\t\(fact)\n\tUUID: Battery (0000180f-0000-1000-8000-00805f9b34fb)\n"
    let summary = try RecordedCapture.read(MemorySource(Array(text.utf8))).summary
    #expect(summary.values.first?.values.services == [] && summary.values.first?.values.mayBeMore == true)
  }

  /// A value whose rows were not copied is not known.
  @Test func valuesWithoutRowsAreNotKnown() throws {
    let text =
      "[CHG] Device C6:11:22:33:44:55 ManufacturerData.Key: 0x0059 (89)\n"
      + "[CHG] Device C6:11:22:33:44:55 ManufacturerData.Value:\n[CHG] Device C6:11:22:33:44:66 RSSI: -60\n"
    let summary = try RecordedCapture.read(MemorySource(Array(text.utf8))).summary
    #expect(summary.values.map { $0.values.manufacturerData.isEmpty && $0.values.mayBeMore } == [true, true])
  }
}

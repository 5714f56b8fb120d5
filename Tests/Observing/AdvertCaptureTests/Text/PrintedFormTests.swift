import AdvertReading
import AdvertisingData
import Foundation
import TestSupport
import Testing

@testable import AdvertCapture

/// Forms in which libraries, gateways and people print what a device sent, each beside a neighbour that stays unread.
@Suite struct PrintedFormTests {
  private static func read(_ text: String) throws -> RecordedCapture { try .read(MemorySource(Array(text.utf8))) }

  private static func words(_ line: ValueLine) -> String {
    let values = line.values
    let data =
      values.manufacturerData.sorted { $0.key < $1.key }.map { "\($0)=\(HexText.compact($1))" }
      + values.serviceData.sorted { $0.key < $1.key }.map { "\($0)=\(HexText.compact($1))" }
      + values.unreadManufacturerData.sorted().map { "\($0)?" } + values.unreadServiceData.sorted().map { "\($0)?" }
    let name = line.identifier.map { "\($0)" } ?? (line.isNamed ? "\(line.address)" : "line \(line.line)")
    return "\(line.program) \(name) \(line.rssi.map { "\($0)" } ?? "-") \(values.name ?? "-") \(values.services) "
      + data.joined(separator: " ") + (values.mayBeMore ? " more" : "")
  }

  private static func words(_ line: MergedLine) -> String {
    let address = line.address.isKnown ? "\(line.address)" : "-"
    return "\(line.line) \(address) \(line.rssi.map { "\($0)" } ?? "-") \(HexText.compact(line.octets))"
  }

  // MARK: Values

  @Test(arguments: [
    // bluetoothctl: a key without its value, in both forms.
    (
      "Device C0:00:00:00:00:01 (random)\n\tName: X\n\tManufacturerData.Key: 0x0059 (89)\n\tRSSI: -40\n",
      ["bluetoothctl C0:00:00:00:00:01 -40 X [] 89? more"]
    ),
    (
      "Device C0:00:00:00:00:01 (random)\n\tManufacturerData Key: 0x0201\n\tServiceData Key: 0000fcd2-0000-1000-8000-00805f9b34fb\n",
      ["bluetoothctl C0:00:00:00:00:01 - - [] 513? fcd2? more"]
    ),
    // The same with its value.
    (
      "Device C0:00:00:00:00:01 (random)\n\tManufacturerData.Key: 0x0059 (89)\n\tManufacturerData.Value:\n  01 02           ..\n",
      ["bluetoothctl C0:00:00:00:00:01 - - [] 89=0102"]
    ),
    // Home Assistant's log with hidden addresses: different values are of different lines, the same ones of one.
    (
      "[homeassistant.components.bluetooth.manager] hci0 (<mac>) [connectable]: <mac> AdvertisementData(local_name='X', rssi=-66) match: set()\n"
        + "[homeassistant.components.bluetooth.manager] hci0 (<mac>) [connectable]: <mac> AdvertisementData(local_name='Y', rssi=-67) match: set()\n"
        + "[homeassistant.components.bluetooth.manager] hci0 (<mac>) [connectable]: <mac> AdvertisementData(local_name='X', rssi=-68) match: set()\n",
      ["bleak line 1 -68 X [] ", "bleak line 2 -67 Y [] "]
    ),
    (
      "XX:XX:XX:XX:XX:XX: None AdvertisementData(manufacturer_data={76: b'\\x10\\x05'}, rssi=-7)\n",
      ["bleak line 1 -7 - [] 76=1005"]
    ),
    // A word that is no hidden address.
    ("nobody: AdvertisementData(local_name='X', rssi=-66)\n", []),
    // OpenMQTTGateway.
    (
      "N: Send on /BTtoMQTT/C00000000001 msg {\"id\":\"C0:00:00:00:00:01\",\"mac_type\":1,\"name\":\"A\",\"manufacturerdata\":\"5900010203\","
        + "\"rssi\":-32,\"servicedata\":\"4980e406924c\",\"servicedatauuid\":\"0xfd3d\"}\n",
      ["gateway C0:00:00:00:00:01 -32 A [] 89=010203 fd3d=4980e406924c more"]
    ),
    // Its text for people in the place of data is not read.
    ("{\"id\":\"C0:00:00:00:00:01\",\"rssi\":-68,\"servicedata\":\"drfgdrgds\"}\n", []),
    // BlueZ over D-Bus: a new device, a change of it, and a service, which is none.
    (
      "DEBUG: received D-Bus signal: org.freedesktop.DBus.ObjectManager.InterfacesAdded (/): ['/org/bluez/hci0/dev_C0_00_00_00_00_01', "
        + "{'org.freedesktop.DBus.Introspectable': {}, 'org.bluez.Device1': {'Address': <dbus_fast.signature.Variant ('s', C0:00:00:00:00:01)>, "
        + "'AddressType': <dbus_fast.signature.Variant ('s', random)>, 'Name': <dbus_fast.signature.Variant ('s', Te (1))>, "
        + "'RSSI': <dbus_fast.signature.Variant ('n', -70)>, 'Connected': <dbus_fast.signature.Variant ('b', False)>, "
        + "'UUIDs': <dbus_fast.signature.Variant ('as', ['0000180d-0000-1000-8000-00805f9b34fb'])>, "
        + "'ManufacturerData': <dbus_fast.signature.Variant ('a{qv}', {89: <dbus_fast.signature.Variant ('ay', bytearray(b'\\x01'))>})>, "
        + "'ServiceData': <dbus_fast.signature.Variant ('a{sv}', {'0000fcd2-0000-1000-8000-00805f9b34fb': <dbus_fast.signature.Variant "
        + "('ay', bytearray(b'@\\x00'))>})>}, 'org.freedesktop.DBus.Properties': {}}]\n",
      ["dbus C0:00:00:00:00:01 -70 Te (1) [180d] 89=01 fcd2=4000"]
    ),
    (
      "DEBUG: received D-Bus signal: org.freedesktop.DBus.Properties.PropertiesChanged (/org/bluez/hci0/dev_C0_00_00_00_00_01): "
        + "['org.bluez.Device1', {'RSSI': <dbus_next.signature.Variant ('n', -64)>, 'ManufacturerData': <dbus_next.signature.Variant "
        + "('a{qv}', {76: <dbus_next.signature.Variant ('ay', b'\\x10')>})>}, []]\n",
      ["dbus C0:00:00:00:00:01 -64 - [] 76=10 more"]
    ),
    (
      "DEBUG: received D-Bus signal: org.freedesktop.DBus.ObjectManager.InterfacesAdded (/): ['/org/bluez/hci1/dev_00_1A_22_06_1B_EB/service0200', "
        + "{'org.bluez.GattService1': {'UUID': <dbus_next.signature.Variant ('s', 00001801-0000-1000-8000-00805f9b34fb)>}}]\n",
      []
    ),
    // flutter_blue_plus, verbose: with an address and with an identifier, hex and numbers, and cut.
    (
      "I/flutter (1): [FBP] [[ OnScanResponse ]] result: {advertisements: [{rssi: -58, connectable: 1, manufacturer_data: {76: 10050b}, "
        + "remote_id: C3:21:47:A2:A9:40, platform_name: Old, service_data: {feab: 4000}, service_uuids: [180d], adv_name: W, 6}]}\n",
      ["flutterBluePlus C3:21:47:A2:A9:40 -58 W, 6 [180d] 76=10050b feab=4000"]
    ),
    (
      "flutter: [FBP] \u{1B}[1;30m[[ OnScanResponse ]]\u{1B}[0m result: \u{1B}[1;33m{advertisements: [{rssi: -95, remote_id: "
        + "1ED30DF4-FB03-3395-B181-FBC8830F950D, manufacturer_data: {6: [1, 15]}}<…>\n",
      ["flutterBluePlus 1ed30df4-fb03-3395-b181-fbc8830f950d -95 - [] 6=010f"]
    ),
    // A key that no version has.
    (
      "[FBP] [[ OnScanResponse ]] result: {advertisements: [{rssi: -58, colour: 1, remote_id: C3:21:47:A2:A9:40}]}\n",
      []
    ),
    // noble's advertisement alone, in one line and over several.
    (
      "  advertisement: { localName: 'Go 0037' },\n{ localName: 'A', serviceUuids: [ '180f' ], manufacturerData: <Buffer 59 00 01> }\n",
      ["noble line 1 - Go 0037 [] ", "noble line 2 - A [180f] 89=01"]
    ),
    (
      "{ localName: 'B',\n  txPowerLevel: undefined,\n  manufacturerData: undefined,\n  serviceData: [],\n  serviceUuids: [ '180d' ] }\n",
      ["noble line 1 - B [180d] "]
    ),
    // An object with a key of another kind is none.
    ("{ localName: 'A', serviceUuids: [ '180f' ], path: '/tmp' }\n", []),
    // react-native-ble-plx, whose first line was copied without the logger's prefix.
    (
      "{ overflowServiceUUIDs: null,\n08-13 16:58:45.152 13235 14506 I ReactNativeJS:   manufacturerData: 'WQABAg==',\n"
        + "08-13 16:58:45.152 13235 14506 I ReactNativeJS:   rssi: -77,\n"
        + "08-13 16:58:45.152 13235 14506 I ReactNativeJS:   id: 'C0:00:00:00:00:01' }\n",
      ["blePlx C0:00:00:00:00:01 -77 - [] 89=0102"]
    ),
    // Core Bluetooth, as NSLog and print write the dictionary.
    (
      "advertising =     {\n    kCBAdvDataIsConnectable = 1;\n    kCBAdvDataLocalName = \"A B\";\n    kCBAdvDataManufacturerData = <59000102 03>;\n"
        + "    kCBAdvDataServiceData =         {\n        FCD2 = <4000>;\n    };\n"
        + "    kCBAdvDataServiceUUIDs =         (\n        FFF0,\n        \"Device Information\"\n    );\n};\n",
      ["coreBluetooth line 2 - A B [fff0] 89=010203 fcd2=4000 more"]
    ),
    (
      "4F2A0000-0000-0000-0000-000000000001 [\"kCBAdvDataLocalName\": Thermo, \"kCBAdvDataManufacturerData\": {length = 4, bytes = "
        + "0x59000102}, \"kCBAdvDataServiceUUIDs\": <__NSArrayM 0x28>(\n180D,\nUnknown (<fff0>)\n)\n] RSSI: -50\n"
        + "[\"kCBAdvDataManufacturerData\": {length = 30, bytes = 0x4c000215 01020304 ... 0506c5 }]\n",
      [
        "coreBluetooth 4f2a0000-0000-0000-0000-000000000001 -50 Thermo [180d, fff0] 89=0102",
        "coreBluetooth line 6 - - [] 76? more",
      ]
    ),
    // Prose about a key.
    ("The key kCBAdvDataLocalName has the name, and C0:00:00:00:00:01 is an address.\n", []),
  ])
  func valuesAreRead(_ text: String, _ expected: [String]) throws {
    let values = (try? Self.read(text))?.summary.values ?? []
    #expect(values.map(Self.words) == expected)
  }

  // MARK: Bytes of both packets

  @Test(arguments: [
    // RxAndroidBle prints pairs of hex digits, with and without letters.
    (
      "ScanResult{MAC='C0:00:00:00:00:01', rssi=-62, scanRecord=[02, 01, 06, 03, 03, 10, 18]}\n",
      "1 C0:00:00:00:00:01 -62 02010603031018"
    ),
    (
      "ScanResult{MAC='C0:00:00:00:00:01', rssi=-62, scanRecord=[02, 01, 06, 03, 03, 0D, 18]}\n",
      "1 C0:00:00:00:00:01 -62 02010603030d18"
    ),
    (
      "ScanResult{MAC='C0:00:00:00:00:01', rssi=-62, scanRecord=[2, 1, 6, 3, 3, 10, 18]}\n",
      "1 C0:00:00:00:00:01 -62 020106" + "03030a12"
    ),
    // Bytes behind the values.
    (
      "ScanResult{device=C0:00:00:00:00:01, scanRecord=ScanRecord [mAdvertiseFlags=6, mServiceUuids=null, mManufacturerSpecificData="
        + "{89=[1, 2]}, mServiceData={}, mTxPowerLevel=-2147483648, mDeviceName=null], rssi=-60}, data=02010605FF5900010205FF5900030400000000\n",
      "1 C0:00:00:00:00:01 -60 02010605ff5900010205ff5900030400000000"
    ),
    // The structures that the ESP32's library logs before the device.
    (
      "[D][BLEAdvertisedDevice.cpp:253] parseAdvertisement(): Type: 0x01 (), length: 1, data: 06\n"
        + "[D][BLEAdvertisedDevice.cpp:253] parseAdvertisement(): Type: 0x16 (), length: 5, data: aafe200001\n"
        + "Advertised Device: Name: , Address: c0:00:00:00:00:01, serviceUUID: 0000feaa-0000-1000-8000-00805f9b34fb\n",
      "1 C0:00:00:00:00:01 - 0201060616aafe200001"
    ),
    // base64 behind a key, beside an address.
    (
      "{\"status\":\"scanResult\",\"address\":\"C0:00:00:00:00:01\",\"rssi\":-60,\"advertisement\":\"AgEGAwMNGAUJVGVzdA==\"}\n",
      "1 C0:00:00:00:00:01 -60 02010603030d18050954657374"
    ),
    (
      "peripheral C0:00:00:00:00:01 \"data\": \"AgEGAwMNGAUJVGVzdA==\"\n",
      "1 C0:00:00:00:00:01 - 02010603030d18050954657374"
    ),
  ])
  func bytesOfBothPacketsAreRead(_ text: String, _ expected: String) throws {
    #expect(try Self.read(text).summary.merged.map(Self.words) == [expected])
  }

  @Test(arguments: [
    // Behind another key, and a word that is no payload.
    "C0:00:00:00:00:01 \"token\": \"AgEGAwMNGAUJVGVzdA==\"\n", "C0:00:00:00:00:01 \"data\": \"SGVsbG8gV29ybGQh\"\n",
    // A structure with another length than its data, or without its device.
    "parseAdvertisement(): Type: 0x16 (), length: 4, data: aafe200001\nAdvertised Device: Name: , Address: c0:00:00:00:00:01\n",
    "parseAdvertisement(): Type: 0x16 (), length: 5, data: aafe200001\nother c0:00:00:00:00:01\n",
    // Numbers that are no structures.
    "C0:00:00:00:00:01 rssi=-62 [02, 01, 06, 09, 03, 0D, 18]\n",
  ])
  func neighboursAreNotRead(_ text: String) {
    #expect((try? Self.read(text))?.summary.merged ?? [] == [])
  }

  // MARK: Reports

  @Test func commandsOfTheATFirmwareAreRead() throws {
    let reports = try Self.read("AT+BLEADVDATA=\"02010603030D18\"\r\nOK\r\nAT+BLESCANRSPDATA=\"050954657374\"\r\n")
      .reports
    #expect(reports.map { HexText.compact($0.data) } == ["02010603030d18", "050954657374"])
    #expect(reports.map { $0.pdu } == [.advUnstated, .scanRsp])
    #expect(throws: (any Error).self) { try Self.read("AT+BLEADVDATAEX=\"ESP-AT\",\"A002\",\"0102030405\",1\n") }
  }

  /// Rows of one logger are one payload when they are one together only.
  @Test(arguments: [
    (
      ["02 01 06 11 07 9e ca dc 24 0e e5 a9 e0 93 f3 a3", "b5 01 00 40 6e"],
      ["020106" + "11079ecadc240ee5a9e093f3a3b50100406e"]
    ),
    // The first row is a payload by itself.
    (
      ["02 01 06 0c 09 41 42 43 44 45 46 47 48 49 4a 4b", "03 03 0d 18"],
      ["0201060c094142434445464748494a4b"]
    ),
    // Together they are none.
    (["02 01 06 0c 09 41 42 43 44 45 46 47 48 49 4a 4b", "05 03 0d 18"], ["0201060c094142434445464748494a4b"]),
  ])
  func rowsWithoutAHeading(_ rows: [String], _ expected: [String]) throws {
    let text = rows.enumerated().map { "I (\(3222 + $0)) GATTC: \($1)\n" }.joined()
    let capture = try Self.read(text)
    #expect(capture.reports.map { HexText.compact($0.data) } == expected)
  }

  /// A topic has the gateway before the device. Of other lines with several addresses, only those with the same ones are of one
  /// device.
  @Test func linesWithoutACommonAddressAreNotOneDevice() throws {
    let topics = try Self.read(
      "ruuvi/00:00:00:00:00:aa/C0:00:00:00:00:01 {\"gw_mac\":\"00:00:00:00:00:aa\",\"rssi\":-60,\"data\":\"02010603030d18\"}\n"
        + "ruuvi/00:00:00:00:00:aa/C0:00:00:00:00:02 {\"rssi\":-51,\"data\":\"02010603030d18\"}\n"
    ).reports.map { "\($0.address)" }
    #expect(topics == ["C0:00:00:00:00:01", "C0:00:00:00:00:02"])
    let others = try Self.read(
      "00:00:00:00:00:AA C0:00:00:00:00:01 -60 02010603030d18\n00:00:00:00:00:AA C0:00:00:00:00:02 -60 02010603030d18\n"
        + "00:00:00:00:00:AA C0:00:00:00:00:02 -61 02010603030d18\n"
    ).reports.map { $0.address }
    #expect(others.allSatisfy { !$0.isKnown } && Set(others).count == 2)
  }

  @Test func legacyDataHaveThirtyTwoBytes() throws {
    let text =
      "< HCI Command: LE Set Advertising Data (0x08|0x0008) plen 31\n        invalid packet size\n"
      + "        02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  ................\n"
      + "        00 00 00 00 00 00 00 00 00 00 00 00 00 00 00     ...............\n"
    let problems = try Self.read(text).summary.problems.map { $0.message }
    #expect(problems.contains { $0.contains("32 bytes of parameters") && $0.contains("31, which controllers refuse") })
    let raw =
      "< 01 08 20 1f 02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n  00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
      + "> 04 0e 04 01 08 20 12\n"
    let refused = try Self.read(raw).summary.problems.map { $0.message }
    #expect(refused.contains { $0.contains("31 bytes of parameters, and it takes 32") })
  }
}

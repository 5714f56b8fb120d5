import AdvertReading
import AdvertisingData
import Foundation
import TestSupport
import Testing

@testable import AdvertCapture

/// Forms in which libraries, gateways and people print what a device sent, each beside a neighbour that stays unread.
@Suite struct PrintedFormTests {
  /// People mask digits of an address: a packet with masked digits is a loss, and no other digits take their place.
  @Test(arguments: ["Packet 043E1802010001xxxx4834D4DF0C", "Packet 043e1802010001xxxx4834d4df0c"])
  func maskedPackets(_ packet: String) throws {
    let line = "[13:53:26][D][ble_gateway:063]: [DF:D4:34:48:xx:xx] \(packet)0201060303D2FC020A00C4"
    let capture = try Self.read("start\n\(line)\nend\n")
    #expect(capture.reports.isEmpty && capture.summary.problems.map(\.kind) == [.lineUnread])
    #expect(capture.summary.problems.first.map { "\($0.detail)".contains("masked digits") } ?? false)
  }

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

  /// What people copy from nRF Connect: the address and the strength are those of the bytes below them.
  @Test(
    arguments: [
      (
        "Owl (F0:F1:F2:F3:F4:F5)\nRSSI: -60 dBm\n0x0201060303180d0409486174\n",
        "3 F0:F1:F2:F3:F4:F5 -60 0201060303180d0409486174"
      ),
      ("N/A (F0:F1:F2:F3:F4:F5)\n0x0201060303180d\n", "2 F0:F1:F2:F3:F4:F5 - 0201060303180d"),
      ("Owl (F0:F1:F2:F3:F4:F5)\nV\t12:00:00.123\tConnecting...\n", nil),
      ("Owl (F0:F1:F2:F3:F4:F5)\n\n\n\n\n0x0201060303180d\n", nil),
    ] as [(String, String?)]) func copiedDevices(_ text: String, _ expected: String?) throws
  {
    let capture = try Self.read(text)
    #expect(capture.summary.merged.map(Self.words) == (expected.map { [$0] } ?? []))
    #expect(capture.summary.problems.contains { $0.message.contains("nRF Connect") } == (expected == nil))
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
    // bleak's example discover.py: the address two lines above, beside the name of the values.
    (
      "F0:F1:F2:F3:F4:F5: Owl\n----\nAdvertisementData(local_name='Owl', rssi=-60)\n\n"
        + "A4:C1:38:11:22:33: None\n----\nAdvertisementData(manufacturer_data={76: b'\\x10\\x05'}, rssi=-71)\n",
      ["bleak F0:F1:F2:F3:F4:F5 -60 Owl [] ", "bleak A4:C1:38:11:22:33 -71 - [] 76=1005"]
    ),
    // Another name, and a line that is too far away or has values of its own.
    (
      "F0:F1:F2:F3:F4:F5: Owl\n----\nAdvertisementData(local_name='Hen', rssi=-60)\n", ["bleak line 3 -60 Hen [] "]
    ),
    ("F0:F1:F2:F3:F4:F5: Owl\n\n\nAdvertisementData(local_name='Owl', rssi=-60)\n", ["bleak line 4 -60 Owl [] "]),
    (
      "F0:F1:F2:F3:F4:F5: AdvertisementData(local_name='Owl', rssi=-61)\nAdvertisementData(local_name='Hen', rssi=-60)\n",
      ["bleak F0:F1:F2:F3:F4:F5 -61 Owl [] ", "bleak line 2 -60 Hen [] "]
    ),
    // Programs with little more than an address.
    (
      "found device: 42:58:16:B6:05:FB -78 Owl\nfound device: 42:58:16:B6:05:FC -79\n"
        + "found device: 42:58:16:B6:05:FD -80 Owl true\nfound device: 42:58:16:B6:05:FE\n",
      [
        "tinyGo 42:58:16:B6:05:FB -78 Owl []  more", "tinyGo 42:58:16:B6:05:FC -79 - []  more",
        "tinyGo 42:58:16:B6:05:FD -80 - []  more",
      ]
    ),
    (
      ">>> (b'\\xd09r\\xb6 \\xdd', b'', -52)   \n(b'\\xed\\x04\\xb5\\xa5\\xf2E', b'Tile', -89)\n(b'\\xed\\x04', b'Tile', -89)\n",
      ["microPython D0:39:72:B6:20:DD -52 - []  more", "microPython ED:04:B5:A5:F2:45 -89 Tile []  more"]
    ),
    (
      "10:45:07.079 MQT: tele/tasmota_BLE3/BLE = {\"details\":{\"mac\":\"E52E1C92779F\",\"RSSI\":-51}}\n"
        + "10:45:07.079 MQT: tele/tasmota_BLE3/BLE = {\"details\":{\"mac\":\"E52E1C\",\"RSSI\":-51}}\n",
      ["tasmota E5:2E:1C:92:77:9F -51 - []  more"]
    ),
    (
      "05:20:10.827 MQT: tele/T/BLE = {\"Time\":\"1970-01-01T05:20:10\",\"BLEDevices\":{\"total\":2,\"E52E1C92779F\":{\"i\":0,\"n\":\"Owl 2\","
        + "\"r\":-70},\"E52E1C9277A0\":{\"i\":1,\"r\":-71}}}\n",
      ["tasmota E5:2E:1C:92:77:9F -70 Owl 2 []  more", "tasmota E5:2E:1C:92:77:A0 -71 - []  more"]
    ),
    // bleson, which has no addresses.
    (
      "Advertisement(flags=0x06, name='Owl', txpower=None, uuid16s=[], uuid128s=[], rssi=-64, mfg_data=b'Y\\x00\\x01')\n"
        + "Advertisement(flags=0x00, name=None, txpower=4, uuid16s=[], uuid128s=[], rssi=-60, mfg_data=None)\n",
      ["bleson line 1 -64 Owl [] 89=01 more", "bleson line 2 -60 - []  more"]
    ),
    // GoveeBTTempLogger; the data of an iBeacon come again in parts.
    (
      "[2020-01-09T00:27:35] 46 [C0:00:00:00:00:01] (Name) GV_1 (UUID) 88EC (Flags) 05 (Manu) 0100010102\n"
        + "[2020-01-09T00:27:35] 42 [C0:00:00:00:00:02] (Manu) 4C000215494E54454C4C495F524F434B535F48575177F2FFC2 (Apple) "
        + "(UUID) 494E54454C4C495F524F434B535F4857 (Major) 5177 (Minor) F2FF (RSSI) C2\n",
      [
        "govee C0:00:00:00:00:01 - GV_1 [88ec] 1=010102 more",
        "govee C0:00:00:00:00:02 - - [] 76=0215494e54454c4c495f524f434b535f48575177f2ffc2 more",
      ]
    ),
    // ble_monitor, which has no room between its values.
    (
      "[custom_components.ble_monitor.ble_parser] Unknown advertisement received for mac: C0:00:00:00:00:01service data: "
        + "[b'\\x06\\x16\\xd2\\xfc@\\x00\\x01']manufacturer specific data: []local name: Mesh Mi V2UUID16: None,UUID128: None\n"
        + "Unknown advertisement received for mac: C0:00:00:00:00:02service data: []manufacturer specific data: "
        + "[b'\\x04\\xffL\\x00\\x02', b'\\x09\\xff']local name: NoneUUID16: None,UUID128: None\n",
      [
        "bleMonitor C0:00:00:00:00:01 - Mesh Mi V2 [] fcd2=400001 more",
        "bleMonitor C0:00:00:00:00:02 - - [] 76=02 more",
      ]
    ),
    // ESPHome with addresses that were hidden: the device stays, with its line.
    (
      "[20:14:11][D][esp32_ble_tracker:544]: Found device ***** RSSI=-95\n"
        + "[20:14:16][D][esp32_ble_tracker:544]: Found device ***** RSSI=-71\n"
        + "[20:14:16][D][esp32_ble_tracker:565]:   Address Type: PUBLIC\n"
        + "[20:14:16][D][esp32_ble_tracker:567]:   Name: 'ATC'\n"
        + "[20:14:27][D][esp32_ble_tracker:544]: Found device 33:6A:28:1B:9A:0E RSSI=-95\n",
      [
        "esphome line 1 -95 - []  more", "esphome line 2 -71 ATC []  more", "esphome 33:6A:28:1B:9A:0E -95 - []  more",
      ]
    ),
    // What BlueZ knows when bleak starts; the services of a connected device can be others.
    (
      "DEBUG: initial properties: {'/org/bluez/hci0/dev_C0_00_00_00_00_01': {'org.bluez.Device1': {'Address': "
        + "'C0:00:00:00:00:01', 'AddressType': 'random', 'Alias': 'C0-00-00-00-00-01', 'Connected': False, 'UUIDs': "
        + "['0000180d-0000-1000-8000-00805f9b34fb'], 'ManufacturerData': {76: bytearray(b'\\x10\\x05')}}}, "
        + "'/org/bluez/hci0/dev_C0_00_00_00_00_02': {'org.bluez.Device1': {'Address': 'C0:00:00:00:00:02', 'Name': 'Owl', "
        + "'Connected': True, 'UUIDs': ['0000180a-0000-1000-8000-00805f9b34fb'], 'ServiceData': "
        + "{'0000fcd2-0000-1000-8000-00805f9b34fb': bytearray(b'@')}}}}\n",
      ["dbus C0:00:00:00:00:01 - - [180d] 76=1005", "dbus C0:00:00:00:00:02 - Owl [] fcd2=40 more"]
    ),
    // cordova-plugin-bluetoothle on iOS.
    (
      "[{\"status\":\"scanResult\",\"advertisement\":{\"serviceUuids\":[\"180D\"],\"manufacturerData\":\"WQABAg==\",\"localName\":\"Owl\"},"
        + "\"rssi\":-58,\"name\":\"Owl\",\"address\":\"ECC037FD-72AE-AFC5-9213-CA785B3B5C63\"}]\n",
      ["cordova ecc037fd-72ae-afc5-9213-ca785b3b5c63 -58 Owl [180d] 89=0102"]
    ),
    // The dictionary of a device around that of Core Bluetooth; its name can be of an earlier connection.
    (
      "2023-04-25 11:07:40.1-0500 App[716:1] Discovered {\n    advertising =     {\n        kCBAdvDataIsConnectable = 1;\n"
        + "        kCBAdvDataServiceUUIDs =         (\n            180D\n        );\n    };\n"
        + "    id = \"DBC2205A-AB82-D6A5-6D71-4CB132615472\";\n    name = \"Owl    \";\n    rssi = \"-90\";\n    state = disconnected;\n}\n"
        + "Discovered {\n    advertising =     {\n        kCBAdvDataLocalName = test1;\n    };\n"
        + "    id = \"29C7EF76-9CAA-6B8B-A14A-AFA1045A69AF\";\n    rssi = \"-85\";\nother = \"29C7EF76-9CAA-6B8B-A14A-AFA1045A69AE\"\n",
      [
        "coreBluetooth dbc2205a-ab82-d6a5-6d71-4cb132615472 -90 - [180d] ",
        "coreBluetooth 29c7ef76-9caa-6b8b-a14a-afa1045a69af -85 test1 [] ",
      ]
    ),
    // An app that prints each key of Core Bluetooth with its value.
    (
      "key: kCBAdvDataLocalName, value: Thermo\nkey: kCBAdvDataManufacturerData, value: <59000102>\n",
      ["coreBluetooth line 1 - Thermo [] 89=0102"]
    ),
    // The same with values on the lines below their keys; a name alone says no number.
    (
      "Discovered (null)\n   key: kCBAdvDataServiceUUIDs\n       Unknown (<fff0>)\n   key: kCBAdvDataLocalName, value: Owl\n",
      ["coreBluetooth line 2 - Owl [fff0] "]
    ),
    (
      "   key: kCBAdvDataLocalName\n       Owl\n   key: kCBAdvDataServiceUUIDs\n       Battery (180F)\n       Unknown (<fff0>)\n"
        + "Discovered Bee\n   key: kCBAdvDataManufacturerData\n       <59000102>\n   key: kCBAdvDataIsConnectable, value: 1\n",
      ["coreBluetooth line 1 - Owl [180f, fff0] ", "coreBluetooth line 7 - - [] 89=0102"]
    ),
    (
      "   key: kCBAdvDataServiceUUIDs\n       Device Information\n       Unknown (<fff0>)\n   key: kCBAdvDataLocalName, value: Owl\n",
      ["coreBluetooth line 1 - Owl [fff0]  more"]
    ),
    // Without indentation it is not known where the values end, and a value that is missing was not read.
    (
      "key: kCBAdvDataLocalName, value: Owl\nkey: kCBAdvDataServiceUUIDs\nUnknown (<fff0>)\nHeart Rate\n",
      ["coreBluetooth line 1 - Owl [fff0]  more"]
    ),
    (
      "key: kCBAdvDataServiceUUIDs\n\nkey: kCBAdvDataLocalName, value: Owl\n", ["coreBluetooth line 1 - Owl []  more"]
    ),
    (
      "key: kCBAdvDataServiceUUIDs, value: Unknown (<fff0>)\nkey: kCBAdvDataLocalName, value: Owl\n",
      ["coreBluetooth line 1 - Owl [fff0] "]
    ),
    (
      "   key: kCBAdvDataServiceUUIDs\n       (\n    \"Unknown (<fff0>)\",\n    180F\n)\n   key: kCBAdvDataLocalName, value: Owl\n",
      ["coreBluetooth line 1 - Owl [fff0, 180f] "]
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
    // Without an address, alone and behind a logger; a line of a program is none.
    (
      "nobody: AdvertisementData(local_name='X', rssi=-66)\nAdvertisementData(service_uuids=['180d'], rssi=-50)\n",
      ["bleak line 1 -66 X [] ", "bleak line 2 -50 - [180d] "]
    ),
    ("data = AdvertisementData(local_name='X', rssi=-66)\n    AdvertisementData(local_name='X', rssi=-66),\n", []),
    // The integration of 2022 logs no scanner.
    (
      "[homeassistant.components.bluetooth] Device detected: C0:00:00:00:00:01 with advertisement_data: "
        + "AdvertisementData(local_name='X', rssi=-66)\n",
      ["bleak C0:00:00:00:00:01 -66 X [] "]
    ),
    // A printed dictionary of `discover(return_adv=True)`, and two devices in other lists.
    (
      "{'C0:00:00:00:00:01': (BLEDevice(C0:00:00:00:00:01, A), AdvertisementData(local_name='A', rssi=-50)), "
        + "'C0:00:00:00:00:02': (BLEDevice(C0:00:00:00:00:02, B), AdvertisementData(manufacturer_data={76: b'\\x10)'}, rssi=-70))}\n",
      ["bleak C0:00:00:00:00:01 -50 A [] ", "bleak C0:00:00:00:00:02 -70 - [] 76=1029"]
    ),
    // bleak on Windows has the name alone, and older versions a word for none.
    (
      "2022-09-03 06:08:42,234 bleak.backends.winrt.scanner DEBUG: Received C0:00:00:00:00:01: Unknown.\n"
        + "DEBUG:bleak.backends.winrt.scanner:Received C0:00:00:00:00:02: A. B.\n"
        + "bleak\\backends\\winrt\\scanner.py - _received_handler - 104 : Received C0:00:00:00:00:03: .\n",
      [
        "windows C0:00:00:00:00:01 - - []  more", "windows C0:00:00:00:00:02 - A. B []  more",
        "windows C0:00:00:00:00:03 - - []  more",
      ]
    ),
    // flutter_reactive_ble, with an address and an identifier; the company stands before the data.
    (
      "Device discovered: DiscoveredDevice(id: C0:00:00:00:00:01, name: Owl, 2, serviceData: {fcd2: [64, 0]}, manufacturerData: "
        + "[89, 0, 1, 2], rssi: -23)\nDiscoveredDevice(id: 1ED30DF4-FB03-3395-B181-FBC8830F950D, name: , serviceData: {}, serviceUuids: "
        + "[180d, 0000fff0-0000-1000-8000-00805f9b34fb], manufacturerData: [], rssi: -24, connectable: Connectable.available)\n",
      [
        "flutterReactive C0:00:00:00:00:01 -23 Owl, 2 [] 89=0102 fcd2=4000 more",
        "flutterReactive 1ed30df4-fb03-3395-b181-fbc8830f950d -24 - [180d, fff0]  more",
      ]
    ),
    // Half a company is damage.
    ("DiscoveredDevice(id: C0:00:00:00:00:01, name: A, serviceData: {}, manufacturerData: [89], rssi: -23)\n", []),
    // btleplug.
    (
      "PeripheralProperties { address: C0:00:00:00:00:01, address_type: Some(Random), local_name: Some(\"X\"), tx_power_level: None, "
        + "rssi: Some(-60), manufacturer_data: {89: [1, 2]}, service_data: {0000fcd2-0000-1000-8000-00805f9b34fb: [64, 0]}, services: "
        + "[0000180f-0000-1000-8000-00805f9b34fb], class: None }\n",
      ["btleplug C0:00:00:00:00:01 -60 X [180f] 89=0102 fcd2=4000"]
    ),
    // Zephyr's observer and its shell.
    (
      "[DEVICE]: C0:00:00:00:00:01 (random), AD evt type 5, Tx Pwr: 127, RSSI -37 Data status: 0, AD data len: 31 Name: A B C:0 S:0\n"
        + "[DEVICE]: C0:00:00:00:00:02 (public), AD evt type 0, AD data len 31, RSSI -38\n"
        + "Device found: C0:00:00:00:00:01 (random) (RSSI -74), type 0, AD data len 30\n",
      ["zephyr C0:00:00:00:00:01 -74 A B []  more", "zephyr C0:00:00:00:00:02 -38 - []  more"]
    ),
    // Home Assistant's parser for Xiaomi, with the service data of fe95.
    (
      "INFO (MainThread) [xiaomi_ble.parser] BLE ADV from UNKNOWN Xiaomi device: MAC: b'\\xc0\\x00\\x00\\x00\\x00\\x01', ADV: 5858b81f04\n"
        + "INFO (MainThread) [xiaomi_ble.parser] BLE ADV from UNKNOWN Xiaomi device: MAC: C0:00:00:00:00:02, ADV: 5858b81f05\n",
      ["xiaomi C0:00:00:00:00:01 - - [] fe95=5858b81f04 more", "xiaomi C0:00:00:00:00:02 - - [] fe95=5858b81f05 more"]
    ),
    (
      "[xiaomi_ble.parser] BLE ADV from UNKNOWN Xiaomi device: MAC: C0:00:00:00:00:02, ADV: 5858b81f0\n", []
    ),
    // AltBeacon names no company.
    ("D/BeaconService: beacon detected : id1: 11223344-5566-7788-99aa-bbccddeeff00 id2: 1 id3: 2\n", []),
    // ESPHome at its usual levels, and where the bytes are damaged.
    (
      "[20:00:00][D][esp32_ble_tracker:544]: Found device C0:00:00:00:00:01 RSSI=-60\n"
        + "[20:00:00][D][esp32_ble_tracker:565]:   Address Type: RANDOM\n[20:00:00][D][esp32_ble_tracker:567]:   Name: 'Owl'\n"
        + "[V][bluetooth_proxy:100]: Queuing raw packet from C0:00:00:00:00:02, length 28. RSSI: -70 dB\n",
      ["esphome C0:00:00:00:00:01 -60 Owl []  more", "esphome C0:00:00:00:00:02 -70 - []  more"]
    ),
    (
      "[V][bluetooth_proxy:100]: Queuing raw packet from C0:00:00:00:00:02, length 7. RSSI: -70 dB\n"
        + "[VV][esp32_ble_tracker:343]:   Address: C0:00:00:00:00:02 (RANDOM)\n[VV][esp32_ble_tracker:567]:   Service UUID: 0x180F\n"
        + "[VV][esp32_ble_tracker:368]: Adv data: 02.01.06.03.03.0F (7)\n",
      ["esphome C0:00:00:00:00:02 -70 - [180f]  more"]
    ),
    // noble on Windows, in both of its forms.
    (
      "GMT noble-uwp watcher received: c0:00:00:00:00:01 Owl\nGMT noble-uwp     address type: public\n"
        + "GMT noble-uwp     data section: manufacturerSpecificData\n"
        + "GMT noble-uwp watcher received: connectableUndirected c0:00:00:00:00:02 \nGMT noble-uwp   service UUID: 180f\n"
        + "GMT noble-uwp   manufacturer data: 59000102\n",
      ["windows C0:00:00:00:00:01 - Owl []  more", "windows C0:00:00:00:00:02 - - [180f] 89=0102 more"]
    ),
    // ioBroker, and as its page shows the lines: the latest first.
    (
      "debug: ble.0 (25909) discovered peripheral c0:00:00:00:00:01\ndebug: ble.0 (25909)   serviceData = "
        + "[{\"uuid\":\"fe0f\",\"data\":{\"type\":\"Buffer\",\"data\":[32,16]}}]\ndebug: ble.0 (25909)   manufacturerData = 59000102\n"
        + "debug: ble.0 (25909) plugin _default is handling c0:00:00:00:00:01\n"
        + "debug: ble.0 (25909) discovered peripheral c0:00:00:00:00:02\n",
      ["noble C0:00:00:00:00:01 - - [] 89=0102 fe0f=2010 more", "noble C0:00:00:00:00:02 - - []  more"]
    ),
    (
      "ble.0 | debug | plugin _default is handling c0:00:00:00:00:01\nble.0 | debug | manufacturerData = 59000102\n"
        + "ble.0 | debug | serviceData = []\nble.0 | debug | discovered peripheral c0:00:00:00:00:01\n"
        + "ble.0 | debug | plugin _default is handling c0:00:00:00:00:02\nble.0 | debug | manufacturerData = 4c000102\n"
        + "ble.0 | debug | discovered peripheral c0:00:00:00:00:02\n",
      ["noble C0:00:00:00:00:01 - - [] 89=0102 more", "noble C0:00:00:00:00:02 - - [] 76=0102 more"]
    ),
    // react-native-ble-plx on Apple's systems has JSON in base64 in the place of bytes.
    (
      "{ name: 'Owl', id: '5FFA2637-0000-0000-0000-0BFB06F7FC0C', rawScanRecord: "
        + "'eyJtYW51ZmFjdHVyZXJEYXRhIjoiV1FBQkFnPT0iLCJzZXJ2aWNlVVVJRHMiOlsiMTgwZCJdfQ==', rssi: -46 }\n",
      ["blePlx 5ffa2637-0000-0000-0000-0bfb06f7fc0c -46 Owl [180d] 89=0102"]
    ),
    // react-native-ble-plx, one key in a line.
    (
      "id: \"C0:00:00:00:00:01\"\nlocalName: null\nmanufacturerData: \"WQABAg==\"\nname: \"Owl\"\nrssi: -51\n",
      ["blePlx C0:00:00:00:00:01 -51 Owl [] 89=0102 more"]
    ),
    (
      "id: \"xx:xx:xx:xx:xx\"\nisConnectable: null\nlocalName: null\nmanufacturerData: \"WQABAg==\"\nname: \"Owl 2\"\nrssi: -51\n",
      ["blePlx line 1 -51 Owl 2 [] 89=0102 more"]
    ),
    (
      "id: \"C0:00:XX:XX:XX:XX\"\nname: \"Owl\"\nrssi: -51\nserviceUUIDs: [\"180d\"]\nid: \"XX:XX:XX:XX:XX:XX\"\nname: \"Elk\"\n",
      ["blePlx line 1 -51 Owl [180d]  more", "blePlx line 5 - Elk []  more"]
    ),
    // OpenMQTTGateway.
    (
      "N: Send on /BTtoMQTT/C00000000001 msg {\"id\":\"C0:00:00:00:00:01\",\"mac_type\":1,\"name\":\"A\",\"manufacturerdata\":\"5900010203\","
        + "\"rssi\":-32,\"servicedata\":\"4980e406924c\",\"servicedatauuid\":\"0xfd3d\"}\n",
      ["gateway C0:00:00:00:00:01 -32 A [] 89=010203 fd3d=4980e406924c more"]
    ),
    (
      "{\"id\":\"C0:00:00:00:00:01\",\"mac_type\":0,\"adv_type\":0,\"name\":\"A\",\"rssi\":-72}\n",
      ["gateway C0:00:00:00:00:01 -72 A []  more"]
    ),
    // Over several lines, below a topic, with hidden addresses, with a comma too many, and cut.
    (
      "# home/OMG_7/BTtoMQTT/C00000000001\n{\n  \"id\": \"C0:00:00:00:00:01\",\n  \"mac_type\": 1,\n"
        + "  \"manufacturerdata\": \"5900c00000000001\",\n  \"rssi\": -36,\n  \"servicedata\": \"4980e406924c\",\n"
        + "  \"servicedatauuid\": \"0xfd3d\"\n}\n",
      ["gateway C0:00:00:00:00:01 -36 - [] 89=c00000000001 fd3d=4980e406924c more"]
    ),
    (
      "{\n  \"manufacturerdata\": \"59000102\",\n  \"name\": \"Owl\",\n  \"id\": \"C0:00:00:xx:yy:zz\",\n  \"rssi\": -55,\n"
        + "  \"servicedatauuid\": \"fcd2\",\n  \"servicedata\": \"440001\",\n  \"mfr\": \"Owls\"\n}\n",
      ["gateway line 1 -55 Owl [] 89=0102 fcd2=440001 more"]
    ),
    (
      "{\n  \"servicedatauuid\": \"fe95\",\n  \"servicedata\": \"30585b05\",\n  \"id\": \"C0:00:00:00:00:01\",\n"
        + "  \"rssi\": -42,\n}\n{\n\"brand\": \"B\", \"id\": \"**:**:**:**:**:**\",\n\"servicedatauuid\": \"fe95\",\n"
        + "\"servicedata\": \"3102\" }\n",
      ["gateway C0:00:00:00:00:01 -42 - [] fe95=30585b05 more", "gateway line 7 - - [] fe95=3102 more"]
    ),
    (
      "{\n  \"id\": \"C0:00:00:00:00:01\",\n  \"name\": \"Owl\",\n  \"servicedata\": \"30585b\n",
      []
    ),
    ("{\n  \"id\": \"C0:00:00:00:00:01\",\n  \"servicedata\": \"owls\"\n}\n", []),
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

  /// noble on Windows prints the type of a structure, and in some versions not its data: they are no absence.
  @Test(
    arguments: [
      ("data section: flags\nnoble-uwp flags: 6", []), ("data section: completeLocalName", []),
      ("data section: manufacturerSpecificData", ["manufacturer data"]),
      ("data section: manufacturerSpecificData\nnoble-uwp   manufacturer data: 59000102", []),
      ("data section: serviceData16BitUuids", ["service data"]),
      (
        "data section: serviceData16BitUuids\nnoble-uwp data section: manufacturerSpecificData",
        ["service data", "manufacturer data"]
      ),
    ] as [(String, [String])]) func sectionsWithoutData(_ lines: String, _ lost: [String]) throws
  {
    let log = "noble-uwp watcher received: c0:00:00:00:00:01 Owl\nnoble-uwp     \(lines)\n"
    let summary = try Self.read(log).summary
    // That values stand for bytes is a problem, too, and one problem counts all of its kind.
    let problems = summary.problems.filter { !$0.message.contains("expected the bytes that were sent") }
    #expect(problems.reduce(0) { $0 + $1.count } == lost.count)
    if let first = lost.first { #expect(problems[0].message.contains("expected \(first)")) }
    #expect(summary.values.map(\.values.hasGaps) == [!lost.isEmpty])
  }

  /// The fields of a program in any order, and each cut and changed character: what is read is of that device, and what is
  /// not read is a loss.
  @Test func fieldsInAnyOrder() throws {
    let fields = [
      "rssi: -58", "manufacturer_data: {76: 10050b}", "remote_id: C3:21:47:A2:A9:40", "service_data: {feab: 4000}",
      "service_uuids: [180d]", "adv_name: Owl",
    ]
    let expected = ["flutterBluePlus C3:21:47:A2:A9:40 -58 Owl [180d] 76=10050b feab=4000"]
    var random = SplitMix64(seed: 7)
    for _ in 0..<40 {
      let line =
        "[FBP] [[ OnScanResponse ]] result: {advertisements: [{\(fields.shuffled(using: &random).joined(separator: ", "))}]}"
      #expect(try Self.read(line + "\n").summary.values.map(Self.words) == expected, "\(line)")
      var changed = Array(line.utf8)
      changed[Int.random(in: changed.indices, using: &random)] = UInt8.random(in: 0x20...0x7E, using: &random)
      let cut = String(line.prefix(Int.random(in: 40...line.count, using: &random)))
      for text in [String(decoding: changed, as: UTF8.self), cut] {
        let summary = try Self.read(line + "\n" + text + "\n").summary
        #expect(summary.values.count <= 2 && summary.values[0].line == 1, "\(text)")
      }
    }
  }

  /// The same device in lines that state the type of its address and lines that do not is one.
  @Test func typesOfAddressesAreJoined() throws {
    let text =
      "[DEVICE]: C0:00:00:00:00:01 , AD evt type 0, AD data len 31, RSSI -38\n"
      + "[DEVICE]: C0:00:00:00:00:01 (random), AD evt type 0, AD data len 31, RSSI -39\n"
    let values = try Self.read(text).summary.values
    #expect(values.map(\.count) == [2] && values.first?.address.type == .random)
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

  /// nkolban's library logs the event with the length of each block above the structures.
  @Test func structuresBelowTheirEvent() throws {
    func event(_ address: String, _ kind: String, _ counts: (Int, Int)) -> String {
      "D (1179) BLEUtils: search_evt: ESP_GAP_SEARCH_INQ_RES_EVT, bda: \(address), ble_addr_type: BLE_ADDR_TYPE_RANDOM, "
        + "ble_evt_type: ESP_BLE_EVT_\(kind), rssi: -66, adv_data_len: \(counts.0), scan_rsp_len: \(counts.1)\n"
    }
    let structures = """
      D (1212) BLEAdvertisedDevice: - setRSSI(): rssi: -66
      D (1218) BLEAdvertisedDevice: Type: 0x01 (ESP_BLE_AD_TYPE_FLAG), length: 1, data: 1a
      D (1238) BLEAdvertisedDevice: Type: 0x03 (ESP_BLE_AD_TYPE_16SRV_CMPL), length: 2, data: f018
      D (1275) BLEAdvertisedDevice: Type: 0x09 (ESP_BLE_AD_TYPE_NAME_CMPL), length: 5, data: 4368656765

      """
    let text =
      event("74:91:ae:6f:ee:91", "CONN_ADV", (7, 7)) + structures + event("74:91:ae:6f:ee:92", "NON_CONN_ADV", (14, 0))
      + structures + "Advertised Device: Name: Chege, Address: 74:91:ae:6f:ee:92\n"
    let reports = try Self.read(text).reports
    #expect(
      reports.map { "\($0.address) \($0.pdu.rawValue) \($0.rssi ?? 0) \(HexText.compact($0.data))" } == [
        "74:91:AE:6F:EE:91 ADV_IND -66 02011a0303f018", "74:91:AE:6F:EE:91 SCAN_RSP -66 06094368656765",
        "74:91:AE:6F:EE:92 ADV_NONCONN_IND -66 02011a0303f01806094368656765",
      ])
    // Other lengths than the event says.
    let cut = try Self.read(event("74:91:ae:6f:ee:91", "CONN_ADV", (8, 7)) + structures)
    #expect(cut.reports.isEmpty && cut.summary.problems.map(\.kind) == [.lineUnread])
  }

  /// Espruino prints the bytes of one packet, and the kind of an address behind it.
  @Test func devicesOfEspruino() throws {
    let text = """
      BluetoothDevice: {
        "id": "c0:00:00:00:00:01 random",
        "rssi": -36,
        "data": new Uint8Array([2, 1, 6, 3, 255, 89, 0]).buffer,
        "manufacturer": 89,
        "manufacturerData": new Uint8Array([]).buffer
      }
      BluetoothDevice: {
        "id": "c0:00:00:00:00:02 public",
        "rssi": -37,
        "data": new Uint8Array([2, 1, 6, 3, 3, 13, 24]).buffer,
        "services": [
          "180d"
         ]
      }

      """
    let capture = try Self.read(text)
    let reports = capture.reports.map { "\($0.address) \($0.address.type) \($0.rssi ?? 0) \(HexText.compact($0.data))" }
    #expect(
      reports == ["C0:00:00:00:00:01 random -36 02010603ff5900", "C0:00:00:00:00:02 public -37 02010603030d18"])
    #expect(capture.summary.values.isEmpty && capture.summary.merged.isEmpty)
  }

  /// A copy of hcidump can lose the indentation. Octets beyond the packet do not belong to it.
  @Test(arguments: [
    ("> 04 3E 13 02 01 00 01 01 00 00 00 00 C0 07 02 01 06 03\n03 0D 18 BB\n", ["C0:00:00:00:00:01 02010603030d18"]),
    ("> 04 3E 13 02 01 00 01 01 00 00 00 00 C0 07 02 01 06 03\n03 0D 18 BB 00\n", []),
  ])
  func hcidumpWithoutIndentation(_ text: String, _ expected: [String]) throws {
    let reports = try Self.read(text).reports.filter { $0.address.isKnown }
    #expect(reports.map { "\($0.address) \(HexText.compact($0.data))" } == expected)
  }

  @Test func longServicesOfBtmon() throws {
    let text =
      "< HCI Command: LE Set Advertising Data (0x08|0x0008) plen 32     #9 [hci0] 1.0\n        Length: 18\n"
      + "        128-bit Service UUIDs (complete): 1 entry\n          Vendor specific (f5a76311-25fd-4801-ab0f-50353e5a4430)\n"
      + "< HCI Command: LE Set Advertise Enable (0x08|0x000a) plen 1      #10 [hci0] 1.1\n        Advertising: Enabled (0x01)\n"
    let summary = try Self.read(text).summary
    #expect(!summary.problems.contains { $0.kind == .lineUnread }, "\(summary.problems)")
  }

  /// Of two reports in one line nothing says which strength is that of which device.
  @Test func severalReportsInALine() throws {
    let text =
      "reports=[Report(bdaddr=b'\\x01\\x00\\x00\\x00\\x00\\xc0', rssi=-40, data=b'\\x02\\x01\\x06\\x03\\xff\\x59\\x00'), "
      + "Report(bdaddr=b'\\x02\\x00\\x00\\x00\\x00\\xc0', rssi=-90, data=b'\\x02\\x01\\x06\\x03\\x03\\x0d\\x18\\x04\\x09Owl')]\n"
    let capture = try Self.read(text)
    #expect(capture.reports.isEmpty && capture.summary.problems.map(\.kind) == [.lineUnread])
  }

  /// Arduino prints octets in hex without leading zeros. Numbers that can be decimal stay unread.
  @Test(arguments: [
    ("advertisingData: 2 1 6 7 FF 4C 0 10 2 B 0\n", ["02010607ff4c0010020b00"]),
    ("C0:00:00:00:00:01 RSSI -60 data: 2 1 6 3 3 D 18\n", ["02010603030d18"]),
    ("C0:00:00:00:00:01 RSSI -60 data: 2, 1, 6, 3, 3, D, 18\n", ["02010603030d18"]),
    ("C0:00:00:00:00:01 RSSI -60 data: 2 1 6 3 3 13 24\n", []), ("a b c 1 d e f of the 4 C 0 lines\n", []),
  ])
  func hexWithoutLeadingZeros(_ text: String, _ expected: [String]) {
    let reports = (try? Self.read(text))?.reports ?? []
    #expect(reports.map { HexText.compact($0.data) } == expected)
  }

  @Test func commandsOfTheATFirmwareAreRead() throws {
    let reports = try Self.read("AT+BLEADVDATA=\"02010603030D18\"\r\nOK\r\nAT+BLESCANRSPDATA=\"050954657374\"\r\n")
      .reports
    #expect(reports.map { HexText.compact($0.data) } == ["02010603030d18", "050954657374"])
    #expect(reports.map { $0.pdu } == [.advUnstated, .scanRsp])
    let damaged = try Self.read("AT+BLEADVDATA=\"1122334455\"\r\n").reports
    #expect(damaged.map { HexText.compact($0.data) } == ["1122334455"])
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

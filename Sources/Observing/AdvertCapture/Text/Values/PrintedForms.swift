internal import AdvertisingData

extension PrintedForm {
  /// bleak's `AdvertisementData`. Source: bleak, `backends/scanner.py`.
  static let bleak = PrintedForm(
    program: .bleak, start: "AdvertisementData(", end: ")",
    fields: [
      PrintedField("local_name=", .quotedName), PrintedField("manufacturer_data=", .manufacturerData),
      PrintedField("service_data=", .serviceData), PrintedField("service_uuids=", .services),
      PrintedField("tx_power=", .other), PrintedField("rssi=", .rssi),
    ], allowsNoAddress: true)

  /// The line of bleak's log on Windows, which has the name alone. Source: bleak, `backends/winrt/scanner.py`.
  static let windows = PrintedForm(
    program: .windows, start: "Received ", fields: [PrintedField(": ", .longName(before: ["."]))],
    first: .address, isLoose: true, leavesOut: true)

  /// Android's `ScanRecord.toString()` in a `ScanResult`. Newer versions hide the address, and then it is not read. Source:
  /// AOSP, `ScanRecord.java` and `BluetoothLeUtils.java`.
  static let scanRecord = PrintedForm(
    program: .scanRecord, start: "ScanRecord [", end: "]",
    fields: [
      PrintedField("mAdvertiseFlags=", .other), PrintedField("mServiceUuids=", .services),
      PrintedField("mServiceSolicitationUuids=", .other), PrintedField("mManufacturerSpecificData=", .manufacturerData),
      PrintedField("mServiceData=", .serviceData), PrintedField("mTxPowerLevel=", .other),
      PrintedField("mDeviceName=", .longName(before: [", mTransportBlocks=[", "], rssi=", "], mRssi=", "]"])),
      PrintedField("mTransportBlocks=", .other),
    ])

  /// `toString()` of the ESP32's libraries, which leave out service data, and older ones all services but the first. Source:
  /// arduino-esp32 and NimBLE-Arduino, `BLEAdvertisedDevice.cpp` and `NimBLEAdvertisedDevice.cpp`.
  static let toString = PrintedForm(
    program: .toString, start: "Name: ",
    fields: [
      PrintedField("Address: ", .address), PrintedField("manufacturer data: ", .companyAndData),
      PrintedField("serviceUUID: ", .service),
    ], first: .longName(before: [", Address: "]), passesOthers: true, leavesOut: true)

  /// flutter_blue_plus's `ScanResult`. Source: `bluetooth_device.dart` and `flutter_blue_plus.dart`, versions 1.10 to 1.35.
  static let flutterBluePlus = PrintedForm(
    program: .flutterBluePlus, start: "AdvertisementData{", end: "}",
    fields: [
      PrintedField("advName: ", .name(before: [", txPowerLevel: "])),
      PrintedField("localName: ", .name(before: [", txPowerLevel: "])),
      PrintedField("txPowerLevel: ", .other), PrintedField("appearance: ", .other),
      PrintedField("connectable: ", .connectable), PrintedField("manufacturerData: ", .manufacturerData),
      PrintedField("serviceData: ", .serviceData), PrintedField("serviceUuids: ", .services),
      PrintedField("rawBytes: ", .other),
    ], allowsNoAddress: true)

  /// flutter_blue_plus's verbose log of what its platform code hands over. The log cuts long texts. `platform_name` can come
  /// from a connection, so it is no name that was heard. Source: `flutter_blue_plus.dart` and `bluetooth_msgs.dart`, versions
  /// 1.16 to 1.36.
  static let flutterVerbose = PrintedForm(
    program: .flutterBluePlus, start: "advertisements: [{", end: "}",
    fields: [
      PrintedField("rssi: ", .rssi), PrintedField("connectable: ", .connectable), PrintedField("remote_id: ", .address),
      PrintedField("manufacturer_data: ", .manufacturerData), PrintedField("service_data: ", .serviceData),
      PrintedField("service_uuids: ", .services), PrintedField("adv_name: ", .name(before: verboseEnds)),
      PrintedField("platform_name: ", .otherName(before: verboseEnds)), PrintedField("tx_power_level: ", .other),
      PrintedField("appearance: ", .other),
    ], next: ", {")

  private static let verboseEnds =
    [
      "rssi", "connectable", "remote_id", "manufacturer_data", "service_data", "service_uuids", "adv_name",
      "platform_name", "tx_power_level", "appearance",
    ].map { ", \($0): " } + ["}"]

  /// flutter_reactive_ble's `DiscoveredDevice`, which has the data of one company. Source: `discovered_device.dart`, version 5.
  static let flutterReactive = PrintedForm(
    program: .flutterReactive, start: "DiscoveredDevice(", end: ")",
    fields: [
      PrintedField("id: ", .address), PrintedField("name: ", .name(before: [", serviceData: "])),
      PrintedField("serviceData: ", .serviceData), PrintedField("serviceUuids: ", .services),
      PrintedField("manufacturerData: ", .companyAndData), PrintedField("rssi: ", .rssi),
    ], passesOthers: true, leavesOut: true)

  /// btleplug's `PeripheralProperties`. Source: btleplug 0.11, `api/mod.rs`.
  static let btleplug = PrintedForm(
    program: .btleplug, start: "PeripheralProperties { ", end: "}",
    fields: [
      PrintedField("address: ", .address), PrintedField("local_name: ", .quotedName), PrintedField("rssi: ", .rssi),
      PrintedField("manufacturer_data: ", .manufacturerData), PrintedField("service_data: ", .serviceData),
      PrintedField("services: ", .services),
    ], passesOthers: true)

  /// The scanners of Zephyr's samples and its shell, which print the name alone. Source: Zephyr,
  /// samples/bluetooth/observer and subsys/bluetooth/shell/bt.c.
  static let zephyr = PrintedForm(
    program: .zephyr, start: "[DEVICE]: ", fields: [PrintedField("Name: ", .name(before: [" C:"]))],
    first: .address, isLoose: true, leavesOut: true)
  static let zephyrObserver = PrintedForm(
    program: .zephyr, start: "Device found: ", fields: [], first: .address, isLoose: true, leavesOut: true)

  /// The parser of Home Assistant for Xiaomi, which logs the service data of a device it does not know. Source: xiaomi-ble,
  /// `parser.py`.
  static let xiaomi = PrintedForm(
    program: .xiaomi, start: "Xiaomi device: ",
    fields: [PrintedField("MAC: ", .address), PrintedField("ADV: ", .octets(of: 0xFE95))], isLoose: true,
    leavesOut: true)

  /// bleson's `Advertisement`, without the address. Source: bleson, `core/types.py`.
  static let bleson = PrintedForm(
    program: .bleson, start: "Advertisement(", end: ")",
    fields: [
      PrintedField("flags=", .other), PrintedField("name=", .quotedName), PrintedField("txpower=", .other),
      PrintedField("uuid16s=", .services), PrintedField("uuid128s=", .services), PrintedField("rssi=", .rssi),
      PrintedField("mfg_data=", .companyAndData),
    ], allowsNoAddress: true, leavesOut: true)

  /// GoveeBTTempLogger's line for a packet. Behind the data of an iBeacon, it has the parts of these data again. Source:
  /// wcbonner/GoveeBTTempLogger, `goveebttemplogger.cpp`.
  static let goveeWithService = PrintedForm(
    program: .govee, start: " [",
    fields: [
      PrintedField("(Name) ", .name(before: [" ("])), PrintedField("(UUID) ", .service),
      PrintedField("(Manu) ", .companyAndData),
    ], first: .address, isLoose: true, leavesOut: true)
  static let govee = PrintedForm(
    program: .govee, start: " [",
    fields: [PrintedField("(Name) ", .name(before: [" ("])), PrintedField("(Manu) ", .companyAndData)], first: .address,
    isLoose: true, leavesOut: true)
}

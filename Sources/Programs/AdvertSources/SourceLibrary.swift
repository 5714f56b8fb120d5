internal import AdvertisingData

/// A library that advertises and whose calls are read, with the names by which lines of its programs are known.
struct SourceLibrary: Sendable {
  /// The name for people. Several entries can have one name, each with other lines.
  let name: String
  let language: ProgramReader.Language
  /// Names besides its calls that only its programs have.
  var marks: Set<String> = []
  /// Names of which one is there, too; empty for a library that its own names tell.
  var with: Set<String> = []
  /// Names that programs of another library have in the same place.
  var without: Set<String> = []
  /// The calls that set data, or that make what sets them, and that no scan needs.
  let setting: [String]
  /// The calls that send the data of other calls.
  var starting: [String] = []
  /// The line with which programs take the library in.
  var taking: String?

  /// Names of calls that programs of other libraries have, too.
  private static let common: Set<String> = [
    "startAdvertising", "getAdvertising", "start_advertising", "setAdvertising", "setAdvertisingData",
    "setScanResponseData", "setScanResponse", "setServices", "Advertising", "AdvertiseData", "Advertisement",
    "Peripheral", "addService", "add_service", "setName", "start", "publish", "advertise",
  ]

  /// Returns whether words are of a program with this library.
  func isKnown(by words: Set<String>) -> Bool {
    let hasName =
      !words.isDisjoint(with: marks)
      || (setting + starting).contains { words.contains($0) && !Self.common.contains($0) }
    return hasName && (with.isEmpty || !words.isDisjoint(with: with)) && words.isDisjoint(with: without)
  }

  /// Returns the reason why lines with calls of the library have no layout; `nil` for lines without such a call.
  func obstacle(in text: String) -> SourceObstacle? {
    for call in setting {
      if let line = Self.line(of: call, in: text, language) {
        return SourceObstacle(
          line,
          call.hasSuffix("_t")
            ? "\(call) of \(name) is here, and no call that gets it is read"
            : "\(call) of \(name) is used in a way that is not read")
      }
    }
    for call in starting {
      if let line = Self.line(of: call, in: text, language) {
        return SourceObstacle(
          line,
          "\(call) of \(name) sends what these lines do not set, as with \(listed(Array(setting.prefix(3)), "or"))")
      }
    }
    return nil
  }

  /// Returns the first line that has a word, or a call with its object, outside of a comment to the end of the line.
  private static func line(of word: String, in text: String, _ language: ProgramReader.Language) -> Int? {
    var number = 0
    let mark = language == .python || language == .shell ? "#" : "//"
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline }) {
      number += 1
      let code = String(line.firstRange(ofText: mark).map { line[..<$0.lowerBound] } ?? line)
      let hasMarks = word.hasPart("-") || word.hasPart(".")
      if code.hasPart(word), hasMarks || SourceExcerpt.words(of: code).contains(word) { return number }
    }
    return nil
  }

  /// The names of all libraries, for error messages.
  static var names: String { all.map { $0.name }.withoutRepeats.joined(separator: ", ") }

  /// The libraries, those with the clearest names first.
  static let all: [SourceLibrary] = ofC + ofArduino + ofApps + ofScripts + ofPython + ofOthers

  private static let ofC: [SourceLibrary] = [
    SourceLibrary(
      name: "Zephyr", language: .c, marks: ["bt_data"],
      setting: [
        "bt_le_adv_start", "bt_le_ext_adv_set_data", "bt_le_adv_update_data", "bt_le_per_adv_set_data",
      ],
      starting: ["bt_le_ext_adv_start", "bt_le_ext_adv_create"]),
    SourceLibrary(
      name: "NimBLE", language: .c, marks: ["ble_hs_adv_fields"],
      setting: [
        "ble_gap_adv_set_fields", "ble_gap_adv_set_data", "ble_gap_ext_adv_set_data", "ble_gap_adv_rsp_set_fields",
        "ble_gap_adv_rsp_set_data", "ble_gap_ext_adv_rsp_set_data", "ble_hs_adv_set_fields",
        "ble_hs_adv_set_fields_mbuf", "ble_gap_periodic_adv_set_data",
      ],
      starting: ["ble_gap_adv_start", "ble_gap_ext_adv_start", "ble_gap_ext_adv_configure", "ble_gap_adv_params"]),
    SourceLibrary(
      name: "Bluedroid", language: .c,
      setting: [
        "esp_ble_gap_config_adv_data", "esp_ble_gap_config_adv_data_raw", "esp_ble_gap_config_ext_adv_data_raw",
        "esp_ble_gap_config_scan_rsp_data_raw", "esp_ble_gap_config_ext_scan_rsp_data_raw",
        "esp_ble_gap_config_periodic_adv_data_raw", "esp_ble_adv_data_t", "make_cmd_ble_set_adv_data",
        "make_cmd_ble_set_scan_rsp_data",
      ],
      starting: [
        "esp_ble_gap_start_advertising", "esp_ble_gap_ext_adv_start", "esp_ble_gap_ext_adv_set_params",
        "esp_ble_adv_params_t",
      ]),
    SourceLibrary(
      name: "the nRF5 SDK", language: .c,
      setting: [
        "ble_advertising_init", "ble_advdata_set", "ble_advdata_encode", "ble_advdata_t", "ble_advertising_init_t",
        "sd_ble_gap_adv_data_set", "sd_ble_gap_adv_set_configure",
      ],
      starting: ["ble_advertising_start", "sd_ble_gap_adv_start"]),
  ]

  /// Libraries for C++ whose calls are those of an object.
  private static let ofArduino: [SourceLibrary] = [
    SourceLibrary(
      name: "NimBLE-Arduino", language: .cPlusPlus,
      marks: ["NimBLEDevice", "NimBLEServer", "NimBLEUUID"],
      setting: ["NimBLEAdvertising", "NimBLEAdvertisementData", "NimBLEExtAdvertisement", "NimBLEExtAdvertising"],
      starting: ["startAdvertising", "getAdvertising"], taking: "#include <NimBLEDevice.h>"),
    SourceLibrary(
      name: "Bluefruit", language: .cPlusPlus, marks: ["Bluefruit"], setting: ["Advertising"],
      taking: "#include <bluefruit.h>"),
    SourceLibrary(
      name: "ArduinoBLE", language: .cPlusPlus, without: ["CurieBLE", "BLEPeripheral"],
      setting: [
        "setAdvertisedService", "setAdvertisedServiceUuid", "setAdvertisedServiceData", "BLEAdvertisingData",
      ], taking: "#include <ArduinoBLE.h>"),
    SourceLibrary(
      name: "the BLE library of arduino-esp32", language: .cPlusPlus, marks: ["BLEDevice"],
      setting: ["BLEAdvertising", "BLEAdvertisementData"], starting: ["startAdvertising", "getAdvertising"],
      taking: "#include <BLEDevice.h>"),
    // Calls on the object that advertises, of which arduino-esp32 has few.
    SourceLibrary(
      name: "NimBLE-Arduino", language: .cPlusPlus, marks: ["addServiceUUID", "pAdvertising"],
      with: ["setManufacturerData", "setServiceData", "setURI", "enableScanResponse", "setPreferredParams"],
      setting: ["addServiceUUID", "pAdvertising"], taking: "#include <NimBLEDevice.h>"),
    SourceLibrary(
      name: "the BLE library of arduino-esp32", language: .cPlusPlus, setting: ["addServiceUUID", "pAdvertising"],
      taking: "#include <BLEDevice.h>"),
    SourceLibrary(
      name: "the BLE library of arduino-esp32", language: .cPlusPlus, with: ["BLEUUID"],
      setting: ["setServiceData", "setCompleteServices", "setPartialServices"], taking: "#include <BLEDevice.h>"),
    SourceLibrary(
      name: "ESP32-BLE-Keyboard", language: .cPlusPlus, setting: ["BleKeyboard"],
      taking: "#include <BleKeyboard.h>"),
    SourceLibrary(
      name: "ESP32-BLE-Mouse", language: .cPlusPlus, setting: ["BleMouse"],
      taking: "#include <BleMouse.h>"),
    SourceLibrary(
      name: "ESP32-BLE-Gamepad", language: .cPlusPlus, setting: ["BleGamepad"],
      taking: "#include <BleGamepad.h>"),
    SourceLibrary(
      name: "ArduinoBLE", language: .cPlusPlus, marks: ["BLE"], with: ["advertise"], without: ["CurieBLE"],
      setting: ["setAdvertisedService", "setAdvertisedServiceUuid"], starting: ["BLE.advertise()"],
      taking: "#include <ArduinoBLE.h>"),
  ]

  private static let ofApps: [SourceLibrary] = [
    SourceLibrary(
      name: "CoreBluetooth", language: .objectiveC, marks: ["UUIDWithString", "NSDictionary", "NSString"],
      setting: ["startAdvertising"]),
    SourceLibrary(
      name: "CoreBluetooth", language: .swift,
      marks: [
        "CBPeripheralManager", "CBUUID", "CBAdvertisementDataServiceUUIDsKey", "CBAdvertisementDataLocalNameKey",
      ],
      setting: ["startAdvertising"],
      taking: "import CoreBluetooth"),
    SourceLibrary(
      name: "Windows in C#", language: .cSharp,
      setting: ["BluetoothLEAdvertisementPublisher", "GattServiceProviderAdvertisingParameters"]),
    SourceLibrary(
      name: "flutter_ble_peripheral", language: .dart,
      marks: [
        "FlutterBlePeripheral", "flutter_ble_peripheral", "serviceDataUuid", "manufacturerId", "includePowerLevel",
      ],
      setting: ["AdvertiseData"], starting: ["start"],
      taking: "import 'package:flutter_ble_peripheral/flutter_ble_peripheral.dart';"),
    SourceLibrary(
      name: "flutter_ble_peripheral", language: .dart, marks: ["AdvertiseData"],
      with: ["localName", "includeDeviceName", "serviceUuid", "advertiseSet"], without: ["Builder"],
      setting: ["AdvertiseData"],
      taking: "import 'package:flutter_ble_peripheral/flutter_ble_peripheral.dart';"),
    SourceLibrary(
      name: "bluetooth_low_energy", language: .dart, marks: ["bluetooth_low_energy"], setting: ["startAdvertising"]),
    SourceLibrary(
      name: "bluetooth_low_energy", language: .dart, marks: ["PeripheralManager"],
      with: ["startAdvertising"],
      setting: ["startAdvertising"],
      taking: "import 'package:bluetooth_low_energy/bluetooth_low_energy.dart';"),
    SourceLibrary(
      name: "ble_peripheral", language: .dart, marks: ["BlePeripheral"], setting: ["startAdvertising"],
      taking: "import 'package:ble_peripheral/ble_peripheral.dart';"),
    SourceLibrary(
      name: "Android", language: .kotlin,
      marks: ["AdvertiseData", "AdvertiseSettings", "AdvertisingSetParameters"],
      setting: [
        "startAdvertising", "startAdvertisingSet", "AdvertiseData", "setAdvertisingData", "setScanResponseData",
      ],
      taking: "import android.bluetooth.le.AdvertiseData"),
  ]

  private static let ofScripts: [SourceLibrary] = [
    SourceLibrary(
      name: "bleno", language: .javaScript, marks: ["bleno"],
      setting: ["startAdvertising", "startAdvertisingWithEIRData", "startAdvertisingIBeacon"],
      taking: "require('bleno');"),
    SourceLibrary(
      name: "react-native-ble-peripheral", language: .javaScript, marks: ["BLEPeripheral"],
      setting: ["addService", "setName"], starting: ["start"],
      taking: "import BLEPeripheral from 'react-native-ble-peripheral';"),
    SourceLibrary(
      name: "Espruino", language: .javaScript, marks: ["NRF"],
      setting: ["setAdvertising", "setScanResponse", "setServices"]),
  ]

  private static let ofPython: [SourceLibrary] = [
    SourceLibrary(
      name: "aioble", language: .python, marks: ["aioble", "gap_advertise"], setting: ["gap_advertise", "advertise"]),
    SourceLibrary(
      name: "adafruit_ble", language: .python,
      marks: ["adafruit_ble", "_bleio", "BLERadio"], without: ["start_scan"],
      setting: ["start_advertising", "ProvideServicesAdvertisement", "SolicitServicesAdvertisement"],
      taking: "import adafruit_ble"),
    SourceLibrary(
      name: "BlueZ over D-Bus", language: .python, marks: ["LEAdvertisement1", "add_service_uuid", "add_local_name"],
      setting: ["RegisterAdvertisement", "call_register_advertisement", "LEAdvertisement1"]),
    SourceLibrary(
      name: "bleno", language: .python, marks: ["pybleno"], setting: ["startAdvertising", "startAdvertisingIBeacon"],
      taking: "from pybleno import *"),
    SourceLibrary(
      name: "bless", language: .python, marks: ["bless"], setting: ["BlessServer"],
      taking: "from bless import BlessServer"),
    SourceLibrary(
      name: "bluezero", language: .python, marks: ["bluezero", "srv_id", "start_beacon"],
      setting: ["add_service", "add_service_data", "add_manufacturer_data", "Advertisement", "Peripheral"],
      starting: ["publish", "start_beacon", "register_advertisement"], taking: "import bluezero"),
    SourceLibrary(
      name: "bluez_peripheral", language: .python, marks: ["bluez_peripheral"], setting: ["Advertisement"]),
  ]

  private static let ofOthers: [SourceLibrary] = [
    SourceLibrary(
      name: "btmgmt and hcitool", language: .shell, marks: ["btmgmt", "hcitool"],
      setting: ["add-adv", "add-ext-adv-params", "add-ext-adv-data"]),
    SourceLibrary(
      name: "nrf-softdevice", language: .rust, marks: ["nrf_softdevice"],
      setting: ["ConnectableAdvertisement", "NonconnectableAdvertisement", "LegacyAdvertisementBuilder"]),
    SourceLibrary(
      name: "bluer", language: .rust, marks: ["bluer"], setting: ["Advertisement"]),
    SourceLibrary(
      name: "trouble", language: .rust, marks: ["trouble_host", "AdStructure"],
      setting: ["encode_slice", "Advertisement"]),
    SourceLibrary(
      name: "TinyGo", language: .go, setting: ["AdvertisementOptions"]),
  ]
}

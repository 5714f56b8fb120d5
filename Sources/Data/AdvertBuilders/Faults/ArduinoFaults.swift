internal import AdvertisingData

private let services: [ADType] = [
  .completeServiceUUIDs16, .incompleteServiceUUIDs16, .completeServiceUUIDs32, .incompleteServiceUUIDs32,
  .completeServiceUUIDs128, .incompleteServiceUUIDs128,
]
private let serviceData: [ADType] = [.serviceData16, .serviceData32, .serviceData128]

extension FaultTable {
  static let arduinoBLE = FaultTable(
    "ArduinoBLE", ids: ["arduinoble"], marks: ["arduinoble"],
    [
      VersionFault(
        .before(1, 2), effect: "the manufacturer data is not sent when a service is advertised, without an error",
        do: "update to 1.2, or advertise one of them only",
        source: "ArduinoBLE 1.1.3, src/utility/GAP.cpp; arduino-libraries/ArduinoBLE #103, #117",
        signs: ["setmanufacturerdata", "manufacturer"], concerning: [[.manufacturerData], services]),
      VersionFault(
        .before(1, 2),
        effect:
          "the service data is sent only if the fields before it have 4 bytes more than it: never with Flags alone",
        do: "update to 1.2", source: "ArduinoBLE 1.1.3, src/utility/GAP.cpp",
        signs: ["setadvertisedservicedata", "service data"], concerning: [serviceData]),
      VersionFault(
        .before(1, 3, 3),
        effect: "scanning stops finding devices after some minutes",
        do: "update to 1.3.3, or call BLE.scan() again", source: "ArduinoBLE 07d249a, src/utility/GAP.cpp",
        signs: ["ble.scan", "available"]),
      VersionFault(
        .before(1, 4), effect: "after BLE.end() and BLE.begin(), the advertising data of before is sent again",
        do: "update to 1.4, or set all fields again", source: "ArduinoBLE 910dd44, src/local/BLELocalDevice.cpp",
        signs: ["ble.end"], concerning: [[]]),
    ])

  static let nimBLEArduino = FaultTable(
    "NimBLE-Arduino", ids: ["nimble-arduino"], marks: ["nimble-arduino"],
    [
      initialName("NimBLE-Arduino 2.5.1, src/NimBLEDevice.cpp; h2zero/esp-nimble-cpp #284"),
      VersionFault(
        .before(1, 1), effect: "start() fails or drops fields when an appearance is set: its 4 bytes are not counted",
        do: "update to 1.1", source: "NimBLE-Arduino f48e05c8, src/NimBLEAdvertising.cpp",
        signs: ["setappearance"], concerning: [[.appearance]]),
      VersionFault(
        .from([2, 1], before: [2, 1, 3]),
        effect: "fields that have no room are lost when enableScanResponse(true) is called after they are set",
        do: "update to 2.1.3, or call enableScanResponse(true) first",
        source: "NimBLE-Arduino 8abb4d53, src/NimBLEAdvertising.cpp; CHANGELOG.md", signs: ["enablescanresponse"],
        concerning: [[]]),
      VersionFault(
        .from([2, 1], before: [2, 2]),
        effect: "addTxPower() sends the power of connections, not the power of advertising",
        do: "update to 2.2", source: "NimBLE-Arduino 8c1bcc9a, src/NimBLEAdvertisementData.cpp",
        signs: ["addtxpower", "tx power"], concerning: [[.txPowerLevel]]),
      VersionFault(
        .from([2, 1], before: [2, 3, 6]),
        effect: "a scan keeps only the first part of extended advertising data that comes in several reports",
        do: "update to 2.3.6", source: "NimBLE-Arduino 834a07cc, src/NimBLEScan.cpp", signs: ["extended"]),
      VersionFault(
        .before(2, 3, 9),
        effect:
          "a restarted scan does not report known devices again, because the Arduino core switches the filter of mesh on",
        do: "update to 2.3.9", source: "NimBLE-Arduino 98548470, src/NimBLEDevice.cpp", signs: ["duplicate", "restart"]),
      VersionFault(
        .from([2, 1], before: [2, 5]),
        effect: "an active scan without end does not report a device that never answers scan requests",
        do: "update to 2.5 and call setScanResponseTimeout, scan passively, or use onDiscovered",
        source: "NimBLE-Arduino 8bdee981, src/NimBLEScan.cpp; CHANGELOG.md", signs: ["onresult"]),
    ])

  static let espNimBLECpp = FaultTable(
    "esp-nimble-cpp", ids: ["esp-nimble-cpp"], marks: ["esp-nimble-cpp"],
    [initialName("esp-nimble-cpp 2.5.0, src/NimBLEDevice.cpp; h2zero/esp-nimble-cpp #284")])

  private static func initialName(_ source: String) -> VersionFault {
    VersionFault(
      .from(2, 0), effect: "the name that init() gets is not advertised", do: "call setName of the advertising object",
      source: source, signs: ["name", "init("], concerning: [[]])
  }

  static let arduinoESP32 = FaultTable(
    "arduino-esp32", ids: ["esp32-ble", "esp32-ble-nimble"], marks: ["arduino-esp32", "esp32:esp32"],
    [
      VersionFault(
        .from(3, 0),
        effect:
          "data given as text ends at the first zero byte: the functions take String, where 2.x took std::string",
        do: "make the text with its length, String((const char *)data, length)",
        source: "espressif/arduino-esp32 #12050, #12801; libraries/BLE/src/BLEAdvertising.h",
        signs: ["setmanufacturerdata", "setservicedata", "manufacturer"])
    ])

  static let esp32NimBLE = FaultTable(
    "esp32-nimble (Rust)", marks: ["esp32-nimble", "esp32_nimble"],
    [
      VersionFault(
        .from([0, 2, 1], before: [0, 2, 2]), effect: "start() ends advertising at once: its duration is 0",
        do: "update to 0.2.2", source: "taks/esp32-nimble ce47367, src/server/ble_advertising.rs; #28",
        signs: ["start", "advertis"]),
      VersionFault(
        .before(0, 5, 1), effect: "a changed name leaves bytes of the earlier one in the scan response",
        do: "update to 0.5.1", source: "taks/esp32-nimble 57a8f17, src/server/ble_advertising.rs; #78", signs: ["name"]),
      VersionFault(
        .before(0, 6),
        effect:
          "the length of one service is counted 2 bytes short, so start() fails for a name that lacks 1 or 2 bytes of room",
        do: "update to 0.6, or shorten the name by 2 bytes",
        source: "taks/esp32-nimble b0363be, src/server/ble_advertising.rs; #86", signs: ["length", "too long"]),
    ])

  static let bluefruit = FaultTable(
    "Bluefruit (Adafruit nRF52)", ids: ["bluefruit"],
    marks: ["adafruit_nrf52_arduino", "adafruit nrf52", "bluefruit", "adafruit:nrf52"],
    [
      VersionFault(
        .before(0, 22), effect: "BLEBeacon::setMajorMinor sends major and minor with their bytes swapped",
        do: "update to 0.22, or swap them", source: "adafruit/Adafruit_nRF52_Arduino 4095afb, #613; changelog.md",
        signs: ["major", "minor", "beacon"]),
      VersionFault(
        .before(1, 6), effect: "clearData() leaves old bytes, so that start() can fail with NRF_ERROR_INVALID_LENGTH",
        do: "update to 1.6", source: "adafruit/Adafruit_nRF52_Arduino dc1b3d75, #197",
        texts: ["BLEAdvertising::_start(uint16_t, uint16_t): 364"], signs: ["cleardata", "nrf_error_invalid_length"]),
      VersionFault(
        .before(1, 7), effect: "data that is changed while advertising is never sent: the first data stays",
        do: "update to 1.7, or stop advertising before the change",
        source: "adafruit/Adafruit_nRF52_Arduino 4e22a13f, libraries/Bluefruit52Lib/src/BLEAdvertising.cpp",
        signs: ["update", "change"]),
    ])

  static let espruino = FaultTable(
    "Espruino", ids: ["espruino"], marks: ["espruino", "bangle.js", "puck.js"],
    [
      VersionFault(
        .before(2, 13), effect: "NRF.setScanResponse has no effect on Bangle.js 2 and other boards of SDK 15",
        do: "update to 2v13", source: "espruino/Espruino, ChangeLog of 2v13", signs: ["setscanresponse"],
        concerning: [[]]),
      VersionFault(
        .before(2, 20),
        effect:
          "on boards of SDK 15, advertising that is neither connectable nor scannable is sent as extended advertising",
        do: "update to 2v20, or leave it scannable", source: "espruino/Espruino, ChangeLog of 2v20",
        signs: ["scannable", "connectable"], concerning: [[]]),
      VersionFault(
        .before(2, 28),
        effect:
          "a scan that hears manufacturer data without content, or more than 32 bytes on nRF52840, restarts the board",
        do: "update to 2v28", source: "espruino/Espruino, ChangeLog of 2v28", signs: ["crash", "reboot", "restart"]),
    ])
}

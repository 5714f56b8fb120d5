internal import AdvertisingData

extension FaultTable {
  static let blueZ = FaultTable(
    "BlueZ", ids: ["bluez"], marks: ["bluez", "bluetoothd", "bluetoothctl"],
    [
      VersionFault(
        .before(5, 69),
        effect: "Discoverable = false is ignored when the adapter is discoverable: the Flags say discoverable",
        do: "update to 5.69, or make the adapter not discoverable", source: "BlueZ 828bc564, src/advertising.c",
        signs: ["discoverable"], concerning: [[]]),
      VersionFault(
        .before(5, 71), effect: "an advertisement monitor finds no pattern in manufacturer data and service data",
        do: "update to 5.71, or match the list of services", source: "BlueZ b0656c2c, src/shared/ad.c",
        signs: ["monitor", "or_patterns"]),
      VersionFault(
        .from([5, 71], before: [5, 83]),
        effect: "bluetoothd ends when an advertisement monitor meets long manufacturer data of extended advertising",
        do: "update to 5.83", source: "BlueZ 1be17107, src/shared/ad.c; bluez/bluez #1169",
        texts: ["match_manufacturer"], signs: ["monitor", "crash"]),
      VersionFault(
        .before(5, 77),
        effect: "advertise.discoverable off of bluetoothctl is not passed on, so the adapter decides about the Flags",
        do: "update to 5.77", source: "BlueZ b2371f9f, client/advertising.c", signs: ["discoverable"],
        concerning: [[]]),
    ])

  static let btmgmt = FaultTable(
    "btmgmt", ids: ["btmgmt"], marks: ["btmgmt"],
    [
      VersionFault(
        .from(5, 69),
        effect: "-u with 16-bit UUIDs sends them under the type of 128-bit UUIDs, so that no scanner finds them",
        do: "give the list as bytes with -d: 0303 and the UUID, last byte first", source: "BlueZ 5.87, client/mgmt.c",
        signs: ["-u", "uuid"], concerning: [[.completeServiceUUIDs16, .incompleteServiceUUIDs16]])
    ])

  static let nrfConnectSDK = FaultTable(
    "nRF Connect SDK", ids: ["nrf-connect-sdk"], marks: ["nrf connect sdk", "sdk-nrf", "ncs"],
    [
      VersionFault(
        .from([1, 5], before: [1, 5, 1]),
        effect:
          "with CONFIG_BT_EXT_ADV, scan response data of legacy advertising damages the advertising data (SoftDevice Controller)",
        do: "update to 1.5.1, or put the name into the advertising data",
        source: "nrfconnect/sdk-nrf #4253, known issue DRGN-15465", texts: ["DRGN-15465"],
        signs: ["corrupt", "ext_adv"])
    ])

  static let espIDF = FaultTable(
    "ESP-IDF", marks: ["esp-idf", "esp_idf", "idf"],
    [
      VersionFault(
        .from([5, 5, 2], before: [5, 5, 3]),
        effect: "scanning stops after hours or days: the controller does not answer a command any more",
        do: "update to 5.5.3, or go back to 5.5.1", source: "espressif/esp-idf #18217; esphome/bluetooth-proxies #165",
        signs: ["scan", "timeout"]),
      VersionFault(
        .from(5, 5, 5),
        effect:
          "on the first ESP32 with Wi-Fi, a scan hears only in its own window: with 30 of 320 ms, most advertisements are missed",
        do: "set the scan window to the interval, as ESPHome does from #18356 on",
        source: "espressif/esp-idf #18931; esphome/esphome #17805, #18356", signs: ["scan", "wi-fi", "wifi"]),
    ])

  static let linux = FaultTable(
    "Linux", marks: ["linux", "kernel"],
    [
      VersionFault(
        .from([6, 18, 34], before: [6, 18, 36]),
        effect:
          "each advertisement of bluetoothd is refused with Invalid Parameters (0x0d), as in 6.12.93: bluetoothd sends surplus bytes",
        do: "update to 6.18.36, or to a BlueZ with commit 2a6968b4",
        source:
          "bluez/bluez #2269; bluez/bluetooth-next #277; raspberrypi/linux #7473; pollen-robotics/reachy-mini-os #86",
        signs: ["0x0d", "invalid param", "advertis"])
    ])

  static let macOS = FaultTable(
    "macOS", ids: ["macos"], marks: ["macos"],
    [
      VersionFault(
        .from([12], before: [12, 3]), effect: "a command line program that scans without service UUIDs finds nothing",
        do: "update to 12.3, or scan for service UUIDs, as service_uuids of bleak 0.14",
        source: "hbldh/bleak #635, #753",
        texts: ["macOS 12 requires non-empty service_uuids kwarg"], signs: ["scan"])
    ])
}

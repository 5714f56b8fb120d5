extension ScannerProfile {
  /// A sketch with NimBLE-Arduino, as it scans by default.
  public static let nimBLEArduino: ScannerProfile = {
    var profile = ScannerProfile(
      id: "nimble-arduino",
      name: "NimBLE-Arduino, NimBLEScan",
      versions: "1.4.3 (November 2024) to 2.5.1 (July 2026)",
      scanType: Claim(
        .passive, .sourceCode("NimBLE-Arduino 1.4.3 and 2.5.1: NimBLEScan::NimBLEScan"),
        note: "until the sketch calls setActiveScan"),
      requirement: Claim(.none, .sourceCode("NimBLE-Arduino 2.5.1: NimBLEScan::start")),
      serviceFilter: Claim(
        .serviceList, .sourceCode("NimBLE-Arduino 2.5.1: NimBLEAdvertisedDevice::isAdvertisingService"),
        note: "isAdvertisingService looks at lists; getServiceData takes a UUID"),
      delivery: Claim(
        .merged, .sourceCode("NimBLE-Arduino 2.5.1: NimBLEAdvertisedDevice::update and findAdvField"),
        note: "the scan response is appended to the advertising data; getName has the first complete name, else a "
          + "shortened one; getServiceData has the first of a UUID; getManufacturerData takes an index"),
      duplicates: Claim(
        .optional, .sourceCode("NimBLE-Arduino 2.5.1: NimBLEScan::setScanCallbacks and setDuplicateFilter"),
        note: "wantDuplicates, false by default"),
      receivesExtended: Claim(
        false, .sourceCode("NimBLE-Arduino 2.5.1: nimconfig.h, CONFIG_BT_NIMBLE_EXT_ADV"),
        note: "unless it is compiled with CONFIG_BT_NIMBLE_EXT_ADV, for a chip that can"))
    profile.receivesCoded = profile.receivesExtended
    profile.listening = Claim(
      [ScanDuty(window: 30_000, interval: 30_000)],
      .sourceCode(
        "NimBLE-Arduino 2.5.1: NimBLEScan::NimBLEScan; ble_gap.c, BLE_GAP_SCAN_FAST_INTERVAL_MIN and "
          + "BLE_GAP_SCAN_FAST_WINDOW"),
      note: "the sketch can set other values, and Wi-Fi takes a part of the time")
    return profile
  }()

  /// A sketch with NimBLE-Arduino that asks for scan responses.
  public static let nimBLEArduinoActive: ScannerProfile = {
    var profile = ScannerProfile(id: "nimble-arduino-active", basedOn: .nimBLEArduino)
    profile.name = "NimBLE-Arduino, NimBLEScan, active"
    profile.scanType = Claim(.active, .sourceCode("NimBLE-Arduino 2.5.1: NimBLEScan::setActiveScan"))
    profile.remarks = [
      Claim(
        "onDiscovered comes with the advertisement; onResult of a scannable advertisement waits for its scan response",
        .sourceCode("NimBLE-Arduino 2.5.1: NimBLEScan::handleGapEvent")),
      Claim(
        "Where no scan response comes, onResult comes after 10.24 s since 2.5.0 (April 2026), before that at the end of "
          + "the scan", .sourceCode("NimBLE-Arduino 2.3.9 and 2.5.1: NimBLEScan.cpp, DEFAULT_SCAN_RESP_TIMEOUT_MS")),
    ]
    return profile
  }()
}

extension ScannerProfile {
  /// A sketch with the BLE library of arduino-esp32, as it scans by default.
  public static let arduinoESP32: ScannerProfile = {
    var profile = ScannerProfile(
      id: "arduino-esp32",
      name: "arduino-esp32, BLEScan",
      versions: "2.0 to 3.x, on Bluedroid and on NimBLE",
      scanType: Claim(
        .passive,
        .sourceCode("arduino-esp32 at 9c51a00 (2.0) and BLEScan.cpp of February 2025 (3.x): BLEScan::BLEScan"),
        note: "until the sketch calls setActiveScan"),
      requirement: Claim(.none, .sourceCode("arduino-esp32: BLEScan::start")),
      serviceFilter: Claim(
        .serviceList, .sourceCode("arduino-esp32: BLEAdvertisedDevice::parseAdvertisement and isAdvertisingService"),
        note: "isAdvertisingService looks at lists; getServiceData and getServiceDataUUID have the service data"),
      delivery: Claim(
        .merged, .sourceCode("ESP-IDF at 1021229 (July 2026): btm_ble_gap.c; arduino-esp32: BLEScan::handleGAPEvent"),
        note: "getName has the last complete name and no shortened one; getManufacturerData has the last manufacturer "
          + "data of any company; getServiceData takes an index"),
      duplicates: Claim(
        .optional, .sourceCode("arduino-esp32: BLEScan::setAdvertisedDeviceCallbacks"),
        note: "wantDuplicates, false by default"),
      receivesExtended: Claim(
        false, .sourceCode("arduino-esp32: BLEScan::start calls esp_ble_gap_start_scanning or ble_gap_disc"),
        note: "unless the sketch calls startExtScan, on chips with Bluetooth 5"))
    profile.listening = Claim(
      [ScanDuty(milliseconds: 100, of: 100)], .sourceCode("arduino-esp32: BLEScan::BLEScan, setInterval and setWindow"),
      note: "the sketch can set other values, and Wi-Fi takes a part of the time")
    return profile
  }()

  /// A sketch with the BLE library of arduino-esp32 that asks for scan responses.
  public static let arduinoESP32Active: ScannerProfile = {
    var profile = ScannerProfile(id: "arduino-esp32-active", basedOn: .arduinoESP32)
    profile.name = "arduino-esp32, BLEScan, active"
    profile.scanType = Claim(.active, .sourceCode("arduino-esp32: BLEScan::setActiveScan"))
    profile.remarks = [
      Claim(
        "On Bluedroid an advertisement waits for its scan response, and is delivered alone when the next advertisement "
          + "comes first", .sourceCode("ESP-IDF at 1021229 (July 2026): btm_ble_gap.c, btm_ble_process_adv_pkt_cont")),
      Claim(
        "In 3.x on Bluedroid without wantDuplicates only the first result of a device counts: a scan response that was lost "
          + "then is not delivered later in the scan",
        .sourceCode("arduino-esp32, BLEScan.cpp of February 2025: BLEScan::handleGAPEvent")),
      Claim(
        "On NimBLE a callback for a scannable advertisement waits for its scan response, else for the end of the scan",
        .sourceCode("arduino-esp32, BLEScan.cpp of February 2025: BLEScan::handleGAPEvent")),
    ]
    return profile
  }()
}

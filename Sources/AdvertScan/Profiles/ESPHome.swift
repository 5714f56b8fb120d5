extension ScannerProfile {
  /// ESPHome's tracker on an ESP32.
  public static let espHome = ScannerProfile(
    id: "esphome",
    name: "ESPHome, esp32_ble_tracker",
    versions: "no version is stated",
    scanType: Claim(
      .active, .fieldReports("wiki of Bermuda, home-assistant/core #104068: active is on by default"),
      note: "listens 30 ms of every 320 ms"),
    requirement: Claim(.none, .fieldReports("home-assistant/core #104068")),
    serviceFilter: nil,
    delivery: Claim(
      .merged, .documented("ESPHome: rp2_ble_tracker, in comparison"),
      note: "on ESP32; the RP2 reports a scan response by itself"),
    duplicates: nil,
    receivesExtended: nil,
    remarks: [
      Claim("Set to passive, some devices can no longer be set up", .fieldReports("home-assistant/core #104068"))
    ])
}

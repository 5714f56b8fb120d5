extension ScannerProfile {
  /// ESPHome's tracker on an ESP32.
  public static let espHome: ScannerProfile = {
    var profile = tracker
    profile.listening = Claim(
      [
        ScanDuty("without Wi-Fi", window: 30_000, interval: 320_000),
        ScanDuty("with Wi-Fi since August 2026", window: 320_000, interval: 320_000),
      ],
      .sourceCode("ESPHome: esp32_ble_tracker, scan_parameters; esphome/esphome #18356 (August 2026)"),
      note:
        "as long as its configuration sets nothing else; Wi-Fi takes a part of the time; before ESP-IDF 5.5.5 windows "
        + "ran longer than set while Wi-Fi was used, how long is not known")
    return profile
  }()

  private static let tracker = ScannerProfile(
    id: "esphome",
    name: "ESPHome, esp32_ble_tracker",
    versions: "no version is stated",
    scanType: Claim(
      .active, .fieldReports("wiki of Bermuda, home-assistant/core #104068: active is on by default")),
    requirement: Claim(.none, .fieldReports("home-assistant/core #104068")),
    serviceFilter: nil,
    delivery: Claim(
      .merged,
      .sourceCode(
        "ESPHome 2026.6.5: esp32_ble_tracker.cpp and bluetooth_proxy.cpp, adv_data_len and scan_rsp_len; ESP-IDF at 1021229 "
          + "(July 2026): btm_ble_gap.c"),
      note:
        "on ESP32; the RP2 reports a scan response by itself; of names the longest counts, and a proxy hands on both "
        + "blocks as one"),
    duplicates: nil,
    receivesExtended: nil,
    readsPastZero: Claim(true, .sourceCode("ESPHome 2026.6.5: esp32_ble_tracker.cpp, parse_adv_")),
    malformedData: Claim(.skipped, .sourceCode("ESPHome 2026.6.5: esp32_ble_tracker.cpp, parse_adv_")),
    remarks: [
      Claim("Set to passive, some devices can no longer be set up", .fieldReports("home-assistant/core #104068"))
    ])
}

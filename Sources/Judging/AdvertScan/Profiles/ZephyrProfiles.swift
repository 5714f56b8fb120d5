extension ScannerProfile {
  /// Firmware on Zephyr that scans passively.
  public static let zephyrPassive: ScannerProfile = {
    var profile = observer
    profile.listening = Claim(
      [ScanDuty(window: 30_000, interval: 60_000)],
      .sourceCode("Zephyr: gap.h, BT_GAP_SCAN_FAST_INTERVAL and BT_GAP_SCAN_FAST_WINDOW; samples/bluetooth/observer"),
      note: "as BT_LE_SCAN_PASSIVE and the observer sample set it; the caller chooses")
    return profile
  }()

  private static let observer = ScannerProfile(
    id: "zephyr-passive",
    name: "Zephyr, passive scan",
    versions: "no version is stated",
    scanType: Claim(
      .passive, .sourceCode("Zephyr: the caller of bt_le_scan_start chooses the type"),
      note: "the observer sample chooses active"),
    requirement: Claim(.none, .sourceCode("Zephyr: samples/bluetooth/observer")),
    serviceFilter: Claim(
      [.serviceList, .serviceData], .sourceCode("Zephyr: samples/bluetooth/observer"),
      note: "the application gets the data as they are, and looks where it likes"),
    delivery: Claim(
      .raw, .sourceCode("Zephyr at 004daa9: subsys/bluetooth/host/scan.c, le_adv_recv"),
      note: "the application gets the octets of each report"),
    duplicates: Claim(
      .optional, .sourceCode("Zephyr: samples/bluetooth/observer"), note: "the caller chooses; the sample filters them"),
    receivesExtended: nil)
}

extension ScannerProfile {
  /// An app on Android whose screen is off.
  public static let androidBackground: ScannerProfile = {
    var profile = ScannerProfile(id: "android-background", basedOn: .android)
    profile.name = "Android, screen off"
    profile.versions = "8.1 and later"
    profile.requirement = Claim(
      .anyFilter, .fieldReports("android-beacon-library #637 and #843, RxAndroidBle #536, cordova-ble-central #987"),
      note: "scans without a filter stop while the screen is off")
    profile.listening = Claim(
      [AndroidDuties.screenOff],
      .sourceCode("AOSP: ScanManager, updateScanModeScreenOff and SCAN_MODE_SCREEN_OFF_LOW_POWER_*"),
      note: "a service in the foreground that asks for BALANCED listens 183 of 730 ms, and one that asks for "
        + "LOW_LATENCY all the time; a maker can set other values")
    profile = profile.withOlderAndroids
    profile.older.append(
      profile.older(
        ScannerVersion(8), ScannerVersion(8, 0), versions: "8.0 (August 2017)",
        changes: [
          Claim(
            "8.1 (December 2017) stops scans without a filter while the screen is off",
            .fieldReports("android-beacon-library #637"))
        ]
      ) {
        $0.delivery = profile.older.last?.delivery
        $0.requirement = Claim(.none, .fieldReports("android-beacon-library #637: since 8.1 scans need a filter"))
      })
    return profile
  }()
}

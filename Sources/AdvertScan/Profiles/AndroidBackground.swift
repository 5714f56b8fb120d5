extension ScannerProfile {
  /// An app on Android whose screen is off.
  public static let androidBackground: ScannerProfile = {
    var profile = ScannerProfile(id: "android-background", basedOn: .android)
    profile.name = "Android, screen off"
    profile.versions = "8.1 and later"
    profile.requirement = Claim(
      .anyFilter, .fieldReports("android-beacon-library #637 and #843, RxAndroidBle #536, cordova-ble-central #987"),
      note: "scans without a filter stop while the screen is off")
    return profile
  }()
}

extension ScannerProfile {
  /// An app on Android that asks for a passive scan.
  public static let androidPassive: ScannerProfile = {
    var profile = ScannerProfile(id: "android-passive", basedOn: .android)
    profile.name = "Android, passive scan"
    profile.versions = "the minor release of API 36 and later"
    profile.scanType = Claim(
      .passive, .documented("Android: ScanSettings.Builder.setScanType, SCAN_TYPE_PASSIVE"),
      note: "delivers at once and ignores scan responses")
    profile.scanResponseLoss = nil
    return profile
  }()
}

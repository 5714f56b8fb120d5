extension ScannerProfile {
  /// A program on Windows, which scans passively by default.
  public static let windows = ScannerProfile(
    id: "windows",
    name: "Windows, as it scans by default",
    versions: "no version is stated",
    scanType: Claim(
      .passive, .documented("Microsoft: BluetoothLEAdvertisementWatcher.ScanningMode is Passive by default")),
    requirement: Claim(.none, .fieldReports("bleak #1717, Windows-universal-samples #1414")),
    serviceFilter: nil,
    delivery: Claim(
      .separate, .documented("Microsoft: BluetoothLEAdvertisementReceivedEventArgs.IsScanResponse, since version 2004"),
      note: "advertisement and scan response are two events"),
    duplicates: nil,
    receivesExtended: Claim(
      false, .documented("Microsoft: BluetoothLEAdvertisementWatcher.AllowExtendedAdvertisements"),
      note: "unless the app opts in"))

  /// A program on Windows that asks for an active scan.
  public static let windowsActive: ScannerProfile = {
    var profile = ScannerProfile(id: "windows-active", basedOn: .windows)
    profile.name = "Windows, active scan"
    profile.scanType = Claim(
      .active, .documented("Microsoft: BluetoothLEScanningMode, Active sends scan requests"))
    return profile
  }()
}

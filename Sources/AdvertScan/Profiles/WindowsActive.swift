extension ScannerProfile {
  /// A program on Windows that asks for an active scan.
  public static let windowsActive: ScannerProfile = {
    var profile = ScannerProfile(id: "windows-active", basedOn: .windows)
    profile.name = "Windows, active scan"
    profile.scanType = Claim(
      .active, .documented("Microsoft: BluetoothLEScanningMode, Active sends scan requests"))
    return profile
  }()
}

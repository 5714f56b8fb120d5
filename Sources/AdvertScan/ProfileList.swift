extension ScannerProfile {
  /// Every profile, in the order shown. A new profile is one file in `Profiles` and one line here.
  public static let all: [ScannerProfile] = [
    .iosForeground,
    .iosBackground,
    .macOS,
    .android,
    .androidPassive,
    .androidBackground,
    .windows,
    .windowsActive,
    .bluezDiscovery,
    .bluezMonitor,
    .homeAssistantAuto,
    .espHome,
    .zephyrPassive,
    .webBluetooth,
  ]

  /// The profile with this id, `nil` when there is none.
  public static func named(_ id: some StringProtocol) -> ScannerProfile? {
    all.first { $0.id == id }
  }
}

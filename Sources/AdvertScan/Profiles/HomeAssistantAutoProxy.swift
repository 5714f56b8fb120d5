extension ScannerProfile {
  /// Home Assistant in its automatic mode, with a Bluetooth proxy of ESPHome.
  public static let homeAssistantAutoProxy: ScannerProfile = {
    var profile = newestProxy
    profile.period = VersionPeriod(ScannerVersion(2026, 6), ScannerVersion(2026, 11))
    profile.older = [
      profile.beforeAutomaticMode(
        Claim(
          "2026.6 (May 2026) sets proxies to the automatic mode, which is passive outside windows",
          .documented("home-assistant/core #171996")))
    ]
    return profile
  }()

  private static let newestProxy = ScannerProfile(
    id: "home-assistant-auto-proxy",
    name: "Home Assistant, automatic mode, ESPHome proxy",
    versions: "2026.6 (May 2026) to 2026.11",
    scanType: homeAssistantScan,
    requirement: Claim(
      .none, .documented("home-assistant/core #171996: the proxy is set to passive and hands on what it hears")),
    serviceFilter: homeAssistantAuto.serviceFilter,
    delivery: nil,
    duplicates: nil,
    receivesExtended: nil,
    namePadding: homeAssistantMatchers.namePadding,
    filterEvaluation: homeAssistantMatchers.evaluation,
    remarks: [
      Claim(
        "A proxy that its configuration sets to passive stays passive, and then has no active windows",
        .documented("home-assistant/core #171996 (May 2026)")),
      homeAssistantSaving,
    ])
}

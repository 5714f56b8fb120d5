extension ScannerProfile {
  /// Home Assistant in its automatic mode, with a Bluetooth proxy of ESPHome.
  public static let homeAssistantAutoProxy = ScannerProfile(
    id: "home-assistant-auto-proxy",
    name: "Home Assistant, automatic mode, ESPHome proxy",
    versions: "since May 2026; before, proxies scanned actively (home-assistant/core #171996)",
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

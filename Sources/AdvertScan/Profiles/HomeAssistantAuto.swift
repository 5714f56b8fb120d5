extension ScannerProfile {
  /// Home Assistant in its automatic mode, which scans actively only now and then.
  public static let homeAssistantAuto = ScannerProfile(
    id: "home-assistant-auto",
    name: "Home Assistant, automatic mode",
    versions: "2026 and later",
    scanType: Claim(
      .activeWindows(ActiveWindows(delay: 4 * 60, period: 12 * 3600, length: 15)),
      .sourceCode("habluetooth: const.py"),
      note: "when nothing else asks for a window; a known device can have windows of 5 to 35 s of its own"),
    requirement: Claim(.none, .sourceCode("habluetooth")),
    serviceFilter: Claim(
      [.serviceList, .serviceData], .fieldReports("pySwitchbot #284: integrations look at service data too")),
    delivery: nil,
    duplicates: nil,
    receivesExtended: nil,
    filterEvaluation: Claim(
      FilterEvaluation(platform: [.service, .serviceData, .manufacturerData, .name, .namePattern]),
      .documented("Home Assistant: developer documentation, Bluetooth matchers in the manifest of an integration"),
      note: "local_name takes * and ? behind its first three characters"),
    remarks: [
      Claim(
        "Passive listening saves devices about 95 % of what answering costs them",
        .fieldReports("home-assistant.io #45541"))
    ])
}

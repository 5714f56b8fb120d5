extension ScannerProfile {
  /// Home Assistant in its automatic mode, which scans actively only now and then, with an adapter of its own on Linux.
  public static let homeAssistantAuto: ScannerProfile = {
    var profile = newestHomeAssistant.listeningOnOneMegabit
    profile.period = VersionPeriod(ScannerVersion(2026, 9), ScannerVersion(2026, 11))
    profile.listening = Claim(
      monitorListening.value, monitorListening.evidence,
      note: "outside active windows, where BlueZ monitors serve it; an adapter that cannot scan passively listens more")
    profile.listeningInWindows = Claim(
      [ScanDuty("in its active windows", window: 11_250, interval: 11_250)],
      .sourceCode("habluetooth 7.1.2: scanner_bleak.py; Linux: hci_core.h, DISCOV_LE_SCAN_INT and DISCOV_LE_SCAN_WIN"),
      note: "a window is a discovery of BlueZ; windows that a known device has of its own are not counted")
    profile.older = [
      profile.older(
        ScannerVersion(2026, 6), ScannerVersion(2026, 8), versions: "2026.6 to 2026.8 (habluetooth before 6.26.9)",
        changes: [
          Claim(
            "habluetooth 6.26.9 (August 2026) listens for Flags of 04, 05 and 18, too",
            .fieldReports("habluetooth #615 and #619"))
        ]
      ) {
        $0.flagsRequirement = Claim(
          FlagsRequirement(.isOneOf([0x02, 0x06, 0x1A]), isLiftedByFilter: false),
          .fieldReports("habluetooth #615 (August 2026), bthome-ble #26 (November 2022)"),
          note: "its passive scan is a BlueZ monitor with a pattern for each of these Flags")
        $0.scanType = Claim(
          $0.scanType.value,
          .sourceCode(
            "habluetooth 6.7.0 and 6.26.7 (May and August 2026): const.py, AUTO_INITIAL_SWEEP_DELAY, "
              + "AUTO_REDISCOVERY_INTERVAL and AUTO_REDISCOVERY_SWEEP_DURATION"),
          note: $0.scanType.note)
        $0.rest(on: .run(Evidence.bluezThatWasRun))
      },
      profile.beforeAutomaticMode(
        since: ScannerVersion(2022, 9), .run(Evidence.bluezThatWasRun),
        Claim(
          "2026.6 (May 2026) scans in the automatic mode unless it is set to another",
          .documented("home-assistant/core #171985"))),
    ]
    return profile
  }()

  /// With the older version that scanned actively by default.
  ///
  /// - Parameter evidence: the evidence of what was run with a later version only.
  func beforeAutomaticMode(
    since first: ScannerVersion, _ evidence: Evidence, _ change: Claim<String>
  ) -> ScannerProfile {
    older(
      first, ScannerVersion(2026, 5), versions: "to 2026.5, as it is set up by default", changes: [change]
    ) {
      $0.scanActively()
      $0.rest(on: evidence)
    }
  }

  /// Rests the claims on how payloads are read, as far as they were run with a later version only, on other evidence.
  mutating func rest(on evidence: Evidence) {
    func rested<Value>(_ claim: Claim<Value>?) -> Claim<Value>? {
      claim.map { $0.evidence.strength == .run ? Claim($0.value, evidence, note: $0.note) : $0 }
    }
    receivesExtended = rested(receivesExtended)
    namePadding = rested(namePadding)
    readsPastZero = rested(readsPastZero)
    malformedData = rested(malformedData)
  }

  /// Scans as versions before the automatic mode do.
  mutating func scanActively() {
    scanType = Claim(
      .active, .documented("home-assistant/core #171985: before, the default was active"),
      note: "a setting makes it passive")
    listening = nil
    listeningInWindows = nil
    flagsRequirement = nil
    remarks = []
  }

  private static let newestHomeAssistant = ScannerProfile(
    id: "home-assistant-auto",
    name: "Home Assistant, automatic mode, local adapter",
    versions: "2026.9 to 2026.11 (habluetooth 6.26.9 to 7.1.2, August to November 2026)",
    scanType: homeAssistantScan,
    requirement: Claim(.none, .sourceCode("habluetooth 7.1.2: scanner_bleak.py")),
    serviceFilter: Claim(
      [.serviceList, .serviceData], .fieldReports("pySwitchbot #284: integrations look at service data too")),
    delivery: nil,
    duplicates: nil,
    receivesExtended: Claim(true, .run(Evidence.bleakThatWasRun), note: "where the controller can"),
    flagsRequirement: Claim(
      FlagsRequirement(.isOneOf([0x02, 0x04, 0x05, 0x06, 0x18, 0x1A]), isLiftedByFilter: false),
      .fieldReports("habluetooth #615 and #619 (August 2026), bthome-ble #26 (November 2022)"),
      note: "its passive scan is a BlueZ monitor with a pattern for each of these Flags; outside active windows the "
        + "others reach it only through BlueZ's management socket, where it may read that and the adapter does not "
        + "filter itself"),
    namePadding: Claim(.removed, .run(Evidence.bleakThatWasRun), note: "BlueZ does so"),
    readsPastZero: Claim(false, .run(Evidence.bleakThatWasRun), note: "BlueZ does not"),
    malformedData: Claim(.skipped, .run(Evidence.bleakThatWasRun), note: "BlueZ does so"),
    filterEvaluation: homeAssistantMatchers.evaluation,
    remarks: [
      Claim(
        "An adapter that cannot scan passively scans actively all the time",
        .sourceCode("habluetooth 7.1.2: manager.py, supports_passive_scan_for")),
      homeAssistantSaving,
    ])

  static let homeAssistantScan = Claim<ScanType>(
    .activeWindows(ActiveWindows(delay: 4 * 60, period: 12 * 3600, length: 15)),
    .run(Evidence.habluetoothThatWasRun),
    note: "when nothing else asks for a window; a known device can have windows of 5 to 35 s of its own")

  static let homeAssistantMatchers = (
    namePadding: Claim(NamePadding.kept, .run(Evidence.habluetoothThatWasRun)),
    evaluation: Claim(
      FilterEvaluation(platform: [.service, .serviceData, .manufacturerData, .name, .namePattern]),
      .documented(
        "Home Assistant: developer documentation, Bluetooth homeAssistantMatchers in the manifest of an integration"),
      note: "local_name takes * and ? behind its first three characters")
  )

  static let homeAssistantSaving = Claim(
    "Passive listening saves devices about 95 % of what answering costs them",
    .fieldReports("home-assistant.io #45541 (May 2026)"))
}

extension Evidence {
  /// The versions that `make check-scanners` ran.
  static let bleakThatWasRun = "bleak 3.1.0 with habluetooth's patterns on BlueZ 5.66, November 2026"
  /// The versions that `make check-scanners` ran.
  static let habluetoothThatWasRun = "habluetooth 7.1.2 and bluetooth-data-tools 1.29.24, November 2026"
}

extension ScannerProfile {
  /// Home Assistant in its automatic mode, with a Bluetooth proxy of ESPHome.
  public static let homeAssistantAutoProxy: ScannerProfile = {
    var profile = newestProxy
    profile.period = VersionPeriod(ScannerVersion(2026, 6), ScannerVersion(2026, 11))
    profile.older = [
      profile.beforeAutomaticMode(
        since: ScannerVersion(2025, 11), .sourceCode("bluetooth-data-tools 1.28.4 to 1.29.21: gap.py"),
        Claim(
          "2026.6 (May 2026) sets proxies to the automatic mode, which is passive outside windows",
          .documented("home-assistant/core #171996"))),
      profile.older(
        ScannerVersion(2025, 4), ScannerVersion(2025, 10), versions: "2025.4 to 2025.10, as it is set up by default",
        changes: [
          Claim(
            "bluetooth-data-tools 1.28.4 (October 2025) reads on after data without content",
            .sourceCode("bluetooth-data-tools 1.28.3 and 1.28.4: gap.py; home-assistant/core #153323"))
        ]
      ) {
        $0.scanActively()
        $0.malformedData = Claim(
          .endsPayload, .sourceCode("bluetooth-data-tools 1.26.5 to 1.28.3: gap.py"),
          note: "a later 2025.10.x may have 1.28.4")
        $0.rest(on: .sourceCode("bluetooth-data-tools 1.26.5 to 1.28.3: gap.py"))
      },
      profile.older(
        ScannerVersion(2022, 9), ScannerVersion(2025, 3), versions: "to 2025.3, as it is set up by default",
        changes: [
          Claim(
            "bluetooth-data-tools 1.26.5 (April 2025) stops at data without content",
            .sourceCode("bluetooth-data-tools 1.26.1 and 1.26.5: gap.py"))
        ]
      ) {
        $0.scanActively()
        $0.malformedData = Claim(.skipped, .sourceCode("bluetooth-data-tools 1.19.4 and 1.26.1: gap.py"))
        $0.rest(on: .sourceCode("bluetooth-data-tools 1.19.4 and 1.26.1: gap.py"))
      },
    ]
    profile.delivery = Claim(
      .separateLastWins,
      .sourceCode(
        "habluetooth 6.26.7 (August 2026): base_scanner.py; bluetooth-data-tools 1.29.21 (August 2026): gap.py"),
      note: "data of earlier advertisements stay until others of the same company or service come; a complete name "
        + "counts for more than a shortened one, and a longer name than a shorter one before it")
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
    readsPastZero: Claim(true, .run(Evidence.habluetoothThatWasRun)),
    malformedData: Claim(.skipped, .run(Evidence.habluetoothThatWasRun)),
    filterEvaluation: homeAssistantMatchers.evaluation,
    remarks: [
      Claim(
        "A proxy that its configuration sets to passive stays passive, and then has no active windows",
        .documented("home-assistant/core #171996 (May 2026)")),
      homeAssistantSaving,
    ])
}

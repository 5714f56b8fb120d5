extension ScannerProfile {
  /// An app on Android with the screen on.
  public static let android: ScannerProfile = {
    var profile = newestAndroid
    profile.receivesCoded = Claim(
      false, .sourceCode("AOSP: ScanSettings, setLegacy and setPhy"),
      note: "unless the app calls setLegacy(false), with which setPhy means all PHYs by default, on a phone that can")
    profile.listening = Claim(
      AndroidDuties.latest, .sourceCode("AOSP: ScanManager, SCAN_MODE_*_WINDOW_MS and _INTERVAL_MS since 12"),
      note: "the app chooses, and LOW_POWER is the default; it can have the next faster mode for its first seconds; "
        + "a maker can set other values")
    profile.beaconsHiddenIf = Claim(
      "the app declares neverForLocation",
      .sourceCode(
        "AOSP since 12: AdapterService, DEFAULT_LOCATION_DENYLIST_ADVERTISING_DATA; ScanRecord.matchesAnyField"),
      note: "no advertisement with such data in either block; Google can change the list")
    return profile.withOlderAndroids
  }()

  private static let newestAndroid = ScannerProfile(
    id: "android",
    name: "Android",
    versions: "all; the scan type can be chosen since the minor release of API 36",
    scanType: Claim(.active, .documented("Android: ScanSettings, SCAN_TYPE_ACTIVE is the default")),
    requirement: Claim(
      .none, .fieldReports("android-beacon-library #637: unfiltered scans work while the screen is on")),
    serviceFilter: Claim(
      .serviceList, .sourceCode("AOSP: ScanFilter.matchesServiceUuids, ScanRecord.parseFromBytes"),
      note: "setServiceUuid looks at lists; setServiceData is a filter of its own"),
    delivery: Claim(
      .lastWinsButCompaniesJoined,
      .sourceCode("AOSP: ScanRecord.parseFromBytes, flag scan_record_manufacturer_data_merge, which 16 sets"),
      note: "a record holds both blocks"),
    duplicates: nil,
    receivesExtended: Claim(
      false, .documented("Android: ScanSettings.Builder.setLegacy, true by default since Android 8.0"),
      note: "unless the app calls setLegacy(false)"),
    scanResponseLoss: Claim(
      "the host withholds a scannable advertisement until its scan response comes, and drops a response without its "
        + "advertisement",
      .fieldReports(
        "AOSP: le_scanning_reassembler.cc (2023 and later); flutter_blue_plus #1096, RxAndroidBle #860, "
          + "Android-Scanner-Compat #67"),
      note: "that a filter in the controller sees both as one is not proven"),
    namePadding: Claim(.kept, .sourceCode("AOSP: ScanRecord.parseFromBytes, ScanFilter.matches compares with equals")),
    readsPastZero: Claim(true, .sourceCode("AOSP since 14: le_scanning_reassembler.cc, TrimAdvertisingData")),
    malformedData: Claim(
      .emptiesRecord, .sourceCode("AOSP: ScanRecord.parseFromBytes, which catches its exceptions; GattService"),
      note: "a record holds both blocks; a transport block of a length from 0x80 does the same since 13"),
    filterEvaluation: Claim(
      FilterEvaluation(controller: [.service, .serviceData, .manufacturerData, .name], app: [.namePattern]),
      .documented("Android: ScanFilter.Builder; HCI requirements, LE_APCF_Command"),
      note: "a name must be equal; data may be longer than what is asked for, and can have a mask"),
    remarks: [
      Claim(
        "While the location is off, a scan without a filter reports nothing, unless the app declares neverForLocation",
        .sourceCode("AOSP since 12: ScanManager.handleStartScan, requiresLocationOn")),
      Claim(
        "After five starts of scans within 30 s the next one does not run, and the app gets no callback",
        .sourceCode(
          "AOSP since 7: AppScanStats.isScanningTooFrequently, NUM_SCAN_DURATIONS_KEPT and EXCESSIVE_SCANNING_PERIOD_MS; "
            + "a setting since 13")),
      Claim(
        "A scan without filters that has run for 10 min (30 min to 13) gets only what other apps scan for; one with "
          + "filters listens less (to 12, it gets only that too)",
        .sourceCode(
          "AOSP: ScanManager.regularScanTimeout; AdapterService, DEFAULT_SCAN_TIMEOUT_MILLIS since 14, a setting; "
            + "AppScanStats, SCAN_TIMEOUT_MS before")),
    ])

  /// The profile with the older versions that differ in how an app gets the data.
  var withOlderAndroids: ScannerProfile {
    let joined = Claim(
      "16 (June 2025) joins manufacturer data of both blocks",
      .sourceCode("AOSP: flag scan_record_manufacturer_data_merge, which 16 sets"))
    var profile = self
    profile.period = VersionPeriod(ScannerVersion(16), ScannerVersion(16))
    profile.older = [
      profile.older(
        ScannerVersion(15), ScannerVersion(15), versions: "15 (October 2024)", changes: [joined]
      ) {
        $0.delivery = Claim(
          .lastWins, .sourceCode("AOSP: ScanRecord.parseFromBytes"),
          note: "a record holds both blocks; manufacturer data of both are joined where the flag "
            + "scan_record_manufacturer_data_merge is set, else the last is kept")
      },
      profile.older(
        ScannerVersion(14), ScannerVersion(14), versions: "14 (October 2023)",
        changes: [
          Claim(
            "15 (October 2024) can join manufacturer data of both blocks",
            .sourceCode("AOSP: flag scan_record_manufacturer_data_merge, which 15 has and does not set"))
        ]
      ) {
        $0.delivery = Claim(
          .lastWins, .sourceCode("AOSP: ScanRecord.parseFromBytes"), note: "a record holds both blocks")
      },
      profile.older(
        ScannerVersion(8, 1), ScannerVersion(13), versions: "8.1 (December 2017) to 13",
        changes: [
          Claim(
            "14 (October 2023) reads on after a zero length byte",
            .sourceCode("AOSP 14: le_scanning_reassembler.cc; AOSP 13: btm_ble_gap.cc"))
        ]
      ) {
        $0.delivery = Claim(.lastWins, .run(androidThatWasRun), note: "a record holds both blocks")
        $0.serviceFilter = $0.serviceFilter.map { Claim($0.value, .run(androidThatWasRun), note: $0.note) }
        $0.namePadding = $0.namePadding.map { Claim($0.value, .run(androidThatWasRun), note: $0.note) }
        $0.malformedData = Claim(.emptiesRecord, .run(androidThatWasRun), note: "a record holds both blocks")
        $0.readsPastZero = Claim(
          false, .sourceCode("AOSP 13: advertise_data_parser.h, RemoveTrailingZeros and IsValid"),
          note: "as at version 13, which then drops the whole advertisement; verdicts do not say that")
        if $0.listening?.value == AndroidDuties.latest {
          $0.listening = Claim(
            AndroidDuties.latest.map { $0.named($0.name + " since 12") } + AndroidDuties.middle,
            .sourceCode("AOSP: ScanManager, SCAN_MODE_*_WINDOW_MS and _INTERVAL_MS, which 12 changed"),
            note: "the app chooses, and LOW_POWER is the default; a maker can set other values")
        }
      },
    ]
    return profile
  }
}

/// The version whose classes `make check-android` runs.
private let androidThatWasRun = "ScanRecord and ScanFilter of Android 10, November 2026"

/// The scan windows and intervals of Android's modes.
enum AndroidDuties {
  /// Since Android 12, the default first.
  static let latest = [
    ScanDuty("LOW_POWER", milliseconds: 140, of: 1400), ScanDuty("BALANCED", milliseconds: 183, of: 730),
    ScanDuty("LOW_LATENCY", milliseconds: 100, of: 100),
  ]
  /// From Android 7 to 11.
  static let middle = [
    ScanDuty("LOW_POWER to 11", milliseconds: 512, of: 5120), ScanDuty("BALANCED to 11", milliseconds: 1024, of: 4096),
    ScanDuty("LOW_LATENCY to 11", milliseconds: 4096, of: 4096),
  ]
  /// While the screen is off, for LOW_POWER and apps in the background.
  static let screenOff = ScanDuty("SCREEN_OFF", milliseconds: 512, of: 10240)
}

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

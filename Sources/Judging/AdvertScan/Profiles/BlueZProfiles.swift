extension ScannerProfile {
  /// A program on Linux that registers an advertisement monitor with BlueZ.
  public static let bluezMonitor: ScannerProfile = {
    var profile = newestMonitor
    profile.listening = monitorListening
    profile.period = VersionPeriod(ScannerVersion(5, 69), ScannerVersion(5, 85))
    profile.older = [
      profile.older(
        ScannerVersion(5, 56), ScannerVersion(5, 68),
        versions: "5.56 to 5.68, Linux 5.10 and later, marked experimental; run with \(Evidence.bluezThatWasRun)",
        changes: [
          Claim(
            "5.69 (2023) keeps service UUIDs and service data where patterns do not look",
            .fieldReports("BlueZ #652, with the change that did it; bleak #1445"))
        ]
      ) { older in
        older.remarks = older.remarks.filter { $0.evidence.strength == .run }
      }
    ]
    return profile
  }()

  /// The kernel's setting for all passive scans of monitors.
  static let monitorListening = Claim(
    [ScanDuty(window: 30_000, interval: 60_000)],
    .sourceCode("Linux: hci_core.c, le_scan_int_adv_monitor and le_scan_window_adv_monitor"),
    note: "main.conf can set other values; a controller that matches patterns itself may listen otherwise")

  private static let newestMonitor = ScannerProfile(
    id: "bluez-monitor",
    name: "BlueZ, AdvertisementMonitor",
    versions: "5.69 and later; what is proved was run with 5.66",
    scanType: Claim(.passive, .run(Evidence.bluezThatWasRun)),
    requirement: Claim(
      .anyFilter, .sourceCode("BlueZ: doc/org.bluez.AdvertisementMonitor.rst"),
      note: "a pattern: an AD type, where in its data, and which bytes"),
    serviceFilter: Claim(
      [.serviceList, .serviceData], .run(Evidence.bluezThatWasRun),
      note: "a pattern can be for any AD type; a UUID's place in its list must be known"),
    delivery: nil,
    duplicates: nil,
    receivesExtended: Claim(
      true, .run(Evidence.bluezThatWasRun), note: "where the controller can"),
    namePadding: Claim(
      .removed, .run(Evidence.bluezThatWasRun), note: "a pattern for the beginning of a name takes the whole of it"),
    readsPastZero: Claim(false, .run(Evidence.bluezThatWasRun)),
    malformedData: Claim(.skipped, .run(Evidence.bluezThatWasRun)),
    remarks: [
      Claim(
        "Of an AD type that comes twice in a payload, patterns see the last; two that are equal keep every pattern from "
          + "matching", .run(Evidence.bluezThatWasRun)),
      Claim(
        "Since 5.69 patterns for services and names may not match, and those for service data are held against what stands "
          + "behind the UUID, unless the controller matches them",
        .fieldReports("BlueZ #652, #901, #1176 and #2110 (May 2026), bleak #1445")),
    ]
  )
  .listeningOnOneMegabit

  /// A program on Linux that calls BlueZ's StartDiscovery.
  public static let bluezDiscovery: ScannerProfile = {
    var profile = discoveryThatWasRun
    profile.period = VersionPeriod(ScannerVersion(5, 66), ScannerVersion(5, 66))
    profile.listening = Claim(
      [
        ScanDuty("LE only, as bleak asks", window: 11_250, interval: 11_250),
        ScanDuty("beside an inquiry", window: 11_250, interval: 22_500),
      ],
      .sourceCode("Linux: hci_core.h, DISCOV_LE_SCAN_INT and DISCOV_LE_SCAN_WIN; hci_sync.c, interleaved discovery"),
      note: "while a discovery of the kernel runs, 10.24 s, or 5.12 s where an inquiry follows; the pauses between are "
        + "not counted; main.conf can set other values")
    return profile
  }()

  private static let discoveryThatWasRun = ScannerProfile(
    id: "bluez-discovery",
    name: "BlueZ, StartDiscovery",
    versions: "run with \(Evidence.bluezThatWasRun)",
    scanType: Claim(.active, .run(Evidence.bluezThatWasRun)),
    requirement: Claim(.none, .run(Evidence.bluezThatWasRun)),
    serviceFilter: Claim(
      .serviceList, .run(Evidence.bluezThatWasRun),
      note: "UUIDs in SetDiscoveryFilter; a program gets service data of all devices and can look at them itself"),
    delivery: Claim(
      .lastWins, .run(Evidence.bluezThatWasRun), note: "the kernel hands on both blocks as one"),
    duplicates: nil,
    receivesExtended: Claim(
      true, .run(Evidence.bluezThatWasRun), note: "where the controller can"),
    flagsRequirement: Claim(
      FlagsRequirement(.hasAnyOf(0x03), isLiftedByFilter: true), .run(Evidence.bluezThatWasRun),
      note:
        "limited or general discoverable, by the last Flags of both blocks; a program that sets any discovery filter, "
        + "as bleak does, gets every device on a controller that has Bluetooth Classic too"),
    namePadding: Claim(.removed, .run(Evidence.bluezThatWasRun)),
    readsPastZero: Claim(
      false, .run(Evidence.bluezThatWasRun), note: "in either block; the kernel shortens each one to its first zero"),
    malformedData: Claim(.skipped, .run(Evidence.bluezThatWasRun))
  )
  .listeningOnOneMegabit

  /// Changes the profile into one of a program that sets a discovery filter, without one for services.
  mutating func setDiscoveryFilter() {
    flagsRequirement = nil
    remarks.append(
      Claim(
        "It sets a discovery filter, so BlueZ hands on devices whatever their Flags, on a controller that has "
          + "Bluetooth Classic too", .run(Evidence.bluezThatWasRun)))
  }

  /// The profile of a scan of Linux, which begins on the PHYs of the kernel's setting.
  var listeningOnOneMegabit: ScannerProfile {
    var profile = self
    profile.receivesCoded = Claim(
      false, .sourceCode("Linux: hci_core.c, le_rx_def_phys; hci_sync.c, hci_le_set_ext_scan_param_sync"),
      note: "unless LE Coded is switched on: btmgmt phy, for a controller that can")
    return profile
  }
}

extension Evidence {
  /// The versions that `make check-scanners` ran.
  static let bluezThatWasRun = "BlueZ 5.66 on Linux 6.1, virtual controllers, November 2026"
}

extension ScannerProfile {
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
      .merged, .fieldReports("web-bluetooth #265 (a log of btmon), melnor-bluetooth #17"),
      note: "of manufacturer data of one company in both blocks, one is kept"),
    duplicates: nil,
    receivesExtended: Claim(
      true, .run(Evidence.bluezThatWasRun), note: "where the controller can"),
    flagsRequirement: Claim(
      FlagsRequirement(.hasAnyOf(0x03), isLiftedByFilter: true), .run(Evidence.bluezThatWasRun),
      note:
        "limited or general discoverable, by the last Flags of both blocks; a program that sets any discovery filter, "
        + "as bleak does, gets every device on a controller that has Bluetooth Classic too"),
    namePadding: Claim(.removed, .run(Evidence.bluezThatWasRun)))
}

extension Evidence {
  /// The versions that `make check-scanners` ran.
  static let bluezThatWasRun = "BlueZ 5.66 on Linux 6.1, virtual controllers, November 2026"
}

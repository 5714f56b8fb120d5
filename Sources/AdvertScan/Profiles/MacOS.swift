extension ScannerProfile {
  /// An app on macOS.
  public static let macOS: ScannerProfile = {
    var profile = newestMacOS
    profile.period = VersionPeriod(ScannerVersion(12, 3), ScannerVersion(26))
    profile.older = [
      profile.older(
        ScannerVersion(12), ScannerVersion(12, 2), versions: "12.0 (October 2021) to 12.2",
        changes: [
          Claim(
            "12.3 (March 2022) delivers without service UUIDs, too", .fieldReports("bleak #635, #692, #753"))
        ]
      ) {
        $0.requirement = Claim(
          .serviceUUID, .fieldReports("bleak #635, #692, #753"), note: "a scan without services delivers nothing")
        $0.remarks = []
      }
    ]
    return profile
  }()

  private static let newestMacOS = ScannerProfile(
    id: "macos",
    name: "macOS",
    versions: "reports on 12 and later",
    scanType: Claim(.active, .fieldReports("bleak #635, #692, #753")),
    requirement: Claim(.none, .fieldReports("bleak #635"), note: "except in 12.0 to 12.2"),
    serviceFilter: Claim(
      .serviceList, .fieldReports("threads on Core Bluetooth, which iOS has too")),
    delivery: Claim(.merged, .fieldReports("threads on Core Bluetooth, which iOS has too")),
    duplicates: Claim(
      .optional, .documented("Apple: CBCentralManagerScanOptionAllowDuplicatesKey"),
      note: "coalesced unless the app allows duplicates"),
    receivesExtended: nil,
    filterEvaluation: Claim(
      FilterEvaluation(platform: [.service], app: [.serviceData, .manufacturerData, .name, .namePattern]),
      .documented("Apple: CBCentralManager.scanForPeripherals takes services only")),
    remarks: [
      Claim(
        "12.0 to 12.2 delivered nothing to a scan without service UUIDs; 12.3 does",
        .fieldReports("bleak #635, #692, #753"))
    ])
}

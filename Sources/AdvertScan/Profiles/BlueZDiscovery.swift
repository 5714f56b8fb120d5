extension ScannerProfile {
  /// A program on Linux that calls BlueZ's StartDiscovery.
  public static let bluezDiscovery = ScannerProfile(
    id: "bluez-discovery",
    name: "BlueZ, StartDiscovery",
    versions: "no version is stated",
    scanType: Claim(.active, .fieldReports("bleak #898: StartDiscovery has no passive mode")),
    requirement: Claim(.none, .fieldReports("bleak #898")),
    serviceFilter: nil,
    delivery: Claim(
      .merged, .fieldReports("web-bluetooth #265 (a log of btmon), melnor-bluetooth #17"),
      note: "of manufacturer data of one company in both blocks, one is kept"),
    duplicates: nil,
    receivesExtended: nil)
}

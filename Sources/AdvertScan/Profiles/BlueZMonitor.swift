extension ScannerProfile {
  /// A program on Linux that registers an advertisement monitor with BlueZ.
  public static let bluezMonitor = ScannerProfile(
    id: "bluez-monitor",
    name: "BlueZ, AdvertisementMonitor",
    versions: "BlueZ 5.56 and Linux 5.10 and later; marked experimental",
    scanType: Claim(.passive, .sourceCode("BlueZ: doc/org.bluez.AdvertisementMonitor.rst")),
    requirement: Claim(
      .anyFilter, .sourceCode("BlueZ: doc/org.bluez.AdvertisementMonitor.rst"),
      note: "a pattern: an AD type, where in its data, and which bytes"),
    serviceFilter: Claim(
      [.serviceList, .serviceData], .sourceCode("BlueZ: doc/org.bluez.AdvertisementMonitor.rst"),
      note: "a pattern can be for any AD type; a UUID's place in its list must be known"),
    delivery: nil,
    duplicates: nil,
    receivesExtended: nil,
    remarks: [
      Claim(
        "Patterns for UUID and service data types may not match after 5.69",
        .fieldReports("BlueZ #652 and #647, bleak #1445"))
    ])
}

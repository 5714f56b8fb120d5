extension ScannerProfile {
  /// A program on Linux that registers an advertisement monitor with BlueZ.
  public static let bluezMonitor = ScannerProfile(
    id: "bluez-monitor",
    name: "BlueZ, AdvertisementMonitor",
    versions: "BlueZ 5.56 and Linux 5.10 and later, marked experimental; run with \(Evidence.bluezThatWasRun)",
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
    remarks: [
      Claim(
        "Of an AD type that comes twice in a payload, patterns see the last; two that are equal keep every pattern from "
          + "matching", .run(Evidence.bluezThatWasRun)),
      Claim(
        "Patterns for UUID and service data types may not match after 5.69",
        .fieldReports("BlueZ #652 and #647, bleak #1445")),
    ])
}

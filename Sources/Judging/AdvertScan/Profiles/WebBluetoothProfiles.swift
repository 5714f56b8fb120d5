extension ScannerProfile {
  /// A web page in Chrome that asks for a device.
  public static let webBluetooth: ScannerProfile = {
    var profile = pageOnAnySystem
    profile.refusals = Claim(
      RefusedQuestion.ofPages,
      .documented("Web Bluetooth: the registries gatt_blocklist.txt and manufacturer_data_blocklist.txt"),
      note: "that Chromium has no filter for service data was run on Linux")
    return profile
  }()

  private static let pageOnAnySystem = ScannerProfile(
    id: "web-bluetooth",
    name: "Web Bluetooth",
    versions: "no version is stated",
    scanType: Claim(
      .unknown, .documented("Web Bluetooth: the scan is the user agent's"),
      note: "how it scans is its own choice; on Linux see web-bluetooth-linux"),
    requirement: Claim(.none, .unverified("a page can ask for all devices")),
    serviceFilter: Claim(
      .serviceList, .fieldReports("web-bluetooth #561: the services filter is about advertised services"),
      note: "a filter on service data is in the draft on scanning"),
    delivery: nil,
    duplicates: nil,
    receivesExtended: nil)

  /// A web page in Chromium on Linux, which discovers with BlueZ.
  public static let webBluetoothLinux: ScannerProfile = {
    var profile = ScannerProfile(id: "web-bluetooth-linux", basedOn: .bluezDiscovery)
    profile.name = "Web Bluetooth in Chromium on Linux"
    profile.versions = "run with Chromium 156 and what BlueZ 5.66 reports"
    profile.scanType = Claim(.active, .run(chromiumThatWasRun), note: "it calls StartDiscovery, and BlueZ asks")
    profile.requirement = Claim(.none, .run(chromiumThatWasRun), note: "a page can ask for all devices")
    profile.serviceFilter = Claim(
      .serviceList, .run(chromiumThatWasRun), note: "it has BlueZ filter for the UUIDs, which looks at lists")
    profile.delivery = Claim(.lastWins, .run(chromiumThatWasRun), note: "it compares what BlueZ keeps of both blocks")
    profile.namePadding = Claim(.removed, .run(chromiumThatWasRun), note: "BlueZ does so")
    profile.filterEvaluation = Claim(
      FilterEvaluation(platform: [.service, .manufacturerData, .name, .namePattern]), .run(chromiumThatWasRun),
      note: "of a name its beginning, with namePrefix")
    profile.refusals = Claim(RefusedQuestion.ofPages, .run(chromiumThatWasRun))
    profile.setDiscoveryFilter()
    return profile
  }()

  /// The versions that `make check-web-bluetooth` ran.
  private static let chromiumThatWasRun =
    "Chromium 156 on reports of BlueZ 5.66 with virtual controllers, November 2026"
}

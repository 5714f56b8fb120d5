extension ScannerProfile {
  /// A web page in Chrome that asks for a device.
  public static let webBluetooth = ScannerProfile(
    id: "web-bluetooth",
    name: "Web Bluetooth",
    versions: "no version is stated",
    scanType: Claim(
      .unknown, .documented("Web Bluetooth: the scan is the user agent's"), note: "how it scans is its own choice"),
    requirement: Claim(.none, .unverified("a page can ask for all devices")),
    serviceFilter: Claim(
      .serviceList, .fieldReports("web-bluetooth #561: the services filter is about advertised services"),
      note: "a filter on service data is in the draft on scanning"),
    delivery: nil,
    duplicates: nil,
    receivesExtended: nil)
}

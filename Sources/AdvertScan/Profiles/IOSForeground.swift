extension ScannerProfile {
  /// An app on iOS in the foreground.
  public static let iosForeground = ScannerProfile(
    id: "ios-foreground",
    name: "iOS, app in the foreground",
    versions: "no version is stated",
    scanType: Claim(
      .active, .fieldReports("adafruit Bluefruit LE #29, bleak #282"),
      note: "advertising and scan response data may come in two calls, and are put together later"),
    requirement: Claim(
      .none, .fieldReports("adafruit Bluefruit LE #29, bleak #282"),
      note: "scanForPeripherals takes no services as well"),
    serviceFilter: Claim(
      .serviceList, .fieldReports("reasons given for the list in Eddystone's specification; threads on Core Bluetooth")),
    delivery: Claim(
      .merged, .fieldReports("react-native-ble-plx #949, flutter_reactive_ble #619"),
      note: "manufacturer data of both blocks are concatenated"),
    duplicates: Claim(
      .optional, .documented("Apple: CBCentralManagerScanOptionAllowDuplicatesKey"),
      note: "coalesced unless the app allows duplicates"),
    receivesExtended: nil,
    readsOverflowArea: Claim(
      true, .fieldReports("Apple developer forums 814450, Crownstone, OverflowAreaBeaconRef #1"),
      note: "when the scan is for that very UUID; the format is undocumented"),
    filterEvaluation: Claim(
      FilterEvaluation(platform: [.service], app: [.serviceData, .manufacturerData, .name, .namePattern]),
      .documented("Apple: CBCentralManager.scanForPeripherals takes services only")))
}

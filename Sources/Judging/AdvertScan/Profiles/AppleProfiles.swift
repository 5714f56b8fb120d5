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
      .documented("Apple: CBCentralManager.scanForPeripherals takes services only"))
  ).hidingIBeacons

  /// An app on iOS in the background.
  public static let iosBackground = ScannerProfile(
    id: "ios-background",
    name: "iOS, app in the background",
    versions: "reports up to iOS 18.3",
    scanType: Claim(
      .passive,
      .fieldReports(
        "Bartel and Gustine 2020, opentrace-ios #4, cordova-plugin-ble-central #1046 (iOS 18.3); Apple documents no "
          + "scan type")),
    requirement: Claim(
      .serviceUUID, .documented("Apple: Core Bluetooth Programming Guide, background processing"),
      note: "a scan without services delivers nothing"),
    serviceFilter: Claim(
      .serviceList, .fieldReports("reasons given for the list in Eddystone's specification; threads on Core Bluetooth")),
    delivery: Claim(.merged, .fieldReports("react-native-ble-plx #949, flutter_reactive_ble #619")),
    duplicates: Claim(
      .alwaysCoalesced, .documented("Apple: Core Bluetooth Programming Guide, background processing"),
      note: "allow-duplicates is ignored"),
    receivesExtended: nil,
    readsOverflowArea: Claim(
      false, .unverified("it is reported of iOS devices that scan for the very UUID, without a word on the background")),
    filterEvaluation: Claim(
      FilterEvaluation(platform: [.service], app: [.serviceData, .manufacturerData, .name, .namePattern]),
      .documented("Apple: CBCentralManager.scanForPeripherals takes services only"),
      note: "so an app in the background gets such data only of devices with a service that it asks for"),
    remarks: [
      Claim(
        "It scans less often than in the foreground, so discovery takes longer",
        .documented("Apple: Core Bluetooth Programming Guide; QA1931"))
    ]
  ).hidingIBeacons

  /// An app on macOS.
  public static let macOS: ScannerProfile = {
    var profile = newestMacOS.hidingIBeacons
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

  /// The profile with what Core Bluetooth does with iBeacons.
  fileprivate var hidingIBeacons: ScannerProfile {
    var profile = self
    profile.hidesIBeacons = Claim(
      true, .fieldReports("flutter_blue_plus #491, FlutterBleLib #470, IOS-nRF-Connect #8, Web Bluetooth #589 (a Mac)"),
      note: "Core Location finds them by their UUID; some report that the advertisement is not delivered at all")
    return profile
  }
}

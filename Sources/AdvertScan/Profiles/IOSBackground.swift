extension ScannerProfile {
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
    ])
}

extension ScannerProfile {
  /// An app on Android with the screen on.
  public static let android = ScannerProfile(
    id: "android",
    name: "Android",
    versions: "all; the scan type can be chosen since the minor release of API 36",
    scanType: Claim(.active, .documented("Android: ScanSettings, SCAN_TYPE_ACTIVE is the default")),
    requirement: Claim(
      .none, .fieldReports("android-beacon-library #637: unfiltered scans work while the screen is on")),
    serviceFilter: Claim(
      .serviceList, .fieldReports("blue-falcon #248, Android-Scanner-Compat #76"),
      note: "setServiceUuid looks at lists; setServiceData is a filter of its own"),
    delivery: Claim(
      .lastWins, .fieldReports("android-beacon-library #30, react-native-ble-plx #949"),
      note: "a record holds both blocks; of manufacturer data in both, the last is kept"),
    duplicates: nil,
    receivesExtended: nil,
    filterEvaluation: Claim(
      FilterEvaluation(controller: [.service, .serviceData, .manufacturerData, .name], app: [.namePattern]),
      .documented("Android: ScanFilter.Builder; HCI requirements, LE_APCF_Command"),
      note: "a name must be equal; data may be longer than what is asked for, and can have a mask"))
}

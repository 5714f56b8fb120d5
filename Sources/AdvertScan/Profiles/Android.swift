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
      note: "a record holds both blocks; of manufacturer data in both, the last is kept; the flag "
        + "scan_record_manufacturer_data_merge of Android 15, which 16 sets, joins them"),
    duplicates: nil,
    receivesExtended: Claim(
      false, .documented("Android: ScanSettings.Builder.setLegacy, true by default since Android 8.0"),
      note: "unless the app calls setLegacy(false)"),
    scanResponseLoss: Claim(
      "the host withholds a scannable advertisement until its scan response comes, and drops a response without its "
        + "advertisement",
      .fieldReports(
        "AOSP: le_scanning_reassembler.cc (2023 and later); flutter_blue_plus #1096, RxAndroidBle #860, "
          + "Android-Scanner-Compat #67"),
      note: "that a filter in the controller sees both as one is not proven"),
    namePadding: Claim(.kept, .sourceCode("AOSP: ScanRecord.parseFromBytes, ScanFilter.matches compares with equals")),
    filterEvaluation: Claim(
      FilterEvaluation(controller: [.service, .serviceData, .manufacturerData, .name], app: [.namePattern]),
      .documented("Android: ScanFilter.Builder; HCI requirements, LE_APCF_Command"),
      note: "a name must be equal; data may be longer than what is asked for, and can have a mask"))
}

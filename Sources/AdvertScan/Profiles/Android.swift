extension ScannerProfile {
  /// An app on Android with the screen on.
  public static let android = newestAndroid.withOlderAndroids

  private static let newestAndroid = ScannerProfile(
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
      note: "a record holds both blocks; manufacturer data of both are joined"),
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

  /// With the versions that differ in how an app gets the data.
  var withOlderAndroids: ScannerProfile {
    let joined = Claim(
      "16 (June 2025) joins manufacturer data of both blocks",
      .sourceCode("AOSP: flag scan_record_manufacturer_data_merge, which 16 sets"))
    var profile = self
    profile.period = VersionPeriod(ScannerVersion(16), ScannerVersion(16))
    profile.older = [
      profile.older(
        ScannerVersion(15), ScannerVersion(15), versions: "15 (October 2024)", changes: [joined]
      ) {
        $0.delivery = Claim(
          .lastWins, .sourceCode("AOSP: ScanRecord.parseFromBytes"),
          note: "a record holds both blocks; manufacturer data of both are joined where the flag "
            + "scan_record_manufacturer_data_merge is set, else the last is kept")
      },
      profile.older(
        ScannerVersion(8, 1), ScannerVersion(14), versions: "8.1 (December 2017) to 14",
        changes: [
          Claim(
            "15 (October 2024) can join manufacturer data of both blocks",
            .sourceCode("AOSP: flag scan_record_manufacturer_data_merge, which 15 has and does not set"))
        ]
      ) {
        $0.delivery = Claim(
          .lastWins, .fieldReports("android-beacon-library #30, react-native-ble-plx #949"),
          note: "a record holds both blocks; of manufacturer data in both, the last is kept")
      },
    ]
    return profile
  }
}

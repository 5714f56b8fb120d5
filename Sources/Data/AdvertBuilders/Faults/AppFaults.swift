extension FaultTable {
  static let capacitor = FaultTable(
    "Capacitor Bluetooth LE", ids: ["@capacitor-community/bluetooth-le"],
    marks: ["capacitor-community/bluetooth-le", "capacitor bluetooth", "bluetooth-le"],
    [
      VersionFault(
        .before(1, 6), effect: "on iOS, a 32-bit UUID comes as 8 digits, which equal no UUID of the app",
        do: "update to 1.6", source: "capacitor-community/bluetooth-le c02e3f7, ios/Plugin/Conversion.swift",
        signs: ["uuid"]),
      VersionFault(
        .from([7, 1], before: [7, 3]),
        effect: "on iOS, the dataPrefix and mask of a manufacturerData filter are not read: the company alone decides",
        do: "update to 7.3.1, or test the data in the callback",
        source: "capacitor-community/bluetooth-le a6908eb, ios/Plugin/Plugin.swift",
        signs: ["manufacturerdata", "dataprefix"]),
      VersionFault(
        .from([7, 3], before: [7, 3, 1]), .from([8, 0], before: [8, 0, 1]),
        effect:
          "on iOS, a manufacturerData filter with a mask compares the wrong bytes: it counts from the company identifier",
        do: "update to 7.3.1 or 8.0.1, or leave the mask out",
        source: "capacitor-community/bluetooth-le d42b408, e68926b, #797", signs: ["manufacturerdata", "mask"]),
      VersionFault(
        .before(8, 3), effect: "on Android, extended advertising is not received", do: "update to 8.3",
        source: "capacitor-community/bluetooth-le 1f3236a", signs: ["extended"]),
    ])

  static let reactNativeBLEManager = FaultTable(
    "react-native-ble-manager", ids: ["react-native-ble-manager"], marks: ["react-native-ble-manager"],
    [
      VersionFault(
        .from([11], before: [11, 0, 5]), effect: "on iOS, manufacturerData and manufacturerRawData are null",
        do: "update to 11.0.5", source: "innoveit/react-native-ble-manager d1f699c, ios/Helper.swift; #1122",
        signs: ["manufacturerdata", "manufacturerrawdata"])
    ])

  static let reactNativeBLEPLX = FaultTable(
    "react-native-ble-plx", ids: ["react-native-ble-plx"], marks: ["react-native-ble-plx", "ble-plx"],
    [
      VersionFault(
        .from([3], before: [3, 2, 1]),
        effect: "on iOS, manufacturerData of a device is undefined, although rawScanRecord has it",
        do: "update to 3.2.1, or read rawScanRecord", source: "dotintent/react-native-ble-plx #1138, #1149",
        signs: ["manufacturerdata"])
    ])

  static let flutterBluePlus = FaultTable(
    "flutter_blue_plus", ids: ["flutter-blue-plus"], marks: ["flutter_blue_plus", "flutterblueplus"],
    [
      VersionFault(
        .from([1, 3], before: [1, 3, 1]), effect: "on iOS, manufacturer data lacks 2 bytes", do: "update to 1.3.1",
        source: "chipweinberger/flutter_blue_plus #111", signs: ["manufacturerdata", "msd"]),
      VersionFault(
        .from([1, 7], before: [1, 9, 5]), effect: "on iOS and macOS, serviceUuids of scan results is always empty",
        do: "update to 1.9.5", source: "chipweinberger/flutter_blue_plus d4b4e8b9, #415", signs: ["serviceuuids"]),
      VersionFault(
        .before(1, 14, 10), effect: "on iOS, manufacturer data without content is not read",
        do: "update to 1.14.10", source: "chipweinberger/flutter_blue_plus 2e770174",
        signs: ["manufacturerdata", "msd"]),
      VersionFault(
        .from([1, 32, 5], before: [1, 32, 7]),
        effect: "on Android, the last byte of manufacturer data is lost", do: "update to 1.32.7",
        source: "chipweinberger/flutter_blue_plus 2e795ba9, CHANGELOG.md", signs: ["manufacturerdata", "msd"]),
      VersionFault(
        .before(1, 33, 5), effect: "on iOS, manufacturer data of one byte ends the app", do: "update to 1.33.5",
        source: "chipweinberger/flutter_blue_plus ae47a237, #1022", signs: ["crash", "manufacturerdata", "msd"]),
    ])
}

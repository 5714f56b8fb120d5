extension FaultTable {
  static let btleplug = FaultTable(
    "btleplug", ids: ["btleplug"], marks: ["btleplug"],
    [
      VersionFault(
        .before(0, 9), effect: "on Windows, only the services of the last packet are reported", do: "update to 0.9",
        source: "deviceplug/btleplug, CHANGELOG.md of 0.9.0", signs: ["services"]),
      VersionFault(
        .before(0, 11, 2), effect: "on Android, a device whose name is not UTF-8 is not reported",
        do: "update to 0.11.2", source: "deviceplug/btleplug 6afd12b, CHANGELOG.md of 0.11.2", signs: ["name", "utf"]),
      VersionFault(
        .before(0, 11, 4), effect: "on Windows, a packet without manufacturer data erases that of the packet before",
        do: "update to 0.11.4", source: "deviceplug/btleplug 0dbb147, src/winrtble/peripheral.rs; #267",
        signs: ["manufacturer"]),
      VersionFault(
        .before(0, 11, 7), effect: "on Android, extended advertising is not received", do: "update to 0.11.7",
        source: "deviceplug/btleplug f7bd8d2", signs: ["extended"]),
      VersionFault(
        .from([0, 11], before: [0, 13]),
        effect:
          "on Windows, a scan with a filter loses scan responses, and names in them, because they repeat no service",
        do: "update to 0.13, or filter in the program", source: "deviceplug/btleplug #461, CHANGELOG.md of 0.13.0",
        signs: ["filter", "name"]),
    ])

  static let noble = FaultTable(
    "noble (@stoprocent)", ids: ["@stoprocent/noble"], marks: ["@stoprocent/noble", "stoprocent", "noble"],
    [
      VersionFault(
        .before(1, 17), effect: "on Linux, service data is lost when a packet without it follows",
        do: "update to 1.17", source: "stoprocent/noble ad60659, lib/hci-socket/gap.js",
        signs: ["servicedata", "service data"]),
      VersionFault(
        .before(2, 3, 15), effect: "on Windows, the shortened name is reported although the complete one is known",
        do: "update to 2.3.15", source: "stoprocent/noble aa46337, #63", signs: ["localname", "short"]),
      VersionFault(
        .from([2, 5], before: [2, 5, 2]),
        effect: "over D-Bus, manufacturer data and service data end the reading of a device with an exception",
        do: "update to 2.5.2", source: "stoprocent/noble 3829223, lib/dbus/bindings.js",
        signs: ["manufacturerdata", "servicedata"]),
    ])

  static let tinyGo = FaultTable(
    "TinyGo Bluetooth", ids: ["tinygo.org/x/bluetooth"],
    marks: ["tinygo bluetooth", "tinygo.org/x/bluetooth", "tinygo"],
    [
      VersionFault(
        .before(0, 7), effect: "on Windows, the scan is passive, so that no scan response is received",
        do: "update to 0.7", source: "tinygo-org/bluetooth cf51caa, gap_windows.go", signs: ["name", "windows"]),
      VersionFault(
        .before(0, 11), effect: "over HCI (NINA, CYW43439), a scan leaves service data and manufacturer data out",
        do: "update to 0.11", source: "tinygo-org/bluetooth #333, CHANGELOG.md of 0.11.0",
        signs: ["manufacturer", "service data"]),
    ])
}

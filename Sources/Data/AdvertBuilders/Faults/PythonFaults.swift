extension FaultTable {
  static let bleak = FaultTable(
    "bleak", ids: ["bleak"], marks: ["bleak"],
    [
      VersionFault(
        .before(0, 9, 1),
        effect: "on macOS, the data of the last packet replace those of before, such as of the other block",
        do: "update to 0.9.1", source: "hbldh/bleak #343, CHANGELOG.rst", signs: ["macos", "metadata"]),
      VersionFault(
        .before(0, 14),
        effect: "on Windows, the advertising data and the scan response come as two results that are not joined",
        do: "update to 0.14, or join them by the address",
        source: "hbldh/bleak 3f26be6, bleak/backends/winrt/scanner.py",
        signs: ["scan response", "winrt", "windows"]),
      VersionFault(
        .from([0, 14], before: [0, 14, 2]),
        effect: "on Windows, a block without a name hides that of the other block, and the device is called Unknown",
        do: "update to 0.14.2", source: "hbldh/bleak 8082d92, #736", signs: ["unknown", "name"]),
      VersionFault(
        .from([0, 19], before: [0, 20]),
        effect: "on Windows, detection_callback is never called for a device that sends no scan response",
        do: "update to 0.20", source: "hbldh/bleak c99e1d0, ea7f964, #1211",
        texts: ["skipping callback, waiting for scan response"], signs: ["detection_callback", "callback"]),
      VersionFault(
        .before(0, 22), effect: "on Linux, service_uuids lets other devices pass while another program scans",
        do: "update to 0.22, or test the services in the callback", source: "hbldh/bleak a818521, #1534",
        signs: ["service_uuids", "filter"]),
      VersionFault(
        .before(0, 22, 2), effect: "discovered_devices has devices that service_uuids leaves out",
        do: "update to 0.22.2", source: "hbldh/bleak 75cd779, #1576", signs: ["discovered_devices"]),
      VersionFault(
        .before(1, 0), effect: "on Windows, extended advertising is not received", do: "update to 1.0",
        source: "hbldh/bleak b0cc763, #1705", signs: ["extended"]),
    ])

  static let homeAssistant = FaultTable(
    "Home Assistant", ids: ["home-assistant-auto-proxy"], marks: ["home assistant", "homeassistant"],
    [
      VersionFault(
        .from([2025, 4], before: [2025, 11]),
        effect: "what follows manufacturer data or service data without content is lost, when a proxy receives it",
        do: "update to 2025.11, or put such data last",
        source: "home-assistant/core #153323; bluetooth-data-tools 8787574",
        signs: ["empty", "manufacturer"])
    ])

  static let bluetoothDataTools = FaultTable(
    "bluetooth-data-tools", marks: ["bluetooth-data-tools", "bluetooth_data_tools"],
    [
      VersionFault(
        .from([1, 26, 5], before: [1, 28, 4]),
        effect:
          "what follows manufacturer data or service data without content is lost, as in Home Assistant 2025.4 to 2025.10",
        do: "update to 1.28.4, or put such data last",
        source: "bluetooth-data-tools 028f696, 8787574, src/bluetooth_data_tools/gap.py; home-assistant/core #153323",
        signs: ["empty", "manufacturer"])
    ])
}

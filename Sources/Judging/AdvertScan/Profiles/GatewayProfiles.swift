extension ScannerProfile {
  /// Tasmota on an ESP32.
  public static let tasmota: ScannerProfile = {
    var profile = ScannerProfile(
      id: "tasmota",
      name: "Tasmota on an ESP32",
      versions: "as at commit 05c60ab, with NimBLE-Arduino 2",
      scanType: Claim(.passive, .sourceCode(tasmotaDriver + ", BLEScanActiveMode"), note: "BLEScan0 1 makes it active"),
      requirement: Claim(
        .none, .sourceCode(tasmotaDriver + ", BLEAddressFilter"),
        note: "devices with random addresses are left out until BLEAddrFilter admits them"),
      serviceFilter: Claim(
        [.serviceList, .serviceData], .sourceCode(tasmotaDriver + ", registerForAdvertismentCallbacks"),
        note: "its drivers get every advertisement and look where they like"),
      delivery: Claim(
        .merged, .sourceCode(tasmotaDriver + ", on NimBLE-Arduino's NimBLEScan"),
        note: "the scan response is appended to the advertising data"),
      duplicates: Claim(.alwaysDelivered, .sourceCode(tasmotaDriver + ", setScanCallbacks with wantDuplicates")),
      receivesExtended: nil)
    profile.listening = Claim(
      [ScanDuty(milliseconds: 32, of: 64)], .sourceCode(tasmotaDriver + ", setInterval(0x40) and setWindow(0x20)"),
      note: "the pauses of about 0.1 s between scans of 20 s are not counted, and Wi-Fi takes a part of the time")
    return profile
  }()

  private static let tasmotaDriver = "Tasmota at 05c60ab: xdrv_79_esp32_ble.ino"

  /// OpenMQTTGateway on an ESP32.
  public static let openMQTTGateway = ScannerProfile(
    id: "openmqttgateway",
    name: "OpenMQTTGateway on an ESP32",
    versions: "as at commit 02e9675",
    scanType: Claim(
      .active, .sourceCode("OpenMQTTGateway at 02e9675: gatewayBT.cpp, BLEscan; config_BT.h, TimeBtwActive"),
      note: "every scan, until a device that it knows makes it scan more often: then one scan in 55.6 s is active and "
        + "the others are passive; forcepscn makes all of them passive"),
    requirement: Claim(.none, .sourceCode("OpenMQTTGateway at 02e9675: gatewayBT.cpp, procBLETask")),
    serviceFilter: Claim(
      .serviceData, .sourceCode("OpenMQTTGateway at 02e9675: gatewayBT.cpp, procBLETask"),
      note: "it publishes address, name, manufacturer data and service data, and leaves service lists out"),
    delivery: Claim(
      .merged, .sourceCode("OpenMQTTGateway at 02e9675: gatewayBT.cpp, procBLETask, on NimBLE-Arduino's NimBLEScan"),
      note: "of manufacturer data the first, and each service data by itself"),
    duplicates: nil,
    receivesExtended: nil,
    remarks: [
      Claim(
        "By default it listens 30 of every 52 ms for 10 s, then pauses for 55.6 s; how soon it finds a device is not "
          + "computed with such pauses",
        .sourceCode("OpenMQTTGateway: config_BT.h, Scan_duration, TimeBtwRead, BLEScanInterval and BLEScanWindow")),
      Claim(
        "It takes a device once in each scan",
        .sourceCode("OpenMQTTGateway at 02e9675: gatewayBT.cpp, setScanCallbacks without wantDuplicates")),
      Claim(
        "onlysensors and the lists of addresses leave devices out",
        .sourceCode("OpenMQTTGateway at 02e9675: gatewayBT.cpp")),
    ])

  /// Theengs Gateway on Linux.
  public static let theengsGateway: ScannerProfile = {
    var profile = ScannerProfile(id: "theengs-gateway", basedOn: .bluezDiscovery)
    profile.name = "Theengs Gateway on Linux"
    profile.versions = "1.4.0 (March 2024), on BlueZ"
    profile.scanType = Claim(
      .active, .sourceCode("Theengs Gateway 1.4.0: config.py, scanning_mode"),
      note: "scanning_mode can be passive, with patterns for Flags of 06 and 1a")
    profile.requirement = Claim(.none, .sourceCode("Theengs Gateway 1.4.0: ble_gateway.py, ble_scan_loop"))
    profile.serviceFilter = Claim(
      .serviceData, .sourceCode("Theengs Gateway 1.4.0: ble_gateway.py, detection_callback"),
      note: "it decodes name, manufacturer data and service data, and leaves service lists out; of several companies "
        + "it takes the first")
    profile.duplicates = Claim(.alwaysDelivered, .sourceCode("Theengs Gateway 1.4.0: ble_gateway.py, DuplicateData"))
    profile.setDiscoveryFilter()
    profile.listening = nil
    profile.remarks.append(
      Claim(
        "It scans for 5 s, then pauses for 5 s; how soon it finds a device is not computed with such pauses",
        .sourceCode("Theengs Gateway 1.4.0: config.py, ble_scan_time and ble_time_between_scans")))
    return profile
  }()

  /// A Shelly that scans for scripts, sensors and the cloud.
  public static let shelly = ScannerProfile(
    id: "shelly",
    name: "Shelly, Gen2 and later",
    versions: "firmware 1.5.0 and later",
    scanType: Claim(
      .passive, .documented("Shelly: API documentation, BLE component, Observer, and Scripts, BLE"),
      note: "one scan serves all: as soon as one script asks for an active scan, it is active"),
    requirement: Claim(
      .none, .documented("Shelly: API documentation, Scripts, BLE"), note: "each script's filters apply to it alone"),
    serviceFilter: nil,
    delivery: nil,
    duplicates: nil,
    receivesExtended: nil,
    remarks: [
      Claim(
        "A result has the advertising data and the scan response in two fields, advData and scanRsp",
        .documented("Shelly: API documentation, Scripts, BLE")),
      Claim(
        "The shortest interval and the longest window that anyone asks for count, at most 100 ms",
        .documented("Shelly: API documentation, Scripts, BLE")),
    ])
}

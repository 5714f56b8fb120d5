internal import AdvertisingData

extension ScannerProfile {
  /// chip-tool on Linux, which looks for Matter devices to commission.
  public static let chipTool: ScannerProfile = {
    var profile = ScannerProfile(id: "chip-tool", basedOn: .bluezDiscovery)
    profile.name = "chip-tool on Linux, Matter commissioner"
    profile.versions = "connectedhomeip at 003c478, on BlueZ"
    profile.scanType = Claim(
      .active, .sourceCode(scanner + ", MainLoopStartScan calls StartDiscovery of BlueZ"), note: "as BlueZ discovers")
    profile.requirement = Claim(
      .matterData, .sourceCode(scanner + ", BluezGetChipDeviceInfo"),
      note: "for Matter: a device without service data of fff6 does not look like a Matter device; shorter data than a "
        + "commissionable device's are not enough either")
    profile.serviceFilter = Claim(
      .serviceData, .sourceCode(scanner + ", BluezGetChipDeviceInfo and MainLoopStartScan"),
      note: "it sets no filter for UUIDs, because Matter devices need no list")
    profile.setDiscoveryFilter()
    profile.listening = bluezDiscovery.listening.map { listening in
      Claim(
        [ScanDuty(window: 11_250, interval: 11_250)], listening.evidence,
        note: "while a discovery of the kernel runs, 10.24 s; the pauses between are not counted; main.conf can set "
          + "other values")
    }
    return profile
  }()

  private static let scanner = "connectedhomeip at 003c478: src/platform/Linux/bluez/ChipDeviceScanner.cpp"
}

extension BluetoothUUID {
  /// The service of Matter, whose data a device sends while it waits to be commissioned.
  static let matter = BluetoothUUID(0xFFF6)
}

public import AdvertObservation
public import AdvertScan
public import AdvertisingData

/// What the user says must be there, and for whom.
public struct Expectations: Sendable {
  /// Services that must be in the advertising data.
  public var services: [BluetoothUUID]
  /// Which devices are judged; empty for all.
  public var devices: [DeviceSelector]
  /// The scanners that must discover the devices. When it is empty, what passive scans in general miss is told.
  public var scanners: [ScannerProfile]

  public init(
    services: [BluetoothUUID] = [], devices: [DeviceSelector] = [], scanners: [ScannerProfile] = []
  ) {
    self.services = services
    self.devices = devices
    self.scanners = scanners
  }
}

public import AdvertObservation
public import AdvertisingData

/// What the user says must be there.
public struct Expectations: Sendable {
  /// Services that must be in the advertising data.
  public var services: [BluetoothUUID]
  /// Which devices are judged; empty for all.
  public var devices: [DeviceSelector]

  public init(services: [BluetoothUUID] = [], devices: [DeviceSelector] = []) {
    self.services = services
    self.devices = devices
  }
}

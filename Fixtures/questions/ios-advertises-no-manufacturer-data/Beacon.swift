import CoreBluetooth

final class Beacon: NSObject, CBPeripheralManagerDelegate {
  func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
    guard peripheral.state == .poweredOn else { return }
    peripheral.startAdvertising([
      CBAdvertisementDataLocalNameKey: "Kitchen",
      CBAdvertisementDataManufacturerDataKey: Data([0xFF, 0xFF, 0x01]),
    ])
  }
}

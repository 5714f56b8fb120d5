import CoreBluetooth

final class Beacon: NSObject, CBPeripheralManagerDelegate {
  let service = CBUUID(string: "E5D10001-C052-4B66-8D0F-3E9A0B77215C")

  func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
    guard peripheral.state == .poweredOn else { return }
    peripheral.startAdvertising([
      CBAdvertisementDataServiceUUIDsKey: [service],
      CBAdvertisementDataLocalNameKey: "greenhouse of the botanical garden",
    ])
  }
}

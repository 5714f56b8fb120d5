import CoreBluetooth

/// A lamp that is tried out on a phone.
final class Peripheral: NSObject, CBPeripheralManagerDelegate {
  static let service = CBUUID(string: "AFD0FFA0-2A9E-41A9-B9DB-115A0E511DE4")

  func peripheralManagerDidUpdateState(_ manager: CBPeripheralManager) {
    guard manager.state == .poweredOn else { return }
    manager.startAdvertising([
      CBAdvertisementDataServiceUUIDsKey: [Self.service],
      CBAdvertisementDataLocalNameKey: "A lamp on a phone",
    ])
  }
}

internal import AdvertisingData

/// Services that an overflow area may hide, sorted into its bits once.
struct OverflowCandidates {
  /// Services that somebody asked for.
  let asked: [BluetoothUUID]
  private let services: [[BluetoothUUID]]

  static let none = OverflowCandidates(asked: [], seen: [])

  /// Services asked for come first, then those seen in service lists.
  init(asked: [BluetoothUUID], seen: Set<BluetoothUUID>) {
    self.asked = asked
    var services = [[BluetoothUUID]](repeating: [], count: 8 * OverflowArea.length)
    var added: Set<BluetoothUUID> = []
    for service in asked + seen.sorted() where added.insert(service).inserted {
      services[OverflowArea.bit(of: service)].append(service)
    }
    self.services = services
  }

  /// Those that set this bit.
  func services(ofBit bit: Int) -> [BluetoothUUID] { services[bit] }
}

internal import AdvertLint
public import AdvertObservation
public import AdvertisingData

/// Which reports a command is about: all, those of some devices, those that list some services.
public struct ReportChoice: Sendable {
  private let devices: [DeviceSelector]
  private let services: [BluetoothUUID]
  /// Addresses that a selector has chosen.
  private var chosen: Set<DeviceAddress> = []
  private var search: DeviceSearch
  private var hasService = false

  public init(devices: [DeviceSelector], services: [BluetoothUUID]) {
    self.devices = devices
    self.services = services
    search = DeviceSearch(devices)
  }

  /// Whether every report is meant.
  var isEverything: Bool { devices.isEmpty && services.isEmpty }

  /// Whether a report is chosen. A device that is chosen by what it sends is chosen from then on.
  mutating func chooses(_ address: DeviceAddress, _ data: Span<UInt8>) -> Bool {
    let payload = Payload(copying: data)
    if !devices.isEmpty, search.isLooking || !chosen.contains(address) {
      if search.chooses(name: payload.localName?.text, { $0.matches(address, payload: payload) }) {
        chosen.insert(address)
      }
      guard chosen.contains(address) else { return false }
    }
    guard services.isEmpty || !Set(services).isDisjoint(with: payload.listedServices) else { return false }
    hasService = true
    return true
  }

  /// What was asked for and is not there, a line each.
  public var missing: [String] {
    let missing = search.missing
    guard missing.isEmpty, !services.isEmpty, !hasService else { return missing }
    return ["no report lists \(services.map(\.named).joined(separator: " or "))"]
  }
}

public import AdvertScan
public import AdvertisingData

/// What a repacked layout must show, and to whom.
public struct Demands: Hashable, Sendable {
  /// Services that must be discovered; `nil` for all that the layout lists in either block. A service that the layout
  /// does not list is added.
  public var services: [BluetoothUUID]?
  /// Whether the whole name must be seen.
  public var name: Bool
  /// The scanners that must discover them. When one of them does not get scan responses, they must be in the advertising
  /// data.
  public var profiles: [ScannerProfile]

  public init(services: [BluetoothUUID]? = nil, name: Bool = false, profiles: [ScannerProfile] = [.passive]) {
    self.services = services
    self.name = name
    self.profiles = profiles
  }

  /// Whether what is demanded must be in the advertising data: one of the scanners does not find it elsewhere.
  var concernAdvertising: Bool {
    profiles.contains { !$0.discoversInScanResponse }
  }
}

extension ScannerProfile {
  /// Whether it finds a service that only the scan response lists.
  fileprivate var discoversInScanResponse: Bool {
    let service = BluetoothUUID(0x180F)
    let list = ServiceUUIDList([service], width: .bits16, isComplete: true).map { ADValue.serviceUUIDs($0) }
    let payload = list.flatMap { Payload([(type: .completeServiceUUIDs16, value: $0)]) }
    let layout = Layout(pdu: .advInd, advertising: Payload(), declaring: payload)
    return verdict(on: layout, for: .service(service)).outcome == .discovered
  }
}

internal import AdvertisingData

/// A value that can say in words and in JSON what each of its octets means.
protocol DescribedValue {
  /// What it is and what it says, in one line. Reserved bits that are set show; what no specification at hand backs is
  /// marked as unverified.
  var words: String { get }
  /// The members of the value's JSON object. One with facts that no specification at hand backs has `"unverified": true`.
  func writeFields(to json: inout JSONWriter)
}

extension ADValue {
  /// `nil` for types that are not decoded and for malformed values.
  var described: (any DescribedValue)? {
    switch self {
    case .flags(let value): value
    case .serviceUUIDs(let value): value
    case .solicitationUUIDs(let value): value
    case .localName(let value): value
    case .txPowerLevel(let value): value
    case .connectionIntervalRange(let value): value
    case .serviceData(let value): value
    case .appearance(let value): value
    case .manufacturerData(let value): value
    case .classOfDevice(let value): value
    case .simplePairing(let value): value
    case .deviceID(let value): value
    case .temporaryKey(let value): value
    case .securityManagerFlags(let value): value
    case .targetAddresses(let value): value
    case .advertisingInterval(let value): value
    case .leDeviceAddress(let value): value
    case .leRole(let value): value
    case .secureConnections(let value): value
    case .uri(let value): value
    case .indoorPositioning(let value): value
    case .transportDiscovery(let value): value
    case .leSupportedFeatures(let value): value
    case .channelMapUpdate(let value): value
    case .provisioningBearer(let value): value
    case .meshMessage(let value): value
    case .meshBeacon(let value): value
    case .bigInfo(let value): value
    case .broadcastCode(let value): value
    case .resolvableSetIdentifier(let value): value
    case .broadcastName(let value): value
    case .encryptedData(let value): value
    case .periodicResponseTiming(let value): value
    case .electronicShelfLabel(let value): value
    case .threeDInformation(let value): value
    case .other, .malformed: nil
    }
  }
}

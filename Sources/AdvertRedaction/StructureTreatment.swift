internal import AdvertisingData

extension ValueTreatment {
  /// By the type of the structure. What a type does not define is replaced: octets beyond its length, and whole values of
  /// types that are not assigned.
  init(type: ADType, value: [UInt8]) {
    switch type {
    case .manufacturerData:
      self.init(manufacturerData: value, type: type)
      return
    case .serviceData16, .serviceData32, .serviceData128:
      self.init(serviceData: value, type: type)
      return
    default: self.init(.type(type), count: value.count)
    }
    let count = value.count
    switch type {
    case .incompleteServiceUUIDs16, .completeServiceUUIDs16, .incompleteServiceUUIDs32, .completeServiceUUIDs32,
      .incompleteServiceUUIDs128, .completeServiceUUIDs128, .solicitationUUIDs16, .solicitationUUIDs32,
      .solicitationUUIDs128:
      keep(0..<count)
    case .shortenedLocalName, .completeLocalName, .broadcastName: readAsText(0..<count)
    case .flags, .txPowerLevel, .securityManagerFlags, .leRole: keep(0)
    case .appearance, .advertisingInterval, .threeDInformation: keep(0..<2)
    case .classOfDevice: keep(0..<3)
    case .peripheralConnectionIntervalRange, .advertisingIntervalLong: keep(0..<4)
    case .channelMapUpdate where count == 7: keep(0..<7)
    // Out of band 16 octets of this type are a key.
    case .deviceID where count == 8: keep(0..<8)
    case .leSupportedFeatures: keep(0..<16)
    case .publicTargetAddress, .randomTargetAddress:
      for offset in stride(from: 0, to: count, by: 6) { readAsAddress(at: offset, isLittleEndian: true) }
    case .leDeviceAddress:
      readAsAddress(at: 0, isLittleEndian: true)
      keep(6)
    case .uri: readAsURI(value)
    case .indoorPositioning, .meshBeacon: keep(0)
    case .transportDiscovery: keepTransports(value)
    case .bigInfo where count == 33 || count == 57:
      keep(0..<33)
      // The access addresses are made of the seed, the payload count tells since when.
      for offset in [13, 14, 15, 16, 21, 22, 28, 29, 30, 31] { keep(bits: 0, at: offset) }
    // The highest bits of the random part are 01.
    case .resolvableSetIdentifier: keep(bits: 0xC0, at: 5)
    case .periodicResponseTiming where count == 8: keep(4..<8)
    default: break
    }
  }

  /// The scheme stays, also one written out.
  private mutating func readAsURI(_ value: [UInt8]) {
    readAsText(0..<value.count)
    guard let first = value.first else { return }
    let start = first == UInt8(truncatingIfNeeded: AdvertisedURI.emptyScheme) ? 1 : 0
    if let prefix = ["https:", "http:"].first(where: { value[start...].starts(with: $0.utf8) }) {
      keep(0..<start + prefix.utf8.count)
      return
    }
    // The scheme is one character.
    let width = first < 0x80 ? 1 : 1 + value.dropFirst().prefix(3).prefix { 0x80...0xBF ~= $0 }.count
    keep(0..<width)
  }

  /// Organization, flags and length of each block.
  private mutating func keepTransports(_ value: [UInt8]) {
    var offset = 0
    while offset < value.count {
      keep(offset..<offset + 3)
      guard offset + 2 < value.count else { return }
      offset += 3 + Int(value[offset + 2])
    }
  }
}

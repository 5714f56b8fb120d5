/// What the value of an AD structure means: one case per family of types.
///
/// Decoding is total. A value whose octets do not fit its type becomes ``malformed(_:_:)`` with the reason; a type
/// that is not assigned keeps its octets in ``other(_:)``. Encoding gives back the octets that were decoded.
public enum ADValue: Hashable, Sendable {
  case flags(Flags)
  case serviceUUIDs(ServiceUUIDList)
  case solicitationUUIDs(SolicitationUUIDList)
  case localName(LocalName)
  case txPowerLevel(TxPowerLevel)
  case connectionIntervalRange(ConnectionIntervalRange)
  case serviceData(ServiceData)
  case appearance(Appearance)
  case manufacturerData(ManufacturerData)
  case classOfDevice(ClassOfDevice)
  case simplePairing(SimplePairingValue)
  case deviceID(DeviceID)
  case temporaryKey(TemporaryKey)
  case securityManagerFlags(SecurityManagerFlags)
  case targetAddresses(TargetAddresses)
  case advertisingInterval(AdvertisingInterval)
  case leDeviceAddress(LEDeviceAddress)
  case leRole(LERole)
  case secureConnections(SecureConnectionsValue)
  case uri(AdvertisedURI)
  case indoorPositioning(IndoorPositioning)
  case transportDiscovery(TransportDiscovery)
  case leSupportedFeatures(LESupportedFeatures)
  case channelMapUpdate(ChannelMapUpdate)
  case provisioningBearer(ProvisioningBearer)
  case meshMessage(MeshMessage)
  case meshBeacon(MeshBeacon)
  case bigInfo(BIGInfo)
  case broadcastCode(BroadcastCode)
  case resolvableSetIdentifier(ResolvableSetIdentifier)
  case broadcastName(BroadcastName)
  case encryptedData(EncryptedAdvertisingData)
  case periodicResponseTiming(PeriodicResponseTiming)
  case electronicShelfLabel(ElectronicShelfLabel)
  case threeDInformation(ThreeDInformation)
  /// A type that is not assigned.
  case other([UInt8])
  /// Octets that do not fit the structure's type.
  case malformed([UInt8], Malformation)

  /// Decodes the value octets of a structure of the given type. The context decides what type 0x10 means.
  public init(type: ADType, value: Span<UInt8>, in context: ADContext = .advertisingData) {
    do throws(Malformation) {
      self = try Self.decode(type: type, value: value, in: context)
    } catch {
      self = .malformed(Array(copying: value), error)
    }
  }

  /// Decodes the value of a structure, as far as it is there.
  public init(_ structure: borrowing ADStructure, in context: ADContext = .advertisingData) {
    self.init(type: structure.type, value: structure.value, in: context)
  }

  private static func decode(
    type: ADType, value: Span<UInt8>, in context: ADContext
  ) throws(Malformation) -> ADValue {
    switch type {
    case .flags:
      return .flags(try Flags(decoding: value))
    case .incompleteServiceUUIDs16, .completeServiceUUIDs16, .incompleteServiceUUIDs32, .completeServiceUUIDs32,
      .incompleteServiceUUIDs128, .completeServiceUUIDs128:
      return .serviceUUIDs(try ServiceUUIDList(decoding: value, type: type))
    case .solicitationUUIDs16, .solicitationUUIDs32, .solicitationUUIDs128:
      return .solicitationUUIDs(try SolicitationUUIDList(decoding: value, type: type))
    case .shortenedLocalName, .completeLocalName:
      return .localName(LocalName(decoding: value, isComplete: type == .completeLocalName))
    case .txPowerLevel:
      return .txPowerLevel(try TxPowerLevel(decoding: value))
    case .peripheralConnectionIntervalRange:
      return .connectionIntervalRange(try ConnectionIntervalRange(decoding: value))
    case .serviceData16, .serviceData32, .serviceData128:
      return .serviceData(try ServiceData(decoding: value, type: type))
    case .appearance:
      return .appearance(try Appearance(decoding: value))
    case .manufacturerData:
      return .manufacturerData(try ManufacturerData(decoding: value))
    case .classOfDevice:
      return .classOfDevice(try ClassOfDevice(decoding: value))
    case .simplePairingHash192, .simplePairingRandomizer192, .simplePairingHash256, .simplePairingRandomizer256:
      return .simplePairing(try SimplePairingValue(decoding: value, type: type))
    case .deviceID where context != .outOfBand:
      return .deviceID(try DeviceID(decoding: value))
    case .securityManagerTK:
      return .temporaryKey(try TemporaryKey(decoding: value))
    case .securityManagerFlags:
      return .securityManagerFlags(try SecurityManagerFlags(decoding: value))
    case .publicTargetAddress, .randomTargetAddress:
      return .targetAddresses(try TargetAddresses(decoding: value, type: type))
    case .advertisingInterval, .advertisingIntervalLong:
      return .advertisingInterval(try AdvertisingInterval(decoding: value, type: type))
    case .leDeviceAddress:
      return .leDeviceAddress(try LEDeviceAddress(decoding: value))
    case .leRole:
      return .leRole(try LERole(decoding: value))
    case .secureConnectionsConfirmation, .secureConnectionsRandom:
      return .secureConnections(try SecureConnectionsValue(decoding: value, type: type))
    case .uri:
      return .uri(try AdvertisedURI(decoding: value))
    case .indoorPositioning:
      return .indoorPositioning(try IndoorPositioning(decoding: value))
    case .transportDiscovery:
      return .transportDiscovery(try TransportDiscovery(decoding: value))
    case .leSupportedFeatures:
      return .leSupportedFeatures(LESupportedFeatures(decoding: value))
    case .channelMapUpdate:
      return .channelMapUpdate(try ChannelMapUpdate(decoding: value))
    case .pbADV:
      return .provisioningBearer(try ProvisioningBearer(decoding: value))
    case .meshMessage:
      return .meshMessage(try MeshMessage(decoding: value))
    case .meshBeacon:
      return .meshBeacon(try MeshBeacon(decoding: value))
    case .bigInfo:
      return .bigInfo(try BIGInfo(decoding: value))
    case .broadcastCode:
      return .broadcastCode(try BroadcastCode(decoding: value))
    case .resolvableSetIdentifier:
      return .resolvableSetIdentifier(try ResolvableSetIdentifier(decoding: value))
    case .broadcastName:
      return .broadcastName(BroadcastName(decoding: value))
    case .encryptedData:
      return .encryptedData(try EncryptedAdvertisingData(decoding: value))
    case .periodicResponseTiming:
      return .periodicResponseTiming(try PeriodicResponseTiming(decoding: value))
    case .electronicShelfLabel:
      return .electronicShelfLabel(try ElectronicShelfLabel(decoding: value))
    case .threeDInformation:
      return .threeDInformation(try ThreeDInformation(decoding: value))
    default:
      return .other(Array(copying: value))
    }
  }

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] {
    switch self {
    case .flags(let value): value.octets
    case .serviceUUIDs(let value): value.octets
    case .solicitationUUIDs(let value): value.octets
    case .localName(let value): value.octets
    case .txPowerLevel(let value): value.octets
    case .connectionIntervalRange(let value): value.octets
    case .serviceData(let value): value.octets
    case .appearance(let value): value.octets
    case .manufacturerData(let value): value.octets
    case .classOfDevice(let value): value.octets
    case .simplePairing(let value): value.octets
    case .deviceID(let value): value.octets
    case .temporaryKey(let value): value.octets
    case .securityManagerFlags(let value): value.octets
    case .targetAddresses(let value): value.octets
    case .advertisingInterval(let value): value.octets
    case .leDeviceAddress(let value): value.octets
    case .leRole(let value): value.octets
    case .secureConnections(let value): value.octets
    case .uri(let value): value.octets
    case .indoorPositioning(let value): value.octets
    case .transportDiscovery(let value): value.octets
    case .leSupportedFeatures(let value): value.octets
    case .channelMapUpdate(let value): value.octets
    case .provisioningBearer(let value): value.octets
    case .meshMessage(let value): value.octets
    case .meshBeacon(let value): value.octets
    case .bigInfo(let value): value.octets
    case .broadcastCode(let value): value.octets
    case .resolvableSetIdentifier(let value): value.octets
    case .broadcastName(let value): value.octets
    case .encryptedData(let value): value.octets
    case .periodicResponseTiming(let value): value.octets
    case .electronicShelfLabel(let value): value.octets
    case .threeDInformation(let value): value.octets
    case .other(let octets), .malformed(let octets, _): octets
    }
  }
}

/// What the value of an AD structure means: one case per family of types.
///
/// Decoding is total. A value whose octets do not fit its type becomes ``malformed(_:_:_:)`` with the reason; a type
/// that is not assigned keeps its octets in ``other(_:_:)``. Encoding gives back the octets that were decoded.
///
/// A new type is a codec in the file of its family, and a line in each of the three lists here.
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
  /// Octets of a type that is not assigned, or octets that are not taken apart.
  case other(ADType, [UInt8])
  /// Octets that do not fit their type.
  case malformed(ADType, [UInt8], Malformation)

  /// The codec of a type's values; `nil` for a type that is not assigned.
  static func codec(of type: ADType, in context: ADContext = .advertisingData) -> Codec? {
    switch type {
    case .flags: Codec(Flags.self)
    case .incompleteServiceUUIDs16, .completeServiceUUIDs16, .incompleteServiceUUIDs32, .completeServiceUUIDs32,
      .incompleteServiceUUIDs128, .completeServiceUUIDs128:
      Codec(ServiceUUIDList.self)
    case .solicitationUUIDs16, .solicitationUUIDs32, .solicitationUUIDs128: Codec(SolicitationUUIDList.self)
    case .shortenedLocalName, .completeLocalName: Codec(LocalName.self)
    case .txPowerLevel: Codec(TxPowerLevel.self)
    case .peripheralConnectionIntervalRange: Codec(ConnectionIntervalRange.self)
    case .serviceData16, .serviceData32, .serviceData128: Codec(ServiceData.self)
    case .appearance: Codec(Appearance.self)
    case .manufacturerData: Codec(ManufacturerData.self)
    case .classOfDevice: Codec(ClassOfDevice.self)
    case .simplePairingHash192, .simplePairingRandomizer192, .simplePairingHash256, .simplePairingRandomizer256:
      Codec(SimplePairingValue.self)
    case .deviceID where context != .outOfBand: Codec(DeviceID.self)
    case .securityManagerTK: Codec(TemporaryKey.self)
    case .securityManagerFlags: Codec(SecurityManagerFlags.self)
    case .publicTargetAddress, .randomTargetAddress: Codec(TargetAddresses.self)
    case .advertisingInterval, .advertisingIntervalLong: Codec(AdvertisingInterval.self)
    case .leDeviceAddress: Codec(LEDeviceAddress.self)
    case .leRole: Codec(LERole.self)
    case .secureConnectionsConfirmation, .secureConnectionsRandom: Codec(SecureConnectionsValue.self)
    case .uri: Codec(AdvertisedURI.self)
    case .indoorPositioning: Codec(IndoorPositioning.self)
    case .transportDiscovery: Codec(TransportDiscovery.self)
    case .leSupportedFeatures: Codec(LESupportedFeatures.self)
    case .channelMapUpdate: Codec(ChannelMapUpdate.self)
    case .pbADV: Codec(ProvisioningBearer.self)
    case .meshMessage: Codec(MeshMessage.self)
    case .meshBeacon: Codec(MeshBeacon.self)
    case .bigInfo: Codec(BIGInfo.self)
    case .broadcastCode: Codec(BroadcastCode.self)
    case .resolvableSetIdentifier: Codec(ResolvableSetIdentifier.self)
    case .broadcastName: Codec(BroadcastName.self)
    case .encryptedData: Codec(EncryptedAdvertisingData.self)
    case .periodicResponseTiming: Codec(PeriodicResponseTiming.self)
    case .electronicShelfLabel: Codec(ElectronicShelfLabel.self)
    case .threeDInformation: Codec(ThreeDInformation.self)
    default: nil
    }
  }

  /// The answer of a typed value to a question; `nil` for ``other(_:_:)`` and ``malformed(_:_:_:)``.
  private func answer<Q: ADValueQuestion>(_ question: Q) -> Q.Answer? {
    switch self {
    case .flags(let value): question.answer(value)
    case .serviceUUIDs(let value): question.answer(value)
    case .solicitationUUIDs(let value): question.answer(value)
    case .localName(let value): question.answer(value)
    case .txPowerLevel(let value): question.answer(value)
    case .connectionIntervalRange(let value): question.answer(value)
    case .serviceData(let value): question.answer(value)
    case .appearance(let value): question.answer(value)
    case .manufacturerData(let value): question.answer(value)
    case .classOfDevice(let value): question.answer(value)
    case .simplePairing(let value): question.answer(value)
    case .deviceID(let value): question.answer(value)
    case .temporaryKey(let value): question.answer(value)
    case .securityManagerFlags(let value): question.answer(value)
    case .targetAddresses(let value): question.answer(value)
    case .advertisingInterval(let value): question.answer(value)
    case .leDeviceAddress(let value): question.answer(value)
    case .leRole(let value): question.answer(value)
    case .secureConnections(let value): question.answer(value)
    case .uri(let value): question.answer(value)
    case .indoorPositioning(let value): question.answer(value)
    case .transportDiscovery(let value): question.answer(value)
    case .leSupportedFeatures(let value): question.answer(value)
    case .channelMapUpdate(let value): question.answer(value)
    case .provisioningBearer(let value): question.answer(value)
    case .meshMessage(let value): question.answer(value)
    case .meshBeacon(let value): question.answer(value)
    case .bigInfo(let value): question.answer(value)
    case .broadcastCode(let value): question.answer(value)
    case .resolvableSetIdentifier(let value): question.answer(value)
    case .broadcastName(let value): question.answer(value)
    case .encryptedData(let value): question.answer(value)
    case .periodicResponseTiming(let value): question.answer(value)
    case .electronicShelfLabel(let value): question.answer(value)
    case .threeDInformation(let value): question.answer(value)
    case .other, .malformed: nil
    }
  }
}

extension ADValue {
  /// Decodes the value octets of a structure of the given type. The context decides what type 0x10 means.
  public init(type: ADType, value: Span<UInt8>, in context: ADContext = .advertisingData) {
    guard let codec = Self.codec(of: type, in: context) else {
      self = .other(type, Array(copying: value))
      return
    }
    do throws(Malformation) {
      self = try codec.decode(value, type)
    } catch {
      self = .malformed(type, Array(copying: value), error)
    }
  }

  /// Decodes the value of a structure, as far as it is there.
  public init(_ structure: borrowing ADStructure, in context: ADContext = .advertisingData) {
    self.init(type: structure.type, value: structure.value, in: context)
  }

  /// The type of the structure that the value is for.
  public var type: ADType {
    switch self {
    case .other(let type, _), .malformed(let type, _, _): type
    default: answer(TypeQuestion()) ?? ADType(rawValue: 0)
    }
  }

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] {
    switch self {
    case .other(_, let octets), .malformed(_, let octets, _): octets
    default: answer(OctetsQuestion()) ?? []
    }
  }

  /// What the value says, field by field; empty for types that are not assigned and for malformed values. Places count from
  /// the first value octet.
  public var fields: [Field] { answer(FieldsQuestion()) ?? [] }

  /// The fields of the value, and of a malformed one those that its octets have as far as they go: what redaction needs to
  /// know. Fields may reach beyond the octets then.
  public var fieldsAsFarAsTheyGo: [Field] {
    guard case .malformed(let type, let octets, let malformation) = self, let codec = Self.codec(of: type),
      !codec.isAllOrNothing
    else { return fields }
    let fitting = malformation.fittingCount
    let fitted = octets.prefix(fitting) + Array(repeating: 0, count: max(0, fitting - octets.count))
    return Self(type: type, value: Array(fitted).span).fields
  }
}

/// A question to a value of any type, in place of an existential, which Embedded Swift does not have.
private protocol ADValueQuestion {
  associatedtype Answer
  func answer(_ value: some ADValueCodec) -> Answer
}

private struct TypeQuestion: ADValueQuestion {
  func answer(_ value: some ADValueCodec) -> ADType { value.type }
}

private struct OctetsQuestion: ADValueQuestion {
  func answer(_ value: some ADValueCodec) -> [UInt8] { value.octets }
}

private struct FieldsQuestion: ADValueQuestion {
  func answer(_ value: some ADValueCodec) -> [Field] { value.fields }
}

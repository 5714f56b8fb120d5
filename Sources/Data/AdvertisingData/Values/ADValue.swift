/// The decoded value of an AD structure: one case per family of types.
///
/// Decoding is total. A value whose octets do not fit its type becomes ``malformed(_:_:_:)`` with the reason; a type
/// that is not assigned keeps its octets in ``other(_:_:)``. Encoding gives back the octets that were decoded.
///
/// A new type is a codec in the file of its family, and a line in each of the three lists here.
public enum ADValue: Hashable, Sendable {
  /// Discoverability and BR/EDR capability (AD type 0x01).
  case flags(Flags)
  /// A list of services (AD types 0x02 to 0x07).
  case serviceUUIDs(ServiceUUIDList)
  /// Services that the device looks for in others (AD types 0x14, 0x15 and 0x1F).
  case solicitationUUIDs(SolicitationUUIDList)
  /// The name of the device (AD types 0x08 and 0x09).
  case localName(LocalName)
  /// The power of transmission (AD type 0x0A).
  case txPowerLevel(TxPowerLevel)
  /// The connection intervals that the device prefers (AD type 0x12).
  case connectionIntervalRange(ConnectionIntervalRange)
  /// Data of a service (AD types 0x16, 0x20 and 0x21).
  case serviceData(ServiceData)
  /// The appearance of the device (AD type 0x19).
  case appearance(Appearance)
  /// Data of a company (AD type 0xFF).
  case manufacturerData(ManufacturerData)
  /// The kind of BR/EDR device (AD type 0x0D).
  case classOfDevice(ClassOfDevice)
  /// A number for pairing (AD types 0x0E, 0x0F, 0x1D, 0x1E, 0x22 and 0x23).
  case pairing(PairingValue)
  /// The product (AD type 0x10 everywhere except out of band).
  case deviceID(DeviceID)
  /// A key for pairing (AD type 0x10 out of band).
  case temporaryKey(TemporaryKey)
  /// The pairing capabilities of the device (AD type 0x11).
  case securityManagerFlags(SecurityManagerFlags)
  /// The devices that the advertising is meant for (AD types 0x17 and 0x18).
  case targetAddresses(TargetAddresses)
  /// The advertising interval of the device (AD types 0x1A and 0x2F).
  case advertisingInterval(AdvertisingInterval)
  /// The address of the device itself (AD type 0x1B).
  case leDeviceAddress(LEDeviceAddress)
  /// Whether the device is central or peripheral (AD type 0x1C).
  case leRole(LERole)
  /// A URI (AD type 0x24).
  case uri(AdvertisedURI)
  /// The location of the device (AD type 0x25).
  case indoorPositioning(IndoorPositioning)
  /// The services of the device over other transports (AD type 0x26).
  case transportDiscovery(TransportDiscovery)
  /// Features of the link layer (AD type 0x27).
  case leSupportedFeatures(LESupportedFeatures)
  /// The channels from a given event on (AD type 0x28).
  case channelMapUpdate(ChannelMapUpdate)
  /// A part of the provisioning of a mesh node (AD type 0x29).
  case provisioningBearer(ProvisioningBearer)
  /// A message of a mesh network (AD type 0x2A).
  case meshMessage(MeshMessage)
  /// A beacon of a mesh node (AD type 0x2B).
  case meshBeacon(MeshBeacon)
  /// The parameters of a broadcast isochronous group (AD type 0x2C).
  case bigInfo(BIGInfo)
  /// The key of an encrypted broadcast (AD type 0x2D).
  case broadcastCode(BroadcastCode)
  /// A member of a coordinated set (AD type 0x2E).
  case resolvableSetIdentifier(ResolvableSetIdentifier)
  /// The name of an audio broadcast (AD type 0x30).
  case broadcastName(BroadcastName)
  /// AD structures that only owners of a key can read (AD type 0x31).
  case encryptedData(EncryptedAdvertisingData)
  /// The timing of responses to periodic advertising (AD type 0x32).
  case periodicResponseTiming(PeriodicResponseTiming)
  /// Commands for electronic shelf labels (AD type 0x34).
  case electronicShelfLabel(ElectronicShelfLabel)
  /// The capabilities of a 3D display (AD type 0x3D).
  case threeDInformation(ThreeDInformation)
  /// Octets of a type that is not assigned, or octets that are not taken apart.
  case other(ADType, [UInt8])
  /// Octets that do not fit their type.
  case malformed(ADType, [UInt8], Malformation)

  /// Returns the codec of a type's values; `nil` for a type that is not assigned.
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
    case .simplePairingHash192, .simplePairingRandomizer192, .simplePairingHash256, .simplePairingRandomizer256,
      .secureConnectionsConfirmation, .secureConnectionsRandom:
      Codec(PairingValue.self)
    case .deviceID where context != .outOfBand: Codec(DeviceID.self)
    case .securityManagerTK: Codec(TemporaryKey.self)
    case .securityManagerFlags: Codec(SecurityManagerFlags.self)
    case .publicTargetAddress, .randomTargetAddress: Codec(TargetAddresses.self)
    case .advertisingInterval, .advertisingIntervalLong: Codec(AdvertisingInterval.self)
    case .leDeviceAddress: Codec(LEDeviceAddress.self)
    case .leRole: Codec(LERole.self)
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

  /// Returns the answer of a typed value to a question; `nil` for ``other(_:_:)`` and ``malformed(_:_:_:)``.
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
    case .pairing(let value): question.answer(value)
    case .deviceID(let value): question.answer(value)
    case .temporaryKey(let value): question.answer(value)
    case .securityManagerFlags(let value): question.answer(value)
    case .targetAddresses(let value): question.answer(value)
    case .advertisingInterval(let value): question.answer(value)
    case .leDeviceAddress(let value): question.answer(value)
    case .leRole(let value): question.answer(value)
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
  /// Decodes the value octets of a structure of the given type. The context decides the meaning of type 0x10.
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

  /// Decodes the value of a structure from its present octets.
  public init(_ structure: borrowing ADStructure, in context: ADContext = .advertisingData) {
    self.init(type: structure.type, value: structure.value, in: context)
  }

  /// The type of the value's structure.
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

  /// The reason why the octets do not fit their type; `nil` when they do. For lists of UUIDs, the whole UUIDs are
  /// decoded in any case.
  public var malformation: Malformation? {
    switch self {
    case .malformed(_, _, let malformation): malformation
    case .serviceUUIDs(let list) where !list.rest.isEmpty:
      .ragged(itemSize: list.width.octets, actual: list.octets.count)
    case .solicitationUUIDs(let list) where !list.rest.isEmpty:
      .ragged(itemSize: list.width.octets, actual: list.octets.count)
    default: nil
    }
  }

  /// The fields of the value; empty for types that are not assigned and for malformed values. Places count from the
  /// first value octet.
  public var fields: [Field] { answer(FieldsQuestion()) ?? [] }

  /// All fields that values of any type can have; a key comes once for each type that has it.
  package static var declaredFields: [DeclaredField] {
    (0...UInt8.max).flatMap { number in
      [ADContext.advertisingData, .outOfBand].flatMap {
        codec(of: ADType(rawValue: number), in: $0)?.declaredFields() ?? []
      }
    }
  }

  /// The ranges and roles of the octets that decide how the others are read. For a value that does not fit its type, or
  /// whose end is missing, no more is certain.
  public var beginning: [Field] { Self.codec(of: type)?.beginning(octets) ?? [] }
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

/// The type octet of an AD structure.
///
/// Any octet is a valid `ADType`; the named ones are the assigned ones.
/// Source: Bluetooth Assigned Numbers, common data types; Core Specification Supplement Part A.
public struct ADType: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let flags = Self(rawValue: 0x01)
  public static let incompleteServiceUUIDs16 = Self(rawValue: 0x02)
  public static let completeServiceUUIDs16 = Self(rawValue: 0x03)
  public static let incompleteServiceUUIDs32 = Self(rawValue: 0x04)
  public static let completeServiceUUIDs32 = Self(rawValue: 0x05)
  public static let incompleteServiceUUIDs128 = Self(rawValue: 0x06)
  public static let completeServiceUUIDs128 = Self(rawValue: 0x07)
  public static let shortenedLocalName = Self(rawValue: 0x08)
  public static let completeLocalName = Self(rawValue: 0x09)
  public static let txPowerLevel = Self(rawValue: 0x0A)
  public static let classOfDevice = Self(rawValue: 0x0D)
  public static let simplePairingHash192 = Self(rawValue: 0x0E)
  public static let simplePairingRandomizer192 = Self(rawValue: 0x0F)
  /// In every context but out of band, where the same number is ``securityManagerTK``.
  public static let deviceID = Self(rawValue: 0x10)
  /// Out of band only; in every other context the same number is ``deviceID``.
  public static let securityManagerTK = Self(rawValue: 0x10)
  public static let securityManagerFlags = Self(rawValue: 0x11)
  public static let peripheralConnectionIntervalRange = Self(rawValue: 0x12)
  public static let solicitationUUIDs16 = Self(rawValue: 0x14)
  public static let solicitationUUIDs128 = Self(rawValue: 0x15)
  public static let serviceData16 = Self(rawValue: 0x16)
  public static let publicTargetAddress = Self(rawValue: 0x17)
  public static let randomTargetAddress = Self(rawValue: 0x18)
  public static let appearance = Self(rawValue: 0x19)
  public static let advertisingInterval = Self(rawValue: 0x1A)
  public static let leDeviceAddress = Self(rawValue: 0x1B)
  public static let leRole = Self(rawValue: 0x1C)
  public static let simplePairingHash256 = Self(rawValue: 0x1D)
  public static let simplePairingRandomizer256 = Self(rawValue: 0x1E)
  public static let solicitationUUIDs32 = Self(rawValue: 0x1F)
  public static let serviceData32 = Self(rawValue: 0x20)
  public static let serviceData128 = Self(rawValue: 0x21)
  public static let secureConnectionsConfirmation = Self(rawValue: 0x22)
  public static let secureConnectionsRandom = Self(rawValue: 0x23)
  public static let uri = Self(rawValue: 0x24)
  public static let indoorPositioning = Self(rawValue: 0x25)
  public static let transportDiscovery = Self(rawValue: 0x26)
  public static let leSupportedFeatures = Self(rawValue: 0x27)
  public static let channelMapUpdate = Self(rawValue: 0x28)
  public static let pbADV = Self(rawValue: 0x29)
  public static let meshMessage = Self(rawValue: 0x2A)
  public static let meshBeacon = Self(rawValue: 0x2B)
  public static let bigInfo = Self(rawValue: 0x2C)
  public static let broadcastCode = Self(rawValue: 0x2D)
  public static let resolvableSetIdentifier = Self(rawValue: 0x2E)
  public static let advertisingIntervalLong = Self(rawValue: 0x2F)
  public static let broadcastName = Self(rawValue: 0x30)
  public static let encryptedData = Self(rawValue: 0x31)
  public static let periodicResponseTiming = Self(rawValue: 0x32)
  public static let electronicShelfLabel = Self(rawValue: 0x34)
  public static let threeDInformation = Self(rawValue: 0x3D)
  public static let manufacturerData = Self(rawValue: 0xFF)
}

/// Where AD structures are found. It decides which types are allowed, how often, and what type 0x10 means.
public enum ADContext: String, Hashable, Sendable, CaseIterable {
  case advertisingData
  case scanResponse
  /// The extended inquiry response of BR/EDR.
  case extendedInquiryResponse
  /// A block handed over by other means, for example an NFC tag.
  case outOfBand
  /// The additional controller advertising data in the header of an extended advertising PDU.
  case controllerData

  public init(_ block: Block) {
    self =
      switch block {
      case .advertising: .advertisingData
      case .scanResponse: .scanResponse
      }
  }
}

/// Whether a type may be in a block of some context, and how often.
public enum Allowance: String, Hashable, Sendable, CaseIterable {
  case mayRepeat
  case oncePerBlock
  /// Once per block, and not in both advertising and scan response data of one extended advertising interval.
  case oncePerBlockNotInBoth
  case notAllowed
  /// No source is known that says: another specification defines the type, or nothing does.
  case unknown
}

extension ADType {
  /// Whether and how often a structure of this type may be in a block of the given context.
  ///
  /// Source: Core Specification Supplement Part A, table 1.1. It treats the two local names as one row, and the two
  /// advertising intervals likewise: where one is allowed once, the other then is not.
  public func allowance(in context: ADContext) -> Allowance {
    let row = allowances
    return switch context {
    case .advertisingData: row.advertisingData
    case .scanResponse: row.scanResponse
    case .extendedInquiryResponse: row.extendedInquiryResponse
    case .outOfBand: row.outOfBand
    case .controllerData: row.controllerData
    }
  }

  /// The row of the table. The columns stand in the order of the table's: advertising data, scan response, extended
  /// inquiry response, out of band, additional controller data.
  private var allowances: AllowanceRow {
    switch self {
    case .flags:
      AllowanceRow(.oncePerBlock, .notAllowed, .oncePerBlock, .oncePerBlock, .notAllowed)
    case .incompleteServiceUUIDs16, .completeServiceUUIDs16, .incompleteServiceUUIDs32, .completeServiceUUIDs32,
      .incompleteServiceUUIDs128, .completeServiceUUIDs128, .manufacturerData:
      AllowanceRow(.mayRepeat, .mayRepeat, .mayRepeat, .mayRepeat, .mayRepeat)
    case .shortenedLocalName, .completeLocalName:
      AllowanceRow(.oncePerBlock, .oncePerBlock, .oncePerBlock, .oncePerBlock, .notAllowed)
    case .txPowerLevel, .uri, .encryptedData:
      AllowanceRow(.mayRepeat, .mayRepeat, .mayRepeat, .mayRepeat, .notAllowed)
    case .classOfDevice, .simplePairingHash192, .simplePairingRandomizer192, .securityManagerFlags,
      .simplePairingHash256, .simplePairingRandomizer256, .secureConnectionsConfirmation, .secureConnectionsRandom,
      .broadcastCode:
      AllowanceRow(.notAllowed, .notAllowed, .notAllowed, .mayRepeat, .notAllowed)
    case .deviceID:
      AllowanceRow(.notAllowed, .notAllowed, .unknown, .mayRepeat, .notAllowed)
    case .peripheralConnectionIntervalRange, .solicitationUUIDs16, .solicitationUUIDs32, .solicitationUUIDs128:
      AllowanceRow(.mayRepeat, .mayRepeat, .notAllowed, .mayRepeat, .notAllowed)
    case .serviceData16, .serviceData32, .serviceData128:
      AllowanceRow(.mayRepeat, .mayRepeat, .notAllowed, .mayRepeat, .mayRepeat)
    case .publicTargetAddress, .randomTargetAddress, .appearance:
      AllowanceRow(.oncePerBlockNotInBoth, .oncePerBlockNotInBoth, .notAllowed, .oncePerBlock, .notAllowed)
    case .advertisingInterval, .advertisingIntervalLong, .leSupportedFeatures:
      AllowanceRow(.oncePerBlock, .oncePerBlock, .notAllowed, .oncePerBlock, .notAllowed)
    case .leDeviceAddress, .leRole:
      AllowanceRow(.notAllowed, .notAllowed, .notAllowed, .oncePerBlock, .notAllowed)
    case .channelMapUpdate, .bigInfo:
      AllowanceRow(.notAllowed, .notAllowed, .notAllowed, .notAllowed, .oncePerBlock)
    case .periodicResponseTiming:
      AllowanceRow(.notAllowed, .notAllowed, .notAllowed, .notAllowed, .mayRepeat)
    case .pbADV, .meshMessage, .meshBeacon, .broadcastName, .electronicShelfLabel:
      AllowanceRow(.unknown, .notAllowed, .unknown, .unknown, .unknown)
    case .threeDInformation:
      AllowanceRow(.notAllowed, .notAllowed, .mayRepeat, .unknown, .unknown)
    default:
      AllowanceRow(.unknown, .unknown, .unknown, .unknown, .unknown)
    }
  }
}

private struct AllowanceRow {
  let advertisingData: Allowance
  let scanResponse: Allowance
  let extendedInquiryResponse: Allowance
  let outOfBand: Allowance
  let controllerData: Allowance

  init(
    _ advertisingData: Allowance, _ scanResponse: Allowance, _ extendedInquiryResponse: Allowance,
    _ outOfBand: Allowance, _ controllerData: Allowance
  ) {
    self.advertisingData = advertisingData
    self.scanResponse = scanResponse
    self.extendedInquiryResponse = extendedInquiryResponse
    self.outOfBand = outOfBand
    self.controllerData = controllerData
  }
}

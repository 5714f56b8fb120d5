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

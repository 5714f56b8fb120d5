/// The type octet of an AD structure.
///
/// Any octet is a valid `ADType`; the named ones are the assigned ones. The file of each value, in `Values`, defines
/// its type. Source: Bluetooth Assigned Numbers, common data types; Core Specification Supplement Part A.
public struct ADType: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }
}

/// Where AD structures are found. The context decides which types are allowed, how often, and the meaning of type 0x10.
public enum ADContext: String, Hashable, Sendable, CaseIterable {
  /// The data of an advertisement itself.
  case advertisingData
  /// The data that an advertiser sends only to a scanner that asks for them.
  case scanResponse
  /// The extended inquiry response of BR/EDR.
  case extendedInquiryResponse
  /// A block handed over by other means, for example an NFC tag.
  case outOfBand
  /// The additional controller advertising data in the header of an extended advertising PDU.
  case controllerData

  /// The context of a block that is received over the air.
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
  /// Several structures of the type may be in one block.
  case mayRepeat
  /// At most one structure of the type may be in a block.
  case oncePerBlock
  /// Once per block, and not in both advertising and scan response data of one extended advertising interval.
  case oncePerBlockNotInBoth
  /// No structure of the type may be in the block.
  case notAllowed
  /// No known source states it: another specification defines the type, or none does.
  case unknown
}

extension ADType {
  /// Returns whether and how often a structure of this type may be in a block of the given context.
  ///
  /// Source: Core Specification Supplement Part A, table 1.1. It treats the two local names as one row, and the two
  /// advertising intervals likewise: where one is allowed once, a block with one may not have the other.
  public func allowance(in context: ADContext) -> Allowance {
    let row = ADValue.codec(of: self)?.allowances ?? Allowances()
    return switch context {
    case .advertisingData: row.advertising
    case .scanResponse: row.scanResponse
    case .extendedInquiryResponse: row.inquiryResponse
    case .outOfBand: row.outOfBand
    case .controllerData: row.controller
    }
  }
}

/// A row of table 1.1 of Core Specification Supplement Part A: one type, or several types with equal rows.
struct Allowances: Hashable {
  var advertising = Allowance.unknown
  var scanResponse = Allowance.unknown
  var inquiryResponse = Allowance.unknown
  var outOfBand = Allowance.unknown
  var controller = Allowance.unknown

  static var everywhere: Self {
    Self(
      advertising: .mayRepeat, scanResponse: .mayRepeat, inquiryResponse: .mayRepeat, outOfBand: .mayRepeat,
      controller: .mayRepeat)
  }

  static var everywhereButController: Self {
    var row = everywhere
    row.controller = .notAllowed
    return row
  }

  static func outOfBandOnly(_ allowance: Allowance) -> Self {
    var row = nowhere
    row.outOfBand = allowance
    return row
  }

  /// A row of data that LE devices send or hand over out of band, and that are neither in inquiry responses nor added by
  /// controllers.
  static func ofLE(_ allowance: Allowance, outOfBand: Allowance) -> Self {
    var row = outOfBandOnly(outOfBand)
    row.advertising = allowance
    row.scanResponse = allowance
    return row
  }

  static func controllerOnly(_ allowance: Allowance) -> Self {
    var row = nowhere
    row.controller = allowance
    return row
  }

  private static var nowhere: Self {
    Self(
      advertising: .notAllowed, scanResponse: .notAllowed, inquiryResponse: .notAllowed, outOfBand: .notAllowed,
      controller: .notAllowed)
  }
}

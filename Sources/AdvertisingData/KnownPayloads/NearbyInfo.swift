/// What an Apple device is doing (Continuity type 0x10).
public struct NearbyInfo: Hashable, Sendable {
  /// Status flags in the high nibble, ``action`` in the low one.
  public let statusAndAction: UInt8
  public let dataFlags: DataFlags
  /// Three or four octets that change; empty when ``DataFlags/authenticationTag`` is not set.
  public let authenticationTag: [UInt8]
  /// What follows; usually empty or one octet.
  public let rest: [UInt8]

  public struct DataFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let airPodsConnected = Self(rawValue: 0x01)
    public static let longTag = Self(rawValue: 0x02)
    public static let wiFiOn = Self(rawValue: 0x04)
    public static let authenticationTag = Self(rawValue: 0x10)
    public static let watchLocked = Self(rawValue: 0x20)
    public static let autoUnlockWatch = Self(rawValue: 0x40)
    public static let autoUnlock = Self(rawValue: 0x80)
  }

  /// `nil` when there is no room for the flags.
  init?(_ value: [UInt8]) {
    guard value.count >= 2 else { return nil }
    statusAndAction = value[0]
    dataFlags = DataFlags(rawValue: value[1])
    let tag = dataFlags.contains(.authenticationTag) ? (dataFlags.contains(.longTag) ? 4 : 3) : 0
    let end = min(2 + tag, value.count)
    authenticationTag = Array(value[2..<end])
    rest = Array(value[end...])
  }

  var octets: [UInt8] { [statusAndAction, dataFlags.rawValue] + authenticationTag + rest }

  public var action: UInt8 { statusAndAction & 0x0F }
  /// Of the account's devices, the one that takes calls.
  public var isPrimaryDevice: Bool { statusAndAction & 0x10 != 0 }
  public var isReceivingAirDrop: Bool { statusAndAction & 0x40 != 0 }

  /// The action in words; `nil` for codes that are not known.
  public var actionName: String? {
    switch action {
    case 0x0: "activity unknown"
    case 0x1: "reporting disabled"
    case 0x3: "idle"
    case 0x5: "audio playing, screen locked"
    case 0x7: "in use"
    case 0x9: "video playing"
    case 0xA: "watch on wrist and unlocked"
    case 0xB: "recently used"
    case 0xD: "driving"
    case 0xE: "in a call"
    default: nil
    }
  }
}

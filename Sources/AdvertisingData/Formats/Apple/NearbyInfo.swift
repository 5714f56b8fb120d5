extension Continuity {
  /// What an Apple device is doing (Continuity type 0x10).
  public struct NearbyInfo: Hashable, Sendable {
    /// Status flags in the high nibble, ``action`` in the low one.
    public let statusAndAction: UInt8
    /// The second octet.
    public let dataFlags: DataFlags
    /// Three or four octets that change; empty when ``DataFlags/authenticationTag`` is not set.
    public let authenticationTag: [UInt8]
    /// What follows; usually empty or one octet.
    public let rest: [UInt8]

    /// The bits of the second octet.
    public struct DataFlags: OptionSet, Hashable, Sendable {
      public let rawValue: UInt8

      public init(rawValue: UInt8) {
        self.rawValue = rawValue
      }

      /// AirPods are connected and the screen is on.
      public static let airPodsConnected = Self(rawValue: 0x01)
      /// The authentication tag has four octets instead of three.
      public static let longTag = Self(rawValue: 0x02)
      /// Wi-Fi is switched on.
      public static let wiFiOn = Self(rawValue: 0x04)
      /// An authentication tag follows.
      public static let authenticationTag = Self(rawValue: 0x10)
      /// The watch is locked.
      public static let watchLocked = Self(rawValue: 0x20)
      /// The watch can be unlocked by the phone.
      public static let autoUnlockWatch = Self(rawValue: 0x40)
      /// The computer can be unlocked by the watch.
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

    /// The low nibble of the first octet: what the device is doing.
    public var action: UInt8 { statusAndAction & 0x0F }
    /// Of the account's devices, the one that takes calls.
    public var isPrimaryDevice: Bool { statusAndAction & 0x10 != 0 }
    /// Whether the device receives files by AirDrop.
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

    func fields(from start: Int) -> [Field] {
      let status = start..<start + 1
      let tag = start + 2..<start + 2 + authenticationTag.count
      let names = dataFlags.names
      return [
        // The flags say whether there is a tag, and of which length.
        .structure(at: start + 1..<start + 2),
        Field("action", action, at: status, wording: .phrase(actionName ?? "activity \(action)")),
        Field("actionName", actionName.map { .text($0) } ?? .null),
        Field("primaryDevice", isPrimaryDevice, whenTrue: "primary device", at: status),
        Field("receivingAirDrop", isReceivingAirDrop, whenTrue: "receiving AirDrop", at: status),
        Field(
          "flags", .list(names.map { .text($0) }), at: start + 1..<start + 2, role: .structure,
          wording: .items(separator: ", ")),
        Field("authenticationTag", .octets(authenticationTag), label: "tag", at: tag),
        Field("rest", .octets(rest), label: "then", at: tag.upperBound..<tag.upperBound + rest.count),
      ]
    }
  }
}

extension Continuity.NearbyInfo.DataFlags {
  /// What the flags say; two of them only tell the length of the tag.
  fileprivate var names: [String] {
    let names: [(Self, String)] = [
      (.airPodsConnected, "AirPods connected and screen on"), (.wiFiOn, "Wi-Fi on"), (.watchLocked, "watch locked"),
      (.autoUnlockWatch, "auto unlock by watch"), (.autoUnlock, "auto unlock"),
    ]
    return names.filter { contains($0.0) }.map { $0.1 }
  }
}

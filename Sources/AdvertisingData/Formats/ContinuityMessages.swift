extension Continuity {
  /// The layout of a message whose fields are always the same.
  struct Layout {
    let type: UInt8
    let name: String
    let shapes: [Shape]

    /// A field, the number of its octets, and how to read them.
    struct Shape {
      /// Empty for octets that are always zero.
      let key: String
      let length: Int
      let form: Form
      var role = Field.Role.data

      enum Form {
        /// An unsigned integer, most significant octet first.
        case number
        case signed
        /// As sent: no number, encrypted, or of unknown order.
        case octets
      }

      static func number(_ key: String, _ length: Int = 1, role: Field.Role = .data) -> Self {
        Self(key: key, length: length, form: .number, role: role)
      }
      static func octets(_ key: String, _ length: Int, role: Field.Role = .data) -> Self {
        Self(key: key, length: length, form: .octets, role: role)
      }
      static func zero(_ length: Int) -> Self { Self(key: "", length: length, form: .octets) }
    }

    var length: Int { shapes.reduce(0) { $0 + $1.length } }

    static let all: [Layout] = [
      Self(
        type: 0x02, name: "iBeacon",
        shapes: [
          .octets("proximityUUID", 16), .number("major", 2), .number("minor", 2),
          // The power at 1 m is that of the model.
          Shape(key: "measuredPower", length: 1, form: .signed, role: .structure),
        ]),
      Self(
        type: 0x03, name: "AirPrint",
        shapes: [
          .number("addressType"), .number("pathType"), .number("securityType"), .octets("port", 2),
          .octets("address", 16), Shape(key: "measuredPower", length: 1, form: .signed),
        ]),
      Self(
        type: 0x05, name: "AirDrop",
        shapes: [
          .zero(8), .number("version"), .octets("accountHash", 2), .octets("phoneHash", 2), .octets("emailHash", 2),
          .octets("secondEmailHash", 2), .zero(1),
        ]),
      Self(
        type: 0x08, name: "Hey Siri",
        shapes: [
          .octets("hash", 2), .number("signalToNoise"), .number("confidence"), .octets("deviceClass", 2),
          .number("random"),
        ]),
      Self(
        type: 0x09, name: "AirPlay target",
        shapes: [.number("flags"), .number("seed"), .octets("address", 4)]),
      Self(type: 0x0A, name: "AirPlay source", shapes: [.number("flags")]),
      Self(type: 0x0B, name: "Magic Switch", shapes: [.octets("data", 2), .number("wristConfidence")]),
      Self(
        type: 0x0C, name: "Handoff",
        shapes: [.number("clipboard"), .octets("sequence", 2), .number("tag"), .octets("encrypted", 10)]),
      Self(type: 0x0D, name: "tethering target", shapes: [.octets("account", 4)]),
      Self(
        type: 0x0E, name: "tethering source",
        shapes: [
          .number("version"), .number("flags"), .number("battery"), .octets("cellType", 2), .number("bars"),
        ]),
    ]

    /// The fields of a value, and as `rest` what newer systems add; `nil` when it is too short. Offsets count from `start`.
    func fields(of value: [UInt8], from start: Int) -> [Field]? {
      guard value.count >= length else { return nil }
      var fields: [Field] = []
      var position = 0
      for shape in shapes {
        let octets = Array(value[position..<position + shape.length])
        let range = start + position..<start + position + shape.length
        position += shape.length
        guard !shape.key.isEmpty else { continue }
        func field(_ key: String, _ value: Field.Value) -> Field {
          Field(key, value, label: Self.label(key), at: range, role: shape.role)
        }
        let number = octets.reduce(Int64(0)) { $0 << 8 | Int64($1) }
        switch shape.form {
        case .number: fields.append(field(shape.key, .number(number)))
        case .signed: fields.append(field(shape.key, .number(Int64(Int8(truncatingIfNeeded: number)))))
        case .octets: fields.append(field(shape.key, .octets(octets)))
        }
      }
      if position < value.count {
        fields.append(
          Field("rest", .octets(Array(value[position...])), label: "rest", at: start + position..<start + value.count))
      }
      return fields
    }

    /// A key in words: `signalToNoise` is "signal to noise".
    private static func label(_ key: String) -> String {
      var words: [UInt8] = []
      var wasLowerCase = false
      for octet in key.utf8 {
        let isUpperCase = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(octet)
        if isUpperCase, wasLowerCase { words.append(UInt8(ascii: " ")) }
        words.append(isUpperCase ? octet | 0x20 : octet)
        wasLowerCase = !isUpperCase
      }
      return String(decoding: words, as: UTF8.self)
    }

    /// Offsets of octets that should be zero and are not. The value is long enough.
    func zeros(in value: [UInt8]) -> [Int] {
      var offsets: [Int] = []
      var position = 0
      for shape in shapes {
        if shape.key.isEmpty, let wrong = (position..<position + shape.length).first(where: { value[$0] != 0 }) {
          offsets.append(wrong)
        }
        position += shape.length
      }
      return offsets
    }
  }
}

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

extension Continuity {
  /// Something an Apple device offers to do with one nearby, such as sharing a Wi-Fi password (Continuity type 0x0F).
  public struct NearbyAction: Hashable, Sendable {
    /// The first octet; bit 7 says whether there is an authentication tag.
    public let flags: UInt8
    /// What the device offers to do.
    public let actionType: UInt8
    /// Three octets that change; empty when bit 7 of the flags is not set.
    public let authenticationTag: [UInt8]
    /// Of the action, as sent.
    public let parameters: [UInt8]

    /// `nil` when there is no room for flags and type.
    init?(_ value: [UInt8]) {
      guard value.count >= 2 else { return nil }
      flags = value[0]
      actionType = value[1]
      let end = flags & 0x80 == 0 ? 2 : min(5, value.count)
      authenticationTag = Array(value[2..<end])
      parameters = Array(value[end...])
    }

    var octets: [UInt8] { [flags, actionType] + authenticationTag + parameters }

    /// `nil` for types that are not known.
    public var actionName: String? { actionType == 0x08 ? "Wi-Fi password" : nil }

    func fields(from start: Int) -> [Field] {
      let tag = start + 2..<start + 2 + authenticationTag.count
      return [
        Field("flags", flags, at: start..<start + 1, role: .structure),
        Field(
          "action", actionType, at: start + 1..<start + 2, role: .structure,
          wording: .phrase(actionName ?? "type \(actionType)")),
        Field("actionName", actionName.map { .text($0) } ?? .null),
        Field("authenticationTag", .octets(authenticationTag), label: "tag", at: tag),
        Field(
          "parameters", .octets(parameters), label: "parameters",
          at: tag.upperBound..<tag.upperBound + parameters.count),
      ]
    }
  }
}

extension Continuity {
  /// What a device lost, or with its owner, sends for the Find My network (Continuity type 0x12).
  public enum OfflineFinding: Hashable, Sendable {
    /// Away from its owner. `publicKey` holds octets 6 to 27 of the key whose first six are the device's address;
    /// the two lowest of `keyBits` are the top bits of the key's first octet.
    case separated(status: UInt8, publicKey: [UInt8], keyBits: UInt8, hint: UInt8)
    /// Near its owner. Unverified.
    case nearOwner(status: UInt8, keyBits: UInt8)

    static let length = 0x19
    static let shortLength = 0x02

    /// `nil` when the length is that of neither form.
    init?(_ value: [UInt8]) {
      switch value.count {
      case Self.length:
        self = .separated(status: value[0], publicKey: Array(value[1..<23]), keyBits: value[23], hint: value[24])
      case Self.shortLength: self = .nearOwner(status: value[0], keyBits: value[1])
      default: return nil
      }
    }

    var octets: [UInt8] {
      switch self {
      case .separated(let status, let publicKey, let keyBits, let hint): [status] + publicKey + [keyBits, hint]
      case .nearOwner(let status, let keyBits): [status, keyBits]
      }
    }

    func fields(from start: Int) -> [Field] {
      func at(_ offset: Int, _ count: Int) -> Range<Int> { start + offset..<start + offset + count }
      func statusField(_ status: UInt8) -> Field {
        Field(
          "status", status, at: at(0, 1), wording: .phrase("status " + HexDigits.number(status, octets: 1)))
      }
      switch self {
      case .separated(let status, let publicKey, let keyBits, let hint):
        return [
          Field("state", .text("separated"), wording: .phrase("away from its owner")), statusField(status),
          Field("publicKey", .octets(publicKey), label: "key", at: at(1, 22)), Field("keyBits", keyBits, at: at(23, 1)),
          Field("hint", hint, at: at(24, 1)),
        ]
      case .nearOwner(let status, let keyBits):
        return [
          Field("state", .text("nearOwner"), wording: .phrase("near its owner"), isUnverified: true),
          statusField(status), Field("keyBits", keyBits, at: at(1, 1)),
        ]
      }
    }
  }
}

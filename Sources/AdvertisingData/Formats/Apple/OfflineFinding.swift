extension Continuity {
  /// What a device lost, or with its owner, sends for the Find My network (Continuity type 0x12).
  ///
  /// Source: furiousMAC/continuity and AirGuard, which agree.
  public enum OfflineFinding: Hashable, Sendable {
    /// Away from its owner. `publicKey` holds octets 6 to 27 of the key whose first six are the device's address;
    /// the two lowest of `keyBits` are the top bits of the key's first octet.
    case separated(status: UInt8, publicKey: [UInt8], keyBits: UInt8, hint: UInt8)
    /// Near its owner: the rest of the key is not sent.
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

    /// What kind of device it is, how full its battery is, and when it met its owner.
    public var status: UInt8 {
      switch self {
      case .separated(let status, _, _, _), .nearOwner(let status, _): status
      }
    }

    /// Bit 2: whether the owner's device connected since the key last changed, which it does every 15 minutes.
    public var isMaintained: Bool { status & 0x04 != 0 }

    /// Bits 4 and 5: what kind of device it is; `nil` for Apple's phones and computers, which do not say.
    public var device: String? {
      switch status >> 4 & 0x03 {
      case 1: "AirTag"
      case 2: "Find My accessory"
      case 3: "AirPods"
      default: nil
      }
    }

    /// Bits 6 and 7: how full the battery is; `nil` for devices that do not say.
    public var battery: String? { device == nil ? nil : Self.batteryLevels[Int(status >> 6)] }

    private static let batteryLevels = ["full", "medium", "low", "very low"]
    /// The bits of the status that say what kind of device it is.
    private static let deviceBits: UInt8 = 0x30

    func fields(from start: Int) -> [Field] {
      func at(_ offset: Int, _ count: Int) -> Range<Int> { start + offset..<start + offset + count }
      let statusFields = [
        Field("device", device.map { .text($0) } ?? .null, wording: .value),
        Field(
          "status", status, at: at(0, 1), role: .bits(Self.deviceBits),
          wording: .phrase("status " + HexDigits.number(status, octets: 1))),
        Field("maintained", isMaintained, whenTrue: "owner connected within 15 min"),
        Field("battery", battery.map { .text($0) } ?? .null, label: "battery"),
      ]
      switch self {
      case .separated(_, let publicKey, let keyBits, let hint):
        return [Field("state", .text("separated"), wording: .phrase("away from its owner"))] + statusFields + [
          Field("publicKey", .octets(publicKey), label: "key", at: at(1, 22)), Field("keyBits", keyBits, at: at(23, 1)),
          Field("hint", hint, at: at(24, 1)),
        ]
      case .nearOwner(_, let keyBits):
        return [Field("state", .text("nearOwner"), wording: .phrase("near its owner"))] + statusFields + [
          Field("keyBits", keyBits, at: at(1, 1))
        ]
      }
    }
  }
}
